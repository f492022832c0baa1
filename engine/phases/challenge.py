"""The challenge: a declaration is open to each other side until that side accepts, acts or challenges it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.actions import Accept, Amend, Challenge
from engine.errors import NothingToSay, WindowOpen, WrongDeclaration
from engine.events import Amended, Challenged, Satisfied
from engine.laws import Law
from engine.messages import Message, listed, message
from engine.pegging import most_pegged, peg_points
from engine.phases.score_events import (
    MOST,
    check_declared,
    check_pegged,
    paid_overscore,
    peg_event,
    put_back_event,
    to_go,
)
from engine.rules import FalseMuggins
from engine.scoring import show_total
from engine.state import Game, Steps
from engine.windows import Window, challenged_window


def open_to(game: Game, seat: int) -> tuple[Window, ...]:
    """Return the declarations that the side of a seat may still answer, the oldest first."""
    if seat in game.closed:
        return ()
    side = game.rules.side_of(seat)
    return tuple(window for window in game.windows if side in window.open_to)


def speakers(game: Game) -> tuple[int, ...]:
    """Return the seats of every side that may still answer a declaration."""
    return tuple(seat for seat in game.seats if open_to(game, seat))


def claim_of_game(game: Game) -> Window | None:
    """Return the declaration that would win the game, if one waits for its answers."""
    return next((window for window in game.windows if window.claims_game), None)


def own_side_waits(game: Game, seat: int) -> bool:
    """Return whether a declaration of this side must be answered before the side goes on (002, law 18)."""
    side_of = game.rules.side_of
    stops = (window for window in game.windows if _stops(game, window))
    return any(side_of(window.seat) == side_of(seat) for window in stops)


def anybody_waits(game: Game) -> bool:
    """Return whether a declaration must be answered before cards are dealt or turned up."""
    return any(_stops(game, window) for window in game.windows)


def who_must_answer(game: Game, waiting: Iterable[int] = ()) -> tuple[int, ...]:
    """Return the seats that may answer the declarations for which these seats, or else all, are waiting."""
    side_of = game.rules.side_of
    waiting_sides = set(map(side_of, waiting or game.seats))
    stops = [window for window in game.windows if _stops(game, window) and side_of(window.seat) in waiting_sides]
    sides = {side for window in stops for side in window.open_to}
    return tuple(seat for seat in game.seats if side_of(seat) in sides)


def _stops(game: Game, window: Window) -> bool:
    return bool(window.open_to) if game.rules.first_edition else window.stops


def legal(game: Game, seat: int) -> Iterator[Accept | Challenge | Amend]:
    """Yield the answers that a seat may give to open declarations, and the totals to which it may raise its own."""
    windows = open_to(game, seat)
    if windows:
        yield Accept(seat)
    for window in windows:
        missed = _most(window) - window.declared
        yield from (said for said in _challenges(game, window, seat) if said.points is None or said.points <= missed)
    for window in game.windows:
        if window.seat == seat:
            possible = (points for points in _amendable(game, window) if points <= _most(window))
            yield from (Amend(seat, points, window.what) for points in possible)


def check_possible(game: Game, action: Challenge | Amend) -> None:
    """Refuse points that no card can be worth and that the laws would let stand; records of older games have some."""
    match action:
        case Challenge(seat=seat, points=int(points)) if game.windows:
            window = _named(game, action)
            named = replace(action, against=window.seat, card=window.name)
            if points > _most(window) - window.declared and named in _challenges(game, window, seat):
                raise _not_missed(points)
        case Amend(points=points) if (raised := _raised(game, action)) is not None and raised.what == "play":
            check_pegged(points, len(raised.cards), Law.AMENDED)


def _most(window: Window) -> int:
    """Return the most points that anybody could count for cards like these, whatever they are."""
    return most_pegged(len(window.cards)) if window.what == "play" else MOST


def accept(game: Game, action: Accept) -> Steps:
    """A seat accepts whatever is open to its side (002, law 18)."""
    windows = open_to(game, action.seat)
    if not windows:
        raise NothingToSay(Law.SATISFIED, message("There's no count for you to accept."))
    # The counts of one seat are accepted together, in the order of the latest of each.
    for seat in reversed(dict.fromkeys(window.seat for window in reversed(windows))):
        game = yield Satisfied(action.seat, None if game.rules.first_edition else seat)
    return game


def peg_claim(game: Game, window: Window) -> Steps:
    """A claim of game that every other side has accepted is pegged."""
    points = window.declared - window.pegged
    return (yield peg_event(game, window.seat, points, Law.DECLARED, window.cards))


def challenge(game: Game, action: Challenge) -> Steps:
    """A right challenge takes back and awards points; a wrong one costs points (002, laws 19 and 20).

    A wrong one gives the declarer two; a wrong call of muggins may cost the points called instead (ACC 10.4).
    """
    window = _challenged(game, action)
    truth = true_count(window)
    over = window.declared - truth
    upheld = over > 0 if action.claim == "too_many" else over < 0
    game = yield Challenged(action.seat, window.seat, action.claim, upheld, action.points, window.name)
    if not upheld:
        return (yield from _challenged_wrongly(game, window, action.points))
    if action.claim == "too_few":
        return (yield from _overlooked(game, window, action, truth))
    room = to_go(game, window.seat) + window.pegged
    game = yield from _put_right(game, window, truth)
    if paid := paid_overscore(game.rules, window.declared, truth, room):
        game = yield peg_event(game, action.seat, paid, Law.OVERSCORE, window.cards)
    return game


def amend(game: Game, action: Amend) -> Steps:
    """The declarer raises a declaration until their next card, even as far as the game hole (003:103)."""
    if not game.rules.amend:
        raise NothingToSay(Law.AMENDED, message("Counts are final at this table."))
    check_declared(action.points, Law.AMENDED)
    window = _raised(game, action)
    if window is None:
        raise _not_amended(game, _own(game, action))
    game = yield Amended(action.seat, action.points, None if game.rules.first_edition else window.what)
    points = action.points - window.pegged
    if points < to_go(game, action.seat):
        game = yield peg_event(game, action.seat, points, Law.DECLARED, window.cards)
    return game


def _raised(game: Game, action: Amend) -> Window | None:
    """Return the declaration that a seat raises: the latest of those that may be raised so far."""
    own = [window for window in _own(game, action) if action.points in _amendable(game, window)]
    return own[-1] if own else None


def _own(game: Game, action: Amend) -> list[Window]:
    return [window for window in game.windows if window.seat == action.seat and action.what in (window.what, None)]


def true_count(window: Window) -> int:
    """Return the true points of the cards of a window."""
    if window.starter is None:
        return peg_points(window.cards)
    return show_total(window.cards, window.starter, crib=window.what == "crib")


def _amendable(game: Game, window: Window) -> range:
    """Return the totals to which a declaration may be raised."""
    if not window.amendable or claim_of_game(game) is not None:
        return range(0)
    if game.rules.first_edition:
        below_game = window.declared + to_go(game, window.seat)
        return range(window.declared + 1, min(below_game, MOST + 1)) if window.open_to else range(0)
    side_of = game.rules.side_of
    others = (other for other in game.windows if other.stops and other != window)
    if any(side_of(other.seat) == side_of(window.seat) for other in others):
        return range(0)
    return range(window.declared + 1, MOST + 1)


def _not_amended(game: Game, own: list[Window]) -> NothingToSay | WindowOpen:
    """Return the reason why a declaration cannot be raised so."""
    if claim_of_game(game) is not None:
        return WindowOpen(Law.SATISFIED, message("Wait until the count that would win the game is answered."))
    if not own:
        return NothingToSay(Law.AMENDED, message("You can only change your own count, until your next card."))
    if any(_amendable(game, window) for window in own):
        declared = listed(sorted({window.declared for window in own}), "or")
        return NothingToSay(Law.AMENDED, message("You counted {declared}. Choose a higher number.", declared=declared))
    return WindowOpen(Law.SATISFIED, message("Wait until your opponent accepts your other count."))


def _challenges(game: Game, window: Window, seat: int) -> Iterator[Challenge]:
    """Yield the challenges of one declaration; with muggins by points each number that could have been missed."""
    if _must_wait(game, window, seat):
        return
    if window.declared:
        yield Challenge(seat, "too_many", window.seat, card=window.name)
    if not game.rules.muggins or window.claims_game:
        return
    if game.rules.false_muggins is FalseMuggins.TWO:
        yield Challenge(seat, "too_few", window.seat, card=window.name)
        return
    for points in range(1, min(to_go(game, window.seat), MOST - window.declared) + 1):
        yield Challenge(seat, "too_few", window.seat, points, window.name)


def _must_wait(game: Game, window: Window, seat: int) -> Message | None:
    """Return why another declaration must be answered before this one is challenged; None if it need not.

    The game may be over if a claim of game is right, so that one comes first. A side may challenge a claim and a raised
    count whatever of its own is open; by no other challenge does it win while its own is open to another side.
    """
    if claim_of_game(game) not in (None, window):
        return message("Answer the count that would win the game first.")
    if window.claims_game or window.raised:
        return None
    if len(game.rules.sides) > 2 and to_go(game, seat) <= MOST and own_side_waits(game, seat):
        return message("Wait until your own count is answered. Then you can challenge.")
    return None


def _challenged(game: Game, action: Challenge) -> Window:
    """Return the declaration that a challenge answers. Raises ``IllegalAction`` if it cannot be challenged so."""
    window = _named(game, action)
    if (reason := _must_wait(game, window, action.seat)) is not None:
        raise WindowOpen(Law.SATISFIED, reason)
    if action.claim == "too_few":
        _check_muggins(game, window, action)
    elif not window.declared:
        raise NothingToSay(Law.OVERSCORE, message("A count of 0 can't be too high."))
    elif action.points is not None:
        raise WrongDeclaration(Law.OVERSCORE, message("Just say that the count is too high."))
    return window


def _named(game: Game, action: Challenge) -> Window:
    """Return the declaration that a challenge names: of its card, or the latest of that seat or of the only one."""
    windows, side_of = open_to(game, action.seat), game.rules.side_of
    against = action.against
    if against is None and windows:
        if len({window.seat for window in windows}) > 1:
            raise NothingToSay(Law.SATISFIED, message("Say whose count you challenge."))
        against = windows[0].seat
    found = None if against is None else challenged_window(windows, against, action.card)
    if found is not None:
        return found
    opens = game.open_windows
    if opens and all(side_of(window.seat) == side_of(action.seat) for window in opens):
        raise NothingToSay(Law.SATISFIED, message("You can't challenge your own side's count."))
    if action.against is not None or not opens:
        raise NothingToSay(Law.SATISFIED, message("That count is settled, so it can't be challenged any more."))
    raise NothingToSay(Law.SATISFIED, message("Your side has already accepted this count."))


def _check_muggins(game: Game, window: Window, action: Challenge) -> None:
    if window.claims_game:
        raise NothingToSay(Law.MUGGINS, message("A count that wins the game can't be too low."))
    if not game.rules.muggins:
        raise NothingToSay(Law.MUGGINS, message("There's no muggins here, so missed points are simply lost."))
    if game.rules.false_muggins is FalseMuggins.TWO:
        if action.points is not None:
            raise WrongDeclaration(Law.MUGGINS, message("Just say that the count is too low."))
        return
    if type(action.points) is not int:
        raise WrongDeclaration(Law.MUGGINS, message("Say how many points were missed."))
    named = replace(action, against=window.seat, card=window.name)
    if named not in _challenges(game, window, action.seat):
        raise _not_missed(action.points)


def _not_missed(points: int) -> WrongDeclaration:
    return WrongDeclaration(Law.MUGGINS, message("That count can't be {points} too low.", points=points))


def _challenged_wrongly(game: Game, window: Window, called: int | None) -> Steps:
    """Uphold the declaration; the side of the declarer marks two, or the points that were called with muggins."""
    if window.claims_game:
        game = yield from peg_claim(game, window)
    return (yield peg_event(game, window.seat, 2 if called is None else called, Law.FALSE_CHALLENGE))


def _overlooked(game: Game, window: Window, action: Challenge, truth: int) -> Steps:
    """Muggins gives overlooked points to the challenger, never more than the declarer could have pegged.

    Where the points are called, it gives the lesser of those called and those missed (ACC 10.4).
    """
    missed = min(truth, to_go(game, window.seat) + window.declared) - window.declared
    points = missed if action.points is None else min(action.points, missed)
    return (yield peg_event(game, action.seat, points, Law.MUGGINS, window.cards))


def _put_right(game: Game, window: Window, truth: int) -> Steps:
    """Peg what is true of a declaration that was too many; a false claim of game may cost more, never below 0."""
    if window.pegged > truth:
        game = yield put_back_event(game, window.seat, window.pegged - truth, Law.OVERSCORE)
    elif window.pegged < truth:
        game = yield peg_event(game, window.seat, truth - window.pegged, Law.DECLARED, window.cards)
    penalty = min(game.rules.false_game_penalty, game.scores[game.rules.side_of(window.seat)])
    if window.claims_game and penalty:
        game = yield put_back_event(game, window.seat, penalty, Law.FALSE_GAME)
    return game
