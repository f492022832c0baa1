"""A Discord on the loopback: the parts of its HTTP API and gateway that the bot uses, its rate limits, and faults."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import time
import tomllib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiohttp
from aiohttp import web

Payload = dict[str, Any]

ANSWER_WITHIN: Final = 3.0
"""Seconds within which an interaction has to be answered."""

TOKEN_LASTS: Final = 15 * 60.0
"""Seconds for which the token of an interaction is valid."""

NONCE_LASTS: Final = 5 * 60.0
"""Seconds for which an enforced nonce is remembered."""

TOKEN_PREFIX: Final = "aW50ZXJhY3Rpb246"
"""How the token of every interaction begins; no log may have it."""

GLOBAL_LIMIT: Final = 50
"""Requests a second, not counting the answers to interactions."""

BUCKET_LIMIT, BUCKET_SECONDS = 5, 5.0
"""The messages sent to a channel, or edited there, in so many seconds."""

EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15

MOST_FOLLOWUPS: Final = 5
"""The most messages after the answer to an interaction, where the bot is a guest."""

APPLICATION, BOT, GUILD, CHANNEL = 1001, 1001, 2001, 3001
FOREIGN_GUILD: Final = 2002
"""A server that the bot has not joined."""

BOT_PERMISSIONS: Final = 309_237_746_688
"""The permissions in the README's address for inviting the bot."""

_EPOCH: Final = 1_420_070_400_000
_GATEWAY_KEPT: Final = 50_000


class Refusal(Exception):
    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message}


UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
ANSWERED_ALREADY = (400, 40060, "Interaction has already been acknowledged.")
BAD_TOKEN = (401, 50027, "Invalid Webhook Token")
HAS_THREAD = (400, 160004, "A thread has already been created for this message")
CLOSED_DM = (403, 50007, "Cannot send messages to this user")
NO_ACCESS = (403, 50001, "Missing Access")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_EVENT = (404, 10070, "Unknown Guild Scheduled Event")
TOO_MANY_FOLLOWUPS = (400, 40094, "This interaction has reached its maximum number of follow up messages")


class Request(NamedTuple):
    """One request as the server logs it: when it came, its kind (method and route), and the status of the answer."""

    at: float
    kind: str
    status: int

    @property
    def is_answer(self) -> bool:
        """Return whether the request answers an interaction, which Discord's limit does not count."""
        return self.kind in _UNLIMITED


class Edit(NamedTuple):
    """An edit of a message by its channel: when it came, where the message is, and who sent it."""

    at: float
    channel_id: int
    authorization: str


@dataclass
class Interaction:
    """One press, command or form. Times are of ``time.monotonic``; ``answered_at`` is also that of an answer too late.

    ``message`` is the message that it has made or changed, and ``form`` the form that it has opened. ``is_shown`` is
    whether the person who pressed has seen a changed screen, in the answer or by an edit after it. ``followups`` are
    the messages sent after the answer; ``followed`` is set by the first. ``shown_at`` is when the first of all these
    came, the message or form of the answer included. The token has lived for ``aged`` seconds when the interaction is
    dispatched.
    """

    id: int
    token: str
    user_id: int
    channel_id: int
    kind: int
    what: str
    source: Payload | None
    dispatched_at: float
    answered_at: float | None = None
    callback: int | None = None
    refusal: str = ""
    message: Payload | None = None
    form: Payload | None = None
    is_shown: bool = False
    shown_at: float | None = None
    aged: float = 0.0
    followups: list[Payload] = field(default_factory=list)
    followed: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def took(self) -> float | None:
        """Seconds until the answer came; None if none has come."""
        return None if self.answered_at is None else self.answered_at - self.dispatched_at

    @property
    def is_taken(self) -> bool:
        """Return whether Discord took the answer, because it came in time."""
        return self.callback is not None

    def show(self) -> None:
        """Note that the person who pressed sees something new."""
        self.shown_at = self.shown_at or time.monotonic()


@dataclass
class Fault:
    """Something that Discord does wrong until it is lifted.

    ``kind`` is ``status``; ``hang`` (accept the request and never answer); ``slow`` (answer after ``seconds``);
    ``drop`` (carry it out and close the connection instead of answering). ``route`` is searched for in
    ``"METHOD /path"``. ``times`` are the requests left.
    """

    kind: str
    route: re.Pattern[str]
    status: int = 500
    code: int = 0
    seconds: float = 0.0
    times: int | None = None
    lifted: asyncio.Event = field(default_factory=asyncio.Event)
    struck: int = 0


