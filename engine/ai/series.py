"""What a card would score in the play, by rank alone: the count of a robot that looks ahead."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.cards import Rank

Ranks: TypeAlias = tuple[int, ...]
"""Cards of the play in order, by rank from 1 to 13; the suits score nothing there."""

LIMIT: Final = 31
RANKS: Final = tuple(int(rank) for rank in Rank)
PIPS: Final = (0, *(rank.pips for rank in Rank))
"""What a card of each rank counts, the ace at place 1."""

_PAIRED: Final = (0, 2, 6, 12, 0)
"""What a card scores after so many of its rank; a fifth there is not."""

_LONGEST: Final = 7
"""No run in the play is longer: ace to seven make twenty-eight."""


def count_of(series: Ranks) -> int:
    """The count that the cards of a series make."""
    return sum(map(PIPS.__getitem__, series))


def worth(series: Ranks, count: int, rank: int) -> int:
    """What a card of this rank that comes in would score after the series, whose count is told; no go or last card."""
    made = count + PIPS[rank]
    points = 2 if made in (15, LIMIT) else 0
    if series and series[-1] == rank:
        return points + _PAIRED[_alike(series)]
    return points + _run(series, rank)


def openings(series: Ranks, count: int) -> dict[int, int]:
    """What each rank that comes in would score next; ranks that score nothing are left out."""
    room = LIMIT - count
    return {rank: points for rank in RANKS if PIPS[rank] <= room and (points := worth(series, count, rank))}


def _alike(series: Ranks) -> int:
    """How many of the last cards are of one rank."""
    return next((place for place, rank in enumerate(reversed(series)) if rank != series[-1]), len(series))


def _run(series: Ranks, rank: int) -> int:
    """The length of the longest run that a card would end, in whatever order the cards of it lie."""
    low = high = rank
    longest, seen = 0, 1 << rank
    for length, other in enumerate(reversed(series), 2):
        seen_before, seen = seen, seen | 1 << other
        if other < low:
            low = other
        elif other > high:
            high = other
        if seen == seen_before or high - low >= _LONGEST:
            break
        if high - low < length:
            longest = length
    return longest if longest > 2 else 0
