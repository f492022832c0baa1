"""The trace of requests to Discord: one hook of aiohttp for everybody who wants to know of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias

import aiohttp

Started: TypeAlias = Callable[[object, aiohttp.TraceRequestStartParams], None]
Ended: TypeAlias = Callable[[object, aiohttp.TraceRequestEndParams], None]
Failed: TypeAlias = Callable[[object, aiohttp.TraceRequestExceptionParams], None]


def honour_proxies(session: aiohttp.ClientSession) -> None:
    """Let a session use the proxies of the environment, from the request that begins on.

    discord.py opens its session without them, and tells nobody of it before the first request.
    """
    session._trust_env = True  # noqa: SLF001 - aiohttp has no other way for a session that is open


def trace_of(
    started: Sequence[Started] = (), ended: Sequence[Ended] = (), failed: Sequence[Failed] = ()
) -> aiohttp.TraceConfig:
    """Return the hooks that aiohttp calls for every request of discord.py, those of interactions included.

    Each function gets an object that is the same for one request from its start to its end.
    """

    async def on_start(
        session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        honour_proxies(session)
        for tell in started:
            tell(request, params)

    async def on_end(_: Any, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
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
