"""The declarations that may still be challenged or raised: who may answer them, and what ends that right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.events import Amended, Challenged, Event, Pegged, Played, Satisfied, Shown, Stopped
from engine.laws import Law
from engine.rules import Counting
from engine.state import Game
from engine.windows import Window, challenged_window


def other_sides(game: Game, seat: int) -> frozenset[int]:
    """Return the sides that play against the side of a seat."""
    side_of = game.rules.side_of
    return frozenset(map(side_of, game.seats)) - {side_of(seat)}


def opened(game: Game, window: Window) -> tuple[Window, ...]:
    """Return the declarations after a new one; a count of 0 is open to muggins alone (002, law 19)."""
    rules = game.rules
    if rules.counting is not Counting.CHALLENGE:
        return game.windows
    is_open = window.declared or rules.muggins or (rules.amend and rules.first_edition)
    open_to = other_sides(game, window.seat) if is_open else frozenset[int]()
    older = (replace(one, followed=True) if one.seat == window.seat else one for one in game.windows)
    return _alive((*older, replace(window, open_to=open_to, amendable=rules.amend)))


def after(game: Game, event: Event) -> tuple[Window, ...]:
    """Return the declarations after an event, which may answer them or end somebody's right to do so.

    The right of a side ends by its own word or its own next act; to say go or to claim his heels ends nobody's.
    """
    if game.rules.first_edition:
        return _after_in_the_first_edition(game, event)
    windows = game.windows
    match event:
        case Played() | Shown() | Stopped():
            return _alive(_after_act(game, window, event) for window in windows)
        case Satisfied(seat=seat, of=declarer):
            side = frozenset({game.rules.side_of(seat)})
            return _alive(_shut(window, side) if window.seat == declarer else window for window in windows)
        case Challenged():
            settled = challenged(game, event)
            return tuple(window for window in windows if window != settled)
        case Amended(seat=seat, what=what):
            return tuple(
                _raised(game, window, event)
                if (window.seat, window.what, window.amendable) == (seat, what, True)
                else window
                for window in windows
            )
        case Pegged(law=Law.DECLARED, seat=seat, points=points):
            return _alive(_pegged(window, points) if window.seat == seat else window for window in windows)
        case _:
            return windows


def challenged(game: Game, event: Challenged) -> Window | None:
    """Return the declaration that a challenge answers; ``game`` is that before it."""
    side = game.rules.side_of(event.seat)
    return challenged_window([window for window in game.windows if side in window.open_to], event.against, event.card)


def shut_by(game: Game, seat: int) -> tuple[Window, ...]:
    """Return the declarations once a seat is about to act: its side has no right to challenge any more."""
    if game.rules.first_edition:
        return ()
    return _alive(_shut(window, frozenset({game.rules.side_of(seat)})) for window in game.windows)


def without_seat(game: Game, seat: int) -> tuple[Window, ...]:
    """Return the declarations after a player has left: theirs go, and nobody waits for their answer."""
    gone = frozenset({seat})
    return _alive(_shut(window, gone) for window in game.windows if window.seat != seat)


def _alive(windows: Iterable[Window]) -> tuple[Window, ...]:
    """Return the declarations that somebody may still answer or raise, or that claim the game."""
    return tuple(window for window in windows if window.open_to or window.amendable or window.claims_game)


def _shut(window: Window, sides: frozenset[int]) -> Window:
    return replace(window, open_to=window.open_to - sides) if window.open_to & sides else window


def _after_act(game: Game, window: Window, event: Played | Shown | Stopped) -> Window:
    """Return a declaration after an act; the declarer's next card ends the time to raise it (003:103)."""
    window = _shut(window, frozenset({game.rules.side_of(event.seat)}))
    ends = isinstance(event, Played) and window.seat == event.seat
    return replace(window, amendable=False) if ends else window


def _raised(game: Game, window: Window, event: Amended) -> Window:
    others = other_sides(game, window.seat)
    return replace(window, declared=event.declared, open_to=others, raised=True, followed=False)


def _pegged(window: Window, points: int) -> Window:
    return replace(window, pegged=window.pegged + points) if window.claims_game else window


def _after_in_the_first_edition(game: Game, event: Event) -> tuple[Window, ...]:
    """Return the one open declaration of the first edition, which almost any event closes for everybody."""
    (window,) = game.windows
    match event:
        case Satisfied(seat=seat):
            left = _shut(window, frozenset({game.rules.side_of(seat)}))
            return (left,) if left.open_to or left.claims_game else ()
        case Amended():
            return (_raised(game, window, event),)
        case Pegged(law=Law.DECLARED):
            return (replace(window, pegged=window.declared),)
        case _:
            return ()
