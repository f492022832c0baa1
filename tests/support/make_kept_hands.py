"""Make the table of kept hands: robots are dealt six cards each, and the hands that they keep are counted."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from random import Random

from engine.ai import kept_hands
from engine.ai.discards import analyse
from engine.ai.pegging_by_rank import Ranks
from engine.cards import PACK

Kept = Counter[Ranks]
"""The number of times that four ranks were kept, the lowest first."""

SMOOTH = 0.02
"""The share of hands that are kept by chance: no hand that can be dealt is impossible."""

PER_LINE = 16


def keep(deals: int, chance: Random) -> tuple[Kept, Kept]:
    """Return the hands kept by dealers and by pones; each deal counts for both."""
    dealers, pones = Kept(), Kept()
    for _ in range(deals):
        six = chance.sample(PACK, 6)
        for kept, dealer in ((dealers, True), (pones, False)):
            kept[tuple(sorted(int(card.rank) for card in analyse(six, dealer=dealer)[0].kept))] += 1
    return dealers, pones


def table_lines(kept: Kept) -> list[str]:
    """Return the frequencies in 1,000,000 as text."""
    every, all_ways = kept.total(), sum(map(kept_hands.ways, kept_hands.FOURS))
    values = [
        str(round(1_000_000 * ((1 - SMOOTH) * kept[four] / every + SMOOTH * kept_hands.ways(four) / all_ways)))
        for four in kept_hands.FOURS
    ]
    return [" ".join(values[start : start + PER_LINE]) for start in range(0, len(values), PER_LINE)]


def main() -> None:
    """Count the kept hands, and write the table into the module that uses it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    path = Path(kept_hands.__file__)
    text = path.read_text(encoding="utf-8")
    for side, kept in zip(("DEALER", "PONE"), keep(asked.deals, Random(asked.seed)), strict=True):
        lines = "\n".join(table_lines(kept))
        text = re.sub(rf'(?s)(_BY_{side}: Final = """\n).*?(""")', rf"\g<1>{lines}\n\g<2>", text, count=1)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
