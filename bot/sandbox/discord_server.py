"""A Discord on this machine: SimCord's data and rules, behind the HTTP API and the gateway that discord.py speaks.

SimCord's own environment is made for tests: it moves time itself, refuses a press while it handles another, and stops
every timer once something takes longer than it waits. Here the bot runs in ordinary time and connects as to the real
Discord; only SimCord's public ``Backend`` and ``dispatch`` are used.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any, Final, cast

import discord
from aiohttp import web
from simcord import intents as gateway_intents
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.http import routes  # noqa: F401 - registers the routes that `dispatch` knows
from simcord.http.router import dispatch, parse_form

Payload = dict[str, Any]

MOST_BYTES: Final = 32 * 1024 * 1024
"""The largest request: a message with its pictures."""

_ANSWER_WITHIN: Final = 30.0
"""Seconds after which a press counts as unanswered. Discord waits 3 s; a busy machine may take longer."""

_HEARTBEAT_MS: Final = 40_000
_log = logging.getLogger(__name__)


class WallClock:
    """The ordinary time, in the shape of SimCord's clock, which stands still until a test moves it."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._epoch = datetime.now(UTC)

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._started

    def now(self) -> datetime:
        """Return the time, which never goes back."""
        return self._epoch + timedelta(seconds=self.elapsed)

    def advance(self, seconds: float) -> None:
        """Do nothing: time passes by itself."""


@dataclass(frozen=True, slots=True)
class _Upload:
    """A file of a request, as SimCord reads it."""

    filename: str
    fp: BytesIO
    description: str | None


