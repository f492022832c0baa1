"""The show: the hands are counted from the dealer's left, and the dealer's crib last."""

from __future__ import annotations

from engine.actions import Declare
from engine.declarations import MOST, check_declared, peg_declared
from engine.errors import OutOfTurn
from engine.events import Shown
from engine.laws import Law
from engine.messages import message
from engine.rules import Counting
from engine.scoring import Count, show
from engine.state import Game, Showing, Steps, peg_all


def legal(game: Game, phase: Showing, seat: int) -> tuple[Declare, ...]:
    """Return every count that a seat could declare for the cards it shows now."""
    if game.rules.counting is Counting.AUTOMATIC or seat != phase.seat:
        return ()
    return tuple(Declare(seat, points) for points in range(MOST + 1))


def declare(game: Game, phase: Showing, action: Declare) -> Steps:
    """A player declares the count of their own cards; the rules say who checks it (002:37, 002 law 19)."""
    if action.seat != phase.seat:
        raise OutOfTurn(Law.SHOW, message("It's not your turn to count."))
    check_declared(action.points, Law.SHOW)
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, action.points, truth.total)
    return (yield from peg_declared(game, action.seat, action.points, truth.total, truth.hand))


def follow(game: Game, phase: Showing) -> Steps | None:
    """Return the automatic count, if counting is automatic; None if a declaration is needed."""
    if game.rules.counting is Counting.AUTOMATIC:
        return _count(game, phase)
    return None


def count_now(phase: Showing) -> Count:
    """Return the true count of the cards that are shown now."""
    return show(phase.cards, phase.starter, crib=phase.what == "crib")


def _count(game: Game, phase: Showing) -> Steps:
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, None, truth.total)
    return (yield from peg_all(game, phase.seat, truth.items))
