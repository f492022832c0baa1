"""How many hands a second are counted, beside a package from PyPI over the same hands in the same run.

pytest tests/benchmarks --benchmark-only
"""

import time
from random import Random

import pytest
from cribbage_scorer import cribbage_scorer

from engine.cards import PACK
from engine.scoring import show, show_total

MANY = 10_000


@pytest.fixture(scope="module")
def hands():
    """Ten thousand hands with their starters, and whether each is a crib."""
    rng = Random(1877)
    dealt = [rng.sample(PACK, 5) for _ in range(MANY)]
    return [(tuple(five[:4]), five[4], rng.random() < 0.2) for five in dealt]


@pytest.fixture(scope="module")
def their_hands(hands):
    """The same hands as the other package writes them."""

    def written(card):
        return (int(card.rank), str(card.suit))

    return [(written(starter), [written(card) for card in hand], crib) for hand, starter, crib in hands]


def ours(hands):
    for hand, starter, crib in hands:
        show_total(hand, starter, crib=crib)


def itemised(hands):
    for hand, starter, crib in hands:
        show(hand, starter, crib=crib)


def theirs(hands):
    for starter, hand, crib in hands:
        cribbage_scorer.show_calc_score(starter, hand, crib)


def report(benchmark, many):
    """Hands a second in the best round, which is the one the machine left alone, and in the middle one."""
    benchmark.extra_info["hands_a_second"] = round(many / benchmark.stats.stats.min)
    benchmark.extra_info["hands_a_second_median"] = round(many / benchmark.stats.stats.median)


@pytest.mark.benchmark(group="show")
def test_show_total(benchmark, hands):
    benchmark.pedantic(ours, args=(hands,), rounds=60, iterations=1, warmup_rounds=3)
    report(benchmark, MANY)


@pytest.mark.benchmark(group="show")
def test_show_itemised(benchmark, hands):
    benchmark.pedantic(itemised, args=(hands[:2_000],), rounds=5, iterations=1, warmup_rounds=1)
    report(benchmark, 2_000)


@pytest.mark.benchmark(group="show")
def test_cribbage_scorer(benchmark, their_hands):
    benchmark.pedantic(theirs, args=(their_hands[:2_000],), rounds=5, iterations=1, warmup_rounds=1)
    report(benchmark, 2_000)


@pytest.mark.benchmark(group="beside cribbage-scorer")
def test_show_total_beside_cribbage_scorer(benchmark, hands, their_hands):
    """The two in turn, so that a busy moment of the machine slows both; ``times_as_fast`` compares their best."""
    best = {ours: float("inf"), theirs: float("inf")}

    def both():
        for count, dealt in ((ours, hands), (theirs, their_hands)):
            began = time.perf_counter()
            count(dealt)
            best[count] = min(best[count], time.perf_counter() - began)

    benchmark.pedantic(both, rounds=6, iterations=1, warmup_rounds=1)
    benchmark.extra_info["hands_a_second"] = round(MANY / best[ours])
    benchmark.extra_info["their_hands_a_second"] = round(MANY / best[theirs])
    benchmark.extra_info["times_as_fast"] = round(best[theirs] / best[ours], 1)
    assert best[theirs] >= 60 * best[ours]


@pytest.mark.benchmark(group="agreement")
def test_both_count_alike(benchmark, hands, their_hands):
    """A comparison means something where the two do the same work: they agree on every hand of the list."""

    def disagreements():
        pairs = zip(hands, their_hands, strict=True)
        return [
            mine
            for mine, other in pairs
            if show_total(mine[0], mine[1], crib=mine[2]) != cribbage_scorer.show_calc_score(*other)[0]
        ]

    assert benchmark.pedantic(disagreements, rounds=1, iterations=1) == []
