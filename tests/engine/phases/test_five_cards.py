"""The five-card game of two: three kept, three for last, one series, and the liberty to stop (002:8-15)."""

from dataclasses import replace

import pytest

from engine.actions import AskFreshDeal, Deal, LayAway, Play, SayGo, Stop, TakeBack
from engine.cards import PACK, Card
from engine.errors import OutOfTurn
from engine.events import Dealt, Pegged, Shown
from engine.game import apply, legal
from engine.laws import Law
from engine.state import Playing, Showing, ToDeal
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import (
    FIVE,
    about_to_deal,
    act,
    at_the_show,
    cards,
    dealt_out,
    plays,
)

A, B = 0, 1
"""A is the pone, B deals."""

MUST = replace(FIVE, play_on="must")


def play_moves(line, first, second, *, rules=FIVE, starter="TS", **options):
    """A game after these moves, and what came of them."""
    game, _ = dealt_out((first, second), starter=starter, rules=rules, **options)
    return act(game, *plays(line))


# The deal.


@pytest.mark.parametrize("dealer", [0, 1])
def test_002_10_five_cards_each_one_by_one_to_the_adversary_first(dealer):
    _, events = apply(about_to_deal(FIVE, dealer=dealer), Deal(PACK))
    assert isinstance(events[0], Dealt)
    assert events[0].hands[1 - dealer] == PACK[0:10:2]
    assert events[0].hands[dealer] == PACK[1:10:2]
    assert (events[0].to_crib, events[0].undealt) == ((), PACK[10:])


def test_002_11_each_player_discards_two_and_keeps_three():
    game, _ = apply(about_to_deal(FIVE, dealer=1), Deal(PACK))
    assert {len(move.cards) for move in legal(game, A)} == {2}
    assert len(legal(game, A)) == 10
    game, _ = dealt_out(("8C 7D KH", "7S 6H 2C"), away=("3C 3D", "4C 4D"), starter="TS", rules=FIVE)
    assert [len(hand) for hand in game.phase.kept] == [3, 3]
    assert set(game.phase.crib) == {*cards("3C 3D 4C 4D")}


# Three for last.


@pytest.mark.parametrize("dealer", [0, 1])
def test_three_for_last_002_9_goes_to_the_pone_as_the_first_hand_is_dealt(dealer):
    game, events = apply(about_to_deal(FIVE, dealer=dealer), Deal(PACK))
    assert events[1:] == (Pegged(1 - dealer, 1 - dealer, 3, Law.THREE_FOR_LAST, (), 3),)
    assert game.scores[dealer] == 0


def test_three_for_last_is_not_marked_again_after_a_fresh_deal():
    game, _ = apply(about_to_deal(FIVE, dealer=1), Deal(PACK))
    game, _ = act(game, LayAway(B, game.phase.hands[B][:2]))
    game, _ = act(game, TakeBack(B, game.phase.laid[B]), AskFreshDeal(A))
    assert (game.scores, game.phase) == ((5, 0), ToDeal(1))
    game, events = apply(game, Deal(PACK))
    assert [type(event) for event in events] == [Dealt]
    assert game.scores == (5, 0)


# One series.


def test_what_was_not_played_is_still_held_until_it_is_shown():
    game, _ = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S")
    assert [view(game, seat).hand for seat in (A, B, None)] == [cards("4H"), cards("8C 7S"), ()]
    assert view(game, None).held == (1, 2)
    game, _ = act(game, *plays("0:show=0"))
    assert [view(game, seat).hand for seat in (A, B, None)] == [(), cards("8C 7S"), ()]
    assert view(game, None).held == (0, 2)
    game, _ = act(game, *plays("1:show=0"))
    assert view(game, None).held == (0, 0)


def test_single_series_002_15_where_another_is_agreed_it_follows():
    rules = replace(FIVE, single_series=False)
    game, events = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S", rules=rules)
    assert short(events)[-3:] == ["1 go", "0 +1 go", "1 leads"]
    assert isinstance(game.phase, Playing)


# Playing on, or leaving it at that.

LIBERTY = ("KC 5D AH", "QH 9C 8S")
"""After ten, ten and five the dealer says go, and the pone holds an ace."""


def test_002_15_a_player_who_must_play_may_not_stop():
    game, _ = play_moves("0:KC 1:QH 0:5D 1:go", *LIBERTY, rules=MUST)
    assert legal(game, A) == (Play(A, Card.parse("AH")),)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(A))
    assert refused.value.law is Law.LIBERTY


OUT_OF_CARDS = ("2C 3D 4H", "2H 5S 6C")
"""The pone plays the last card to sixteen, and the dealer holds a six."""


def test_if_the_other_has_no_cards_a_player_may_stop_and_the_last_to_have_played_pegs_the_go():
    game, _ = play_moves("0:2C 1:2H 0:3D 1:5S 0:4H", *OUT_OF_CARDS)
    assert legal(game, B) == (Play(B, Card.parse("6C")), Stop(B))
    game, events = act(game, Stop(B))
    assert short(events) == ["1 stops", "0 +1 go"]
    assert isinstance(game.phase, Showing)


def test_if_the_other_has_no_cards_and_nothing_comes_in_a_player_says_go():
    game, _ = play_moves("0:9C 1:2H 0:8D 1:5S 0:4H", "9C 8D 4H", "2H 5S KC")
    assert legal(game, B) == (SayGo(B),)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(B))
    assert refused.value.law is Law.LIBERTY
    game, events = act(game, SayGo(B))
    assert short(events) == ["1 go", "0 +1 go"]


# The show: three cards and the starter, and a crib of four.


def truths(kept, starter, away):
    """The true counts of both hands and the crib."""
    game = at_the_show(kept, starter=starter, away=away, rules=replace(FIVE, counting="referee"))
    _, events = act(game, *plays("0:show=0 1:show=0 1:show=0"))
    return [event.true for event in events if isinstance(event, Shown)]


def test_002_44_a_flush_of_three_with_four_five_six_and_a_five():
    assert truths(("4H 5H 6H", "KC QD 9S"), "5S", ("2C 2D", "AC AD"))[0] == 15


def test_002_44_a_crib_of_six_seven_seven_eight_eight():
    assert truths(("KH QH 2S", "KC QD 9S"), "8S", ("6C 7D", "7C 8D"))[2] == 24
