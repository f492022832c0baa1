"""Count every deal: keep the cards that average most over the starters, and count the hand with each starter.

Prints the counts of `engine.analysis.odds`: `python -m tests.support.count_dealt_hands 6 4`, or `5 3` for the five-card
game. The first takes about two minutes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod

from engine.cards import PACK, Card
from engine.scoring import show_total

_RANKS = 13


def dealt_totals(dealt: int, held: int) -> list[int]:
    """Return for each total how many deals with their starters make it.

    Of two hands with the same average the one that can make more is kept.
    """
    totals = {bits_of(hand): _with_starters(hand) for hand in combinations(PACK, held)}
    sums = {bits: sum(by_starter) for bits, by_starter in totals.items()}
    times: Counter[int] = Counter()
    found: Counter[int] = Counter()
    for places, many in deals(dealt):
        every = sum(1 << place for place in places)
        best = (-1, -1)
        kept, away = 0, ()
        for gone in combinations(places, dealt - held):
            bits = every
            for place in gone:
                bits ^= 1 << place
            by_starter = totals[bits]
            points = sums[bits] - sum([by_starter[place] for place in gone])
            if points < best[0]:
                continue
            worth = points, max([total for place, total in enumerate(by_starter) if place not in gone])
            if worth > best:
                best, kept, away = worth, bits, gone
        times[kept] += many
        # What is discarded is no starter; the other starters are added for all deals at once.
        for place in away:
            found[totals[kept][place]] -= many
    for bits, many in times.items():
        for place, total in enumerate(totals[bits]):
            if not bits >> place & 1:
                found[total] += many
    return [found[total] for total in range(max(found) + 1)]


def deals(dealt: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one deal for all that differ only in the names of the suits, as places in the deck, and their number."""
    ranks = sorted(range(1 << _RANKS), key=lambda suit: (suit.bit_count(), suit))
    sizes = [suit.bit_count() for suit in ranks]

    def suits(left: int, most: int, room: int) -> Iterator[tuple[int, ...]]:
        if room == 1:
            yield from ((place,) for place in range(most + 1) if sizes[place] == left)
            return
        for place in range(most, -1, -1):
            if sizes[place] <= left <= sizes[place] * room:
                yield from ((place, *others) for others in suits(left - sizes[place], place, room - 1))

    for chosen in suits(dealt, len(ranks) - 1, 4):
        places = [4 * rank + suit for suit, of in enumerate(chosen) for rank in range(_RANKS) if ranks[of] >> rank & 1]
        yield tuple(places), factorial(4) // prod(map(factorial, Counter(chosen).values()))


def bits_of(hand: tuple[Card, ...]) -> int:
    """Return a hand as a number with a bit for each place of the deck."""
    return sum(1 << _PLACES[card] for card in hand)


def _with_starters(hand: tuple[Card, ...]) -> bytes:
    """Return the total with each card of the deck as the starter, 0 for the cards of the hand itself."""
    return bytes([0 if starter in hand else show_total(hand, starter) for starter in PACK])


_PLACES = {card: place for place, card in enumerate(PACK)}


if __name__ == "__main__":
    dealt, held = map(int, sys.argv[1:])
    counts = dealt_totals(dealt, held)
    assert sum(counts) == comb(52, dealt) * (52 - dealt)
    print(*counts)
