"""Make the tables of winning chances: robots play many deals, and chances are worked out backwards from the end."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from engine.ai.play_positions import play_out, start
from engine.ai.two_hand_discards import by_points, ranks_of
from engine.ai.winning_chances import LINES, MOST, UNIT
from engine.cards import PACK, Rank
from engine.scoring import show_total
from tests.support.robot_table_file import put

HEELS = 2

Table = list[list[float]]

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


def chances(outcomes: Outcomes, line: int) -> tuple[Table, Table]:
    """Return the dealer's and the pone's chance to win while the other needs more than ``line`` holes.

    Each table has a row for the holes that the dealer needs and a column for those of the pone. After a deal that
    nobody wins the pone deals, so every chance follows from chances with fewer holes to go; the dealer always scores.
    """
    first = [
        [[total / outcomes.deals for total in (0, *accumulate(row))] for row in reached] for reached in outcomes.reached
    ]
    totals = [(dealer, pone, many / outcomes.deals) for (dealer, pone), many in outcomes.totals.items()]
    by_dealer, by_pone = ([[0.0] * (MOST + 1) for _ in range(MOST + 1)] for _ in range(2))
    for both in range(2, 2 * MOST + 1):
        for dealer_needs in range(max(1, both - MOST), min(MOST, both - 1) + 1):
            pone_needs = both - dealer_needs
            dealer_wins = first[0][dealer_needs][max(0, pone_needs - line)]
            pone_wins = first[1][pone_needs][max(0, dealer_needs - line)]
            for dealer, pone, share in totals:
                if dealer < dealer_needs and pone < pone_needs:
                    dealer_wins += share * by_pone[pone_needs - pone][dealer_needs - dealer]
                    pone_wins += share * by_dealer[pone_needs - pone][dealer_needs - dealer]
            by_dealer[dealer_needs][pone_needs] = dealer_wins
            by_pone[dealer_needs][pone_needs] = pone_wins
    return [row[1:] for row in by_dealer[1:]], [row[1:] for row in by_pone[1:]]


def main() -> None:
    """Play the deals, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, outcomes = Random(asked.seed), Outcomes()
    for _ in range(asked.deals):
        outcomes.add(deal_scores(chance))
    plain, _ = chances(outcomes, 0)
    put(in_parts(plain), "chances", "dealer")
    for line in LINES:
        for side, table in zip(("dealer", "pone"), chances(outcomes, line), strict=True):
            put(in_parts(table), "skunks", str(line), side)
    print(f"the first dealer wins {plain[-1][-1]:.2%} of games to {MOST}, {plain[60][60]:.2%} of games to 61")


def in_parts(table: Table) -> list[list[int]]:
    """Return chances in the parts in which they are stored."""
    return [[round(UNIT * chance) for chance in row] for row in table]


if __name__ == "__main__":
    main()
