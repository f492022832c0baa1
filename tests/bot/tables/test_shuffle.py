"""The shuffle: anyone can redo it from its description, and a game that does not follow from it is found out."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, repeat

import pytest

from bot.tables import shuffle
from bot.tables.robot_games import Habits, play_game
from bot.tables.shuffle import Finding, WrongSeed, check, commitment, fresh_seed, pack
from engine.actions import NameNumber
from engine.cards import PACK
from engine.errors import CribbageError
from engine.events import CutToDealer, Dealt, ForDealCut, FreshDealChosen, StarterTurned
from engine.game import apply, begin, shuffle_in
from engine.presets import find
from tests.referee.shuffling import pack_of
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.strategies import AUTOMATIC

DATA = data_beside(__file__)

SEED = bytes(range(32))


def a_game(*, tied):
    """A seed, and the facts of a game from it; ``tied`` is whether the first cut for the deal came out equal."""
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        first, second = pack(seed, "cut", 1)[:2]
        if (first.rank is second.rank) == tied:
            return seed, list(play_game(AUTOMATIC, seed, levels=("easy", "easy")))
    raise AssertionError("no such seed")


def checked(seed, events):
    return check(commitment(seed), seed.hex(), events, ())


@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32])
@pytest.mark.parametrize(("what", "number"), [("cut", 1), ("cut", 2), ("deal", 1), ("deal", 2), ("deal", 17)])
def test_the_pack_is_what_its_description_says(seed, what, number):
    assert list(map(str, pack(seed, what, number))) == pack_of(seed, f"{what}:{number}")


def test_the_shuffle_will_not_change():
    """Games that were dealt must be provable for ever: these were written down when the shuffle was made."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert " ".join(map(str, pack(SEED, "deal", 1)[:13])) == "2H 2C QC 4S 6S AS 3D JS 3C JC 7S 6C 8S"
    assert " ".join(map(str, pack(SEED, "cut", 1)[:2])) == "KS 8D"


def test_words_that_would_favour_some_cards_are_thrown_away():
    # 2**32 is 52 * 82595524 + 48, so of the words for the first exchange the last forty-eight are of no use.
    # The word after them leaves 51: the last card stays in its place. Then noughts: each goes to the top.
    words = chain([2**32 - 1, 2**32 - 48, 2**32 - 49], repeat(0))
    by_hand = list(PACK)
    for i in range(50, 0, -1):
        by_hand[i], by_hand[0] = by_hand[0], by_hand[i]
    assert shuffle._shuffle(words) == tuple(by_hand)
    assert shuffle._below(32, iter([2**32 - 1])) == 31


def test_seeds_are_fresh():
    assert len(fresh_seed()) == 32
    assert fresh_seed() != fresh_seed()


@pytest.mark.parametrize("tied", [False, True])
def test_a_game_follows_from_its_seed(tied):
    seed, events = a_game(tied=tied)
    deals = sum(isinstance(event, Dealt) for event in events)
    assert deals > 3
    assert checked(seed, events) == (
        *(Finding("cut", number, agrees=True) for number in range(1, 3 if tied else 2)),
        *(Finding("deal", number, agrees=True) for number in range(1, deals + 1)),
    )


def test_a_game_without_a_cut_has_its_deals_checked():
    seed, events = a_game(tied=False)
    findings = checked(seed, [event for event in events if not isinstance(event, ForDealCut)])
    assert {finding.what for finding in findings} == {"deal"}
    assert all(finding.agrees for finding in findings)


