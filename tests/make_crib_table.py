"""Makes the table of crib averages anew: robots deal, lay away by the last table, and the cribs are averaged.

Run from the top of the project, some twenty minutes: ``python -m tests.make_crib_table``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

from engine.ai import crib
from engine.ai.discard import Unseen, expected
from engine.cards import PACK, RANKS, Card

Pair = tuple[int, int]
"""Two ranks, the higher first."""

FLUSH = 5
CLOSE = 0.5
"""How far behind the best choice, in points, one still counts for about a third of it."""

FAR = 2.0
"""Choices farther behind the best than this are left out."""


@dataclass
class Mean:
    """A weighted mean on its way."""

    total: float = 0.0
    weight: float = 0.0

    def add(self, value: float, weight: float) -> None:
        """Count one more value."""
        self.total += value * weight
        self.weight += weight

    @property
    def value(self) -> float:
        """The mean so far; that of all cribs where nothing was counted."""
        return self.total / self.weight if self.weight else 4.7


@dataclass
class Table:
    """One side's averages: of each pair without flushes, and what a suited pair adds by the flush of five."""

    pairs: dict[Pair, Mean] = field(
        default_factory=lambda: {(high, low): Mean() for high in range(1, 14) for low in range(1, high + 1)}
    )
    suited: Mean = field(default_factory=Mean)

    def worth(self, cards: tuple[Card, Card]) -> float:
        """The average of a crib with these two cards in it."""
        mean = self.pairs[pair_of(cards)].value
        return mean + (self.suited.total and self.suited.value) if is_suited(cards) else mean


@dataclass(frozen=True)
class Choice:
    """Two cards to lay away, and how many points this choice stands behind the best."""

    cards: tuple[Card, Card]
    behind: float


def pair_of(cards: tuple[Card, ...]) -> Pair:
    """The ranks of two cards, the higher first."""
    low, high = sorted(int(card.rank) for card in cards)
    return high, low


def is_suited(cards: tuple[Card, ...]) -> bool:
    """Whether two cards are of one suit."""
    return cards[0].suit is cards[1].suit


def choices(hand: tuple[Card, ...], table: Table, *, dealer: bool) -> list[Choice]:
    """Every way to lay away that is near the best, the best first."""
    unseen, sign = Unseen.beside(hand), 1 if dealer else -1
    worth = {
        away: expected(tuple(card for card in hand if card not in away), unseen) + sign * table.worth(away)
        for away in combinations(hand, 2)
    }
    best = max(worth.values())
    near = [Choice(away, best - value) for away, value in worth.items() if best - value <= FAR]
    return sorted(near, key=lambda choice: choice.behind)


def play_round(tables: tuple[Table, Table], deals: int, chance: Random) -> tuple[Table, Table]:
    """New averages (the dealer's, the pone's) from deals in which both sides lay away by the old."""
    fresh = Table(), Table()
    for _ in range(deals):
        dealt = tuple(chance.sample(PACK, 12))
        unseen = Unseen.beside(dealt)
        own = choices(dealt[:6], tables[0], dealer=True)
        other = choices(dealt[6:], tables[1], dealer=False)
        for table, mine, theirs in ((fresh[0], own, other[0]), (fresh[1], other, own[0])):
            for choice in mine:
                count_crib(table, choice, theirs, unseen)
    return fresh


def count_crib(table: Table, choice: Choice, others: Choice, unseen: Unseen) -> None:
    """Count one crib, averaged over its starters, for the side that laid ``choice`` away."""
    cards = (*choice.cards, *others.cards)
    suit = cards[0].suit
    alike = all(card.suit is suit for card in cards)
    flush = FLUSH * unseen.suits[suit] / sum(unseen.suits) if alike else 0.0
    weight = exp(-choice.behind / CLOSE)
    table.pairs[pair_of(choice.cards)].add(expected(cards, unseen, crib=True) - flush, weight)
    if is_suited(choice.cards):
        table.suited.add(flush, weight)


def triangle(table: Table) -> Iterator[str]:
    """The averages as text: a line for each higher rank, ace first."""
    for high in range(1, 14):
        values = (f"{table.pairs[high, low].value:.2f}" for low in range(1, high + 1))
        yield f"{RANKS[high - 1]} {' '.join(values)}"


def write(tables: tuple[Table, Table], path: Path) -> None:
    """Put the averages into the module that ships them."""
    text = path.read_text(encoding="utf-8")
    for name, table in zip(("OWN", "OTHER"), tables, strict=True):
        lines = "\n".join(triangle(table))
        text = re.sub(rf'(?s)(_{name}: Final = """\n).*?\n(""")', rf"\g<1>{lines}\n\g<2>", text)
        text = re.sub(rf"(_{name}_SUITED: Final = )\S+", rf"\g<1>{table.suited.value:.3f}", text)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Begin with no opinion of any crib, and let a few short rounds lead to one long one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals of the last round")
    parser.add_argument("--rounds", type=int, default=4, help="rounds before it, each of a twentieth as many deals")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = Random(asked.seed)
    tables = Table(), Table()
    for _ in range(asked.rounds):
        tables = play_round(tables, asked.deals // 20, chance)
    write(play_round(tables, asked.deals, chance), Path(crib.__file__))


if __name__ == "__main__":
    main()
