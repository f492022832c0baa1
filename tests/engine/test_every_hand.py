"""Every hand there is: four cards of the fifty-two with each starter, as hand and as crib."""

from collections import Counter
from itertools import combinations

import pytest

from engine.analysis.odds import CRIBS, DEALT, DEALT_FIVE, HANDS, THREES
from engine.cards import PACK
from engine.scoring import show_total
from tests.support.count_dealt_hands import dealt_totals

EVERY = 12_994_800


def totals(*, crib, held=4):
    """Return how often each total occurs, over all hands of this many cards and starters."""
    found = Counter()
    for hand in combinations(PACK, held):
        found.update([show_total(hand, starter, crib=crib) for starter in PACK if starter not in hand])
    return found


@pytest.mark.slow
def test_000_99_every_hand_counted():
    found = totals(crib=False)
    assert sum(found.values()) == EVERY
    assert sum(total * times for total, times in found.items()) == 61_974_180  # 4.769152 a hand
    assert (found[0], found[29], found[28], found[24]) == (1_009_008, 4, 76, 3_680)
    assert {total for total in range(30) if not found[total]} == {19, 25, 26, 27}
    assert max(found) == 29
    assert tuple(found[total] for total in range(30)) == HANDS.counts


@pytest.mark.slow
def test_001_95_every_crib_counted():
    found = totals(crib=True)
    assert sum(found.values()) == EVERY
    assert sum(total * times for total, times in found.items()) == 61_528_020  # 4.734819 a crib
    assert (found[0], found[29], found[28], found[24]) == (1_022_208, 4, 76, 3_680)
    assert {total for total in range(30) if not found[total]} == {19, 25, 26, 27}
    assert tuple(found[total] for total in range(30)) == CRIBS.counts


@pytest.mark.slow
def test_002_42_every_hand_of_the_five_card_game_counted():
    found = totals(crib=False, held=3)
    assert sum(found.values()) == 1_082_900
    assert max(found) == 20
    assert tuple(found[total] for total in range(21)) == THREES.counts


@pytest.mark.slow
@pytest.mark.parametrize(("dealt", "held", "odds"), [(6, 4, DEALT), (5, 3, DEALT_FIVE)])
def test_every_deal_counted_with_the_cards_that_average_most(dealt, held, odds):
    assert tuple(dealt_totals(dealt, held)) == odds.counts
