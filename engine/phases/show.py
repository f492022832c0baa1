"""The show: hands counted from the dealer's left, and the dealer's crib last."""

from __future__ import annotations

from engine.actions import Declare
from engine.errors import OutOfTurn, WrongDeclaration
from engine.events import Shown
from engine.laws import Law
from engine.phases.pegs import peg_all, pegged
from engine.rules import Counting, Overscore
from engine.scoring import Count, show
from engine.state import Game, Showing, Steps

MOST = 29
"""The best hand there is (000:93)."""


def legal(game: Game, phase: Showing, seat: int) -> tuple[Declare, ...]:
    """Every count that a seat could declare for the cards it shows now."""
    if game.rules.counting is Counting.AUTOMATIC or seat != phase.seat:
        return ()
    return tuple(Declare(seat, points) for points in range(MOST + 1))


def declare(game: Game, phase: Showing, action: Declare) -> Steps:
    """A player counts his own cards; the referee holds him to the truth at once (002 law 19)."""
    if action.seat != phase.seat:
        raise OutOfTurn(Law.SHOW, "It is not your turn to show; hands are counted from the dealer's left.")
    if type(action.points) is not int or not 0 <= action.points <= MOST:
        raise WrongDeclaration(Law.SHOW, f"No hand counts {action.points}; declare a number from 0 to {MOST}.")
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, action.points, truth.total)
    return (yield from _rule(game, truth, action))


def follow(game: Game, phase: Showing) -> Steps | None:
    """With automatic counting the engine shows and pegs; otherwise it waits for the declaration."""
    if game.rules.counting is Counting.AUTOMATIC:
        return _count(game, phase)
    return None


def count_now(phase: Showing) -> Count:
    """The true count of the cards that are shown now."""
    return show(phase.cards, phase.starter, crib=phase.what == "crib")


def _count(game: Game, phase: Showing) -> Steps:
    truth = count_now(phase)
    game = yield Shown(phase.seat, phase.what, phase.cards, None, truth.total)
    return (yield from peg_all(game, phase.seat, truth.items))


def _rule(game: Game, truth: Count, action: Declare) -> Steps:
    """What is true stands; what is over goes across; what is under is lost, or taken by muggins."""
    rules, declared = game.rules, action.points
    adversary = rules.adversary_of(action.seat)
    due = min(truth.total, rules.target - game.scores[rules.side_of(action.seat)])
    if stands := min(declared, truth.total):
        game = yield pegged(game, action.seat, stands, Law.DECLARED, truth.hand)
    if declared > truth.total and rules.overscore is Overscore.TO_ADVERSARY:
        game = yield pegged(game, adversary, declared - truth.total, Law.OVERSCORE, truth.hand)
    if declared < due and rules.muggins:
        game = yield pegged(game, adversary, due - declared, Law.MUGGINS, truth.hand)
    return game
