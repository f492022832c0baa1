"""The shuffle: anyone can redo it from its description, and a game that does not follow from it is found out."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import chain, repeat

import pytest

from bot.selfplay import play_game
from bot.tables import packs
from bot.tables.packs import Finding, WrongSeed, check, commitment, fresh_seed, pack
from engine.cards import PACK
from engine.errors import CribbageError
from engine.events import Dealt, ForDealCut, StarterTurned
from tests.strategies import AUTOMATIC

SEED = bytes(range(32))


def shuffled_by_hand(seed, name):
    """The pack as a player would make it who has read the description, and has no code of ours."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    words, block = [], 0
    for i in range(51, 0, -1):
        while True:
            if not words:
                digest = hashlib.sha256(seed + f"{name}:{block}".encode()).hexdigest()
                words, block = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)], block + 1
            word = words.pop(0)
            if word < (i + 1) * (2**32 // (i + 1)):
                break
        cards[i], cards[word % (i + 1)] = cards[word % (i + 1)], cards[i]
    return cards


def a_game(*, tied):
    """A seed, and the facts of a game from it; ``tied`` is whether the first cut for the deal came out equal."""
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        first, second = pack(seed, "cut", 1)[:2]
        if (first.rank is second.rank) == tied:
            return seed, list(play_game(AUTOMATIC, seed, levels=("easy", "easy")))
    raise AssertionError("no such seed")


def checked(seed, events):
    return check(commitment(seed), seed.hex(), events)


@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32])
@pytest.mark.parametrize(("what", "number"), [("cut", 1), ("cut", 2), ("deal", 1), ("deal", 2), ("deal", 17)])
def test_the_pack_is_what_its_description_says(seed, what, number):
    assert list(map(str, pack(seed, what, number))) == shuffled_by_hand(seed, f"{what}:{number}")


def test_the_shuffle_will_not_change():
    """Games that were dealt must be provable for ever: these were written down when the shuffle was made."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert " ".join(map(str, pack(SEED, "deal", 1)[:13])) == "2H 2C QC 4S 6S AS 3D JS 3C JC 7S 6C 8S"
    assert " ".join(map(str, pack(SEED, "cut", 1)[:2])) == "KS 8D"


def test_a_pack_is_fifty_two_different_cards_and_never_twice_the_same():
    drawn = [pack(SEED, what, number) for what in ("cut", "deal") for number in range(1, 20)]
    assert all(sorted(cards) == list(PACK) for cards in drawn)
    assert len(set(drawn)) == len(drawn)


def test_words_that_would_favour_some_cards_are_thrown_away():
    # 2**32 is 52 * 82595524 + 48, so of the words for the first exchange the last forty-eight are of no use.
    # The word after them leaves 51: the last card stays in its place. Then noughts: each goes to the top.
    words = chain([2**32 - 1, 2**32 - 48, 2**32 - 49], repeat(0))
    by_hand = list(PACK)
    for i in range(50, 0, -1):
        by_hand[i], by_hand[0] = by_hand[0], by_hand[i]
    assert packs._shuffle(words) == tuple(by_hand)
    assert packs._below(32, iter([2**32 - 1])) == 31


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


def exchanged(hands):
    """The hands after two players exchanged a card."""
    (first, *others), (second, *rest) = hands
    return ((second, *others), (first, *rest))


@pytest.mark.parametrize(
    "cheat",
    [
        lambda dealt: replace(dealt, hands=exchanged(dealt.hands)),
        lambda dealt: replace(dealt, hands=dealt.hands[::-1]),
        lambda dealt: replace(dealt, dealer=1 - dealt.dealer),
        lambda dealt: replace(dealt, undealt=dealt.undealt[::-1]),
        lambda dealt: replace(dealt, to_crib=dealt.undealt[:1], undealt=dealt.undealt[1:], dealer=1 - dealt.dealer),
    ],
)
def test_an_arranged_deal_is_found_out_and_no_other_is_blamed(cheat):
    seed, events = a_game(tied=False)
    place = [place for place, event in enumerate(events) if isinstance(event, Dealt)][2]
    events[place] = cheat(events[place])
    wrong = [finding for finding in checked(seed, events) if not finding.agrees]
    assert wrong == [Finding("deal", 3, agrees=False)]


def test_an_arranged_starter_is_found_out():
    seed, events = a_game(tied=False)
    place = [place for place, event in enumerate(events) if isinstance(event, StarterTurned)][1]
    dealt = next(event for event in reversed(events[:place]) if isinstance(event, Dealt))
    events[place] = replace(events[place], card=dealt.undealt[1])
    assert [finding for finding in checked(seed, events) if not finding.agrees] == [Finding("deal", 2, agrees=False)]


def test_an_arranged_cut_is_found_out():
    seed, events = a_game(tied=True)
    assert isinstance(events[1], ForDealCut)
    events[1] = ForDealCut(events[1].cards[::-1])
    assert [finding for finding in checked(seed, events) if not finding.agrees] == [Finding("cut", 2, agrees=False)]


def test_another_seed_is_refused_in_one_sentence():
    with pytest.raises(WrongSeed, match="does not give the commitment") as caught:
        check(commitment(SEED), bytes(32).hex(), [])
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize("text", ["a seed", "", SEED.hex()[:-2], SEED.hex() + "00", SEED.hex()[:-1]])
def test_what_is_no_seed_at_all_is_refused(text):
    sealed = commitment(bytes.fromhex(text)) if len(text) % 2 == 0 and text != "a seed" else commitment(SEED)
    with pytest.raises(WrongSeed, match=f"'{text}' is not a seed"):
        check(sealed, text, [])


def test_seed_and_commitment_may_be_written_in_capitals():
    assert check(commitment(SEED).upper(), SEED.hex().upper(), []) == ()
