"""The discard: two cards each, face down, for good."""

from itertools import combinations

import pytest

from engine.actions import Deal, LayAway
from engine.cards import PACK
from engine.errors import CardNotHeld, OutOfTurn, WrongLayAway
from engine.events import LaidAway, StarterTurned
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.state import LayingAway, Playing
from tests.support.strategies import REFEREE, about_to_deal, act, cards, stacked

HANDS = ("5H 5D 5C JS 2C 3C", "AH AD AC AS 9C 8C")


@pytest.fixture(params=[0, 1], ids=["0-deals", "1-deals"])
def dealt_game(request):
    """A game in which both seats look at their cards."""
    dealer = request.param
    game, _ = apply(about_to_deal(REFEREE, dealer=dealer), Deal(stacked(dealer, HANDS, "TD")))
    return game


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_000_19_each_lays_two_away_in_either_order_and_the_four_are_the_crib(dealt_game, order):
    thrown = {0: cards("2C 3C"), 1: cards("8C 9C")}
    game, first = apply(dealt_game, LayAway(order[0], thrown[order[0]]))
    assert first == (LaidAway(order[0], thrown[order[0]]),)
    assert isinstance(game.phase, LayingAway)
    assert waiting_on(game) == (order[1],)
    game, second = apply(game, LayAway(order[1], thrown[order[1]]))
    assert [type(event) for event in second] == [LaidAway, StarterTurned]
    assert isinstance(game.phase, Playing)
    assert set(game.phase.crib) == {*cards("2C 3C 8C 9C")}
    assert game.phase.laid == (thrown[0], thrown[1])
    assert game.phase.kept == game.phase.hands == (cards("5H 5D 5C JS"), cards("AH AD AC AS"))


def test_each_of_the_fifteen_choices_is_open_to_each_seat(dealt_game):
    for seat in (0, 1):
        choices = {frozenset(action.cards) for action in legal(dealt_game, seat)}
        assert len(legal(dealt_game, seat)) == 15
        assert choices == {frozenset(pair) for pair in combinations(cards(HANDS[seat]), 2)}


def test_the_order_in_which_two_cards_are_named_does_not_matter(dealt_game):
    first, _ = apply(dealt_game, LayAway(0, cards("2C 3C")))
    second, _ = apply(dealt_game, LayAway(0, cards("3C 2C")))
    assert first.phase.hands == second.phase.hands


@pytest.mark.parametrize("names", ["", "2C", "2C 3C 5H", "5H 5D 5C JS 2C 3C"])
def test_002_11_another_number_of_cards_is_refused(dealt_game, names):
    with pytest.raises(WrongLayAway, match="Discard 2") as refused:
        apply(dealt_game, LayAway(0, cards(names)))
    assert refused.value.law is Law.LAY_AWAY


def test_one_card_twice_is_refused(dealt_game):
    with pytest.raises(WrongLayAway):
        apply(dealt_game, LayAway(0, cards("2C 2C")))


@pytest.mark.parametrize("names", ["AH AD", "2C AH", "KD QD"])
def test_only_cards_of_the_players_own_hand_are_discarded(dealt_game, names):
    with pytest.raises(CardNotHeld) as refused:
        apply(dealt_game, LayAway(0, cards(names)))
    assert refused.value.law is Law.LAY_AWAY


def test_law_11_a_discard_is_not_taken_back(dealt_game):
    game, _ = apply(dealt_game, LayAway(0, cards("2C 3C")))
    assert legal(game, 0) == ()
    for again in ("2C 3C", "5H 5D"):
        with pytest.raises(OutOfTurn, match="take a discard back") as refused:
            apply(game, LayAway(0, cards(again)))
        assert refused.value.law is Law.TAKEN_BACK


def test_no_discard_during_the_play(dealt_game):
    game, _ = act(dealt_game, LayAway(0, cards("2C 3C")), LayAway(1, cards("8C 9C")))
    with pytest.raises(OutOfTurn) as refused:
        apply(game, LayAway(0, cards("5H 5D")))
    assert refused.value.law is Law.TURN


def test_no_discard_before_the_deal():
    with pytest.raises(OutOfTurn):
        apply(about_to_deal(REFEREE, dealer=0), LayAway(0, PACK[:2]))
