"""The points of a hand or a crib in the show, and those of a card in the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from operator import attrgetter
from typing import Final

from engine.cards import WEIGHTS, Card, Rank
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import message

IN_ORDER: Final = attrgetter("order")
"""The key by which cards are sorted, quicker than comparing them."""

PAIRED: Final = {2: (Law.PAIR, 2), 3: (Law.PAIR_ROYAL, 6), 4: (Law.DOUBLE_PAIR_ROYAL, 12)}


@dataclass(frozen=True, slots=True)
class Item:
    """One combination: its law, its cards, and its points."""

    law: Law
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """A counted hand or crib: the cards, every combination in the order players call them, and the total."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """The sum of the points, 0 to 29."""
        return sum(item.points for item in self.items)


def show(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> Count:
    """Return the count of a hand of three or four cards with the starter, by combination (000:60-78).

    A flush counts the cards of the hand, and one more with the starter; in a crib it counts only with the
    starter (002:42). Raises ``NotationError`` for another number of cards, or for one card held twice.
    """
    held = tuple(hand)
    if len(held) not in (3, 4):
        raise NotationError(message("a hand is 3 or 4 cards and the starter, not {number}.", number=len(held)))
    if len({*held, starter}) <= len(held):
        raise NotationError(message("you typed the same card twice."))
    cards = tuple(sorted((*held, starter), key=IN_ORDER))
    items = (*_fifteens(cards), *_pairs(cards), *_runs(cards), *_flush(held, starter, crib=crib), *_nobs(held, starter))
    return Count(held, starter, crib, items)


def show_total(hand: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """Return the points of a hand of three or four different cards with the starter: ``show(...).total``, fast.

    The ranks are looked up in a table by their weight; then the suits are added.
    """
    try:
        first, second, third, fourth = hand
    except ValueError:
        return _show_total_of_three(hand, starter, crib=crib)
    total = _FIVE_RANKS[first.weight + second.weight + third.weight + fourth.weight + starter.weight]
    suit = first.suit
    if suit is second.suit and suit is third.suit and suit is fourth.suit:
        if suit is starter.suit:
            total += 5
        elif not crib:
            total += 4
    nobs = starter.nobs
    if first is nobs or second is nobs or third is nobs or fourth is nobs:
        return total + 1
    return total


def _show_total_of_three(hand: Sequence[Card], starter: Card, *, crib: bool) -> int:
    if len(hand) != 3:
        raise NotationError(message("a hand is 3 or 4 cards and the starter, not {number}.", number=len(hand)))
    total = _FOUR_RANKS[sum(card.weight for card in hand) + starter.weight]
    return total + sum(item.points for item in (*_flush(hand, starter, crib=crib), *_nobs(hand, starter)))


def _fifteens(cards: Sequence[Card]) -> Iterator[Item]:
    for size in range(2, len(cards) + 1):
        for chosen in combinations(reversed(cards), size):
            pips = 0
            for card in chosen:
                pips += card.pips
            if pips == 15:
                yield Item(Law.FIFTEEN, chosen, 2)


def _pairs(cards: Sequence[Card]) -> Iterator[Item]:
    for alike in _ranks(cards).values():
        if len(alike) > 1:
            law, points = PAIRED[len(alike)]
            yield Item(law, alike, points)


def _runs(cards: Sequence[Card]) -> Iterator[Item]:
    ranks = _ranks(cards)
    for first in ranks:
        if first - 1 in ranks:
            continue
        length = next(length for length in range(1, 7) if first + length not in ranks)
        if length >= 3:
            for chosen in product(*(ranks[Rank(first + step)] for step in range(length))):
                yield Item(Law.RUN, chosen, length)


def _flush(hand: Sequence[Card], starter: Card, *, crib: bool) -> Iterator[Item]:
    suits = {card.suit for card in hand}
    if suits == {starter.suit}:
        yield Item(Law.FLUSH, (*hand, starter), len(hand) + 1)
    elif len(suits) == 1 and not crib:
        yield Item(Law.FLUSH, tuple(hand), len(hand))


def _nobs(hand: Sequence[Card], starter: Card) -> Iterator[Item]:
    if starter.nobs in hand:
        yield Item(Law.HIS_NOBS, (starter.nobs,), 1)


def _ranks(cards: Sequence[Card]) -> dict[Rank, tuple[Card, ...]]:
    ranks: dict[Rank, tuple[Card, ...]] = {}
    for card in cards:
        ranks[card.rank] = (*ranks.get(card.rank, ()), card)
    return ranks


_FIFTEEN: Final = 8 * 15
_UP_TO_FIFTEEN: Final = (1 << 8 * 16) - 1


def _weigh(cards: int) -> bytes:
    """Return the points of the ranks alone of this many cards, indexed by their weight.

    The ranks are added one after another, ace to king. Each step passes on what later ranks need: in how many ways
    the cards make each count up to fifteen, a byte for each count, and how long and how manifold the current run is.
    """
    table = bytearray(WEIGHTS[-1] * cards + 1)

    def lay(rank: int, left: int, weight: int, points: int, ways: int, length: int, fold: int) -> None:
        closed = points + (length * fold if length >= 3 else 0)
        if left == 0:
            table[weight] = closed + 2 * (ways >> _FIFTEEN)
            return
        if rank > 13:
            return
        lay(rank + 1, left, weight, closed, ways, 0, 1)
        bits = 8 * min(rank, 10)
        for many in range(1, min(left, 4) + 1):
            weight += WEIGHTS[rank - 1]
            points += 2 * (many - 1)
            ways += (ways << bits) & _UP_TO_FIFTEEN
            lay(rank + 1, left - many, weight, points, ways, length + 1, fold * many)

    lay(1, cards, 0, 0, 1, 0, 1)
    return bytes(table)


_FOUR_RANKS: Final = _weigh(4)
_FIVE_RANKS: Final = _weigh(5)


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
    return (*_counts(series), *_pair(series), *_run(series))


def peg_points(series: Sequence[Card]) -> int:
    """Return the points of the last card of a series, without the go or last card."""
    return sum(item.points for item in peg(series))


def _counts(series: Sequence[Card]) -> Iterator[Item]:
    match count_of(series):
        case 15:
            yield Item(Law.FIFTEEN, tuple(series), 2)
        case 31:
            yield Item(Law.THIRTY_ONE, tuple(series), 2)


def _pair(series: Sequence[Card]) -> Iterator[Item]:
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
