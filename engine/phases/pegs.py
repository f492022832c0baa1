"""Points on their way to the board."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.events import Pegged
from engine.laws import Law
from engine.scoring import Item
from engine.state import Game, Steps


def pegged(game: Game, seat: int, points: int, law: Law, cards: tuple[Card, ...] = ()) -> Pegged:
    """The fact that a seat pegs these points; the peg goes no farther than the game hole (001:99)."""
    side = game.rules.side_of(seat)
    return Pegged(seat, side, points, law, cards, min(game.scores[side] + points, game.rules.target))


def peg_all(game: Game, seat: int, items: Iterable[Item]) -> Steps:
    """Peg each combination for a seat, one at a time."""
    for item in items:
        game = yield pegged(game, seat, item.points, item.law, item.cards)
    return game
