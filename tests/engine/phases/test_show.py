"""The show: pone, dealer, crib; declared scores, law 19 and muggins; counting out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Declare
from engine.errors import WrongDeclaration
from engine.events import GameWon, Shown
from engine.game import apply, legal
from engine.laws import Law
from engine.phases.play import count_now
from tests.support.strategies import (
    AUTOMATIC,
    BICYCLE,
    MUGGINS,
    REFEREE,
    act,
    at_the_show,
    cards,
    dealt_out,
    pegs,
    play_out,
)

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")
STARTER = "9C"
TRUE = (12, 8, 4)


def show_hand(**options):
    """The table as A's hand is laid open."""
    return at_the_show(HANDS, starter=STARTER, away=AWAY, **options)


def declare_in_turn(game, *points):
    """Declare for the hands and the crib in turn."""
    seats = (A, B, B)[game.phase.shown :]
    return act(game, *(Declare(seat, number) for seat, number in zip(seats, points, strict=False)))


# Order.


def test_000_60_the_pone_s_hand_then_the_dealer_s_then_the_crib():
    game, events = declare_in_turn(show_hand(), *TRUE)
    told = [(event.seat, event.what, set(event.cards)) for event in events if isinstance(event, Shown)]
    assert told == [
        (A, "hand", set(cards(HANDS[0]))),
        (B, "hand", set(cards(HANDS[1]))),
        (B, "crib", {*cards(AWAY[0]), *cards(AWAY[1])}),
    ]
    assert [event.true for event in events if isinstance(event, Shown)] == list(TRUE)
    assert game.scores == (12, 12)


# What may be declared.


def test_every_count_from_0_to_29_may_be_declared():
    assert legal(show_hand(), A) == tuple(Declare(A, points) for points in range(30))


@pytest.mark.parametrize("points", [-1, 30, 100, True, False, "12", 12.0, None])
def test_what_is_no_count_is_refused(points):
    game = show_hand()
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Declare(A, points))
    assert refused.value.law is Law.SHOW
    assert game == show_hand()


# Under the referee.


@given(st.integers(0, 29), st.sampled_from((REFEREE, BICYCLE, MUGGINS)))
def test_a_declaration_pegs_what_is_true_and_no_point_more(points, rules):
    game, _ = declare_in_turn(show_hand(rules=rules), points)
    assert game.scores[A] == min(points, 12)
    over = points - 12 if rules is not BICYCLE else 0
    under = 12 - points if rules.muggins else 0
    assert game.scores[B] == max(over, under, 0)


def test_002_42_a_flush_in_the_crib_pegs_only_with_the_starter():
    kept = ("2C 4C 9H KD", "2S 4H TS QC")
    for starter, points in (("8H", 0), ("8D", 5)):
        game = at_the_show(kept, starter=starter, away=("3D 6D", "TD QD"))
        game = declare_in_turn(game, 0, 0)[0]
        assert count_now(game.phase).total == points
    game = at_the_show(("3D 6D TD QD", "2S 4H TS QC"), starter="8H", away=("2C 4C", "9H KD"))
    assert count_now(game.phase).total == 4


# Counting out.


def test_automatic_counting_stops_at_the_combination_that_wins():
    game, _ = dealt_out(HANDS, starter=STARTER, away=AWAY, rules=AUTOMATIC, scores=(115, 100))
    game, events = play_out(game)
    first = next(place for place, event in enumerate(events) if isinstance(event, Shown))
    assert sum(isinstance(event, Shown) for event in events) == 1
    assert isinstance(events[-1], GameWon)
    assert game.scores[A] == 121
    assert sum(points for _, points, _ in pegs(events[first:])) < 12
