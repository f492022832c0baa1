"""The show: pone, dealer, crib; declared scores, law 19 and muggins; counting out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Declare
from engine.errors import WrongDeclaration
from engine.events import GameWon, Pegged, Shown
from engine.game import apply, legal
from engine.laws import Law
from engine.phases.play import count_now
from engine.state import Over, Showing, ToDeal
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


def test_001_19_the_other_seat_deals_next():
    game, _ = declare_in_turn(show_hand(), *TRUE)
    assert game.phase == ToDeal(A)
    game, _ = act(show_hand(dealer=A), Declare(B, 8), Declare(A, 12), Declare(A, 4))
    assert game.phase == ToDeal(B)


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


def test_law_19_holds_for_the_dealer_s_hand_and_the_crib_too():
    game, events = declare_in_turn(show_hand(), 12, 10, 29)
    assert pegs(events) == [
        (A, 12, "declared"),
        (B, 8, "declared"),
        (A, 2, "overscore"),
        (B, 4, "declared"),
        (A, 25, "overscore"),
    ]
    assert game.scores == (39, 12)


def test_002_68_scoring_too_few_is_no_penalty_and_the_points_are_lost():
    game, events = declare_in_turn(show_hand(), 10)
    assert pegs(events) == [(A, 10, "declared")]
    assert game.scores == (10, 0)


def test_003_103_bicycle_corrects_the_count_without_a_penalty():
    game, events = declare_in_turn(show_hand(rules=BICYCLE), 15)
    assert pegs(events) == [(A, 12, "declared")]
    assert game.scores == (12, 0)
    game, events = declare_in_turn(show_hand(rules=BICYCLE), 9)
    assert pegs(events) == [(A, 9, "declared")]


def test_muggins_and_law_19_are_never_mixed():
    _, events = declare_in_turn(show_hand(rules=MUGGINS), 15)
    assert pegs(events) == [(A, 12, "declared"), (B, 3, "overscore")]
    _, events = declare_in_turn(show_hand(rules=replace(MUGGINS, overscore="correct_only")), 15)
    assert pegs(events) == [(A, 12, "declared")]
    _, events = declare_in_turn(show_hand(rules=MUGGINS), 12)
    assert pegs(events) == [(A, 12, "declared")]


def test_acc_8_4_overscored_points_go_across_as_far_as_the_game_hole():
    """Of 29 declared with 21 holes to go, 9 could have been pegged beyond the true 12."""
    game, events = declare_in_turn(show_hand(scores=(92, 50)), 29)
    assert pegs(events) == [(A, 12, "declared"), (B, 17, "overscore")]
    game, events = declare_in_turn(show_hand(scores=(100, 50)), 29)
    assert pegs(events) == [(A, 12, "declared"), (B, 9, "overscore")]
    game, events = declare_in_turn(show_hand(scores=(112, 50)), 20)
    assert game.scores == (121, 50)  # the true count already wins, so nothing goes across
    assert pegs(events) == [(A, 12, "declared")]


@given(st.integers(0, 29), st.sampled_from((REFEREE, BICYCLE, MUGGINS)))
def test_a_declaration_pegs_what_is_true_and_no_point_more(points, rules):
    game, _ = declare_in_turn(show_hand(rules=rules), points)
    assert game.scores[A] == min(points, 12)
    over = points - 12 if rules is not BICYCLE else 0
    under = 12 - points if rules.muggins else 0
    assert game.scores[B] == max(over, under, 0)


# Automatic counting.


def test_automatic_counting_pegs_each_combination():
    game, _ = dealt_out(HANDS, starter=STARTER, away=AWAY, rules=AUTOMATIC)
    game, events = play_out(game)
    first = next(place for place, event in enumerate(events) if isinstance(event, Shown))
    assert pegs(events[first:]) == [
        (A, 2, "fifteen"),
        (A, 2, "fifteen"),
        (A, 2, "pair"),
        (A, 3, "run"),
        (A, 3, "run"),
        (B, 2, "fifteen"),
        (B, 2, "fifteen"),
        (B, 2, "fifteen"),
        (B, 2, "pair"),
        (B, 2, "fifteen"),
        (B, 2, "fifteen"),
    ]
    assert [event.declared for event in events if isinstance(event, Shown)] == [None] * 3
    assert [event.true for event in events if isinstance(event, Shown)] == list(TRUE)
    assert game.phase == ToDeal(A)


def test_automatic_counting_itemises_a_twenty_nine():
    game, _ = dealt_out(("5H 5D 5C JS", "2C 4D 7H 9S"), starter="5S", away=("KC KD", "QC QD"), rules=AUTOMATIC)
    game, events = play_out(game)
    first = next(place for place, event in enumerate(events) if isinstance(event, Shown))
    ours = [(points, law) for seat, points, law in pegs(events[first:]) if seat == A]
    assert ours == [(2, "fifteen")] * 8 + [(12, "double_pair_royal"), (1, "his_nobs")]
    assert events[first].true == 29


def test_002_42_a_flush_in_the_crib_pegs_only_with_the_starter():
    kept = ("2C 4C 9H KD", "2S 4H TS QC")
    for starter, points in (("8H", 0), ("8D", 5)):
        game = at_the_show(kept, starter=starter, away=("3D 6D", "TD QD"))
        game = declare_in_turn(game, 0, 0)[0]
        assert count_now(game.phase).total == points
    game = at_the_show(("3D 6D TD QD", "2S 4H TS QC"), starter="8H", away=("2C 4C", "9H KD"))
    assert count_now(game.phase).total == 4


# Counting out.


def test_000_101_the_pone_counts_out_and_the_dealer_s_better_hand_is_never_shown():
    game = at_the_show(("7H 8C 8D KS", "5H 5D 5C JS"), starter="9C", away=("2H 2D", "3H 3D"), scores=(110, 120))
    game, events = declare_in_turn(game, 12)
    assert events == (
        Shown(A, "hand", cards("7H 8C 8D KS"), 12, 12),
        Pegged(A, A, 12, Law.DECLARED, cards("7H 8C 8D KS"), 121),
        GameWon(A, 1, "show"),
    )
    assert game.phase == Over(A, 1, "show")
    assert game.scores == (121, 120)


def test_automatic_counting_stops_at_the_combination_that_wins():
    game, _ = dealt_out(HANDS, starter=STARTER, away=AWAY, rules=AUTOMATIC, scores=(115, 100))
    game, events = play_out(game)
    first = next(place for place, event in enumerate(events) if isinstance(event, Shown))
    assert sum(isinstance(event, Shown) for event in events) == 1
    assert isinstance(events[-1], GameWon)
    assert game.scores[A] == 121
    assert sum(points for _, points, _ in pegs(events[first:])) < 12


def test_law_19_with_the_declarer_s_own_true_points_first():
    game, events = declare_in_turn(show_hand(scores=(109, 120)), 13)
    assert pegs(events) == [(A, 12, "declared")]
    assert events[-1] == GameWon(A, 1, "show")
    assert game.scores == (121, 120)


def test_a_declaration_enough_to_win_but_untrue_wins_nothing():
    game, events = declare_in_turn(show_hand(scores=(108, 0)), 13)
    assert isinstance(game.phase, Showing)
    assert game.scores == (120, 1)
    assert not any(isinstance(event, GameWon) for event in events)
