"""What robots have learnt from games between robots: the tables of ``tables.json``.

Lists of 1,820 numbers are for four ranks in order, A A A A, A A A 2, to K K K K:

* ``kept hands``: in 1,000,000 six cards, how often these are kept; ``pegged``: 100 times the points pegged with them,
  less those that the other player pegs.
* ``discards``: in 100,000, how often two ranks are discarded: a row for the higher one, a number for each lower one.
* ``cribs``: the average points of a crib by discards, in the same rows, or by one card; and the rest of
  ``CribAverages``.
* ``chances`` and ``skunks``: in 10,000, how often somebody wins, or does while the other needs more than 30, 60 or 90
  holes: a row for each number of holes that the dealer needs, 1 to 121, with a number for each that the pone needs.

The script ``tests/support/make_robot_tables.py`` writes them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final, TypeAlias

from engine.ai.play_positions import RANKS, Ranks
from engine.cards import Card

TABLES: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("tables.json").read_bytes())

FOURS: Final[tuple[Ranks, ...]] = tuple(combinations_with_replacement(RANKS, 4))
"""Every four ranks, the lowest first, in the order of the tables."""


# What is kept, and what it pegs.


def ways(ranks: Ranks, left: tuple[int, ...] = (0, *[4] * 13)) -> int:
    """Return how many sets of cards have these ranks, with ``left`` cards of each rank, the ace at index 1."""
    made = 1
    for rank in set(ranks):
        made *= comb(left[rank], ranks.count(rank))
    return made


_HANDS, _PEGGED = TABLES["kept hands"], TABLES["pegged"]

KEPT_BY_DEALER: Final = {four: kept / ways(four) for four, kept in zip(FOURS, _HANDS["dealer"], strict=True)}
KEPT_BY_PONE: Final = {four: kept / ways(four) for four, kept in zip(FOURS, _HANDS["pone"], strict=True)}
"""The relative likelihood that a player keeps four given cards of these ranks."""

PEGGED_BY_DEALER: Final = {four: net / 100 for four, net in zip(FOURS, _PEGGED["dealer"], strict=True)}
PEGGED_BY_PONE: Final = {four: net / 100 for four, net in zip(FOURS, _PEGGED["pone"], strict=True)}
"""What each hand of four ranks pegs, less what the other player pegs."""


# What is discarded, and what the crib is worth.


def discard_likelihood(first: int, second: int, *, dealer: bool) -> float:
    """Return the relative likelihood that two given cards of these ranks are discarded together.

    Ranks count from the ace, 1. There are 16 pairs of cards of two ranks, and 6 of one rank.
    """
    low, high = sorted((first, second))
    table: list[list[int]] = TABLES["discards"]["dealer" if dealer else "pone"]
    return table[high - 1][low - 1] / (6 if low == high else 16)


CribTable: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for the higher rank of a pair, with a value for each lower rank, ace first; for one card a single value."""


@dataclass(frozen=True, slots=True)
class CribAverages:
    """The averages of one kind of game: for cards discarded by the dealer's side (``own``) and by another side.

    Suits matter little in a crib, so a suited pair is worth its ranks and a small bonus, ``suited``, for the flush of
    five. ``fair`` is the average value of a deal to a seat that discards well: the hand plus or minus the crib. Both
    hold the value for the dealer's side first, then for another side.
    """

    own: CribTable
    other: CribTable
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


def crib_averages(players: int, dealt: int) -> CribAverages:
    """Return the averages of the game with this many players and cards dealt to each."""
    return _CRIB_AVERAGES[players, dealt]


def _crib_averages(name: str) -> CribAverages:
    table = TABLES["cribs"][name]
    own, other = (tuple(map(tuple, table[side])) for side in ("own", "other"))
    return CribAverages(own, other, tuple(table["suited"]), tuple(table["fair"]))


_CRIB_AVERAGES: Final = {
    (players, dealt): _crib_averages(f"{players} hands of {dealt}")
    for players, dealt in ((2, 6), (2, 5), (3, 5), (4, 5))
}
