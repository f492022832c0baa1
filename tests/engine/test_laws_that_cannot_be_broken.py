"""The laws that nobody can break here, one test each: a breach is refused, or has no form at all."""

from dataclasses import fields

import pytest

from engine.actions import CutForDeal, CutPack, Deal, LayAway, NameNumber, Play
from engine.cards import PACK
from engine.errors import IllegalAction
from engine.events import Dealt, ForDealCut, Pegged, Played, StarterTurned
from engine.game import apply, begin
from engine.presets import PRESETS, find
from engine.view import redact, view
from tests.support.strategies import about_to_deal, act, cards, dealt_out, plays

KEPT = ("4H 5S 6D JC", "6C 7H 8S 9D")
AWAY = ("KD KH", "2C 2D")

EVERY_TABLE = [
    pytest.param(find(name, players=players), id=f"{name}-{players}")
    for name, preset in PRESETS.items()
    for players in preset.players
]


def refused(game, action):
    """Return whether a refused action leaves the game as it was."""
    before = repr(game)
    with pytest.raises(IllegalAction):
        apply(game, action)
    return repr(game) == before


def deal_in_order(rules, dealer=0):
    """A game that has just been dealt from a pack in order, and the fact of the deal."""
    game, events = apply(about_to_deal(rules, dealer=dealer), Deal(PACK))
    return game, next(event for event in events if isinstance(event, Dealt))


def in_the_play():
    """Return a game in which the pone leads next."""
    game, _ = dealt_out(KEPT, starter="5C", away=AWAY)
    return game


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_law_01_no_game_is_dealt_before_there_was_a_cut_or_a_dealer(rules):
    assert refused(begin(rules), Deal(PACK))


def test_law_02_a_cut_shows_one_card_and_no_more():
    _, (cut, *_) = apply(begin(find("house")), CutForDeal(PACK))
    assert isinstance(cut, ForDealCut)
    assert len(cut.cards) == 2
    _, events = dealt_out(KEPT, starter="5C", away=AWAY)
    assert [str(event.card) for event in events if isinstance(event, StarterTurned)] == ["5C"]


@pytest.mark.parametrize("number", [-1, 0, 3, 49, 52])
def test_law_03_a_faulty_cut_is_refused(number):
    assert refused(begin(find("house", ceremony=True)), NameNumber(0, number))
    to_be_dealt = about_to_deal(find("bicycle", ceremony=True), dealer=1)
    assert refused(to_be_dealt, CutPack(0, number))


def test_law_04_cards_are_dealt_one_at_a_time():
    _, event = deal_in_order(find("house"), dealer=0)
    assert event.hands == (PACK[1:12:2], PACK[0:12:2])


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_law_05_hidden_cards_are_never_shown(rules):
    game, event = deal_in_order(rules)
    for seat in (None, *range(rules.players)):
        heard = redact(event, seat, rules)
        assert [place for place, hand in enumerate(heard.hands) if hand] == ([] if seat is None else [seat])
        assert view(game, seat).hand == (() if seat is None else event.hands[seat])


def test_law_06_a_pack_that_waits_to_be_dealt_shows_no_face():
    waiting = about_to_deal(find("house"), dealer=0)
    for seat in (None, 0, 1):
        assert "Card(" not in repr(view(waiting, seat))


@pytest.mark.parametrize("dealer", [0, 1])
def test_law_07_the_dealer_deals_and_the_action_names_no_player(dealer):
    _, event = deal_in_order(find("house"), dealer=dealer)
    assert event.dealer == dealer
    assert [field.name for field in fields(Deal)] == ["pack"]


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_law_08_every_hand_has_its_number_of_cards_and_the_pack_the_rest(rules):
    _, event = deal_in_order(rules)
    assert {len(hand) for hand in event.hands} == {rules.dealt}
    everything = [*event.to_crib, *event.undealt, *(card for hand in event.hands for card in hand)]
    assert sorted(everything) == sorted(PACK)


@pytest.mark.parametrize("rules", EVERY_TABLE)
def test_law_09_and_law_10_a_discard_has_the_right_number_of_cards(rules):
    game, event = deal_in_order(rules)
    right = view(game, 0).to_lay
    for many in {0, right - 1, right + 1, rules.dealt}:
        assert refused(game, LayAway(0, event.hands[0][:many]))
    after, _ = apply(game, LayAway(0, event.hands[0][:right]))
    assert len(view(after, 0).hand) == (3 if rules.five_card else 4)


def test_law_12_the_crib_is_hidden_until_the_hands_are_played():
    game = in_the_play()
    for seat, others in ((None, "KD KH 2C 2D"), (0, "2C 2D"), (1, "KD KH")):
        seen = view(game, seat)
        for card in cards(others):
            assert repr(card) not in repr(seen)


def test_law_13_every_seat_plays_with_as_many_cards():
    assert view(in_the_play(), None).held == (4, 4)


def test_law_15_a_second_card_is_not_played_with_the_first():
    game, _ = act(in_the_play(), *plays("0:4H"))
    assert refused(game, Play(0, cards("5S")[0]))


def test_law_17_the_count_is_called_by_the_engine_alone():
    _, events = act(in_the_play(), *plays("0:JC 1:9D"))
    assert [event.count for event in events if isinstance(event, Played)] == [10, 19]
    assert "count" not in {field.name for field in fields(Play)}


def test_law_21_a_peg_moves_by_what_is_scored_and_leaves_the_other_behind_it():
    game, events = act(in_the_play(), *plays("0:6D 1:9D"))
    assert [(event.side, event.score) for event in events if isinstance(event, Pegged)] == [(1, 2)]
    assert (game.scores, game.hindmost) == ((0, 2), (0, 0))
    assert refused(game, Play(1, cards("8S")[0]))
