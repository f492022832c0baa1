"""Make the table of discard frequencies: robots are dealt six cards each, and their discards are counted."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.ai import discard_frequencies
from engine.ai.discards import analyse
from engine.cards import PACK, RANKS

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


def frequencies_lines(pairs: Pairs) -> Iterator[str]:
    """Return the frequencies in 100,000 as text: a line for each higher rank, ace first."""
    every = pairs.total()
    for high in range(1, 14):
        values = (str(round(100_000 * pairs[low, high] / every)) for low in range(1, high + 1))
        yield f"{RANKS[high - 1]} {' '.join(values)}"


def main() -> None:
    """Count the discards, and write the table into the module that uses it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    path = Path(discard_frequencies.__file__)
    text = path.read_text(encoding="utf-8")
    for side, pairs in zip(("DEALER", "PONE"), lay_away(asked.deals, Random(asked.seed)), strict=True):
        lines = "\n".join(frequencies_lines(pairs))
        text = re.sub(rf'(?s)(_BY_{side}: Final = """\n).*?\n(""")', rf"\g<1>{lines}\n\g<2>", text)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
