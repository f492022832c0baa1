"""Make the table of pegging averages: each hand of four ranks is played against hands that good players keep."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from random import Random

from engine.ai.holdings import Holding, draw
from engine.ai.kept_hands import FOURS, KEPT_BY_DEALER, KEPT_BY_PONE, ways
from engine.ai.pegging_by_rank import Ranks
from engine.ai.play_positions import play_out, start
from tests.support.robot_table_file import put

ME, THEM = 0, 1


def opponents(kept: Mapping[Ranks, float], many: int, chance: Random) -> list[Holding]:
    """Return hands of the other player, by how often they are kept."""
    return draw([(four, likely * ways(four)) for four, likely in kept.items()], many, chance.random)


def net_pegging(four: Ranks, others: list[Holding], *, dealer: bool) -> float:
    """Return the mean points of a hand less those of the other player, who does not hold the same cards."""
    left = (0, *(4 - four.count(rank) for rank in range(1, 14)))
    total = weight = 0.0
    for theirs, times in others:
        if likely := times * ways(theirs, left) / ways(theirs):
            first = THEM if dealer else ME
            total += likely * sum(play_out(start(), (four, theirs), first, 1 - first))
            weight += likely
    return total / weight


def main() -> None:
    """Play every hand in both roles, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponents", type=int, default=500, help="how many hands each hand is played against")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = Random(asked.seed)
    for side, kept in (("dealer", KEPT_BY_PONE), ("pone", KEPT_BY_DEALER)):
        others = opponents(kept, asked.opponents, chance)
        put([round(100 * net_pegging(four, others, dealer=side == "dealer")) for four in FOURS], "pegged", side)


if __name__ == "__main__":
    main()
