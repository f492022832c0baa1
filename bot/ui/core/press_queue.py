"""The queue of presses: a few are worked on at a time until they are answered, each once, and none that comes too late.

Without it a bot with more presses than it can answer would work on all of them at once, and answer each too late. What
a press changes on the screens of others waits while presses are not answered.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot import metrics

MOST_AT_ONCE: Final = 12
"""How many presses are worked on at a time."""

FEW: Final = 4
"""The number of presses in work that leaves time for everything else."""

ANSWERED_WITHIN: Final = 0.25
"""Seconds after which a press that is not answered yet makes room for another one, because it waits for something."""

TOO_LATE: Final = 2.7
"""Seconds after which a press that is not acknowledged is not worked on: Discord takes no answer after 3.

It counts from the press to the answer's arrival. The rest is for the ways to the bot and back, of about 0.1 s each, and
for the acknowledgement itself: from its timer to the request it takes a few milliseconds, and up to 0.1 s under load.
"""

ACKNOWLEDGED_AFTER: Final = 1.5
"""Seconds after which a press or a command that is not answered is acknowledged; its answer follows by an edit."""

MOST_REMEMBERED: Final = 20_000
"""The most presses, commands and messages of which a second copy is known: those of several minutes of a busy bot."""

PATIENCE: Final = 0.5
"""The most seconds that a drawing waits for presses to be answered."""

_BEGIN_TOGETHER: Final = 50
"""For every so many drawings that wait, one more begins at once."""

_LOOKS_AGAIN: Final = 0.01
"""Seconds between two looks at whether there is time to draw."""

DRIFT: Final = 1e-4
"""Seconds a second by which two clocks may drift apart."""

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class PressQueue:
    """Gives turns to presses in their order; ``steady`` tells the seconds of a clock that never leaps.

    The age of a press is measured against the quickest press of late, so it does not matter how the clock is set.
    """

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._free = asyncio.Semaphore(MOST_AT_ONCE)
        self._in_work: dict[int, Callable[[], None]] = {}
        self._unanswered: set[int] = set()
        self._handled: dict[int, None] = {}
        self._least_apart = float("inf")
        self._looked_at = steady()

    @property
    def is_busy(self) -> bool:
        """Return whether more than a few presses wait for their answers."""
        return len(self._in_work) > FEW

    def request_started(self, _: object, sent: aiohttp.TraceRequestStartParams) -> None:
        """Note the answer to a press among the requests: it gives room to the next press."""
        if (answered := _CALLBACK.search(sent.url.path)) is not None:
            self.answered(int(answered[1]))

    def answered(self, interaction_id: int) -> None:
        """Note that the answer to a press, or its acknowledgement, is on its way."""
        self._unanswered.discard(interaction_id)
        self._make_room(interaction_id)

    def _make_room(self, interaction_id: int) -> None:
        if (release := self._in_work.pop(interaction_id, None)) is not None:
            release()

    def is_copy(self, snowflake: int) -> bool:
        """Return whether an interaction or a message was delivered before, and remember it: Discord may do so twice."""
        if snowflake in self._handled:
            return True
        self._handled[snowflake] = None
        if len(self._handled) > MOST_REMEMBERED:
            del self._handled[next(iter(self._handled))]
        return False

    def seconds_left(self, interaction_id: int) -> float:
        """Return the seconds until a press or a command is to be acknowledged, if it is not answered by then."""
        return max(0.0, ACKNOWLEDGED_AFTER - self._age(_created(interaction_id)))

    @asynccontextmanager
    async def turn(self, interaction_id: int) -> AsyncIterator[bool]:
        """Wait for the turn of a press; yields whether it is to be worked on: never a copy, nor what comes too late.

        A press that was acknowledged while it waited is never too late.
        """
        if self.is_copy(interaction_id):
            yield False
            return
        created = _created(interaction_id)
        self._age(created)
        self._unanswered.add(interaction_id)
        try:
            await self._free.acquire()
            self._in_work[interaction_id] = self._free.release
            waiting = asyncio.get_running_loop().call_later(ANSWERED_WITHIN, self._make_room, interaction_id)
            try:
                is_in_time = interaction_id not in self._unanswered or self._age(created) <= TOO_LATE
                if not is_in_time:
                    metrics.PRESSES_DROPPED.inc()
                yield is_in_time
            finally:
                waiting.cancel()
                self._make_room(interaction_id)
        finally:
            self._unanswered.discard(interaction_id)

    def _age(self, created: float) -> float:
        """Return the seconds since a press, beyond those that the quickest press of late took to get here."""
        now = self._steady()
        self._least_apart = min(now - created, self._least_apart + DRIFT * (now - self._looked_at))
        self._looked_at = now
        return now - created - self._least_apart


def _created(interaction_id: int) -> float:
    """Return the time at which a press was made, in seconds, as its id tells."""
    return discord.utils.snowflake_time(interaction_id).timestamp()


class DrawingTurns:
    """Lets drawings begin one after the other, in their order.

    While more than a few presses wait for their answers, none begins that has waited less than ``PATIENCE``. Between
    two of them everything else that is ready has its turn, so a press never waits for many.
    """

    def __init__(self, presses: PressQueue) -> None:
        self._presses = presses
        self._waiting: deque[tuple[float, asyncio.Future[None]]] = deque()
        self._next: asyncio.Handle | None = None

    async def turn(self) -> None:
        """Wait until the next drawing may begin."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        self._waiting.append((loop.time() + PATIENCE, ready))
        if self._next is None:
            self._give()
        await ready

    def _give(self) -> None:
        """Let the first drawing begin if there is time for it, and look again while others wait."""
        loop, self._next = asyncio.get_running_loop(), None
        while self._waiting and self._waiting[0][1].done():
            self._waiting.popleft()
        if not self._waiting:
            return
        # The more are waiting, the more begin at once, so that none waits for long.
        for _ in range(1 + len(self._waiting) // _BEGIN_TOGETHER):
            until, ready = self._waiting[0]
            if self._presses.is_busy and loop.time() < until:
                self._next = loop.call_later(_LOOKS_AGAIN, self._give)
                return
            self._waiting.popleft()
            if not ready.done():
                ready.set_result(None)
        if self._waiting:
            self._next = loop.call_soon(self._give)
