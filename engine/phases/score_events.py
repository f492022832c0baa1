"""The events that move points to the board and back."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.errors import WrongDeclaration
from engine.events import Pegged, PutBack
from engine.laws import Law
from engine.messages import message
from engine.pegging import most_pegged
from engine.scoring import Item
from engine.state import Game, Steps

MOST = 29
"""The best hand there is (000:93)."""


def peg_event(game: Game, seat: int, points: int, law: Law, cards: tuple[Card, ...] = ()) -> Pegged:
    """Return the event that a seat pegs these points; the peg stops at the game hole (001:99)."""
    side = game.rules.side_by_seat[seat]
    return Pegged(seat, side, points, law, cards, min(game.scores[side] + points, game.rules.target))


def put_back_event(game: Game, seat: int, points: int, law: Law) -> PutBack:
    """Return the event that points of a seat are taken off the board."""
    side = game.rules.side_by_seat[seat]
    return PutBack(seat, side, points, law, game.scores[side] - points)


def peg_all(game: Game, seat: int, items: Iterable[Item]) -> Steps:
    """Yield the event of each combination that a seat pegs, one at a time."""
    for item in items:
        game = yield peg_event(game, seat, item.points, item.law, item.cards)
    return game


def to_go(game: Game, seat: int) -> int:
    """Return how many holes the side of a seat still needs."""
    return game.rules.target - game.scores[game.rules.side_by_seat[seat]]


def check_declared(points: object, law: Law) -> None:
    """Refuse a declaration that no card, hand or crib can count."""
    if type(points) is not int or not 0 <= points <= MOST:
        raise WrongDeclaration(
            law, message("No hand is worth {points}. Choose a number from 0 to {most}.", points=points, most=MOST)
        )


def check_pegged(points: int, cards: int, law: Law) -> None:
    """Refuse more points than the last card of a series of this many cards can peg."""
    if points > (most := most_pegged(cards)):
        raise WrongDeclaration(
            law,
            message(
                "No card can score {points} points here. Choose a number from 0 to {most}.", points=points, most=most
            ),
        )