class _Bucket:
    """A window of a rate limit: it begins with its first request."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self.ends = 0.0
        self.used = 0

    def take(self, now: float) -> bool:
        """Count a request, and return whether it is within the limit."""
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        self.used += 1
        return self.used <= self.limit


class DiscordServer:
    """The whole Discord: one server with one text channel, its threads, everyone's DMs, and one bot.

    There may be more ``guilds``, small ones, and the bot then comes with so many ``shards``. There may be channels
    where the bot is a guest: of a server that it has not joined, group DMs, and DMs of two people. It hears nothing of
    them but interactions, and their routes are closed to it.

    ``latency`` are the seconds of a request and its answer together. Without ``limits`` there are no rate limits. An
    interaction is answered within ``answer_within`` seconds, and its token is ``token_age`` seconds old at first.
    Every request is written to the file ``requests_out``, one JSON object a line. With ``tls`` it is spoken to by TLS.
    """

    def __init__(
        self,
        *,
        latency: float = 0.0,
        limits: bool = True,
        shards: int = 1,
        guilds: int = 1,
        requests_out: str | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.latency = latency
        self._requests_out = requests_out
        self.guest_channels: set[int] = set()
        self.token_age = 0.0
        self.answer_within = ANSWER_WITHIN
        self.external_apps_allowed = True
        self.limits = limits
        self.guild_ids = tuple(GUILD + (number << _SHARD_BITS) for number in range(guilds))
        self.locales: dict[int, str] = {}
        """The languages of the guilds that are not in English."""
        self.identifies: list[tuple[float, int]] = []
        """When each session was begun, and its shard."""
        self.users: dict[int, Payload] = {BOT: _user(BOT, "Cribbage", bot=True)}
        self.channels: dict[int, Payload] = {CHANNEL: _text_channel(CHANNEL, "cards")}
        self.messages: dict[int, dict[int, Payload]] = {CHANNEL: {}}
        self.interactions: dict[int, Interaction] = {}
        self.commands: dict[str, int] = {}
        self.sent_commands: list[Any] = []
        self.registered: list[Payload] = []
        self.faults: list[Fault] = []
        self.closed_dms: set[int] = set()
        self.gateway_refusals, self.closes = 0.0, 0
        """How many more connections to the gateway are refused (``inf``: all), and the code that refuses a session."""
        self.sockets: list[web.WebSocketResponse] = []
        """Every connection to the gateway there was."""
        self.permissions = BOT_PERMISSIONS
        self.is_in_guild = True
        self.application: Payload = {}
        self.logins_left = 999
        self.seconds_ahead = 0.0
        self.requests: list[Request] = []
        self.edits: list[Edit] = []
        self.unknown: Counter[str] = Counter()
        self.pictures = Counter[str]()
        self.picture_bytes = 0
        self.reached = asyncio.Event()
        """Set by the first request."""
        self.identified = asyncio.Event()
        self.port = 0
        self._by_token: dict[str, Interaction] = {}
        self._dms: dict[int, int] = {}
        self._nonces: dict[tuple[int, str], tuple[float, int]] = {}
        self._watchers: dict[int, list[asyncio.Event]] = {}
        self._buckets: dict[tuple[str, int], _Bucket] = {}
        self._global = _Bucket(GLOBAL_LIMIT, 1.0)
        self._last_id = 0
        self._sessions = [_Session(shard) for shard in range(shards)]
        self._tls = tls
        self._server: asyncio.Server | None = None
        self._protocols = web.Server(self._handle, access_log=None)

    # Starting and stopping.

    async def start(self) -> None:
        """Listen on the loopback, on a port that the system chooses the first time."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocols, "127.0.0.1", self.port, backlog=1_024, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]

    async def refuse_connections(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for protocol in self._protocols.connections:
            if protocol.transport is not None:
                protocol.transport.abort()

    async def stop(self) -> None:
        """Stop listening, cut every connection, and end every handler."""
        for fault in self.faults:
            fault.lifted.set()
        await self.refuse_connections()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._protocols.shutdown(1.0), 5.0)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    # Faults.

    def fail(self, kind: str, route: str = "", **details: Any) -> Fault:
        """Begin a fault for the requests whose ``"METHOD /path"`` has ``route`` in it, a regular expression."""
        fault = Fault(kind, re.compile(route), **details)
        self.faults.append(fault)
        return fault

    def lift(self, fault: Fault) -> None:
        """End a fault. Requests that hang are cut."""
        self.faults.remove(fault)
        fault.lifted.set()

    async def close_gateway(self, code: int = 4000) -> None:
        for session in self._sessions:
            if session.connection is not None:
                with suppress(Exception):
                    await asyncio.wait_for(session.connection.socket.close(code=code), 2.0)

    def forget_session(self) -> None:
        for session in self._sessions:
            session.id = ""

    def delete_message(self, message: Payload) -> None:
        channel_id, message_id = int(message["channel_id"]), int(message["id"])
        self.messages[channel_id].pop(message_id)
        deleted = _in_guild(self.channels[channel_id], id=str(message_id), channel_id=str(channel_id))
        self._dispatch_of_channel(channel_id, "MESSAGE_DELETE", deleted)
        self._changed(channel_id)

    def delete_channel(self, channel_id: int) -> None:
        channel = self.channels.pop(channel_id)
        self.messages.pop(channel_id)
        if channel["type"] == _THREAD:
            told = {key: channel[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._dispatch("THREAD_DELETE", told)
        else:
            self._dispatch("CHANNEL_DELETE", channel)
        self._changed(channel_id)

    # People.

    def add_user(self, name: str, user_id: int | None = None) -> int:
        """Let a new person join the server; returns their id."""
        user = _user(user_id or self._new_id(), name)
        self.users[int(user["id"])] = user
        return int(user["id"])

    def dm_of(self, user_id: int) -> int:
        """Return the channel of a person's private messages with the bot."""
        if user_id not in self._dms:
            channel_id = self._dms[user_id] = self._new_id()
            self.channels[channel_id] = _payload("dm", id=str(channel_id), recipients=[self.users[user_id]])
            self.messages[channel_id] = {}
        return self._dms[user_id]

    def channel_of(self, guild_id: int) -> int:
        channel_id = guild_id + CHANNEL - GUILD
        if channel_id not in self.channels:
            self._add_channel(_text_channel(channel_id, "cards", guild_id))
        return channel_id

    def add_channel(self, name: str, channel_id: int | None = None, guild_id: int = GUILD) -> int:
        channel = _text_channel(channel_id or self._new_id(), name, guild_id)
        self._add_channel(channel)
        self._dispatch("CHANNEL_CREATE", channel)
        return int(channel["id"])

    def add_guest_channel(self, kind: str) -> int:
        """Add a channel where the bot is a guest: ``server``, ``group`` or ``dm``; returns its id."""
        channel_id = self._new_id()
        if kind == "server":
            channel = _text_channel(channel_id, "elsewhere") | {"guild_id": str(FOREIGN_GUILD), "permissions": "0"}
            del channel["permission_overwrites"]
        else:
            channel = {"id": str(channel_id), "type": {"group": _GROUP, "dm": _DM}[kind], "last_message_id": None}
        self._add_channel(channel)
        self.guest_channels.add(channel_id)
        return channel_id

    def is_bot_dm(self, channel_id: int) -> bool:
        return channel_id in self._dms.values()

    def add_thread(
        self, name: str, parent_id: int = CHANNEL, owner_id: int = BOT, message_id: int | None = None
    ) -> int:
        """Add a thread, below a message if one is named, whose id it then has."""
        parent = {"guild_id": self.channels[parent_id]["guild_id"], "parent_id": str(parent_id)}
        thread = _payload("thread", id=str(message_id or self._new_id()), owner_id=str(owner_id), name=name, **parent)
        thread["thread_metadata"] |= dict.fromkeys(("archive_timestamp", "create_timestamp"), _timestamp())
        self._add_channel(thread)
        self._dispatch("THREAD_CREATE", {**thread, "newly_created": True})
        return int(thread["id"])

    def threads(self) -> Iterator[Payload]:
        return (channel for channel in self.channels.values() if channel["type"] == _THREAD)

    def _add_channel(self, channel: Payload) -> None:
        self.channels[int(channel["id"])] = channel
        self.messages[int(channel["id"])] = {}
        self._changed(int(channel.get("parent_id") or channel["id"]))

    def watch(self, event: asyncio.Event, *ids: int) -> None:
        """Set this event at each change in these channels, or of what these people alone see."""
        for one in ids:
            self._watchers.setdefault(one, []).append(event)

    def unwatch(self, event: asyncio.Event) -> None:
        for events in self._watchers.values():
            if event in events:
                events.remove(event)

    def _changed(self, *ids: int) -> None:
        for one in ids:
            for event in self._watchers.get(one, ()):
                event.set()

    async def command(self, user_id: int, channel_id: int, name: str, **options: Any) -> Interaction:
        """Use a slash command and wait for the answer; an option that is a person is named ``Person(id)``."""
        resolved: Payload = {}
        given = []
        for option, value in options.items():
            kind = next(number for type_, number in _OPTION_TYPES if isinstance(value, type_))
            if isinstance(value, Person):
                resolved.setdefault("users", {})[str(value.id)] = self.users[value.id]
                if "guild_id" in self.channels.get(channel_id, {}):
                    resolved.setdefault("members", {})[str(value.id)] = _member(None)
                value = str(value.id)  # noqa: PLW2901
            given.append({"name": option, "type": kind, "value": value})
        data = {"id": str(self.commands.get(name, 1)), "name": name, "type": 1, "options": given}
        if channel_id not in self.guest_channels:
            data["guild_id"] = self.channels[channel_id].get("guild_id", str(GUILD))
        data = {**data, "resolved": resolved} if resolved else data
        return await self._interact(2, user_id, channel_id, data, f"/{name}", None)

    async def message_command(self, user_id: int, message: Payload, name: str) -> Interaction:
        data = {
            "id": str(self.commands.get(name, 1)),
            "name": name,
            "type": 3,
            "target_id": message["id"],
            "resolved": {"messages": {message["id"]: message}},
        }
        return await self._interact(2, user_id, int(message["channel_id"]), data, name, None)

    async def press(
        self, user_id: int, message: Payload, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Press a button, or choose in a menu, and wait for the answer."""
        data: Payload = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = values
        return await self._interact(3, user_id, int(message["channel_id"]), data, custom_id, message)

    async def submit(self, user_id: int, opened: Interaction, *texts: str) -> Interaction:
        """Submit the form that an interaction has opened, and wait for the answer."""
        return await self._submit(user_id, opened, [{"value": text} for text in texts])

    async def choose(self, user_id: int, opened: Interaction, **chosen: list[str]) -> Interaction:
        """Choose in the menus of the form that an interaction has opened, by their ids, and wait for the answer."""
        people = {one: self.users[int(one)] for ids in chosen.values() for one in ids if one.isdecimal()}
        values = [{"values": chosen.get(menu["custom_id"], [])} for menu in _fields(opened)]
        return await self._submit(user_id, opened, values, resolved={"users": people})

    async def _submit(self, user_id: int, opened: Interaction, values: list[Payload], **more: Any) -> Interaction:
        assert opened.form is not None
        filled = []
        for number, (one, value) in enumerate(zip(_fields(opened), values, strict=True)):
            component = {"type": one["type"], "id": 2 * number + 1, "custom_id": one["custom_id"], **value}
            filled.append({"type": 18, "id": 2 * number, "component": component})
        custom_id = opened.form["custom_id"]
        data = {"custom_id": custom_id, "components": filled, **more}
        return await self._interact(5, user_id, opened.channel_id, data, custom_id, opened.source)

    def say(self, user_id: int, channel_id: int, content: str) -> Payload:
        """Let a person write in a channel; the bot reads it in DMs alone, or where it is mentioned."""
        return self._create_message(channel_id, self.users[user_id], {"content": content})

    async def _interact(
        self, kind: int, user_id: int, channel_id: int, data: Payload, what: str, source: Payload | None
    ) -> Interaction:
        one = Interaction(
            id=self._new_id() - (int(self.token_age * 1_000) << 22),
            token="",
            user_id=user_id,
            channel_id=channel_id,
            kind=kind,
            what=what,
            source=source,
            dispatched_at=time.monotonic(),
            aged=self.token_age,
        )
        one.token = f"{TOKEN_PREFIX}{one.id}:{one.id % 999_983}"
        if channel_id not in self.channels:
            # Nobody can press where there is nothing left.
            return one
        self.interactions[one.id] = self._by_token[one.token] = one
        channel = self.channels[channel_id]
        payload = _payload(
            "interaction",
            id=str(one.id),
            application_id=str(APPLICATION),
            type=kind,
            token=one.token,
            data=data,
            channel_id=str(channel_id),
            channel=channel,
            authorizing_integration_owners=self._owners(one),
            context=0 if "guild_id" in channel else 1 if self.is_bot_dm(channel_id) else 2,
            app_permissions=str(BOT_PERMISSIONS),
        )
        if "guild_id" not in channel:
            payload["user"] = self.users[user_id]
        else:
            may = BOT_PERMISSIONS | _USE_EXTERNAL_APPS * self.external_apps_allowed
            payload["guild_id"] = channel["guild_id"]
            locale = self.locales.get(int(channel["guild_id"]), "en-US")
            payload["guild_locale"] = locale
            payload["guild"] = {"id": channel["guild_id"], "locale": locale, "features": []}
            payload["member"] = {**_member(self.users[user_id]), "permissions": str(may)}
        if source is not None:
            payload["message"] = source
        self._dispatch("INTERACTION_CREATE", payload)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(one.done.wait(), self.answer_within)
        if one.callback is not None and self.latency:
            await asyncio.sleep(self.latency / 2)
        return one

    def _owners(self, one: Interaction) -> Payload:
        """Return who installed the bot that an interaction is for: a server, or the person who used the command."""
        if one.channel_id not in self.guest_channels:
            return {"0": self.channels[one.channel_id].get("guild_id", "0")}
        if one.source is None:
            return {"1": str(one.user_id)}
        owners: Payload = one.source["interaction_metadata"]["authorizing_integration_owners"]
        return owners

    # HTTP.

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if path.startswith("/gateway"):
            return await self._gateway(request)
        path = path.removeprefix("/api/v10")
        at = time.monotonic()
        called, kind, parts = _find_route(request.method, path)
        self.reached.set()
        fault = self._strike(f"{request.method} {path}")
        if fault is not None and fault.kind == "hang":
            self.requests.append(Request(at, kind, 0))
            await fault.lifted.wait()
            return _cut(request)
        try:
            body = await request.read()
        except ConnectionError:
            return _cut(request)
        if self.latency:
            await asyncio.sleep(self.latency / 2)
        if fault is not None and fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
        headers: dict[str, str] = {}
        date = format_datetime(datetime.fromtimestamp(time.time() + self.seconds_ahead, UTC), usegmt=True)
        if fault is not None and fault.kind == "status":
            status, answer = fault.status, {"code": fault.code, "message": "injected"}
            if status == 429:
                answer = {"message": "You are being rate limited.", "retry_after": 1.0, "global": False}
                headers = {"Via": "1.1 loopback", "Retry-After": "1"}
        else:
            status, answer, headers = self._answer(called, kind, parts, request, body)
        if kind == EDIT:
            self.edits.append(Edit(at, int(parts[0]), request.headers.get("Authorization", "")))
        self.requests.append(Request(at, kind, 0 if fault is not None and fault.kind == "drop" else status))
        if self.latency:
            await asyncio.sleep(self.latency / 2)
        if fault is not None and fault.kind == "drop":
            return _cut(request)
        headers = {**headers, "Date": date}
        if answer is None:
            return web.Response(status=status, headers=headers)
        return web.Response(
            status=status, headers=headers, body=json.dumps(answer).encode(), content_type="application/json"
        )

    def _strike(self, request: str) -> Fault | None:
        for fault in self.faults:
            if fault.times != 0 and fault.route.search(request):
                fault.struck += 1
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def _answer(
        self, called: str, kind: str, parts: list[str], request: web.BaseRequest, body: bytes
    ) -> tuple[int, Any, dict[str, str]]:
        """Return the status, the content and the headers of the answer to a request."""
        refused, headers = self._limit(kind, parts)
        if refused is not None:
            return 429, refused, headers
        try:
            data, files = _parse(request.headers.get("Content-Type", ""), body)
            if not called:
                self.unknown[kind] += 1
                raise Refusal(404, 0, "404: Not Found")
            if self._requests_out is not None:
                path = request.path.removeprefix("/api/v10")
                with Path(self._requests_out).open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"method": request.method, "path": path, "json": data or None}) + "\n")
            answer = getattr(self, called)(*parts, data=data, files=files, query=request.query)
        except Refusal as refusal:
            return refusal.status, refusal.body, headers
        return 204 if answer is None else 200, answer, headers

    def _limit(self, kind: str, parts: list[str]) -> tuple[Payload | None, dict[str, str]]:
        """Count a request. Returns the body of the refusal if it is too many, and the headers of the answer."""
        if not self.limits or kind in _UNLIMITED:
            return None, {}
        now = time.monotonic()
        if not self._global.take(now):
            return _too_many(self._global.ends - now, is_global=True)
        if kind not in _BUCKETED:
            return None, {}
        key = kind, int(parts[0])
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(BUCKET_LIMIT, BUCKET_SECONDS)
        allowed = bucket.take(now)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(bucket.limit - bucket.used, 0)),
            "X-RateLimit-Reset": f"{time.time() + bucket.ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.ends - now:.3f}",
            "X-RateLimit-Bucket": f"bucket{_BUCKETED.index(kind)}",
        }
        if allowed:
            return None, headers
        body, more = _too_many(bucket.ends - now, is_global=False)
        return body, headers | more

    # The routes. Each gets the ids in its path, and returns the content of its answer, or None for an empty one.

    def _me(self, **_: Any) -> Any:
        return self.users[BOT]

    def _application(self, **_: Any) -> Any:
        return _payload("application", id=str(APPLICATION), owner=self.users[BOT], **self.application)

    @property
    def _gateway_url(self) -> str:
        return f"{'wss' if self._tls else 'ws'}://{self.address}/gateway"

    def _gateway_address(self, **_: Any) -> Any:
        limit = {"total": 1000, "remaining": self.logins_left, "reset_after": 7_200_000, "max_concurrency": 1}
        return {"url": self._gateway_url, "shards": len(self._sessions), "session_start_limit": limit}

    def _get_commands(self, _application: str, **_: Any) -> Any:
        return self.sent_commands

    def _put_commands(self, _application: str, *, data: Any, **_: Any) -> Any:
        named = [(command["name"], command.get("type", 1)) for command in data]
        if len(set(named)) < len(named):
            raise Refusal(400, 50035, "APPLICATION_COMMANDS_DUPLICATE_NAME")
        self.registered = data
        self.commands = {command["name"]: self._new_id() for command in data}
        self.sent_commands = data
        ids = {name: {"id": str(number), "application_id": str(APPLICATION)} for name, number in self.commands.items()}
        return [_payload("command", **command | ids[command["name"]]) for command in data]

    def _emojis(self, _application: str, **_: Any) -> Any:
        return {"items": []}

    def _create_emoji(self, _application: str, **_: Any) -> Any:
        # Without emojis the suits stay letters, as the comparison draws them.
        raise Refusal(400, 30018, "Maximum number of emojis reached")

    def _user_of(self, user_id: str, **_: Any) -> Any:
        if int(user_id) not in self.users:
            raise Refusal(404, 10013, "Unknown User")
        return self.users[int(user_id)]

    def _member_of(self, _guild: str, user_id: str, **_: Any) -> Any:
        if int(_guild) not in self.guild_ids:
            raise Refusal(*UNKNOWN_GUILD)
        member = _member(self._user_of(user_id))
        return {**member, "roles": [str(int(_guild) + 1)]} if int(user_id) == BOT else member

    def _guild_of(self, _guild: str, **_: Any) -> Any:
        if not self.is_in_guild or int(_guild) not in self.guild_ids:
            raise Refusal(*UNKNOWN_GUILD)
        return self._guild(int(_guild))

    def _guild_channels(self, _guild: str, **_: Any) -> Any:
        return self._guild(int(_guild))["channels"]

    def _own_guilds(self, **_: Any) -> Any:
        guild = {key: self._guild()[key] for key in ("id", "name", "icon", "features")}
        return [{**guild, "owner": False, "permissions": str(self.permissions)}] if self.is_in_guild else []

    def _leave_guild(self, _guild: str, **_: Any) -> None:
        if not self.is_in_guild:
            raise Refusal(*UNKNOWN_GUILD)
        self.is_in_guild = False

    @cached_property
    def events(self) -> dict[str, Payload]:
        """Return the scheduled events of all servers, by their ids."""
        return {}

    def _list_events(self, guild: str, **_: Any) -> Any:
        return [event for event in self.events.values() if event["guild_id"] == guild]

    def _create_event(self, guild: str, *, data: Payload, **_: Any) -> Any:
        event = {**data, "id": str(self._new_id()), "guild_id": guild, "creator_id": str(BOT), "status": 1}
        self.events[event["id"]] = event
        return event

    def _edit_event(self, _guild: str, event_id: str, *, data: Payload, **_: Any) -> Any:
        self._event(event_id).update(data)
        return self.events[event_id]

    def _remove_event(self, _guild: str, event_id: str, **_: Any) -> None:
        self.events.pop(self._event(event_id)["id"])

    def _event(self, event_id: str) -> Payload:
        if event_id not in self.events:
            raise Refusal(*UNKNOWN_EVENT)
        return self.events[event_id]

    def _open_dm(self, *, data: Payload, **_: Any) -> Any:
        return self.channels[self.dm_of(int(self._user_of(data["recipient_id"])["id"]))]

    def _channel_of(self, channel_id: str, **_: Any) -> Any:
        return self._channel(channel_id)

    def _remove_channel(self, channel_id: str, **_: Any) -> Any:
        channel = self._channel(channel_id)
        self.delete_channel(int(channel_id))
        return channel

    def _edit_channel(self, channel_id: str, *, data: Payload, **_: Any) -> Any:
        channel = self._channel(channel_id)
        channel.setdefault("thread_metadata", {}).update(
            {key: data[key] for key in ("archived", "locked") if key in data}
        )
        return channel

    def _nothing(self, channel_id: str, *_parts: str, **_: Any) -> Any:
        self._channel(channel_id)

    def _create_thread(self, channel_id: str, *, data: Payload, **_: Any) -> Any:
        self._channel(channel_id)
        return self.channels[self.add_thread(data["name"], int(channel_id))]

    def _create_thread_below(self, channel_id: str, message_id: str, *, data: Payload, **_: Any) -> Any:
        self._message_of(channel_id, message_id)
        if int(message_id) in self.channels:
            raise Refusal(*HAS_THREAD)
        return self.channels[self.add_thread(data["name"], int(channel_id), message_id=int(message_id))]

    def _post_message(self, channel_id: str, *, data: Payload, files: Payload, **_: Any) -> Any:
        channel = self._channel(channel_id)
        if channel["type"] == _DM and int(channel["recipients"][0]["id"]) in self.closed_dms:
            raise Refusal(*CLOSED_DM)
        nonce = (int(channel_id), str(data.get("nonce")))
        if data.get("enforce_nonce") and nonce in self._nonces:
            at, first = self._nonces[nonce]
            if time.monotonic() - at < NONCE_LASTS and first in self.messages[int(channel_id)]:
                return self.messages[int(channel_id)][first]
        message = self._create_message(int(channel_id), self.users[BOT], data, files)
        if data.get("enforce_nonce"):
            self._nonces[nonce] = time.monotonic(), int(message["id"])
        return message

    def _messages_of(self, channel_id: str, *, query: Any, **_: Any) -> Any:
        self._channel(channel_id)
        found = sorted(self.messages[int(channel_id)].items(), reverse=True)
        limit = int(query.get("limit", 50))
        if "before" in query:
            found = [one for one in found if one[0] < int(query["before"])]
        if "after" in query:
            found = [one for one in found if one[0] > int(query["after"])][-limit:]
        return [message for _, message in found[:limit]]

    def _message_of(self, channel_id: str, message_id: str, **_: Any) -> Any:
        return self._message(channel_id, message_id)

    def _edit_message(self, channel_id: str, message_id: str, *, data: Payload, files: Payload, **_: Any) -> Any:
        message = self._message(channel_id, message_id)
        self._apply(message, data, files)
        return message

    def _remove_message(self, channel_id: str, message_id: str, **_: Any) -> Any:
        self.delete_message(self._message(channel_id, message_id))

    def _callback(self, interaction_id: str, token: str, *, data: Payload, files: Payload, **_: Any) -> Any:
        one = self.interactions.get(int(interaction_id))
        if one is None or one.token != token:
            raise Refusal(*UNKNOWN_INTERACTION)
        if one.callback is not None:
            raise Refusal(*ANSWERED_ALREADY)
        if one.answered_at is None:
            one.answered_at = time.monotonic()
        if time.monotonic() - one.dispatched_at > self.answer_within:
            raise Refusal(*UNKNOWN_INTERACTION)
        callback, content = data["type"], data.get("data") or {}
        match callback:
            case 4 | 5:
                one.message = self._create_message(one.channel_id, self.users[BOT], content, files, by=one)
            case 6:
                one.message = one.source
            case 7:
                assert one.source is not None, "only a press can change the message that was pressed"
                one.message = one.source
                self._apply(one.source, content, files, by=one)
                one.is_shown = True
            case 9:
                one.form = content
        if callback in {4, 7, 9}:
            one.show()
        one.callback = callback
        one.done.set()
        told: Payload = {"id": str(one.id), "type": one.kind}
        resource: Payload = {"type": callback}
        if one.message is not None:
            flags = one.message["flags"]
            told |= {"response_message_id": one.message["id"], "response_message_ephemeral": bool(flags & EPHEMERAL)}
            resource["message"] = one.message
        return {"interaction": told, "resource": resource}

    def _by_webhook(self, token: str) -> Interaction:
        one = self._by_token.get(token)
        if one is None or one.callback is None:
            raise Refusal(*UNKNOWN_WEBHOOK)
        if time.monotonic() - one.dispatched_at + one.aged > TOKEN_LASTS:
            raise Refusal(*BAD_TOKEN)
        return one

    def _follow_up(self, _application: str, token: str, *, data: Payload, files: Payload, **_: Any) -> Any:
        one = self._by_webhook(token)
        if one.channel_id in self.guest_channels and len(one.followups) >= MOST_FOLLOWUPS:
            raise Refusal(*TOO_MANY_FOLLOWUPS)
        message = self._create_message(one.channel_id, self.users[BOT], data, files, by=one)
        one.followups.append(message)
        one.followed.set()
        one.show()
        return message

    def _response_message(self, token: str, message_id: str) -> tuple[Interaction, Payload]:
        one = self._by_webhook(token)
        if message_id == "@original":
            message = one.message
        else:
            message = next((sent for sent in one.followups if sent["id"] == message_id), None)
        is_there = message is not None and (
            message["flags"] & EPHEMERAL or int(message["id"]) in self.messages.get(int(message["channel_id"]), {})
        )
        if message is None or not is_there:
            raise Refusal(*UNKNOWN_MESSAGE)
        return one, message

    def _get_response(self, _application: str, token: str, message_id: str, **_: Any) -> Any:
        return self._response_message(token, message_id)[1]

    def _edit_response(
        self, _application: str, token: str, message_id: str, *, data: Payload, files: Payload, **_: Any
    ) -> Any:
        one, message = self._response_message(token, message_id)
        self._apply(message, data, files, by=one)
        one.is_shown = True
        one.show()
        return message

    def _remove_response(self, _application: str, token: str, message_id: str, **_: Any) -> Any:
        one, message = self._response_message(token, message_id)
        if message["flags"] & EPHEMERAL:
            one.message = None
        else:
            self.delete_message(message)

    # Messages.

    def _channel(self, channel_id: str) -> Payload:
        if int(channel_id) not in self.channels:
            raise Refusal(*UNKNOWN_CHANNEL)
        if int(channel_id) in self.guest_channels:
            raise Refusal(*NO_ACCESS)
        return self.channels[int(channel_id)]

    def _message(self, channel_id: str, message_id: str) -> Payload:
        self._channel(channel_id)
        if int(message_id) not in self.messages[int(channel_id)]:
            raise Refusal(*UNKNOWN_MESSAGE)
        return self.messages[int(channel_id)][int(message_id)]

    def _create_message(
        self,
        channel_id: int,
        author: Payload,
        data: Payload,
        files: Payload | None = None,
        by: Interaction | None = None,
    ) -> Payload:
        if channel_id not in self.channels:
            raise Refusal(*UNKNOWN_CHANNEL)
        message = _payload(
            "message",
            id=str(self._new_id()),
            channel_id=str(channel_id),
            author=author,
            timestamp=_timestamp(),
            flags=data.get("flags") or 0,
        )
        message = _in_guild(self.channels[channel_id], **message)
        if by is not None:
            message["interaction_metadata"] = {
                "id": str(by.id),
                "type": by.kind,
                "user": self.users[by.user_id],
                "authorizing_integration_owners": self._owners(by),
            }
        if data.get("nonce") is not None:
            message["nonce"] = data["nonce"]
        if data.get("message_reference"):
            message["type"], message["message_reference"] = 19, data["message_reference"]
        self._fill(message, data, files or {})
        if by is not None and by.channel_id in self.guest_channels and not self._may_post_as_guest(by):
            message["flags"] |= EPHEMERAL
        if message["flags"] & EPHEMERAL:
            assert by is not None
            self._changed(by.user_id)
            return message
        self.messages[channel_id][int(message["id"])] = message
        self.channels[channel_id]["last_message_id"] = message["id"]
        self._dispatch_of_channel(channel_id, "MESSAGE_CREATE", message)
        self._changed(channel_id)
        return message

    def _may_post_as_guest(self, by: Interaction) -> bool:
        """Return whether everybody may read an answer of the bot where it is a guest."""
        return self.external_apps_allowed or "guild_id" not in self.channels[by.channel_id]

    def _apply(self, message: Payload, data: Payload, files: Payload, by: Interaction | None = None) -> None:
        """Edit a message in place, so that everyone who looks at it sees the change."""
        self._fill(message, data, files)
        message["edited_timestamp"] = _timestamp()
        if message["flags"] & EPHEMERAL:
            assert by is not None
            self._changed(by.user_id)
            return
        self._dispatch_of_channel(int(message["channel_id"]), "MESSAGE_UPDATE", message)
        self._changed(int(message["channel_id"]))

    def _fill(self, message: Payload, data: Payload, files: Payload) -> None:
        """Put the content of a request into a message. The bytes of files are counted and dropped."""
        kept = {one["id"]: one for one in message["attachments"]}
        attachments = [*kept.values()]
        if "attachments" in data or files:
            wanted = data.get("attachments") or []
            attachments = [kept[str(one["id"])] for one in wanted if str(one["id"]) in kept]
            told = {str(one["id"]): one for one in wanted if str(one["id"]) not in kept}
            for number, (name, size) in files.items():
                attachments.append(
                    {
                        "id": str(self._new_id()),
                        "filename": name,
                        "size": size,
                        "url": f"http://{self.address}/files/{name}",
                        "proxy_url": f"http://{self.address}/files/{name}",
                        "description": told.get(number, {}).get("description"),
                    }
                )
                self.pictures[name] += 1
                self.picture_bytes += size
        components = data.get("components", message["components"]) or []
        if "components" in data:
            shown = set(_ATTACHED.findall(json.dumps(components)))
            if missing := shown - {one["filename"] for one in attachments}:
                raise Refusal(400, 50035, f"Invalid Form Body: no attachment is called {', '.join(missing)}")
        message["attachments"] = attachments
        message["components"] = components
        if "content" in data:
            message["content"] = data["content"] or ""
        if "flags" in data:
            message["flags"] = message["flags"] & EPHEMERAL | (data["flags"] or 0)
        if message["flags"] & COMPONENTS_V2 and message["content"]:
            raise Refusal(400, 50035, "Invalid Form Body: content together with components of version 2")

    def _new_id(self) -> int:
        """Return a snowflake: its time, and then the next free number."""
        now = int(time.time() * 1_000) - _EPOCH
        self._last_id = max(now << 22, self._last_id + 1)
        return self._last_id

    # The gateway.

    async def _gateway(self, request: web.BaseRequest) -> web.StreamResponse:
        if self.gateway_refusals:
            self.gateway_refusals -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.sockets.append(socket)
        connection = _Connection(socket, self)
        sending = asyncio.ensure_future(connection.send_all())
        connection.put(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    break
                told = json.loads(message.data)
                if self.closes and told["op"] == _IDENTIFY:
                    await socket.close(code=self.closes)
                    break
                await self._receive(connection, told)
        finally:
            sending.cancel()
            for session in self._sessions:
                if session.connection is connection:
                    session.connection = None
        return socket

    async def _receive(self, connection: _Connection, message: Payload) -> None:
        match message["op"]:
            case 1:
                connection.put(json.dumps({"op": 11}))
            case 2:
                self._identify(connection, message["d"])
            case 6:
                wanted = message["d"]
                session = next((one for one in self._sessions if one.id and one.id == wanted["session_id"]), None)
                if session is None:
                    connection.put(json.dumps({"op": 9, "d": False}))
                    return
                session.connection = connection
                for sequence, text in session.events:
                    if sequence > (wanted["seq"] or 0):
                        connection.put(text)
                session.send("RESUMED", {})

    def _identify(self, connection: _Connection, told: Payload) -> None:
        session = self._sessions[told.get("shard", [0])[0]]
        session.begin(f"session{self._new_id()}", connection)
        self.identifies.append((time.monotonic(), session.shard))
        guilds = [one for one in self.guild_ids if self._session_of(one) is session]
        ready = {
            "v": 10,
            "user": self.users[BOT],
            "guilds": [{"id": str(one), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._gateway_url,
            "shard": [session.shard, len(self._sessions)],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        session.send("READY", ready)
        channels: dict[str, list[Payload]] = {}
        for channel in self.channels.values():
            channels.setdefault(channel.get("guild_id", ""), []).append(channel)
        for one in guilds:
            session.send("GUILD_CREATE", self._guild(one, channels.get(str(one), [])))
        if all(one.connection is not None for one in self._sessions):
            self.identified.set()

    def _session_of(self, guild_id: int) -> _Session:
        return self._sessions[(guild_id >> _SHARD_BITS) % len(self._sessions)]

    def _dispatch(self, name: str, data: Payload) -> None:
        """Send an event to the bot, or keep it until it resumes."""
        self._session_of(int(data.get("guild_id") or 0)).send(name, data)

    def _dispatch_of_channel(self, channel_id: int, name: str, data: Payload) -> None:
        """Send an event of a channel to the bot, unless it is only a guest there."""
        if channel_id not in self.guest_channels:
            self._dispatch(name, data)

    def _guild(self, guild_id: int = GUILD, channels: Iterable[Payload] | None = None) -> Payload:
        """Return a guild with its own ``channels``; the guilds that are there to be many have some more."""
        if channels is None:
            channels = [one for one in self.channels.values() if one.get("guild_id") == str(guild_id)]
        everyone, own = _role(guild_id, 0, "@everyone"), _role(guild_id, 1, "Cribbage", str(self.permissions))
        is_one_of_many = guild_id != GUILD
        roles = enumerate(_OTHER_ROLES if is_one_of_many else (), 2)
        more = enumerate(_OTHER_CHANNELS if is_one_of_many else (), guild_id + 10)
        return _payload(
            "guild",
            id=str(guild_id),
            preferred_locale=self.locales.get(guild_id, "en-US"),
            roles=[everyone, own, *(_role(guild_id, place, name) for place, name in roles)],
            members=[{**_member(self.users[BOT]), "roles": [str(guild_id + 1)]}],
            member_count=len(self.users),
            channels=[
                *(channel for channel in channels if channel["type"] == _TEXT),
                *(_text_channel(number, name, guild_id) for number, name in more),
            ],
            threads=[channel for channel in channels if channel["type"] == _THREAD],
        )


class Person(NamedTuple):
    id: int


def _fields(opened: Interaction) -> list[Payload]:
    return [row["component"] for row in (opened.form or {"components": ()})["components"] if "component" in row]


class _Connection:
    """One gateway connection; what it sends arrives after half the server's latency, in order."""

    def __init__(self, socket: web.WebSocketResponse, server: DiscordServer) -> None:
        self.socket = socket
        self._server = server
        self._waiting: asyncio.Queue[tuple[float, str]] = asyncio.Queue()

    def put(self, text: str) -> None:
        self._waiting.put_nowait((time.monotonic() + self._server.latency / 2, text))

    async def send_all(self) -> None:
        with suppress(ConnectionError, RuntimeError):
            while True:
                due, text = await self._waiting.get()
                if (wait := due - time.monotonic()) > 0:
                    await asyncio.sleep(wait)
                await self.socket.send_str(text)


@dataclass
class _Session:
    """The gateway session of one shard; without an id there is none."""

    shard: int
    id: str = ""
    sequence: int = 0
    events: deque[tuple[int, str]] = field(default_factory=partial(deque, maxlen=_GATEWAY_KEPT))
    connection: _Connection | None = None

    def begin(self, session_id: str, connection: _Connection) -> None:
        self.id, self.connection, self.sequence = session_id, connection, 0
        self.events.clear()

    def send(self, name: str, data: Payload) -> None:
        """Send an event, or keep it until the bot resumes."""
        if not self.id:
            return
        self.sequence += 1
        text = json.dumps({"op": 0, "t": name, "s": self.sequence, "d": data})
        self.events.append((self.sequence, text))
        if self.connection is not None:
            self.connection.put(text)


_PAYLOADS: Final = json.loads(Path(__file__).with_name("payloads.json").read_text(encoding="utf-8"))
_TEXT, _DM, _GROUP, _THREAD = 0, 1, 3, 11
_IDENTIFY: Final = 2
_SHARD_BITS: Final = 22
_OTHER_CHANNELS: Final = ("rules", "news", "general", "games", "music", "clips", "help", "staff")
_OTHER_ROLES: Final = ("Owner", "Moderator", "Member", "Guest")
_USE_EXTERNAL_APPS: Final = 1 << 50
_OPTION_TYPES: Final = ((bool, 5), (int, 4), (str, 3), (Person, 6))
_ATTACHED: Final = re.compile(r'attachment://([^"]+)')
_CHANNEL_ID, _ANY = r"(\d+)", r"([^/]+)"
_ROUTES: Final = [
    (kind.split()[0], re.compile(kind.split()[1].replace("{id}", _CHANNEL_ID).replace("{}", _ANY) + "$"), name, kind)
    for kind, name in tomllib.loads(Path(__file__).with_name("routes.toml").read_text(encoding="utf-8")).items()
]
CALLBACK: Final = "POST /interactions/{id}/{}/callback"
EDIT: Final = "PATCH /channels/{id}/messages/{id}"
SEND: Final = "POST /channels/{id}/messages"
_UNLIMITED: Final = frozenset({CALLBACK} | {kind for *_, kind in _ROUTES if "/webhooks/" in kind})
_BUCKETED: Final = (SEND, EDIT)


def _find_route(method: str, path: str) -> tuple[str, str, list[str]]:
    """Return the name of a route's method, its kind, and the ids in the path; no name for an unknown route."""
    for wanted, pattern, name, kind in _ROUTES:
        if method == wanted and (match := pattern.match(path)) is not None:
            return name, kind, list(match.groups())
    return "", f"{method} {path}", []


def _parse(content_type: str, body: bytes) -> tuple[Any, dict[str, tuple[str, int]]]:
    """Return the JSON of a request, and its files by their number: the name and size of each."""
    if not content_type.startswith("multipart/"):
        return (json.loads(body) if body else {}), {}
    boundary = b"--" + content_type.partition("boundary=")[2].strip('"').encode()
    data, files = {}, {}
    for part in body.split(boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        content = content[:-2]
        names = dict(_NAMES.findall(head.decode()))
        if names["name"] == "payload_json":
            data = json.loads(content)
        else:
            files[re.sub(r"\D", "", names["name"])] = names["filename"], len(content)
    return data, files


_NAMES: Final = re.compile(r'\b(name|filename)="([^"]*)"')


def _too_many(wait: float, *, is_global: bool) -> tuple[Payload, dict[str, str]]:
    body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": is_global}
    headers = {
        "Via": "1.1 loopback",
        "Retry-After": str(max(1, round(wait))),
        "X-RateLimit-Scope": "global" if is_global else "user",
    }
    return body, headers | ({"X-RateLimit-Global": "true"} if is_global else {})


def _cut(request: web.BaseRequest) -> web.Response:
    """Cut a connection; the response goes nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _payload(kind: str, **own: Any) -> Payload:
    """Return a payload of Discord, with values of its own beside those that never differ."""
    return {**deepcopy(_PAYLOADS[kind]), **own}


def _user(user_id: int, name: str, *, bot: bool = False) -> Payload:
    return _payload("user", id=str(user_id), username=name.lower().replace(" ", ""), global_name=name, bot=bot)


def _member(user: Payload | None) -> Payload:
    return _payload("member") if user is None else _payload("member", user=user)


def _role(guild_id: int, place: int, name: str, permissions: str = "1024") -> Payload:
    return _payload("role", id=str(guild_id + place), name=name, permissions=permissions, position=place)


def _text_channel(channel_id: int, name: str, guild_id: int = GUILD) -> Payload:
    return _payload("text channel", id=str(channel_id), guild_id=str(guild_id), name=name)


def _in_guild(channel: Payload, **payload: Any) -> Payload:
    return {**payload, "guild_id": channel["guild_id"]} if "guild_id" in channel else payload


def _timestamp() -> str:
    return datetime.now(UTC).isoformat()
