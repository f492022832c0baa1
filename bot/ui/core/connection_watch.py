"""The watch over the connection to Discord: what the gateway and the requests tell of outages."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import aiohttp

from bot.tables.outages import Outages

_SWITCHING_PROTOCOLS: Final = 101
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
