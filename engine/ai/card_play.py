"""Choose a card to play by what it scores now and by what opponents can score next."""

from __future__ import annotations

from math import inf
from typing import Final

from engine.ai.opponent_hands import OtherHand, other_hands
from engine.ai.play_positions import PIPS, RANKS, Position, Ranks, reached, without
from engine.cards import Card
from engine.scoring import LIMIT
from engine.view import View

_ALL_COME_IN: Final = LIMIT - max(PIPS)
"""Up to this count every card can be played, so nobody with a card says go."""


def best_card(view: View) -> Card:
    """Return the best playable card; a card that ends the game is always the best."""
    position = reached(tuple(int(card.rank) for _, card in view.series))
    hand = tuple(sorted(int(card.rank) for card in view.hand))
    others = other_hands(view)
    to_go = view.to_go(view.rules.side_of(view.own_seat))

    def value(card: Card) -> float:
        now = position.points[card.rank]
        if now >= to_go:
            return inf
        return now + _prospects(position.after(card.rank), without(hand, card.rank), others)

    return max((card for card in view.hand if card.pips <= LIMIT - view.count), key=value)


def _prospects(position: Position, rest: Ranks, others: tuple[OtherHand, ...]) -> float:
    """Return the expected value of the next cards for a player who has just played and holds ``rest``.

    The player to the left plays the highest-scoring card that they are likely to hold. One reply to it follows: the
    player's own, or that of the hand between. A hand without a playable card passes the turn on.
    """
    if not others:
        return position.alone(rest)
    left, *between = others
    levels: dict[int, list[int]] = {}
    for rank in RANKS:
        if left.likely[rank] and position.points[rank] >= 0:
            levels.setdefault(position.points[rank], []).append(rank)
    answers = None if between else position.best_answers(rest)
    value, otherwise, mass = 0.0, 1.0, sum(left.likely)
    for points in sorted(levels, reverse=True):
        weight = sum(left.likely[rank] for rank in levels[points])
        lacks = max(0.0, 1 - weight / mass) ** left.held
        for rank in levels[points]:
            answer = _reply(position.after(rank), between[0]) if answers is None else answers[rank]
            gained = answer + left.point_value * points
            value += otherwise * (1 - lacks) * left.likely[rank] / weight * gained
        otherwise, mass = otherwise * lacks, mass - weight
    if position.count <= _ALL_COME_IN:
        return value
    return value + otherwise * _prospects(position, rest, others[1:])


def _reply(position: Position, other: OtherHand) -> float:
    """Return the expected score of another hand's best reply, times its point value."""
    value, otherwise, mass = 0.0, 1.0, sum(other.likely)
    for points in sorted({points for points in position.points if points > 0}, reverse=True):
        weight = sum(other.likely[rank] for rank in RANKS if position.points[rank] == points)
        if weight:
            lacks = max(0.0, 1 - weight / mass) ** other.held
            value += otherwise * (1 - lacks) * points
            otherwise, mass = otherwise * lacks, mass - weight
    return value * other.point_value
