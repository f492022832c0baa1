"""The number of hands counted a second, compared with a package from PyPI on the same hands.

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
    """10,000 hands with their starters, and whether each is a crib."""
    rng = Random(1877)
    dealt = [rng.sample(PACK, 5) for _ in range(MANY)]
    return [(tuple(five[:4]), five[4], rng.random() < 0.2) for five in dealt]


@pytest.fixture(scope="module")
def their_hands(hands):
    """The same hands in the format of the other package."""

    def written(card):
        return (int(card.rank), str(card.suit))

    return [(written(starter), [written(card) for card in hand], crib) for hand, starter, crib in hands]


def ours(hands):
    return [show_total(hand, starter, crib=crib) for hand, starter, crib in hands]


def theirs(hands):
    return [cribbage_scorer.show_calc_score(starter, hand, crib)[0] for starter, hand, crib in hands]


@pytest.mark.benchmark(group="show")
def test_show_itemised(benchmark, hands):
    few = hands[:2_000]
    benchmark.pedantic(lambda: [show(*one[:2], crib=one[2]) for one in few], rounds=5, iterations=1, warmup_rounds=1)
    benchmark.extra_info["hands_a_second"] = round(len(few) / benchmark.stats.stats.min)


@pytest.mark.benchmark(group="beside cribbage-scorer")
def test_show_total_beside_cribbage_scorer(benchmark, hands, their_hands):
    """Run both in turn, so that a busy machine slows both; ``times_as_fast`` compares their best rounds."""
    best = {ours: float("inf"), theirs: float("inf")}
    counted = {}

    def both():
        for count, dealt in ((ours, hands), (theirs, their_hands)):
            began = time.perf_counter()
            counted[count] = count(dealt)
            best[count] = min(best[count], time.perf_counter() - began)

    benchmark.pedantic(both, rounds=6, iterations=1, warmup_rounds=1)
    benchmark.extra_info["hands_a_second"] = round(MANY / best[ours])
    benchmark.extra_info["their_hands_a_second"] = round(MANY / best[theirs])
    benchmark.extra_info["times_as_fast"] = round(best[theirs] / best[ours], 1)
    assert counted[ours] == counted[theirs]
    assert best[theirs] >= 60 * best[ours]
