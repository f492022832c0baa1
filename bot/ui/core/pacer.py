"""The pacer keeps the requests to Discord below its limit, whoever sends them."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Final

import aiohttp
import yarl

RATE: Final = 34.0
"""Requests a second: Discord takes 50 from a bot, and answers to commands and presses are not among them."""

BURST: Final = 5.0
"""Requests that may be sent at once after a quiet time; with them a second stays below Discord's limit."""

LAST: Final = 3
"""The priority of messages that may wait until everything that belongs to games was sent."""

_RESERVED: Final = 1.0
"""Seconds for which a turn keeps room for a request: one that Discord's limit of a channel holds up keeps none."""

_WINDOW: Final = 1.0
"""Seconds in which Discord counts requests."""

_HANGS: Final = 5.0
"""Seconds after which a request without an answer has arrived for long, or never will."""

_LOOKS_AGAIN: Final = 0.02
"""Seconds between two looks at whether one of so many requests under way was answered."""

_RESOLUTION: Final = 0.001
"""Seconds by which a wait is longer than it must be, because timers are not exact."""

_TOO_MANY: Final = 429

_FREE: Final = ("/interactions/", "/webhooks/", "/gateway")
"""Parts of the paths that Discord does not count."""


class Pacer:
    """Gives out turns so that no more than ``rate`` requests a second are sent over time and ``burst`` more at once.

    The most urgent come first. Every request is counted, also those that need no turn, and each waits before it is sent
    until fewer than ``limit`` can have reached Discord in the second before: that holds whatever the load. Nobody knows
    when a request arrives, only that it is before its answer, so it counts until a second after that. The limits of
    channels, which Discord tells with each answer, are kept by discord.py before a request comes here.
    """

    def __init__(self, rate: float = RATE, burst: float = BURST, limit: float | None = None) -> None:
        self.rate = rate
        """The requests a second; it may be changed at any time."""
        self.limit = rate + burst if limit is None else limit
        """The most requests in any second, at least one; it may be changed at any time."""
        self._sent: deque[float] = deque()
        """When requests were answered, or sent where nobody tells of the answer."""
        self._under_way: dict[int, float] = {}
        """When requests were sent that have no answer yet."""
        self._admitting = asyncio.Lock()
        self.processes: Callable[[], int] = lambda: 1
        """How many processes share Discord's limit: it counts those of one token together."""
        self._burst = self._balance = burst
        self._filled_at = time.monotonic()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None

    def count(self, requests: float = 1.0) -> None:
        """Count requests that have just been sent."""
        self._fill()
        self._balance -= requests

    async def before_request(self, sent: aiohttp.TraceRequestStartParams) -> None:
        """Hold a request back until it may be sent, and count it, unless Discord leaves it out."""
        if not _is_free(sent.url):
            await self.admit()

    async def admit(self) -> None:
        """Wait until one more request may be sent, after those that wait already, and count it."""
        async with self._admitting:
            while (wait := self._until_room()) > 0:  # noqa: ASYNC110
                await asyncio.sleep(wait)
            self._sent.append(time.monotonic())
        self.count()

    def _until_room(self) -> float:
        """Return the seconds until fewer requests than the limit were sent within a second."""
        now = time.monotonic()
        # A clock that goes back must not stop everybody.
        while self._sent and not 0 <= now - self._sent[0] <= _WINDOW:
            self._sent.popleft()
        under_way = sum(0 <= now - since <= _HANGS for since in self._under_way.values())
        too_many = len(self._sent) + under_way - max(1, int(self._share(self.limit)))
        if too_many < 0:
            return 0.0
        return self._sent[too_many] + _WINDOW - now + _RESOLUTION if too_many < len(self._sent) else _LOOKS_AGAIN

    def request_started(self, request: object, sent: aiohttp.TraceRequestStartParams) -> None:
        """Note that a request is on its way, which was counted just now."""
        if self._sent and not _is_free(sent.url):
            self._under_way[id(request)] = self._sent.pop()

    def request_failed(self, request: object, _: aiohttp.TraceRequestExceptionParams) -> None:
        """Note that a request is no longer on its way."""
        if self._under_way.pop(id(request), None) is not None:
            self._sent.append(time.monotonic())

    def request_ended(self, request: object, sent: aiohttp.TraceRequestEndParams) -> None:
        """Note that a request was answered; everyone waits for about a second where Discord has counted otherwise."""
        if self._under_way.pop(id(request), None) is not None:
            self._sent.append(time.monotonic())
        if sent.response.status == _TOO_MANY and not _is_free(sent.url):
            self.count(self._share(self.rate))

    @asynccontextmanager
    async def turn(self, priority: int) -> AsyncIterator[None]:
        """Wait until a request may be sent; lower priorities come first."""
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._order), ready))
        self._give()
        await ready
        later = asyncio.get_running_loop().call_later(_RESERVED, self._release)
        try:
            yield
        finally:
            if not later.cancelled() and later.when() > asyncio.get_running_loop().time():
                later.cancel()
                self._release()

    def _give(self) -> None:
        """Give a turn to everyone for whom there is room, and set a timer for the next one."""
        self._fill()
        while self._waiting and self._balance >= 1:
            _, _, ready = heapq.heappop(self._waiting)
            if not ready.done():
                self._balance -= 1
                ready.set_result(None)
        if self._waiting and self._timer is None:
            wait = (1 - self._balance) / self._share(self.rate)
            self._timer = asyncio.get_running_loop().call_later(wait, self._give_later)

    def _give_later(self) -> None:
        self._timer = None
        self._give()

    def _release(self) -> None:
        """Give back the room that was reserved: what was sent has been counted by itself."""
        self._balance += 1
        self._give()

    def _fill(self) -> None:
        now = time.monotonic()
        filled = self._balance + max(0.0, now - self._filled_at) * self._share(self.rate)
        # A burst of less than one request would never let any through.
        self._balance = min(max(1.0, self._share(self._burst)), filled)
        self._filled_at = now

    def _share(self, whole: float) -> float:
        return whole / self.processes()


def _is_free(url: yarl.URL) -> bool:
    """Return whether Discord leaves a request out of its count: an answer to a command or a press."""
    return any(part in url.path for part in _FREE)
