"""The play: whole deals from the rule books, turns, goes, thirty-one and the last card."""

import pytest

from engine.actions import Play
from engine.cards import Card
from engine.errors import OutOfTurn, PastThirtyOne
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from tests.support.short_events import short
from tests.support.strategies import BRITANNICA, act, dealt_out, plays

A, B = 0, 1
"""In these deals A is the pone and B deals, so that A plays first."""


def game_in_the_play(first, second, **options):
    """The play of these two hands, A to lead; a nine of spades is turned up unless a test says otherwise."""
    game, _ = dealt_out((first, second), starter=options.pop("starter", "QS"), **options)
    return game


# Turns.


def test_only_the_seat_whose_turn_it_is_may_play():
    game = game_in_the_play("TH TD 9C 6S", "7H 6D 5C 4S")
    assert legal(game, B) == ()
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Play(B, Card.parse("7H")))
    assert refused.value.law is Law.TURN


# The count and its limit.


def test_law_14_a_card_past_thirty_one_is_refused_and_says_so():
    game, _ = act(game_in_the_play("TH TD 9C 2S", "JH QD 5C AS"), *plays("0:TH 1:QD 0:9C"))
    with pytest.raises(PastThirtyOne, match="34") as refused:
        apply(game, Play(B, Card.parse("5C")))
    assert refused.value.law is Law.COMING_IN
    assert legal(game, B) == plays("1:AS")


@pytest.mark.parametrize(("fourth", "advice"), [("AS", "Play a lower card."), ("4S", "Say go.")])
def test_law_14_the_refusal_of_a_high_card_says_what_can_be_done(fourth, advice):
    """Where go is spoken."""
    game = game_in_the_play("TH TD 9C 2S", f"JH QD 5C {fourth}", rules=BRITANNICA)
    game, _ = act(game, *plays("0:TH 1:QD 0:9C"))
    with pytest.raises(PastThirtyOne, match=advice):
        apply(game, Play(B, Card.parse("5C")))
    assert any(isinstance(move, Play) for move in legal(game, B)) == ("card" in advice)


# The go.


def test_000_31_when_the_dealer_plays_last_the_pone_leads_again():
    game, events = act(game_in_the_play("TH TD 9C 9S", "JH QD 5C AS"), *plays("0:TH 1:QD 0:9C 1:AS"))
    assert short(events)[-3:] == ["0 go", "1 +1 go", "0 leads"]
    assert waiting_on(game) == (A,)
