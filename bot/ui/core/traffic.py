"""The traffic with Discord: requests stay below its limit and are traced; presses and drawings have their turns.

A few presses are worked on at a time until they are answered, each once, and none that comes too late. Without that a
bot with more presses than it can answer would work on all of them at once, and answer each too late. What a press
changes on the screens of others waits while presses are not answered.
"""

from __future__ import annotations

import asyncio
import heapq
import json
import logging
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from email.utils import parsedate_to_datetime
from itertools import count
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from urllib.request import getproxies

import aiohttp
import discord
import yarl
from multidict import CIMultiDict, CIMultiDictProxy

from bot import metrics
from bot.memory import Latest
from bot.tables.outages import Outages

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

_LOOKS_FOR_TIME: Final = 0.01
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
        self._handled: Latest[int, None] = Latest(MOST_REMEMBERED)
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
                self._next = loop.call_later(_LOOKS_FOR_TIME, self._give)
                return
            self._waiting.popleft()
            if not ready.done():
                ready.set_result(None)
        if self._waiting:
            self._next = loop.call_soon(self._give)


Gate: TypeAlias = Callable[[aiohttp.TraceRequestStartParams], Awaitable[None]]
Started: TypeAlias = Callable[[object, aiohttp.TraceRequestStartParams], None]
Ended: TypeAlias = Callable[[object, aiohttp.TraceRequestEndParams], None]
Failed: TypeAlias = Callable[[object, aiohttp.TraceRequestExceptionParams], None]

_SWITCHING_PROTOCOLS: Final = 101
_EMPTY: Final = 204
_REFUSED: Final = 400
_SERVER_FAILS: Final = 500
_JSON: Final = "application/json"


