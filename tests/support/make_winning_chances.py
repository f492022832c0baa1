"""Make the table of winning chances: robots play many deals, and chances are worked out backwards from the end."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random

from engine.ai import winning_chances
from engine.ai.play_positions import play_out, start
from engine.ai.two_hand_discards import by_points, ranks_of
from engine.ai.winning_chances import MOST, pack
from engine.cards import PACK, Rank
from engine.scoring import show_total

PER_LINE = 112
HEELS = 2

Scores = list[int]
"""The scores of a deal in order: above 0 for the dealer, below for the pone."""


@dataclass
class Outcomes:
    """What many deals brought: the totals of both, and who reached each number of holes with what the other had."""

    deals: int = 0
    totals: Counter[tuple[int, int]] = field(default_factory=Counter)
    reached: tuple[list[list[int]], list[list[int]]] = field(
        default_factory=lambda: (
            [[0] * (MOST + 1) for _ in range(MOST + 1)],
            [[0] * (MOST + 1) for _ in range(MOST + 1)],
        )
    )

    def add(self, scores: Scores) -> None:
        """Count one deal: ``reached[side][holes][other]`` is how often a side got there while the other had so many."""
        have = [0, 0]
        for points in scores:
            side = 0 if points > 0 else 1
            for holes in range(have[side] + 1, have[side] + abs(points) + 1):
                self.reached[side][holes][have[1 - side]] += 1
            have[side] += abs(points)
        self.totals[have[0], have[1]] += 1
        self.deals += 1


def deal_scores(chance: Random) -> Scores:
    """Return the scores of one deal between two robots."""
    cards = chance.sample(PACK, 13)
    dealer, pone = by_points(cards[:6], dealer=True)[0], by_points(cards[6:12], dealer=False)[0]
    starter, crib = cards[12], (*dealer.cards, *pone.cards)
    scores = [HEELS] if starter.rank is Rank.JACK else []
    scores += play_out(start(), (ranks_of(dealer.kept), ranks_of(pone.kept)), 1, 0)
    shown = (-show_total(pone.kept, starter), show_total(dealer.kept, starter), show_total(crib, starter, crib=True))
    return scores + [points for points in shown if points]


def chances(outcomes: Outcomes) -> list[list[float]]:
    """Return the dealer's chance to win for each number of holes that the dealer and the pone need.

    After a deal that nobody wins the pone deals, so every chance follows from chances with fewer holes to go. In the
    few deals in which the pone scores nothing and the dealer nothing, the chance of the next deal is taken as half.
    """
    first = [[total / outcomes.deals for total in (0, *accumulate(row))] for row in outcomes.reached[0]]
    totals = [(dealer, pone, many / outcomes.deals) for (dealer, pone), many in outcomes.totals.items()]
    table = [[0.5] * (MOST + 1) for _ in range(MOST + 1)]
    for both in range(2, 2 * MOST + 1):
        for mine in range(max(1, both - MOST), min(MOST, both - 1) + 1):
            theirs = both - mine
            chance = first[mine][theirs]
            for dealer, pone, share in totals:
                if dealer < mine and pone < theirs:
                    chance += share * (1 - table[theirs - pone][mine - dealer])
            table[mine][theirs] = chance
    return [row[1:] for row in table[1:]]


def lines_of(text: str) -> Iterator[str]:
    """Return a long text in lines."""
    return (text[place : place + PER_LINE] for place in range(0, len(text), PER_LINE))


def main() -> None:
    """Play the deals, and write the table into the module that uses it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    path, chance, outcomes = Path(winning_chances.__file__), Random(asked.seed), Outcomes()
    for _ in range(asked.deals):
        outcomes.add(deal_scores(chance))
    table = chances(outcomes)
    text = path.read_text(encoding="utf-8")
    lines = "\n".join(lines_of(pack(table)))
    text = re.sub(r'(?s)(_BY_DEALER: Final = """\n).*?(""")', lambda found: f"{found[1]}{lines}\n{found[2]}", text)
    path.write_text(text, encoding="utf-8")
    print(f"the first dealer wins {table[-1][-1]:.2%} of games to {MOST}, {table[60][60]:.2%} of games to 61")


if __name__ == "__main__":
    main()
