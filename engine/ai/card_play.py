"""Choose a card to play by what it scores now and by what opponents can score next."""

from __future__ import annotations

from math import inf
from typing import Final

from engine.ai.opponent_hands import OtherHand, other_hands
from engine.ai.pegging_by_rank import PIPS, RANKS, Ranks, count_of, reply_scores, scores_by_rank
from engine.cards import Card
from engine.pegging import LIMIT
from engine.view import View

_ALL_COME_IN: Final = LIMIT - max(PIPS)
"""Up to this count every card can be played, so nobody with a card says go."""


def best_card(view: View) -> Card:
    """Return the best playable card; a card that ends the game is always the best."""
    assert view.seat is not None
    series = tuple(int(card.rank) for _, card in view.series)
    hand = tuple(int(card.rank) for card in view.hand)
    others = other_hands(view)
    opening = scores_by_rank(series, view.count)
    to_go = view.to_go(view.rules.side_of(view.seat))

    def value(card: Card) -> float:
        now = opening.get(card.rank, 0)
        if now >= to_go:
            return inf
        return now + _prospects((*series, int(card.rank)), _without(hand, card.rank), others)

    return max((card for card in view.hand if card.pips <= LIMIT - view.count), key=value)


def _prospects(series: Ranks, rest: Ranks, others: tuple[OtherHand, ...]) -> float:
    """Return the expected value of the next cards for a player who has just played and holds ``rest``.

    The player to the left plays the highest-scoring card that they are likely to hold. One reply to it follows: the
    player's own, or that of the hand between. A hand without a playable card passes the turn on.
    """
    if not others:
        return _alone(series, rest)
    left, *between = others
    count = count_of(series)
    levels = _by_score(series, count, left)
    answer = _replies(series, levels, between[0]) if between else reply_scores(series, count, rest)
    value, otherwise, mass = 0.0, 1.0, sum(left.likely)
    for points in sorted(levels, reverse=True):
        weight = sum(left.likely[rank] for rank in levels[points])
        without = max(0.0, 1 - weight / mass) ** left.held
        for rank in levels[points]:
            gained = answer[rank] + left.point_value * points
            value += otherwise * (1 - without) * left.likely[rank] / weight * gained
        otherwise, mass = otherwise * without, mass - weight
    if count <= _ALL_COME_IN:
        return value
    return value + otherwise * _prospects(series, rest, others[1:])


def _by_score(series: Ranks, count: int, other: OtherHand) -> dict[int, list[int]]:
    opening = scores_by_rank(series, count)
    levels: dict[int, list[int]] = {}
    for rank in RANKS:
        if other.likely[rank] and count + PIPS[rank] <= LIMIT:
            levels.setdefault(opening.get(rank, 0), []).append(rank)
    return levels


def _replies(series: Ranks, levels: dict[int, list[int]], other: OtherHand) -> dict[int, float]:
    """Return the expected score of another hand's best reply to each of these ranks, times its point value."""
    return {rank: _reply((*series, rank), other) for ranks in levels.values() for rank in ranks}


def _reply(series: Ranks, other: OtherHand) -> float:
    opening = scores_by_rank(series, count_of(series))
    value, otherwise, mass = 0.0, 1.0, sum(other.likely)
    for points in sorted(set(opening.values()), reverse=True):
        weight = sum(other.likely[rank] for rank, scored in opening.items() if scored == points)
        if weight:
            without = max(0.0, 1 - weight / mass) ** other.held
            value += otherwise * (1 - without) * points
            otherwise, mass = otherwise * without, mass - weight
    return value * other.point_value


def _alone(series: Ranks, rest: Ranks) -> int:
    """Return the most that the remaining cards score in this series if nobody else can play, with the point for go."""
    count = count_of(series)
    opening = scores_by_rank(series, count)
    ways = [
        opening.get(rank, 0) + _alone((*series, rank), _without(rest, rank))
        for rank in rest
        if count + PIPS[rank] <= LIMIT
    ]
    return max(ways, default=1 if count < LIMIT else 0)


def _without(ranks: Ranks, rank: int) -> Ranks:
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]
