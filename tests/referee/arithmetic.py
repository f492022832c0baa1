"""The scores of cards, from the tables of the rule books."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias

RANKS = "A23456789TJQK"
SUITS = "CDHS"
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
PAIRED = {2: ("pair", 2), 3: ("pair_royal", 6), 4: ("double_pair_royal", 12)}

Score: TypeAlias = tuple[str, frozenset[str], int]
"""A law, the cards it looks at, and the points it gives."""


def rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def count_of(cards: Iterable[str]) -> int:
    """Return the pips of these cards together; a court card counts 10."""
    return sum(min(rank(card), 10) for card in cards)


def consecutive(cards: Sequence[str]) -> bool:
    order = sorted(map(rank, cards))
    return len(order) >= 3 and all(after - before == 1 for before, after in pairwise(order))


def scores_in_play(series: Sequence[str]) -> list[Score]:
    """Return the scores of the last card played with those before it (000:33-58, 001:45-65)."""
    found: list[Score] = []
    total = count_of(series)
    if total in (15, 31):
        found.append(("fifteen" if total == 15 else "thirty_one", frozenset(series), 2))
    for many in (4, 3, 2):
        if len(series) >= many and len({card[0] for card in series[-many:]}) == 1:
            found.append((PAIRED[many][0], frozenset(series[-many:]), PAIRED[many][1]))
            break
    for many in range(len(series), 2, -1):
        if consecutive(series[-many:]):
            found.append(("run", frozenset(series[-many:]), many))
            break
    return found


def scores_in_show(hand: Sequence[str], starter: str, *, crib: bool) -> list[Score]:
    """Return the scores of a hand or crib with the starter (000:60-78, 001:79-95; three cards in hand, 002:42)."""
    cards = [*hand, starter]
    sets = [chosen for many in range(2, len(cards) + 1) for chosen in combinations(cards, many)]
    found: list[Score] = [("fifteen", frozenset(chosen), 2) for chosen in sets if count_of(chosen) == 15]
    for name in {card[0] for card in cards}:
        alike = [card for card in cards if card[0] == name]
        if len(alike) > 1:
            found.append((PAIRED[len(alike)][0], frozenset(alike), PAIRED[len(alike)][1]))
    runs = [chosen for chosen in sets if consecutive(chosen)]
    longest = max(map(len, runs), default=0)
    found += [("run", frozenset(chosen), longest) for chosen in runs if len(chosen) == longest]
    if len({card[1] for card in cards}) == 1:
        found.append(("flush", frozenset(cards), len(cards)))
    elif len({card[1] for card in hand}) == 1 and not crib:
        found.append(("flush", frozenset(hand), len(hand)))
    if "J" + starter[1] in hand:
        found.append(("his_nobs", frozenset({"J" + starter[1]}), 1))
    return found


def total(scores: Iterable[Score]) -> int:
    return sum(points for _, _, points in scores)
