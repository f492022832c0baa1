"""What a card would score in the play, by rank alone: the count of a robot that looks ahead."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.cards import Rank
from engine.pegging import LIMIT

Ranks: TypeAlias = tuple[int, ...]
"""Cards of the play in order, by rank from 1 to 13; the suits score nothing there."""

RANKS: Final = range(Rank.ACE, Rank.KING + 1)
PIPS: Final = (0, *(rank.pips for rank in Rank))
"""What a card of each rank counts, the ace at place 1."""

_OF_PIPS: Final = {pips: tuple(rank for rank in RANKS if PIPS[rank] == pips) for pips in PIPS[1:]}
_PAIRED: Final = (0, 2, 6, 12, 0)
"""What a card scores after so many of its rank; a fifth there is not."""

_LONGEST: Final = 7
"""No run in the play is longer: ace to seven make twenty-eight."""


def count_of(series: Ranks) -> int:
    """The count that the cards of a series make."""
    return sum(map(PIPS.__getitem__, series))


def openings(series: Ranks, count: int) -> dict[int, int]:
    """What each rank that comes in would score next, without a go or last card; a rank that is left out scores nothing.

    ``count`` is that of the series.
    """
    room = LIMIT - count
    scores = dict.fromkeys(_OF_PIPS.get(room if room <= 10 else 15 - count, ()), 2)
    for rank, points in (_runs(series) | _pairs(series)).items():
        if PIPS[rank] <= room:
            scores[rank] = scores.get(rank, 0) + points
    return scores


def answers(series: Ranks, count: int, rest: Ranks) -> dict[int, int]:
    """The most that one of the cards left would score after each rank that comes in, if that were played next.

    Where none of them comes in, the point for the go is lost. Neither a count nor a run nor a pair asks which of
    its cards came first, so a card scores after a rank what the rank would score after the card.
    """
    lowest = min((PIPS[mine] for mine in rest), default=LIMIT)
    best = {}
    for rank in RANKS:
        room = LIMIT - count - PIPS[rank]
        if room >= 0:
            best[rank] = -1 if 0 < room < lowest else 0
    for mine in rest:
        for rank, points in openings((*series, mine), count + PIPS[mine]).items():
            best[rank] = max(best[rank], points)
    return best


def _pairs(series: Ranks) -> dict[int, int]:
    """What the rank of the last card would score by pairing it."""
    if not series:
        return {}
    last = series[-1]
    alike = next((place for place, rank in enumerate(reversed(series)) if rank != last), len(series))
    return {last: _PAIRED[alike]}


def _runs(series: Ranks) -> dict[int, int]:
    """The ranks that would end a run with the last cards, and how long the longest such run is."""
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
