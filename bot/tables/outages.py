"""Outages: the times in which players could not act, and which clocks have been given that time back.

Nobody can act while the gateway is down, while Discord answers no request or every one with an error, and while the
process or the machine is stopped; and in a server or channel that the bot has lost for a while. Moments of this run are
on the steady clock, because the wall clock may leap.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Self, TypeAlias

from bot.models.agreement import TimeLeft
from bot.storage.database import Transaction
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.tables.clocks import postponed, resumed
from bot.tables.table import Table

LOOK: Final = 1.0
"""Seconds between two looks at the wall clock."""

LEAP: Final = 3.0
"""Seconds between two looks, or by which the wall clock is put back, from which on the time counts as an outage."""

SILENCE: Final = 45.0
"""Seconds without a word from the gateway, which answers a heartbeat every 41, after which it was down all that time.

A connection that breaks sooner was closed by somebody just now.
"""

PATIENCE: Final = 10.0
"""Seconds after which a request without an answer counts as failed, unless another one was answered meanwhile."""

UNSEEN: Final = 20.0
"""Seconds before the first request that fails which count with it, if no other one was answered in them."""

ABSENCE: Final = timedelta(minutes=10)
"""From this length on an outage is given back to deadlines and invitations too, which count in days."""

WORTH_TELLING: Final = 30.0
"""The bot tells players about this many seconds or more that they get back."""

Where: TypeAlias = tuple[int, int | None]
"""A server with one of its channels or threads, or with all of them for None."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time on the wall clock in which nobody could act; it ends before it starts where the clock was put back."""

    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        """The length of the outage; negative where the wall clock was put back."""
        return self.end - self.start

    def part_since(self, moment: datetime) -> timedelta:
        """Return the part of the outage that a clock has lost which runs since this moment."""
        if self.length < timedelta():
            is_new = self.end - timedelta(seconds=LEAP) <= moment <= self.end
            return timedelta() if is_new else self.length
        return max(timedelta(), self.end - max(self.start, moment))


@dataclass(frozen=True, slots=True)
class Absence(Outage):
    """A long outage, with the names of what is still to be given it back; None before that was looked up."""

    left: frozenset[str] | None = None

    def as_json(self) -> list[object]:
        return [
            format_timestamp(self.start),
            format_timestamp(self.end),
            None if self.left is None else sorted(self.left),
        ]

    @classmethod
    def from_json(cls, stored: list[Any]) -> Self:
        """Return what ``as_json`` has made a value of."""
        start, end, left = stored
        return cls(parse_timestamp(start), parse_timestamp(end), None if left is None else frozenset(left))


AbsenceNote: TypeAlias = Callable[[Transaction, Absence], None]
"""Stores what is left of an absence together with what was given back."""

AbsenceGiver: TypeAlias = Callable[[Absence, AbsenceNote, Callable[[int | None], bool]], Awaitable[Absence]]
"""Gives an absence back in the servers of which the function says so, and returns what is left of it."""


