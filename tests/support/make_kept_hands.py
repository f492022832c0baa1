"""Make the table of kept hands: robots are dealt six cards each, and the hands that they keep are counted."""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from engine.ai import kept_hands
from engine.ai.discards import analyse
from engine.ai.pegging_by_rank import Ranks
from engine.cards import PACK
from tests.support.robot_table_file import put

Kept = Counter[Ranks]
"""The number of times that four ranks were kept, the lowest first."""

SMOOTH = 0.02
"""The share of hands that are kept by chance: no hand that can be dealt is impossible."""


def keep(deals: int, chance: Random) -> tuple[Kept, Kept]:
    """Return the hands kept by dealers and by pones; each deal counts for both."""
    dealers, pones = Kept(), Kept()
    for _ in range(deals):
        six = chance.sample(PACK, 6)
        for kept, dealer in ((dealers, True), (pones, False)):
            kept[tuple(sorted(int(card.rank) for card in analyse(six, dealer=dealer)[0].kept))] += 1
    return dealers, pones


def frequencies(kept: Kept) -> list[int]:
    """Return the frequencies in 1,000,000."""
    every, all_ways = kept.total(), sum(map(kept_hands.ways, kept_hands.FOURS))
    return [
        round(1_000_000 * ((1 - SMOOTH) * kept[four] / every + SMOOTH * kept_hands.ways(four) / all_ways))
        for four in kept_hands.FOURS
    ]


def main() -> None:
    """Count the kept hands, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for side, kept in zip(("dealer", "pone"), keep(asked.deals, Random(asked.seed)), strict=True):
        put(frequencies(kept), "kept hands", side)


if __name__ == "__main__":
    main()
