"""The challenge: a declaration is open until the opponent accepts it, and may be challenged once."""

from __future__ import annotations

from engine.actions import Accept, Action, Amend, Challenge, ClaimHeels, Declare, Play, SayGo, Stop
from engine.errors import NothingToSay, WindowOpen
from engine.events import Amended, Challenged, Satisfied
from engine.laws import Law
from engine.messages import message
from engine.pegging import peg_points
from engine.phases.score_events import MOST, check_declared, peg_event, put_back_event, takes_overscore, to_go
from engine.scoring import show_total
from engine.state import Game, Steps, Window

CLOSING = Play | SayGo | Stop | Declare | ClaimHeels
"""The acts by which another side accepts a declaration: a card, a spoken go, a declaration, heels."""


def speakers(game: Game, window: Window) -> tuple[int, ...]:
    """Return the seats of other sides that have not accepted yet."""
    side_of = game.rules.side_of
    spoken = window.satisfied | {side_of(window.seat)}
    return tuple(seat for seat in range(game.rules.players) if side_of(seat) not in spoken)


def legal(game: Game, window: Window, seat: int) -> tuple[Accept | Challenge | Amend, ...]:
    """Return the answers that a seat may give to the open declaration."""
    if seat == window.seat:
        return tuple(Amend(seat, points) for points in _amendable(game, window))
    if seat not in speakers(game, window):
        return ()
    over = (Challenge(seat, "too_many"),) if window.declared else ()
    under = (Challenge(seat, "too_few"),) if game.rules.muggins and not window.claims_game else ()
    return (Accept(seat), *over, *under)


def accept(game: Game, window: Window, action: Accept) -> Steps:
    """A seat accepts; once every other side has accepted, a claim of game is pegged (002, law 18)."""
    if action.seat not in speakers(game, window):
        raise NothingToSay(Law.SATISFIED, message("There's no count for you to accept."))
    sides = {game.rules.side_of(seat) for seat in speakers(game, window)}
    game = yield Satisfied(action.seat)
    if window.claims_game and len(sides) == 1:
        game = yield peg_event(game, window.seat, window.declared, Law.DECLARED, window.cards)
    return game


def challenge(game: Game, window: Window, action: Challenge) -> Steps:
    """A right challenge takes back and awards points; a wrong one gives the declarer two (002, laws 19 and 20)."""
    _check_may_challenge(game, window, action)
    truth = true_count(window)
    over = window.declared - truth
    upheld = over > 0 if action.claim == "too_many" else over < 0
    game = yield Challenged(action.seat, window.seat, action.claim, upheld)
    if not upheld:
        return (yield from _challenged_wrongly(game, window))
    if action.claim == "too_few":
        return (yield from _overlooked(game, window, action.seat, truth))
    if window.claims_game:
        game = yield from _claimed_wrongly(game, window, truth)
    else:
        game = yield put_back_event(game, window.seat, over, Law.OVERSCORE)
    if takes_overscore(game.rules):
        game = yield peg_event(game, action.seat, over, Law.OVERSCORE, window.cards)
    return game


def amend(game: Game, window: Window, action: Amend) -> Steps:
    """The declarer raises a declaration that is still open, but not as far as the game hole (003:103)."""
    if not game.rules.amend:
        raise NothingToSay(Law.AMENDED, message("Counts are final at this table."))
    if action.seat != window.seat:
        raise NothingToSay(Law.AMENDED, message("You can only change your own last count."))
    check_declared(action.points, Law.AMENDED)
    if action.points not in _amendable(game, window):
        raise NothingToSay(
            Law.AMENDED,
            message(
                "You counted {declared}. Choose a higher number, but not one that wins the game.",
                declared=window.declared,
            ),
        )
    game = yield Amended(action.seat, action.points)
    return (yield peg_event(game, action.seat, action.points - window.declared, Law.DECLARED, window.cards))


def check_gives_way(game: Game, window: Window, action: Action) -> None:
    """Refuse an act that must wait until the open declaration is answered."""
    if not isinstance(action, CLOSING):
        raise WindowOpen(Law.SATISFIED, message("Somebody has to accept the last count first."))
    if game.rules.side_of(action.seat) == game.rules.side_of(window.seat):
        raise WindowOpen(Law.SATISFIED, message("Wait until your opponent accepts your count."))
    if window.claims_game:
        raise WindowOpen(Law.SATISFIED, message("This count would win the game. Accept it or challenge it."))


def true_count(window: Window) -> int:
    """Return the true points of the cards of a window."""
    if window.starter is None:
        return peg_points(window.cards)
    return show_total(window.cards, window.starter, crib=window.what == "crib")


def _amendable(game: Game, window: Window) -> range:
    """Return the totals to which a declaration may be raised."""
    if not game.rules.amend or window.claims_game:
        return range(0)
    return range(window.declared + 1, min(window.declared + to_go(game, window.seat), MOST + 1))


def _check_may_challenge(game: Game, window: Window, action: Challenge) -> None:
    if action in legal(game, window, action.seat):
        return
    if game.rules.side_of(action.seat) == game.rules.side_of(window.seat):
        raise NothingToSay(Law.SATISFIED, message("You can't challenge your own side's count."))
    if action.seat not in speakers(game, window):
        raise NothingToSay(Law.SATISFIED, message("Your side has already accepted this count."))
    if action.claim == "too_many":
        raise NothingToSay(Law.OVERSCORE, message("A count of 0 can't be too high."))
    if window.claims_game:
        raise NothingToSay(Law.MUGGINS, message("A count that wins the game can't be too low."))
    raise NothingToSay(Law.MUGGINS, message("There's no muggins here, so missed points are simply lost."))


def _challenged_wrongly(game: Game, window: Window) -> Steps:
    """Uphold the declaration; the side of the declarer marks two."""
    if window.claims_game:
        game = yield peg_event(game, window.seat, window.declared, Law.DECLARED, window.cards)
    return (yield peg_event(game, window.seat, 2, Law.FALSE_CHALLENGE))


def _overlooked(game: Game, window: Window, challenger: int, truth: int) -> Steps:
    """Muggins gives overlooked points to the challenger, never more than the declarer could have pegged."""
    room = to_go(game, window.seat) + window.declared
    return (yield peg_event(game, challenger, min(truth, room) - window.declared, Law.MUGGINS, window.cards))


def _claimed_wrongly(game: Game, window: Window, truth: int) -> Steps:
    """After a false claim of game the true points are pegged, then the penalty is taken off, never below 0."""
    if truth:
        game = yield peg_event(game, window.seat, truth, Law.DECLARED, window.cards)
    penalty = min(game.rules.false_game_penalty, game.scores[game.rules.side_of(window.seat)])
    if penalty:
        game = yield put_back_event(game, window.seat, penalty, Law.FALSE_GAME)
    return game
