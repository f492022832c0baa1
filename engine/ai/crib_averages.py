"""Average points of a crib, by the cards that one seat discards to it.

The averages come from games between robots that discarded by an earlier version of the averages. Suits matter little in
a crib, so a suited pair is worth its ranks and a small bonus for the flush of five.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.ai.tables import TABLES
from engine.cards import Card

Table: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for the higher rank of a pair, with a value for each lower rank, ace first; for one card a single value."""

GAMES: Final = ((2, 6), (2, 5), (3, 5), (4, 5))
"""The numbers of players and of cards dealt to each."""


@dataclass(frozen=True, slots=True)
class Averages:
    """The averages of one kind of game: for cards discarded by the dealer's side (``own``) and by another side.

    ``suited`` is the bonus for two cards of one suit. ``fair`` is the average value of a deal to a seat that discards
    well: the hand plus or minus the crib. Both hold the value for the dealer's side first, then for another side.
    """

    own: Table
    other: Table
    suited: tuple[float, float]
    fair: tuple[float, float]

    def mean(self, cards: tuple[Card, ...], *, own: bool) -> float:
        """Return the mean points of a crib that holds this card, or these two."""
        table = self.own if own else self.other
        if len(cards) == 1:
            return table[cards[0].rank - 1][0]
        first, second = cards
        low, high = sorted((first.rank, second.rank))
        mean = table[high - 1][low - 1]
        if first.suit is second.suit:
            return mean + self.suited[0 if own else 1]
        return mean


def averages(players: int, dealt: int) -> Averages:
    """Return the averages of the game with this many players and cards dealt to each."""
    return _AVERAGES[players, dealt]


def _averages(name: str) -> Averages:
    table = TABLES["cribs"][name]
    own, other = (tuple(map(tuple, table[side])) for side in ("own", "other"))
    return Averages(own, other, tuple(table["suited"]), tuple(table["fair"]))


_AVERAGES: Final = {(players, dealt): _averages(f"{players} hands of {dealt}") for players, dealt in GAMES}
