"""Score cards in the play by rank alone, for robots that look ahead."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.cards import Rank
from engine.pegging import LIMIT

Ranks: TypeAlias = tuple[int, ...]
"""Cards of the play in order, by rank from 1 to 13; suits do not score in the play."""

RANKS: Final = range(Rank.ACE, Rank.KING + 1)
PIPS: Final = (0, *(rank.pips for rank in Rank))
"""The pip value of each rank, with the ace at index 1."""

_OF_PIPS: Final = {pips: tuple(rank for rank in RANKS if PIPS[rank] == pips) for pips in PIPS[1:]}
_PAIRED: Final = (0, 2, 6, 12, 0)
"""The score of a card after this many of its rank; there is no fifth card of a rank."""

_LONGEST: Final = 7
"""The longest possible run in the play: ace to seven make 28."""


def count_of(series: Ranks) -> int:
    """Return the count of a series."""
    return sum(map(PIPS.__getitem__, series))


def scores_by_rank(series: Ranks, count: int) -> dict[int, int]:
    """Return the score of each playable rank as the next card, without the point for a go or the last card.

    Ranks that score nothing are left out. ``count`` is the count of the series.
    """
    room = LIMIT - count
    scores = dict.fromkeys(_OF_PIPS.get(room if room <= 10 else 15 - count, ()), 2)
    for rank, points in (_runs(series) | _pairs(series)).items():
        if PIPS[rank] <= room:
            scores[rank] = scores.get(rank, 0) + points
    return scores


def _pairs(series: Ranks) -> dict[int, int]:
    if not series:
        return {}
    last = series[-1]
    alike = next((place for place, rank in enumerate(reversed(series)) if rank != last), len(series))
    return {last: _PAIRED[alike]}


def _runs(series: Ranks) -> dict[int, int]:
    runs: dict[int, int] = {}
    low, high, total = RANKS[-1], RANKS[0], 0
    for length, rank in enumerate(reversed(series), 1):
        low, high, total = min(low, rank), max(high, rank), total + rank
        if high - low >= _LONGEST or rank in series[len(series) - length + 1 :]:
            break
        if length > 1 and high - low == length:
            runs[(low + high) * (length + 1) // 2 - total] = length + 1
        elif length > 1 and high - low == length - 1:
            runs |= {rank: length + 1 for rank in (low - 1, high + 1) if rank in RANKS}
    return runs