class Outages:
    """The outages that not every clock has been given back yet, and what is known of Discord now.

    ``now`` tells the time in UTC and ``steady`` the seconds of a clock that never leaps, in place of the system's.
    """

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], float] | None = None) -> None:
        self._now = now
        self._steady = steady or (lambda: time.monotonic())  # noqa: PLW0108 - simulations replace it
        self.total = timedelta()
        """The length of all outages of this process and of the absence before it, as far as they are recorded."""
        self._outages: list[Outage] = []
        self._absences: list[Outage] = []
        self._given: dict[str, int] = {}
        self._lost: dict[Where, tuple[datetime, timedelta]] = {}
        """When each server or channel was lost, and the outages until then, negative."""
        self._recorded_until: datetime | None = None
        self._looked: tuple[datetime, float] | None = None
        self._gateway_down: float | None = None
        self._heard: float | None = None
        self._failing: float | None = None
        self._answered = self._steady()
        self._requests: dict[object, float] = {}

    # What is reported.

    def away_since(self, moment: datetime) -> None:
        """Note that nobody could act since a moment of an earlier run, and that the gateway is not up yet."""
        now = self._now()
        self.total += max(timedelta(), now - moment)
        self._outages.append(Outage(moment, now))
        self._absences.append(Outage(moment, now))
        self._recorded_until, self._gateway_down = now, self._steady()

    def disconnected(self) -> None:
        """Note that the gateway is down: since its last word, if that was long ago."""
        if self._gateway_down is None:
            now = self._steady()
            is_silent = self._heard is not None and now - self._heard > SILENCE
            self._gateway_down = self._heard if is_silent else now

    def connected(self) -> None:
        self.record()
        self._gateway_down = None
        if self._heard is not None:
            self.heard()

    def heard(self) -> None:
        self._heard = self._steady()

    def requested(self, request: object) -> None:
        self._requests.pop(request, None)
        self._requests[request] = self._steady()

    def answered(self, request: object, *, is_failure: bool | None) -> None:
        """Note the end of a request; ``is_failure`` is None where it tells nothing about Discord."""
        now = self._steady()
        started = self._requests.pop(request, now)
        if is_failure is None and started >= self._answered and now - started > PATIENCE:
            is_failure = True
        if is_failure:
            self._failing = max(self._answered, started - UNSEEN) if self._failing is None else self._failing
        elif is_failure is not None:
            self.record()
            self._failing, self._answered = None, now

    def look(self) -> None:
        """Look at the wall clock, which is to be done every ``LOOK`` seconds: find leaps, and gaps between two looks.

        No look comes while the machine sleeps, the process is stopped or the event loop is blocked.
        """
        now, steady = self._now(), self._steady()
        if self._looked is not None:
            seen, before = self._looked
            wall, elapsed = (now - seen).total_seconds(), steady - before
            if wall > LEAP:
                self._record_until(seen, before)
                self._add(seen, now)
            elif elapsed - wall > LEAP:
                self._record_until(seen, before)
                self._outages.append(Outage(seen + timedelta(seconds=elapsed), now))
                self._recorded_until = now
        self._looked = now, steady

    def place_lost(self, guild_id: int, channel_id: int | None = None) -> None:
        """Let the clocks of the games in a server or channel stand, because nobody can act there."""
        self.record()
        self._lost.setdefault((guild_id, channel_id), (self._now(), -self.total))

    def place_lost_before(self, where: Where, since: datetime) -> None:
        """Note that nobody can act in a place since a moment of an earlier run, or of another process.

        Outages that are noted later, such as the time between two runs, are given back as outages.
        """
        self._lost[where] = since, -self.total

    def forget_place(self, where: Where) -> datetime:
        """Forget a lost place, because people can act there again or it is gone; returns since when they could not."""
        self.record()
        since = self.lost_since(where)
        del self._lost[where]
        return since

    # What follows from it.

    @property
    def lost_places(self) -> Collection[Where]:
        """The servers and channels where nobody could act when last heard of, some of them in the run before."""
        return tuple(self._lost)

    def lost_since(self, where: Where) -> datetime:
        """Return since when nobody can act in a place, later by what is given back with the outages anyway."""
        since, total = self._lost[where]
        return since + self.total + total

    def stands_still(self, table: Table) -> bool:
        """Return whether the clocks of a table stand because nobody can act where it is played."""
        return any(table.is_played_in(*where) for where in self._lost)

    @property
    def requests_fail(self) -> bool:
        """Return whether every request has failed since one did."""
        return self._failing_since() is not None

    @property
    def is_away(self) -> bool:
        """Return whether nobody can act now, as far as is known."""
        return self._gateway_down is not None or self.requests_fail

    @property
    def last_sign(self) -> datetime:
        """The last moment at which the gateway was there for certain: now, where it does not tell."""
        now = self._now()
        return now if self._heard is None else now - timedelta(seconds=self._steady() - self._heard)

    @property
    def seconds(self) -> float:
        """The seconds by which clocks may still be wrong."""
        return sum(abs(outage.length.total_seconds()) for outage in self._outages)

    @property
    def settled_until(self) -> datetime:
        """The moment from which on clocks stand still if the process ends now."""
        return self._now() - sum((outage.length for outage in self._outages), timedelta())

    def record(self) -> None:
        """Record the outage that lasts now as far as it has come."""
        if self._looked is not None:
            self.look()
        self._record_until(self._now(), self._steady())

    def owed(self, table_id: str, times: Sequence[TimeLeft]) -> tuple[tuple[TimeLeft, ...], float]:
        """Return the clocks of a table with the time that they have lost, and the most seconds that one gets."""
        outages, most = self._outages[self._given.get(table_id, 0) :], 0.0
        given = []
        for clock in times:
            got = timedelta()
            for outage in outages:
                if clock.since is not None:
                    got += outage.part_since(clock.since + got)
            given.append(postponed(clock, got) if got else clock)
            most = max(most, got.total_seconds(), key=abs)
        return tuple(given), most

    def rested(
        self, table: Table, times: Sequence[TimeLeft], since: datetime | None = None
    ) -> tuple[tuple[TimeLeft, ...], float]:
        """Return clocks without the time until now in which nobody could act at a table, and the most seconds of it.

        ``since`` is when that began, where it is just over. Clocks begin again now, so that none gets it twice.
        """
        places = [where for where in self._lost if table.is_played_in(*where)]
        starts = [*map(self.lost_since, places), *([] if since is None else [since])]
        if not starts:
            return tuple(times), 0.0
        start, now = min(starts), self._now()
        got = [timedelta() if one.since is None else max(timedelta(), now - max(start, one.since)) for one in times]
        rested = tuple(resumed(clock, part, now) for clock, part in zip(times, got, strict=True))
        return rested, max(got, default=timedelta()).total_seconds()

    @contextmanager
    def giving_back(
        self, table: Table, since: datetime | None = None, *, is_kept: bool = True
    ) -> Iterator[tuple[Table, float]]:
        """Give the clocks of a table what they have lost until now, unless the ``with`` fails, which is to store it.

        The value is the table, and the most seconds that one of its clocks gets for outages. ``since`` is when a time
        began, just over, in which nobody could act there. The process that keeps a table gives it back, and no other.
        """
        self.record()
        seconds, before = 0.0, self._given.get(table.id, 0)
        if is_kept:
            times, seconds = self.owed(table.id, table.times)
            table = replace(table, times=self.rested(table, times, since)[0])
        self.give(table.id)
        try:
            yield table, seconds
        except BaseException:
            self._given[table.id] = before
            raise

    def give(self, table_id: str) -> None:
        """Note that a table has been given everything so far."""
        if self._outages:
            self._given[table_id] = len(self._outages)

    def count(self) -> int:
        """Return how many outages there are now, for ``forget``."""
        return len(self._outages)

    def forget(self, count: int) -> None:
        """Forget the first outages, which every table has been given."""
        del self._outages[:count]
        self._given = {table_id: given - count for table_id, given in self._given.items() if given > count}

    def take_absences(self) -> list[Outage]:
        """Return the outages since the last call that were long, once they are over."""
        self.record()
        if self.is_away:
            return []
        absences, self._absences = self._absences, []
        return [outage for outage in absences if outage.length >= ABSENCE]

    def _failing_since(self) -> float | None:
        """Return the moment since which no request was answered, if one has failed or waits for long."""
        waiting = None
        # Few requests have begun since the last answer, and they come last.
        for start in reversed(self._requests.values()):
            if start < self._answered:
                break
            waiting = start
        if waiting is None or self._steady() - waiting <= PATIENCE:
            return self._failing
        return waiting if self._failing is None else min(waiting, self._failing)

    def _record_until(self, now: datetime, steady: float) -> None:
        starts = [start for start in (self._gateway_down, self._failing_since()) if start is not None]
        if starts:
            self._add(now - timedelta(seconds=steady - min(starts)), now)

    def _add(self, start: datetime, end: datetime) -> None:
        """Add an outage, without what is recorded already."""
        if self._recorded_until is not None:
            start = max(start, self._recorded_until)
        if end <= start:
            return
        self._recorded_until = end
        self.total += end - start
        if self._absences and self._absences[-1].end == start:
            self._absences[-1] = Outage(self._absences[-1].start, end)
        else:
            # Of those that are over nobody needs the short ones.
            self._absences = [outage for outage in self._absences if outage.length >= ABSENCE]
            self._absences.append(Outage(start, end))
        last = self._outages[-1] if self._outages else None
        if last is not None and last.end == start and len(self._outages) not in self._given.values():
            self._outages[-1] = Outage(last.start, end)
        else:
            self._outages.append(Outage(start, end))
