"""How often good players keep each hand of four ranks, as the dealer and as the pone.

The numbers come from robots that were dealt six cards each and made the best discard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from engine.ai.pegging_by_rank import RANKS, Ranks
from engine.ai.tables import TABLES

FOURS: Final[tuple[Ranks, ...]] = tuple(combinations_with_replacement(RANKS, 4))
"""Every four ranks, the lowest first, in the order of the tables."""


def ways(ranks: Ranks, left: tuple[int, ...] = (0, *[4] * 13)) -> int:
    """Return how many sets of cards have these ranks, with ``left`` cards of each rank, the ace at index 1."""
    made = 1
    for rank in set(ranks):
        made *= comb(left[rank], ranks.count(rank))
    return made


def _kept(table: Sequence[int]) -> Mapping[Ranks, float]:
    """Return the relative likelihood that a player keeps four given cards of these ranks."""
    return {four: kept / ways(four) for four, kept in zip(FOURS, table, strict=True)}


KEPT_BY_DEALER: Final = _kept(TABLES["kept hands"]["dealer"])
KEPT_BY_PONE: Final = _kept(TABLES["kept hands"]["pone"])