class TestEveryBook:
    """Ceremony, three and four hands, and fresh deals: the same packs, cut and dealt as each book has it."""

    @staticmethod
    def game(seed, preset, options):
        rules = find(preset, **options)
        return list(play_game(rules, seed, levels=("easy",) * rules.players, habits=Habits(irregular=0.4)))

    @sampled(("preset", "options"), DATA["games"])
    def test_follows_from_its_seed(self, preset, options):
        fresh = 0
        for number in range(4):
            seed = number.to_bytes(32, "big")
            events = self.game(seed, preset, options)
            kinds = [type(event) for event in events]
            found = checked(seed, events)
            assert [finding.agrees for finding in found] == [True] * len(found)
            assert len(found) == kinds.count(ForDealCut) + kinds.count(Dealt)
            fresh += kinds.count(FreshDealChosen)
        assert bool(fresh) == (preset in {"britannica", "britannica-five"}), "fresh deals are counted on"

    def test_of_four_players_the_two_lowest_sit_across_from_one_another(self):
        ceremony = find("house", players=4, ceremony=True)
        top = pack_of(SEED, "cut:1")
        game = begin(ceremony)
        for seat, number in enumerate((44, 20, 30, 10)):
            game, _ = apply(game, NameNumber(seat, number))
        game, events = shuffle_in(game, pack(SEED, "cut", 1))
        shown = [top[43], top[19], top[29], top[9]]
        assert shown == ["JS", "6C", "QC", "AD"], "the order of the cards below follows from these"
        assert list(map(str, events[0].cards)) == ["AD", "JS", "6C", "QC"]
        assert (events[0].numbers, events[0].places) == ((10, 44, 20, 30), (3, 0, 1, 2))
        assert checked(SEED, events) == (Finding("cut", 1, agrees=True),)
        for wrong in (
            ForDealCut(events[0].cards[::-1], events[0].numbers[::-1], (3, 0, 1, 2)),
            ForDealCut(events[0].cards, events[0].numbers[::-1], (3, 0, 1, 2)),
            ForDealCut(events[0].cards, None, (3, 0, 1, 2)),
            ForDealCut(events[0].cards, (10, 44, 20, 53), (3, 0, 1, 2)),
            ForDealCut(events[0].cards, (10, 44, 20), (3, 0, 1, 2)),
            ForDealCut(events[0].cards, events[0].numbers[::-1]),
            ForDealCut(events[0].cards),
        ):
            assert checked(SEED, [wrong]) == (Finding("cut", 1, agrees=False),)

    def test_four_cards_that_leave_the_partners_open_stand_as_they_were_cut(self):
        def ranks(seed):
            return sorted(card.rank for card in pack(seed, "cut", 1)[:4])

        seeds = (number.to_bytes(32, "big") for number in range(1000))
        seed = next(seed for seed in seeds if ranks(seed)[0] < ranks(seed)[1] == ranks(seed)[2] < ranks(seed)[3])
        drawn = pack(seed, "cut", 1)[:4]
        assert checked(seed, [ForDealCut(drawn)]) == (Finding("cut", 1, agrees=True),)
        arranged = ForDealCut(tuple(sorted(drawn)))
        assert arranged.cards == drawn or checked(seed, [arranged]) == (Finding("cut", 1, agrees=False),)

    @pytest.mark.parametrize(
        ("kind", "cheat"),
        [
            (CutToDealer, lambda event: replace(event, number=event.number + 1)),
            (Dealt, lambda event: replace(event, to_crib=event.undealt[:1], undealt=event.undealt[1:])),
            (StarterTurned, lambda event: replace(event, number=event.number + 1)),
            (StarterTurned, lambda event: replace(event, number=99)),
            (StarterTurned, lambda event: replace(event, number=None)),
        ],
    )
    def test_another_cut_than_the_one_that_was_made_is_found_out(self, kind, cheat):
        for number in range(50):
            seed = number.to_bytes(32, "big")
            events = self.game(seed, "crib-derby", {"players": 3, "ceremony": True})
            kinds = [type(event) for event in events]
            # Nothing follows from a cut that wins the dealer the game.
            if kind in kinds and Dealt in kinds[kinds.index(kind) :]:
                break
        place = kinds.index(kind)
        events[place] = cheat(events[place])
        deal = sum(isinstance(event, Dealt) for event in events[: place + 1]) + (kind is CutToDealer)
        assert [found for found in checked(seed, events) if not found.agrees] == [Finding("deal", deal, agrees=False)]


def exchanged(hands):
    """The hands after two players exchanged a card."""
    (first, *others), (second, *rest) = hands
    return ((second, *others), (first, *rest))


@pytest.mark.parametrize(
    ("kind", "place", "cheat"),
    [
        (Dealt, 3, lambda dealt: replace(dealt, hands=exchanged(dealt.hands))),
        (Dealt, 3, lambda dealt: replace(dealt, hands=dealt.hands[::-1])),
        (Dealt, 3, lambda dealt: replace(dealt, dealer=1 - dealt.dealer)),
        (Dealt, 3, lambda dealt: replace(dealt, undealt=dealt.undealt[::-1])),
        (Dealt, 3, lambda dealt: replace(dealt, to_crib=dealt.undealt[:1], undealt=dealt.undealt[1:])),
        (StarterTurned, 2, lambda starter: replace(starter, card=next(card for card in PACK if card != starter.card))),
        (ForDealCut, 2, lambda cut: ForDealCut(cut.cards[::-1])),
    ],
)
def test_what_was_arranged_is_found_out_and_nothing_else_is_blamed(kind, place, cheat):
    seed, events = a_game(tied=kind is ForDealCut)
    at = [at for at, event in enumerate(events) if isinstance(event, kind)][place - 1]
    events[at] = cheat(events[at])
    found = Finding("cut" if kind is ForDealCut else "deal", place, agrees=False)
    assert [finding for finding in checked(seed, events) if not finding.agrees] == [found]


def test_another_seed_is_refused_in_one_sentence():
    with pytest.raises(WrongSeed, match="does not give the commitment") as caught:
        check(commitment(SEED), bytes(32).hex(), [], ())
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize("text", ["a seed", "", SEED.hex()[:-2], SEED.hex() + "00", SEED.hex()[:-1]])
def test_what_is_no_seed_at_all_is_refused(text):
    sealed = commitment(bytes.fromhex(text)) if len(text) % 2 == 0 and text != "a seed" else commitment(SEED)
    with pytest.raises(WrongSeed, match=f"'{text}' is not a seed"):
        check(sealed, text, [], ())


def test_seed_and_commitment_may_be_written_in_capitals():
    assert check(commitment(SEED).upper(), SEED.hex().upper(), [], ()) == ()
