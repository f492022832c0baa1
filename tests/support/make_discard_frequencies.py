"""Make the table of discard frequencies: robots are dealt six cards each, and their discards are counted."""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from engine.ai.discards import analyse
from engine.cards import PACK
from tests.support.robot_table_file import put

Pairs = Counter[tuple[int, int]]
"""The number of times that two ranks were discarded, the lower first."""


def lay_away(deals: int, chance: Random) -> tuple[Pairs, Pairs]:
    """Return the discards of the dealer and of the pone in many deals; each deal counts for both."""
    dealers, pones = Pairs(), Pairs()
    for _ in range(deals):
        six = chance.sample(PACK, 6)
        for pairs, dealer in ((dealers, True), (pones, False)):
            low, high = sorted(int(card.rank) for card in analyse(six, dealer=dealer)[0].cards)
            pairs[low, high] += 1
    return dealers, pones


def frequencies(pairs: Pairs) -> list[list[int]]:
    """Return the frequencies in 100,000: a row for each higher rank, ace first."""
    every = pairs.total()
    return [[round(100_000 * pairs[low, high] / every) for low in range(1, high + 1)] for high in range(1, 14)]


def main() -> None:
    """Count the discards, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for side, pairs in zip(("dealer", "pone"), lay_away(asked.deals, Random(asked.seed)), strict=True):
        put(frequencies(pairs), "discards", side)


if __name__ == "__main__":
    main()