def trace_of(
    started: Sequence[Started] = (),
    ended: Sequence[Ended] = (),
    failed: Sequence[Failed] = (),
    *,
    gate: Gate | None = None,
) -> aiohttp.TraceConfig:
    """Return the hooks that aiohttp calls for every request of discord.py, those of interactions included.

    A request is sent once ``gate`` returns, and nobody else hears of it before that. Each function gets an object that
    is the same for one request from its start to its end.

    The gateway's connections and all requests go through the proxies that the environment names now.
    """
    # Without a proxy aiohttp would look for one on two threads, request by request.
    is_proxied = bool(getproxies())

    async def on_start(
        session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        # discord.py opens its session without the proxies, and tells nobody of it before the first request.
        session._trust_env = is_proxied  # noqa: SLF001 - aiohttp has no other way for a session that is open
        if gate is not None:
            await gate(params)
        for tell in started:
            tell(request, params)

    async def on_end(_: Any, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        await _check_body(params.response)
        for tell in ended:
            tell(request, params)

    async def on_exception(_: Any, request: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams) -> None:
        for tell in failed:
            tell(request, params)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    trace.on_request_exception.append(on_exception)
    return trace


async def _check_body(response: aiohttp.ClientResponse) -> None:
    """Let discord.py see that an answer doesn't come from Discord itself, so that it raises ``HTTPException``.

    It takes every answer that is said to be JSON to be Discord's. Of a 429 it also waits for the time that the answer
    names, and takes every one with the header ``Via`` to be JSON; Cloudflare answers with a page of HTML. Raises
    ``ClientPayloadError`` where Discord says that all is well, in JSON that is none.
    """
    if response.status < _REFUSED:
        if response.content_type == _JSON and response.status != _EMPTY and not _may_be_json(await response.read()):
            raise aiohttp.ClientPayloadError(f"an answer {response.status} that is no JSON")
        return
    body = await response.read()
    if _is_discords(response.status, body):
        return
    headers = CIMultiDict(response.headers)
    headers.popall("Via", None)
    headers["Content-Type"] = "text/html"
    # aiohttp has no other way to change what was received.
    response._headers = CIMultiDictProxy(headers)  # noqa: SLF001
    response._cache.pop("headers", None)  # noqa: SLF001
    response._body = body.decode("utf-8", "replace").encode()  # noqa: SLF001


def _may_be_json(body: bytes) -> bool:
    """Return whether a body begins as everything of Discord does; all of it is parsed only once, by discord.py."""
    with suppress(UnicodeDecodeError):
        return body.decode().lstrip()[:1] in {*'{["0123456789ntf'}
    return False


def _is_discords(status: int, body: bytes) -> bool:
    """Return whether an error is one that discord.py can read."""
    try:
        told = json.loads(body, parse_constant=int)
    except (ValueError, RecursionError):
        return False
    if not isinstance(told, dict):
        return False
    is_readable = isinstance(told.get("message", ""), str) and isinstance(told.get("errors") or {}, dict)
    return is_readable and (status != _TOO_MANY or type(told.get("retry_after")) in {int, float})


MOST_SECONDS_OFF: Final = 10.0
"""Seconds by which the machine's clock may differ from Discord's."""

_log = logging.getLogger(__name__)


class RequestMetrics:
    """Counts the requests that aiohttp reports, and logs once if the machine's clock is wrong."""

    def __init__(self) -> None:
        self._was_logged = False
        self._latest_date: str | None = None

    def request_ended(self, _: object, params: aiohttp.TraceRequestEndParams) -> None:
        response = params.response
        if response.status == _SWITCHING_PROTOCOLS:
            return
        metrics.REQUESTS.labels(params.method, str(response.status)).inc()
        if response.status == _TOO_MANY:
            scope = response.headers.get("X-RateLimit-Scope", "user")
            metrics.RATE_LIMITED.labels(scope if scope in {"user", "global", "shared"} else "user").inc()
        date = response.headers.get("Date")
        if date != self._latest_date and (ahead := seconds_ahead(date)) is not None:
            self._latest_date = date
            metrics.CLOCK_AHEAD.set(round(ahead))
            self._log_a_wrong_clock(ahead)

    def request_failed(self, *_: object) -> None:
        metrics.REQUESTS_FAILED.inc()

    def _log_a_wrong_clock(self, ahead: float) -> None:
        if abs(ahead) > MOST_SECONDS_OFF and not self._was_logged:
            self._was_logged = True
            way = "ahead of" if ahead > 0 else "behind"
            _log.warning("the machine's clock is %d s %s Discord's; let the system set it", abs(ahead), way)


def seconds_ahead(date: str | None) -> float | None:
    """Return how far the machine's clock is ahead of a ``Date`` header; None where the header has no time."""
    try:
        return time.time() - parsedate_to_datetime(date or "").timestamp()
    except (ValueError, TypeError):
        return None


class ConnectionWatch:
    """Tells ``outages``, once there are any, what discord.py and aiohttp report."""

    def __init__(self) -> None:
        self.outages: Outages | None = None
        self._shards_down: set[object] = set()

    def hear(self, event: str, *details: Any) -> None:
        """Note an event that discord.py dispatches. The gateway counts as down while any shard is."""
        if self.outages is None:
            return
        match event:
            case "socket_raw_receive":
                self.outages.heard()
            case "shard_disconnect":
                self._shards_down.update(details)
                self.outages.disconnected()
            case "shard_connect" | "shard_resumed":
                self._shards_down.difference_update(details)
                if not self._shards_down:
                    self.outages.connected()

    def request_started(self, request: object, _: aiohttp.TraceRequestStartParams) -> None:
        if self.outages is not None:
            self.outages.requested(id(request))

    def request_ended(self, request: object, params: aiohttp.TraceRequestEndParams) -> None:
        if self.outages is not None:
            status = params.response.status
            is_json = params.response.headers.get("Content-Type", "").startswith("application/json")
            # A limit of Discord's tells nothing about the others; Cloudflare's, a page or a line, is in the way of all.
            is_banned = status == _TOO_MANY and not is_json
            # The gateway tells of itself.
            is_neutral = status == _SWITCHING_PROTOCOLS or (status == _TOO_MANY and not is_banned)
            is_failure = status >= _SERVER_FAILS or is_banned
            self.outages.answered(id(request), is_failure=None if is_neutral else is_failure)

    def request_failed(self, request: object, params: aiohttp.TraceRequestExceptionParams) -> None:
        if self.outages is not None:
            is_failure = isinstance(params.exception, aiohttp.ClientError | OSError | asyncio.TimeoutError)
            self.outages.answered(id(request), is_failure=is_failure or None)
