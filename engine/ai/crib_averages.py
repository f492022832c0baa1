"""Average points of a crib, by the cards that one seat discards to it.

The averages come from games between robots that discarded by an earlier version of the averages. Suits matter little in
a crib, so a suited pair is worth its ranks and a small bonus for the flush of five.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import Card

Table: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for the higher rank of a pair, with a value for each lower rank, ace first; for one card a single value."""


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


_SIX_OWN: Final = """
A 5.23
2 4.16 5.63
3 4.45 6.88 5.89
4 5.41 4.51 4.89 5.67
5 5.45 5.42 6.00 6.47 8.90
6 3.86 3.89 3.74 3.88 6.67 5.82
7 3.80 3.86 3.72 3.80 6.07 5.02 6.09
8 3.76 3.61 3.91 3.87 5.49 4.78 6.68 5.51
9 3.34 3.61 3.66 3.69 5.44 5.16 4.15 4.82 5.10
T 3.35 3.50 3.63 3.62 6.67 3.17 3.18 3.91 4.29 4.75
J 3.64 3.76 3.87 3.86 7.00 3.40 3.46 3.42 3.99 4.60 5.34
Q 3.36 3.49 3.60 3.61 6.65 3.13 3.20 3.19 2.99 3.40 4.84 4.64
K 3.41 3.50 3.63 3.64 6.64 3.17 3.24 3.24 3.07 2.84 4.02 3.47 4.59
"""
"""Six cards dealt and two discarded, by the dealer."""

_SIX_OTHER: Final = """
A 6.03
2 5.07 6.43
3 5.11 7.27 6.81
4 5.75 5.41 6.04 6.56
5 6.05 6.19 6.89 7.47 9.28
6 4.90 5.10 4.85 5.51 7.50 7.06
7 4.89 5.07 5.12 4.89 7.06 6.61 7.25
8 4.88 5.00 5.05 5.01 6.33 6.01 7.84 6.67
9 4.63 4.80 4.79 4.73 6.19 6.33 5.42 5.96 6.47
T 4.45 4.65 4.67 4.52 7.43 4.41 4.41 5.03 5.50 6.09
J 4.67 4.90 4.95 4.76 7.74 4.60 4.65 4.60 4.94 5.62 6.51
Q 4.37 4.55 4.61 4.44 7.38 4.27 4.39 4.33 4.12 4.61 5.55 5.87
K 4.31 4.49 4.54 4.38 7.36 4.21 4.32 4.26 4.09 3.95 4.84 4.51 5.68
"""
"""The same by the pone."""

_FIVE_OWN: Final = """
A 5.21
2 4.19 5.58
3 4.38 6.78 5.84
4 5.28 4.51 4.81 5.64
5 5.36 5.33 5.92 6.47 8.70
6 3.82 3.94 3.78 3.89 6.51 5.79
7 3.73 3.87 3.68 3.73 5.96 4.93 5.90
8 3.73 3.60 3.90 3.85 5.37 4.72 6.62 5.42
9 3.40 3.73 3.70 3.73 5.43 5.14 4.12 4.71 5.16
T 3.39 3.52 3.54 3.57 6.52 3.19 3.09 3.87 4.27 4.65
J 3.64 3.77 3.80 3.82 6.83 3.42 3.40 3.33 3.91 4.54 5.24
Q 3.36 3.50 3.57 3.57 6.52 3.12 3.12 3.17 2.99 3.32 4.62 4.53
K 3.28 3.44 3.55 3.51 6.45 3.05 3.13 3.12 2.98 2.69 3.84 3.35 4.46
"""
"""Five dealt and two laid away, by the dealer."""

_FIVE_OTHER: Final = """
A 6.06
2 5.25 6.51
3 5.35 7.57 6.79
4 5.69 5.60 6.25 6.46
5 5.93 6.07 6.67 7.07 8.99
6 4.84 5.02 4.87 5.53 7.21 6.86
7 4.79 5.02 5.08 4.88 6.66 6.52 6.72
8 4.80 5.00 5.06 5.01 5.99 5.68 7.38 6.23
9 4.63 4.83 4.82 4.81 5.87 6.06 4.95 5.51 6.21
T 4.54 4.73 4.83 4.63 7.30 4.28 4.26 4.81 5.18 6.03
J 4.71 4.91 5.05 4.81 7.46 4.43 4.49 4.42 4.75 5.34 6.31
Q 4.41 4.62 4.71 4.48 6.88 4.09 4.18 4.14 3.96 4.44 5.16 5.62
K 4.32 4.56 4.60 4.45 7.18 4.04 4.12 4.05 3.91 3.88 4.62 4.30 5.59
"""
"""The same by the pone."""

_THREE_OWN: Final = """
4.15 4.30 4.42 4.41 6.62 4.40 4.43 4.45 4.22 4.00 4.46 4.05 4.04
"""
"""Three hands and one card discarded, by the dealer: ace to king."""

_THREE_OTHER: Final = """
4.29 4.59 4.70 4.60 6.77 4.79 4.88 4.80 4.46 4.27 4.62 4.26 4.22
"""
"""The same by the other players."""

_FOUR_OWN: Final = """
4.08 4.27 4.38 4.32 6.62 4.53 4.60 4.64 4.47 4.17 4.50 4.04 3.95
"""
"""Four hands and one card discarded, by the dealer or their partner: ace to king."""

_FOUR_OTHER: Final = """
4.31 4.71 4.84 4.63 6.71 4.80 5.01 4.87 4.59 4.42 4.65 4.31 4.14
"""
"""The same by their opponents."""

_SIX_SUITED: Final = (0.040, 0.042)
_SIX_FAIR: Final = (12.79, 3.38)
_FIVE_SUITED: Final = (0.047, 0.043)
_FIVE_FAIR: Final = (9.39, 0.15)
_THREE_FAIR: Final = (11.00, 4.41)
_FOUR_FAIR: Final = (10.99, 2.19)


def averages(players: int, dealt: int) -> Averages:
    """Return the averages of the game with this many players and cards dealt to each."""
    return _AVERAGES[players, dealt]


def _pairs(text: str) -> Table:
    """Return the values of each line, without the rank that it begins with."""
    return tuple(tuple(map(float, line.split()[1:])) for line in text.split("\n")[1:-1])


def _singles(text: str) -> Table:
    return tuple((float(value),) for value in text.split())


_AVERAGES: Final = {
    (2, 6): Averages(_pairs(_SIX_OWN), _pairs(_SIX_OTHER), _SIX_SUITED, _SIX_FAIR),
    (2, 5): Averages(_pairs(_FIVE_OWN), _pairs(_FIVE_OTHER), _FIVE_SUITED, _FIVE_FAIR),
    (3, 5): Averages(_singles(_THREE_OWN), _singles(_THREE_OTHER), (0.0, 0.0), _THREE_FAIR),
    (4, 5): Averages(_singles(_FOUR_OWN), _singles(_FOUR_OTHER), (0.0, 0.0), _FOUR_FAIR),
}
