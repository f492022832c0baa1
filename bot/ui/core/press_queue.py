"""The queue of presses: a few are worked on at a time until they are answered, and none that comes too late.

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

TOO_LATE: Final = 2.0
"""Seconds after which a press is not worked on any more: Discord takes no answer after 3, and the answer takes time."""

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
        """Note that the answer to a press is on its way."""
        if (release := self._in_work.pop(interaction_id, None)) is not None:
            release()

    @asynccontextmanager
    async def turn(self, interaction_id: int) -> AsyncIterator[bool]:
        """Wait for the turn of a press; yields whether it can still be answered."""
        created = discord.utils.snowflake_time(interaction_id).timestamp()
        self._age(created)
        await self._free.acquire()
        self._in_work[interaction_id] = self._free.release
        waiting = asyncio.get_running_loop().call_later(ANSWERED_WITHIN, self.answered, interaction_id)
        try:
            is_in_time = self._age(created) <= TOO_LATE
            if not is_in_time:
                metrics.PRESSES_DROPPED.inc()
            yield is_in_time
        finally:
            waiting.cancel()
            self.answered(interaction_id)

    def _age(self, created: float) -> float:
        """Return the seconds since a press, beyond those that the quickest press of late took to get here."""
        now = self._steady()
        self._least_apart = min(now - created, self._least_apart + DRIFT * (now - self._looked_at))
        self._looked_at = now
        return now - created - self._least_apart


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
