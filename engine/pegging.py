"""The points of a card in the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import Card
from engine.laws import Law
from engine.scoring import PAIRED, Item

LIMIT: Final = 31
"""The count never passes it (000:27)."""

_MOST: Final = (2, 2, 8, 12, 14)
"""The most for a card by the number of cards in its series: 8 for 5 5 5, and 14 for 7 2 2 2 2.

A card that is led may be misread for two.
"""


def count_of(series: Sequence[Card]) -> int:
    """Return the count: the pips of the cards played since the last thirty-one or go."""
    return sum(card.pips for card in series)


def most_pegged(cards: int) -> int:
    """Return the most points that the last card of a series of this many cards can peg.

    It looks at no card, so that it never tells whether a count is true.
    """
    return _MOST[min(cards, len(_MOST)) - 1]


def peg(series: Sequence[Card]) -> tuple[Item, ...]:
    """Return every score of the last card of a series, without the go or last card (000:33-58).

    The cards are in the order in which they were played since the count was 0.
    """
    return (*_counts(series), *_pairs(series), *_run(series))


def peg_points(series: Sequence[Card]) -> int:
    """Return the points of the last card of a series, without the go or last card."""
    return sum(item.points for item in peg(series))


def _counts(series: Sequence[Card]) -> Iterator[Item]:
    match count_of(series):
        case 15:
            yield Item(Law.FIFTEEN, tuple(series), 2)
        case 31:
            yield Item(Law.THIRTY_ONE, tuple(series), 2)


def _pairs(series: Sequence[Card]) -> Iterator[Item]:
    many = 0
    for card in reversed(series):
        if card.rank is not series[-1].rank:
            break
        many += 1
    if many in PAIRED:
        law, points = PAIRED[many]
        yield Item(law, tuple(series[-many:]), points)


def _run(series: Sequence[Card]) -> Iterator[Item]:
    """Yield the longest run that ends with the last card, in any order; a card outside it breaks it (001:59-65)."""
    for length in range(min(len(series), 7), 2, -1):
        ranks = {card.rank for card in series[-length:]}
        if len(ranks) == length and max(ranks) - min(ranks) == length - 1:
            yield Item(Law.RUN, tuple(series[-length:]), length)
            return