class LocalDiscord:
    """The HTTP API, the gateway and the files of a Discord for one bot."""

    def __init__(self, intents: discord.Intents) -> None:
        self.backend = Backend(clock=cast("Any", WallClock()))
        self.backend.edit_bot_profile("Cribbage")
        self.backend.subscribers.append(self._forward)
        self.address = ""
        self._intents = intents
        self._events: asyncio.Queue[str] = asyncio.Queue()
        self._sent = 0
        self._changed = asyncio.Event()
        self._emojis: dict[str, bytes] = {}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/api/v10/{path:.*}", self._request),
            web.get("/gateway", self._connect),
            web.get("/cdn/{path:.*}", self._file),
        ]

    async def changed(self, until: Callable[[], bool], seconds: float) -> bool:
        """Wait until a condition holds after a change, and return whether it does."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not until():
                    await self._changed.wait()
        return until()

    async def next_change(self, seconds: float) -> None:
        """Wait until something changes, or until the time is over. ``seconds`` is the longest wait."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), max(seconds, 0))

    def note_change(self) -> None:
        event, self._changed = self._changed, asyncio.Event()
        event.set()

    async def interact(
        self, kind: int, channel_id: int, user_id: int, data: Payload, message: Any | None = None
    ) -> Interaction:
        """Send the bot a press, a command or a form of a person, and wait for its answer."""
        guild_id = self.backend.get_channel(channel_id).guild_id
        record, payload = interactions.base_payload(
            self.backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        record.initial_response_deadline = None
        if message is not None:
            payload["message"] = dict(serializers.message_payload(self.backend, message))
            record.source_message_id = message.id
        self.backend.emit("INTERACTION_CREATE", payload)
        await self.changed(lambda: record.responded, _ANSWER_WITHIN)
        return record

    # For the bot.

    async def _request(self, request: web.Request) -> web.Response:
        path = f"/{request.match_info['path']}"
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return self._json({"url": f"ws://{self.address}/gateway", "shards": 1, "session_start_limit": limit})
        body, files = await _read(request)
        try:
            answer = dispatch(
                self.backend,
                request.method,
                path,
                json=body,
                params=dict(request.query),
                files=files,
                message_content_access=self._intents.message_content,
            )
        except BackendError as error:
            _log.debug("%s %s: %s", request.method, path, error)
            return self._json(error.to_json(), status=error.status)
        finally:
            # SimCord keeps everything for a test to look at.
            self.backend.http_requests.clear()
            self.backend.transcript.clear()
            self.note_change()
        if path.endswith("/emojis") and isinstance(body, dict) and "image" in body:
            self._emojis[answer["id"]] = base64.b64decode(body["image"].partition(",")[2])
        return web.Response(status=204) if answer is None else self._json(answer)

    def _json(self, data: Any, *, status: int = 200) -> web.Response:
        # discord.py reads a body as JSON under exactly this content type.
        body = self.with_local_addresses(json.dumps(data)).encode()
        return web.Response(body=body, status=status, headers={"Content-Type": "application/json"})

    def with_local_addresses(self, text: str) -> str:
        """Return a JSON text in which files have addresses on this machine."""
        return text.replace(CDN_BASE, f"http://{self.address}/cdn")

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the gateway: greet the bot, then send it every event in order."""
        socket = web.WebSocketResponse(max_msg_size=MOST_BYTES)
        await socket.prepare(request)
        self._put({"op": 10, "d": {"heartbeat_interval": _HEARTBEAT_MS}})
        sending = asyncio.create_task(self._send_events(socket))
        try:
            async for received in socket:
                match json.loads(received.data).get("op"):
                    case 1:
                        self._put({"op": 11, "d": None})
                    case 2:
                        self._welcome()
        finally:
            sending.cancel()
        return socket

    async def _send_events(self, socket: web.WebSocketResponse) -> None:
        with suppress(ConnectionError):
            while True:
                await socket.send_str(await self._events.get())

    def _welcome(self) -> None:
        """Let the bot in, which is in no server yet."""
        ready = {
            "v": 10,
            "user": serializers.user_payload(self.backend.bot_user),
            "guilds": [],
            "session_id": "sandbox",
            "resume_gateway_url": f"ws://{self.address}/gateway",
            "shard": [0, 1],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        }
        self._put_event("READY", ready)

    def join_servers(self) -> None:
        """Add the bot to each server, once it is ready."""
        for guild in self.backend.guilds.values():
            joined = {**serializers.guild_create_payload(self.backend, guild)}
            # discord.py takes a server without this for one that has just added the bot.
            joined.pop("unavailable")
            gateway_intents.prune_guild_create(joined, self._intents, self.backend.bot_user.id)
            self._put_event("GUILD_CREATE", joined)

    def _forward(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send an event to the bot if it may have it."""
        self.note_change()
        needed = gateway_intents.required_intent(event, payload)
        if not self._sent or (needed is not None and not getattr(self._intents, needed)):
            return
        copy: Payload = json.loads(json.dumps(payload))
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and not self._intents.message_content:
            gateway_intents.censor_message(copy, self.backend.bot_user.id, backend=self.backend)
        self._put_event(event, copy)

    def _put_event(self, event: str, payload: Any) -> None:
        self._sent += 1
        self._put({"op": 0, "t": event, "s": self._sent, "d": payload})

    def _put(self, message: Payload) -> None:
        self._events.put_nowait(self.with_local_addresses(json.dumps(message)))

    # For everyone.

    async def _file(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        if path.startswith("emojis/"):
            content = self._emojis.get(path.removeprefix("emojis/").partition(".")[0])
        else:
            content = self.backend.cdn.get(f"{CDN_BASE}/{path}")
        if content is None:
            raise web.HTTPNotFound
        response = web.Response(body=content, headers={"Cache-Control": "max-age=31536000, immutable"})
        response.content_type = "image/png" if path.endswith(".png") else "application/octet-stream"
        return response


async def _read(request: web.Request) -> tuple[Any, list[_Upload]]:
    """Return the JSON of a request and its files, in the order of their numbers."""
    if not request.content_type.startswith("multipart/"):
        content = await request.read()
        return (json.loads(content) if content else None), []
    fields: list[Payload] = []
    files: list[tuple[str, str, bytes]] = []
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            files.append((name, value.filename, value.file.read()))
        else:
            fields.append({"name": name, "value": value})
    body, _ = parse_form(fields, [])
    described = {f"files[{one['id']}]": one.get("description") for one in _attachments(body)}
    return body, [_Upload(name, BytesIO(data), described.get(key)) for key, name, data in files]


def _attachments(body: Any) -> list[Payload]:
    """The attachments that a request describes; the answer to a press has them one level deeper."""
    if not isinstance(body, dict):
        return []
    data = body.get("data")
    return (data if isinstance(data, dict) else body).get("attachments") or []
