"""Make the table of crib averages: robots deal and discard by the last table, and the cribs are averaged."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from math import exp
from random import Random

from engine.ai.discards import Unseen, expected_points
from engine.cards import PACK, Card
from engine.rules import Rules
from tests.support.robot_table_file import put

Ranks = tuple[int, ...]
"""The ranks of the cards that one seat lays away, the lowest first."""

FLUSH = 5
CLOSE = 0.5
"""How far behind the best choice, in points, one still counts for about a third of it."""

FAR = 2.0
"""Choices farther behind the best than this are left out."""

DEALER = 0
GAMES = {
    "six": Rules(),
    "five": Rules(dealt=5),
    "three": Rules(players=3, dealt=5),
    "four": Rules(players=4, dealt=5),
}


def each(rules: Rules) -> int:
    """Return how many cards a seat discards."""
    return 4 // rules.players


def from_pack(rules: Rules) -> int:
    """Return how many cards the pack gives to the crib."""
    return 4 - rules.players * each(rules)


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
    """One side's averages: of each choice without flushes, what two of a suit add, and what a deal is worth."""

    ranks: dict[Ranks, Mean] = field(
        default_factory=lambda: {
            chosen: Mean() for many in (1, 2) for chosen in combinations_with_replacement(range(1, 14), many)
        }
    )
    suited: Mean = field(default_factory=Mean)
    fair: Mean = field(default_factory=Mean)

    def worth(self, cards: tuple[Card, ...]) -> float:
        """The average of a crib with these cards in it."""
        mean = self.ranks[ranks_of(cards)].value
        return mean + (self.suited.total and self.suited.value) if is_suited(cards) else mean


Tables = tuple[Table, Table]
"""The averages of the dealer's side, and of another."""


@dataclass(frozen=True)
class Choice:
    """A discard, its value, and how many points it is below the best."""

    cards: tuple[Card, ...]
    worth: float
    behind: float


def ranks_of(cards: tuple[Card, ...]) -> Ranks:
    """Return the ranks of the discards, the lowest first."""
    return tuple(sorted(int(card.rank) for card in cards))


def is_suited(cards: tuple[Card, ...]) -> bool:
    """Return whether two cards are of one suit."""
    return len(cards) == 2 and cards[0].suit is cards[1].suit


def choices(hand: tuple[Card, ...], table: Table, rules: Rules, seat: int) -> list[Choice]:
    """Return every discard that is near the best, the best first."""
    unseen = Unseen.excluding(hand)
    sign = 1.0 if rules.side_of(seat) == rules.side_of(DEALER) else -1.0 / (len(rules.sides) - 1)
    worth = {
        away: expected_points(tuple(card for card in hand if card not in away), unseen) + sign * table.worth(away)
        for away in combinations(hand, each(rules))
    }
    best = max(worth.values())
    near = [Choice(away, value, best - value) for away, value in worth.items() if best - value <= FAR]
    return sorted(near, key=lambda choice: choice.behind)


def play_round(rules: Rules, tables: Tables, deals: int, chance: Random) -> Tables:
    """Return new averages from deals in which all sides discard by the old ones."""
    fresh = Table(), Table()
    places = [0 if rules.side_of(seat) == rules.side_of(DEALER) else 1 for seat in range(rules.players)]
    for _ in range(deals):
        dealt = tuple(chance.sample(PACK, rules.players * rules.dealt + from_pack(rules)))
        hands = [dealt[seat * rules.dealt : (seat + 1) * rules.dealt] for seat in range(rules.players)]
        given, unseen = dealt[rules.players * rules.dealt :], Unseen.excluding(dealt)
        near = [choices(hand, tables[places[seat]], rules, seat) for seat, hand in enumerate(hands)]
        for seat, mine in enumerate(near):
            others = tuple(card for other, theirs in enumerate(near) if other != seat for card in theirs[0].cards)
            fresh[places[seat]].fair.add(mine[0].worth, 1)
            for choice in mine:
                count_crib(fresh[places[seat]], choice, (*given, *others), unseen)
    return fresh


def count_crib(table: Table, choice: Choice, others: tuple[Card, ...], unseen: Unseen) -> None:
    """Count one crib, averaged over its starters, for the side that laid ``choice`` away."""
    cards = (*choice.cards, *others)
    suit = cards[0].suit
    alike = len(choice.cards) == 2 and all(card.suit is suit for card in cards)
    flush = FLUSH * unseen.suits[suit] / sum(unseen.suits) if alike else 0.0
    weight = exp(-choice.behind / CLOSE)
    table.ranks[ranks_of(choice.cards)].add(expected_points(cards, unseen, crib=True) - flush, weight)
    if is_suited(choice.cards):
        table.suited.add(flush, weight)


def averages_of(table: Table, rules: Rules) -> list[list[float]]:
    """Return the averages: of pairs a row for each higher rank, ace first; of single cards a row for each."""
    if each(rules) == 1:
        return [[round(table.ranks[rank,].value, 2)] for rank in range(1, 14)]
    return [[round(table.ranks[low, high].value, 2) for low in range(1, high + 1)] for high in range(1, 14)]


def write(rules: Rules, tables: Tables) -> None:
    """Put the averages into the file that the engine ships."""
    game = "cribs", f"{rules.players} hands of {rules.dealt}"
    for side, table in zip(("own", "other"), tables, strict=True):
        put(averages_of(table, rules), *game, side)
    put([round(table.fair.value, 2) for table in tables], *game, "fair")
    put([round(table.suited.value, 3) if each(rules) == 2 else 0.0 for table in tables], *game, "suited")


def main() -> None:
    """Begin with no opinion of any crib, and let a few short rounds lead to one long one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="six", help="two hands of six or five, three or four hands")
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals of the last round")
    parser.add_argument("--rounds", type=int, default=4, help="rounds before it, each of a twentieth as many deals")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rules, chance = GAMES[asked.game], Random(asked.seed)
    tables = Table(), Table()
    for _ in range(asked.rounds):
        tables = play_round(rules, tables, asked.deals // 20, chance)
    write(rules, play_round(rules, tables, asked.deals, chance))


if __name__ == "__main__":
    main()
