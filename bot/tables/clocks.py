"""The players' clocks: each player has one, and it runs while the game waits for them.

A turn's time begins anew with each thing that is asked, and when an adjourned game is taken up again; the time for the
game does not. A robot has no clock. Time that is over is seen at the next sweep; until then a move still counts. No
clock runs while nobody can act: ``bot.tables.outages`` has those times.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.i18n.translation import NN_, gettext, ngettext
from bot.models.agreement import Clock, TimeLeft
from bot.models.errors import TableError

SHORTEST_TURN: Final = 30
SHORTEST_GAME: Final = 60
LONGEST: Final = 30 * 24 * 60 * 60
"""The limits of what may be agreed, in seconds."""

_EARLY: Final = 0.25
"""The part of the time that is still left when a player is reminded."""

_EARLIEST: Final = 12 * 60 * 60.0
_LATEST: Final = 30.0
"""How many seconds before the end a player is reminded at most, and at least."""


def check(clock: Clock) -> None:
    """Refuse a clock that nobody could play by."""
    if clock.turn is None and clock.game is None:
        raise TableError(gettext("Set a time limit per turn or for the game, or play without a clock."))
    if clock.turn is not None and not SHORTEST_TURN <= clock.turn <= LONGEST:
        raise TableError(gettext("The time limit per turn must be between 30 seconds and 30 days."))
    if clock.game is not None and not SHORTEST_GAME <= clock.game <= LONGEST:
        raise TableError(gettext("The time limit per player must be between 1 minute and 30 days."))
    if clock.when_over not in {"robot", "forfeit"}:
        raise TableError(
            gettext("Choose what happens when time runs out: robot (a robot plays) or forfeit (the game is lost).")
        )


def updated_clock(time: TimeLeft, clock: Clock, asked: str | None, now: datetime, *, moved: bool = False) -> TimeLeft:
    """Return a player's clock once the game waits for them; ``asked`` is their prompt, or None where they have none.

    It runs on where the same turn is still asked for. ``moved`` is whether the player has just acted, so that the same
    words ask for another turn.
    """
    if asked is not None and time.asked is not None and _turn_of(asked) == _turn_of(time.asked):
        if asked != time.asked:
            return replace(time, asked=asked)
        if not moved:
            return time
    left = seconds_left(time, now)
    if asked is None:
        return TimeLeft(left)
    seconds = min(limit for limit in (clock.turn, left) if limit is not None)
    early = max(_LATEST, min(_EARLIEST, seconds * _EARLY))
    deadline = now + timedelta(seconds=seconds)
    return TimeLeft(left, asked, now, deadline - timedelta(seconds=early) if early < seconds else None, deadline)


def postponed(time: TimeLeft, away: timedelta) -> TimeLeft:
    if time.since is None or time.deadline is None:
        return time
    remind_at = None if time.remind_at is None else time.remind_at + away
    return replace(time, since=time.since + away, remind_at=remind_at, deadline=time.deadline + away)


def resumed(time: TimeLeft, stood: timedelta, now: datetime) -> TimeLeft:
    """A player's clock after it stood for this time until now: it runs from now on, as if it had begun now."""
    if time.since is None or not stood:
        return time
    left = seconds_left(time, now - stood)
    return replace(postponed(time, stood), left=left, since=now)


def seconds_left(time: TimeLeft, now: datetime) -> float | None:
    """Return the seconds that a player has left for the rest of the game; None without such a limit."""
    if time.left is None or time.since is None:
        return time.left
    return max(0.0, time.left - (now - time.since).total_seconds())


def _turn_of(asked: str) -> list[str]:
    """Return the deal, the stage and its progress, without any interruption."""
    return asked.split(".")[:3]


def clock_summary(clock: Clock | None) -> str:
    """Return the times of a clock, each as a sentence that begins with a space."""
    if clock is None:
        return ""
    times = [
        gettext(" {time} per turn.", time=duration(clock.turn)) if clock.turn else "",
        gettext(" {time} per player.", time=duration(clock.game)) if clock.game else "",
    ]
    return "".join(times)


def duration(seconds: int) -> str:
    """Return a time in its largest whole unit: ``3 minutes``."""
    size, one, many = next(unit for unit in UNITS if seconds % unit[0] == 0)
    return ngettext(one, many, seconds // size)


UNITS: Final = (
    (86_400, *NN_("{number} day", "{number} days")),
    (3_600, *NN_("{number} hour", "{number} hours")),
    (60, *NN_("{number} minute", "{number} minutes")),
    (1, *NN_("{number} second", "{number} seconds")),
)
