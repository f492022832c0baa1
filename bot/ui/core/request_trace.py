"""The trace of requests to Discord: one hook of aiohttp for everybody who wants to know of them."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from urllib.request import getproxies

import aiohttp
from multidict import CIMultiDict, CIMultiDictProxy

from bot import metrics
from bot.tables.outages import Outages

Gate: TypeAlias = Callable[[aiohttp.TraceRequestStartParams], Awaitable[None]]
Started: TypeAlias = Callable[[object, aiohttp.TraceRequestStartParams], None]
Ended: TypeAlias = Callable[[object, aiohttp.TraceRequestEndParams], None]
Failed: TypeAlias = Callable[[object, aiohttp.TraceRequestExceptionParams], None]

_EMPTY: Final = 204
_REFUSED: Final = 400
_TOO_MANY: Final = 429
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

_SWITCHING_PROTOCOLS: Final = 101


_log = logging.getLogger(__name__)


class RequestMetrics:
    """Counts the requests that aiohttp reports, and logs once if the machine's clock is wrong."""

    def __init__(self) -> None:
        self._was_logged = False
        self._latest_date: str | None = None

    def request_ended(self, _: object, params: aiohttp.TraceRequestEndParams) -> None:
        """Count an answer."""
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
        """Count a request that got no answer."""
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


_TOO_MANY_REQUESTS: Final = 429
_SERVER_FAILS: Final = 500


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
        """Note that a request was sent."""
        if self.outages is not None:
            self.outages.requested(id(request))

    def request_ended(self, request: object, params: aiohttp.TraceRequestEndParams) -> None:
        """Note that a request was answered."""
        if self.outages is not None:
            status = params.response.status
            is_json = params.response.headers.get("Content-Type", "").startswith("application/json")
            # A limit of Discord's tells nothing about the others; Cloudflare's, a page or a line, is in the way of all.
            is_banned = status == _TOO_MANY_REQUESTS and not is_json
            # The gateway tells of itself.
            is_neutral = status == _SWITCHING_PROTOCOLS or (status == _TOO_MANY_REQUESTS and not is_banned)
            is_failure = status >= _SERVER_FAILS or is_banned
            self.outages.answered(id(request), is_failure=None if is_neutral else is_failure)

    def request_failed(self, request: object, params: aiohttp.TraceRequestExceptionParams) -> None:
        """Note that a request got no answer."""
        if self.outages is not None:
            is_failure = isinstance(params.exception, aiohttp.ClientError | OSError | asyncio.TimeoutError)
            self.outages.answered(id(request), is_failure=is_failure or None)
