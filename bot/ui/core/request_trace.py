"""The trace of requests to Discord: one hook of aiohttp for everybody who wants to know of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from urllib.request import getproxies

import aiohttp
from multidict import CIMultiDict, CIMultiDictProxy

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
