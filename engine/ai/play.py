"""What to play: each card weighed by what it scores now and by what it gives away next."""

from __future__ import annotations

from math import inf
from typing import Final

from engine.ai.adversary import Adversary, read
from engine.ai.series import LIMIT, PIPS, RANKS, Ranks, answers, count_of, openings
from engine.cards import Card
from engine.view import View

_ALL_COME_IN: Final = LIMIT - max(PIPS)
"""Up to this count nobody who holds a card says go."""


def best_card(view: View) -> Card:
    """The card of those that come in that a thoughtful player would play; one that ends the game is always it."""
    assert view.seat is not None
    series = tuple(int(card.rank) for _, card in view.series)
    hand = tuple(int(card.rank) for card in view.hand)
    adversary = read(view)
    opening = openings(series, view.count)
    to_go = view.to_go(view.rules.side_of(view.seat))

    def value(card: Card) -> float:
        now = opening.get(card.rank, 0)
        if now >= to_go:
            return inf
        return now + _prospects((*series, int(card.rank)), _without(hand, card.rank), adversary)

    return max((card for card in view.hand if card.pips <= LIMIT - view.count), key=value)


def _prospects(series: Ranks, rest: Ranks, adversary: Adversary) -> float:
    """What is to come for a player who has just played, holding the rest: his own points less the adversary's.

    The adversary plays what scores most, as far as he is likely to hold it; then the player answers.
    """
    if not adversary.held:
        return _alone(series, rest)
    count = count_of(series)
    levels, answer = _by_score(series, count, adversary), answers(series, count, rest)
    value, otherwise, mass = 0.0, 1.0, sum(adversary.likely)
    for points in sorted(levels, reverse=True):
        weight = sum(adversary.likely[rank] for rank in levels[points])
        without = max(0.0, 1 - weight / mass) ** adversary.held
        for rank in levels[points]:
            value += otherwise * (1 - without) * adversary.likely[rank] / weight * (answer[rank] - points)
        otherwise, mass = otherwise * without, mass - weight
    if count <= _ALL_COME_IN:
        return value
    return value + otherwise * _alone(series, rest)


def _by_score(series: Ranks, count: int, adversary: Adversary) -> dict[int, list[int]]:
    """The ranks that the adversary may hold and play, under what they score."""
    opening = openings(series, count)
    levels: dict[int, list[int]] = {}
    for rank in RANKS:
        if adversary.likely[rank] and count + PIPS[rank] <= LIMIT:
            levels.setdefault(opening.get(rank, 0), []).append(rank)
    return levels


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
