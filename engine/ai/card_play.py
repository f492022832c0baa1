"""What to play: each card weighed by what it scores now and by what it gives away next."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Final

from engine.ai.opponent_hands import Other, around
from engine.ai.pegging_by_rank import PIPS, RANKS, Ranks, answers, count_of, openings
from engine.cards import Card
from engine.pegging import LIMIT
from engine.view import View

_ALL_COME_IN: Final = LIMIT - max(PIPS)
"""Up to this count nobody who holds a card says go."""


def best_card(view: View) -> Card:
    """The card of those that come in that a thoughtful player would play; one that ends the game is always it."""
    assert view.seat is not None
    series = tuple(int(card.rank) for _, card in view.series)
    hand = tuple(int(card.rank) for card in view.hand)
    others = around(view)
    opening = openings(series, view.count)
    to_go = view.to_go(view.rules.side_of(view.seat))

    def value(card: Card) -> float:
        now = opening.get(card.rank, 0)
        if now >= to_go:
            return inf
        return now + _prospects((*series, int(card.rank)), _without(hand, card.rank), others)

    return max((card for card in view.hand if card.pips <= LIMIT - view.count), key=value)


def settled(view: View) -> View:
    """The table as it will be when this seat plays.

    While a declaration lies open the series may be over already, but for that: then a player who could not go on
    with it leads the next.
    """
    if view.window is None:
        return view
    over = view.seat in view.gone or all(card.pips > LIMIT - view.count for card in view.hand)
    return replace(view, series=(), gone=frozenset()) if over else view


def _prospects(series: Ranks, rest: Ranks, others: tuple[Other, ...]) -> float:
    """What is to come for a player who has just played, holding the rest: the points of all at their stakes.

    The next to the left plays what scores most, as far as he is likely to hold it; then follows one answer to it,
    the player's own, or that of the hand between. Whoever holds nothing that comes in leaves the turn to the next.
    """
    if not others:
        return _alone(series, rest)
    left, *between = others
    count = count_of(series)
    levels = _by_score(series, count, left)
    answer = _replies(series, levels, between[0]) if between else answers(series, count, rest)
    value, otherwise, mass = 0.0, 1.0, sum(left.likely)
    for points in sorted(levels, reverse=True):
        weight = sum(left.likely[rank] for rank in levels[points])
        without = max(0.0, 1 - weight / mass) ** left.held
        for rank in levels[points]:
            gained = answer[rank] + left.stake * points
            value += otherwise * (1 - without) * left.likely[rank] / weight * gained
        otherwise, mass = otherwise * without, mass - weight
    if count <= _ALL_COME_IN:
        return value
    return value + otherwise * _prospects(series, rest, others[1:])


def _by_score(series: Ranks, count: int, other: Other) -> dict[int, list[int]]:
    """The ranks that another may hold and play, under what they score."""
    opening = openings(series, count)
    levels: dict[int, list[int]] = {}
    for rank in RANKS:
        if other.likely[rank] and count + PIPS[rank] <= LIMIT:
            levels.setdefault(opening.get(rank, 0), []).append(rank)
    return levels


def _replies(series: Ranks, levels: dict[int, list[int]], other: Other) -> dict[int, float]:
    """What another's best card is likely to score after each of these ranks, at its stake."""
    return {rank: _reply((*series, rank), other) for ranks in levels.values() for rank in ranks}


def _reply(series: Ranks, other: Other) -> float:
    opening = openings(series, count_of(series))
    value, otherwise, mass = 0.0, 1.0, sum(other.likely)
    for points in sorted(set(opening.values()), reverse=True):
        weight = sum(other.likely[rank] for rank, scored in opening.items() if scored == points)
        if weight:
            without = max(0.0, 1 - weight / mass) ** other.held
            value += otherwise * (1 - without) * points
            otherwise, mass = otherwise * without, mass - weight
    return value * other.stake


def _alone(series: Ranks, rest: Ranks) -> int:
    """The most that the cards left bring in this series while the other can play none, the go included."""
    count = count_of(series)
    opening = openings(series, count)
    ways = [
        opening.get(rank, 0) + _alone((*series, rank), _without(rest, rank))
        for rank in rest
        if count + PIPS[rank] <= LIMIT
    ]
    return max(ways, default=1 if count < LIMIT else 0)


def _without(ranks: Ranks, rank: int) -> Ranks:
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]
