"""The trace of requests to Discord: one hook of aiohttp for everybody who wants to know of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from urllib.request import getproxies

import aiohttp
from multidict import CIMultiDict, CIMultiDictProxy

Gate: TypeAlias = Callable[[aiohttp.TraceRequestStartParams], Awaitable[None]]
Started: TypeAlias = Callable[[object, aiohttp.TraceRequestStartParams], None]
Ended: TypeAlias = Callable[[object, aiohttp.TraceRequestEndParams], None]
Failed: TypeAlias = Callable[[object, aiohttp.TraceRequestExceptionParams], None]

_TOO_MANY: Final = 429


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
        await _mark_a_foreign_limit(params.response)
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


async def _mark_a_foreign_limit(response: aiohttp.ClientResponse) -> None:
    """Let discord.py see that a 429 doesn't come from Discord itself, so that it raises ``HTTPException``.

    It waits for the time that a 429 names, and takes every one with the header ``Via`` to name it as JSON. Cloudflare
    answers with a page of HTML.
    """
    if response.status == _TOO_MANY and not _names_a_time(await response.read()):
        headers = CIMultiDict(response.headers)
        headers.popall("Via", None)
        headers["Content-Type"] = "text/html"
        # aiohttp has no other way to change what was received.
        response._headers = CIMultiDictProxy(headers)  # noqa: SLF001
        response._cache.pop("headers", None)  # noqa: SLF001


def _names_a_time(body: bytes) -> bool:
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and type(told.get("retry_after")) in {int, float}
