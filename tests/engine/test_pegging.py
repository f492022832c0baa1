"""The points of a card in the play: the sequences of the rule books, card by card."""

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import PACK, Card
from engine.laws import Law
from engine.scoring import Item, count_of, peg, peg_points
from tests.support.data_files import data_beside
from tests.support.strategies import cards, ranks

CASES = data_beside(__file__)


def points(line):
    """Return the points of each card of a series, without go and last card."""
    series = ranks(line)
    return [peg_points(series[: place + 1]) for place in range(len(series))]


def laws(line):
    """Return the laws under which the last card of a series pegs."""
    return {item.law.value: item.points for item in peg(ranks(line))}


# The count.


def test_000_25_four_then_a_nine_is_thirteen():
    assert count_of(ranks("4")) == 4
    assert count_of(ranks("4 9")) == 13


def test_003_29_nine_then_a_king_is_nineteen():
    assert count_of(ranks("9")) == 9
    assert count_of(ranks("9 K")) == 19


def test_the_count_is_0_before_the_first_card():
    assert count_of(()) == 0


# 000:37-56, what may be pegged.


@pytest.mark.parametrize(("line", "last"), CASES["last"].values(), ids=CASES["last"])
def test_what_the_last_card_pegs(line, last):
    assert laws(line) == last


@pytest.mark.parametrize(("line", "last"), CASES["compound"].values(), ids=CASES["compound"])
def test_002_36_compound_scores_are_reckoned_together(line, last):
    assert laws(line) == last


# Whole series of the books, card by card; the pone plays first.


@pytest.mark.parametrize(("line", "pegged"), CASES["series"].values(), ids=CASES["series"])
def test_what_each_card_of_a_series_pegs_as_far_as_a_double_pair_royal(line, pegged):
    assert points(line) == pegged


def test_002_28_of_the_run_of_five_two_points_are_the_fifteen():
    assert laws("4 2 3 A 5") == {"fifteen": 2, "run": 5}


def test_000_82_and_002_16_no_flush_in_the_play():
    assert peg(cards("2H 4H 8H KH")) == ()


# The shape of what is pegged.


def test_each_score_names_its_cards():
    series = cards("TH 9C 6D 6S")
    assert peg(series) == (Item(Law.THIRTY_ONE, series, 2), Item(Law.PAIR, series[2:], 2))
    assert peg(cards("KH 4D 5C 6S")) == (Item(Law.RUN, cards("4D 5C 6S"), 3),)


def test_a_run_may_be_completed_in_any_order():
    for order in permutations(cards("3C 4D 6H 7S")):
        assert [item.points for item in peg((*order, Card.parse("5C"))) if item.law is Law.RUN] == [5]


def plainly(series):
    """The points of the last card in the plainest way."""
    total = 2 * (sum(card.pips for card in series) in (15, 31))
    alike = 1
    while alike < len(series) and series[-alike - 1].rank == series[-1].rank:
        alike += 1
    total += alike * (alike - 1)
    longest = 0
    for length in range(3, len(series) + 1):
        order = sorted(card.rank for card in series[-length:])
        if order == list(range(order[0], order[0] + length)):
            longest = length
    return total + longest


def that_come_in(cards):
    """The first of these cards, as many as a count of thirty-one has room for."""
    return [card for place, card in enumerate(cards, 1) if sum(other.pips for other in cards[:place]) <= 31]


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=9, unique=True).map(that_come_in))
@example(ranks("A 2 3 4 5 6 7"))
def test_a_card_pegs_what_looking_back_along_the_series_finds(series):
    assert peg_points(series) == plainly(series)
