"""The sandbox page: the bot in the browser, with four people and robots, on this machine only."""

from __future__ import annotations

import asyncio
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord
import yarl
from aiohttp import web
from aiohttp.typedefs import Handler
from discord.gateway import DiscordWebSocket
from discord.http import Route
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Interaction
from simcord.enums import ChannelType

from bot.app import client
from bot.render.drawing_process import worker_count
from bot.sandbox.actions import ActionRefused, Actions
from bot.sandbox.discord_server import MOST_BYTES, LocalDiscord, Payload
from bot.settings import Settings
from bot.ui.client import CribbageClient

PACE: Final = 0.3
"""Seconds that a robot takes to move here."""

PEOPLE: Final = ("Ann", "Ben", "Cy", "Dan")

_MOST_MESSAGES: Final = 150
"""The newest messages that the page shows."""

_GREETING: Final = 10.0
"""Seconds for which the start waits for the bot's greeting."""

_POLL: Final = 25.0
"""Seconds after which a page that waits for news asks again."""

_BURST: Final = 0.03
"""Seconds in which several changes are collected into one."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running sandbox: its address, the bot, and its Discord."""

    url: str
    bot: CribbageClient
    discord: LocalDiscord


async def serve_sandbox(port: int, *, dm: bool, say: Callable[[str], None]) -> None:
    """Serve the page until it is stopped."""
    with tempfile.TemporaryDirectory(prefix="cribbage-sandbox-") as folder:
        settings = Settings(database=Path(folder) / "cribbage.db", robot_pace=PACE, database_sync="normal")
        bot = client(settings, drawing_workers=worker_count())
        async with open_sandbox(bot, port) as sandbox:
            say(f"Open {sandbox.url}{'?as=Ann&in=dm' if dm else ''} in your browser. Press Ctrl-C here to stop.")
            say('Type /play in the channel, or press "Deal the cards" in /help.')
            say("At the top, choose who you are. Open the page twice to play against yourself.")
            await asyncio.Event().wait()


@asynccontextmanager
async def open_sandbox(bot: CribbageClient, port: int = 0) -> AsyncIterator[Sandbox]:
    """Run a bot and the page, by default on any free port, and close them afterwards."""
    local = LocalDiscord(bot.intents)
    application = web.Application(client_max_size=MOST_BYTES, middlewares=[_say_refusals])
    application.add_routes([*local.routes(), *_Page(local).routes()])
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    connecting: asyncio.Task[None] | None = None
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        local.address = f"127.0.0.1:{runner.addresses[0][1]}"
        _furnish(local)
        Route.BASE = f"http://{local.address}/api/v10"
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{local.address}/gateway")
        await bot.login("sandbox")
        connecting = asyncio.create_task(bot.connect())
        await bot.wait_until_ready()
        local.join_servers()
        await local.changed(lambda: any(local.backend.messages.values()), _GREETING)
        yield Sandbox(f"http://{local.address}/", bot, local)
    finally:
        await bot.close()
        if connecting is not None:
            await connecting
        await runner.cleanup()


def _furnish(local: LocalDiscord) -> None:
    backend = local.backend
    guild = backend.create_guild("The Club")
    backend.create_channel(guild.id, "cribbage", topic="Type / to see what the bot does")
    manager = backend.create_role(guild.id, "Managers", permissions=discord.Permissions(manage_guild=True).value)
    for name in PEOPLE:
        user = backend.make_user(name.lower(), global_name=name)
        backend.add_member(guild.id, user.id, roles=[manager.id] if name == PEOPLE[0] else [])


@web.middleware
async def _say_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer with a sentence where Discord would not let a person do something."""
    try:
        return await handler(request)
    except (ActionRefused, BackendError, SetupError) as error:
        return web.json_response({"error": str(error).strip()})


class _Page:
    def __init__(self, local: LocalDiscord) -> None:
        self._discord = local
        self._backend = local.backend

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self._html),
            web.get("/state", self._state),
            web.get("/commands", self._commands),
            *(web.post(path, partial(self._act, action)) for path, action in _ACTIONS.items()),
            web.post("/complete", self._complete),
            web.post("/write", self._write),
        ]

    async def _html(self, _: web.Request) -> web.Response:
        text = files("bot.sandbox").joinpath("page.html").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    # What is seen.

    async def _state(self, request: web.Request) -> web.Response:
        """Answer with all that a person sees in a channel, as soon as it differs from what the page knows."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _POLL
        while True:
            text = self._discord.with_local_addresses(json.dumps(self._look(request.query)))
            version = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
            if version != request.query.get("known") or loop.time() >= deadline:
                return web.Response(text=f'{{"version":"{version}","state":{text}}}', content_type="application/json")
            await self._discord.next_change(deadline - loop.time())
            await asyncio.sleep(_BURST)

    def _look(self, query: Any) -> Payload:
        backend = self._backend
        people = {(user.global_name or user.name): user for user in self._people()}
        person = people.get(query.get("as", ""), people[PEOPLE[0]])
        channels = self._channels(person.id)
        wanted = query.get("in", "")
        direct = backend.get_dm_channel(person.id).id
        chosen = next((one for one in channels if str(one) == wanted), direct if wanted == "dm" else channels[0])
        actions = Actions(self._discord, person.id, chosen)
        return {
            "people": list(people),
            "person": person.global_name,
            "names": {str(user.id): user.global_name or user.name for user in backend.users.values()},
            "tabs": [self._tab(one, person.id) for one in channels],
            "channel": str(chosen),
            "messages": [self._message(one) for one in self._visible(chosen, person.id)[-_MOST_MESSAGES:]],
            "menu": actions.message_commands(),
        }

    def _people(self) -> list[Any]:
        return [user for user in self._backend.users.values() if user.global_name in PEOPLE]

    def _channels(self, user_id: int) -> list[int]:
        backend = self._backend
        direct = backend.get_dm_channel(user_id).id
        shown = [one.id for one in backend.channels.values() if one.guild_id]
        return [one for one in shown if channel_accessible(backend, one, user_id)] + [direct]

    def _tab(self, channel_id: int, user_id: int) -> Payload:
        channel = self._backend.get_channel(channel_id)
        visible = self._visible(channel_id, user_id)
        kind = "dm" if channel.guild_id is None else "channel" if channel.type == ChannelType.TEXT else "thread"
        return {
            "id": str(channel_id),
            "kind": kind,
            "name": "Private messages" if kind == "dm" else channel.name,
            "newest": str(visible[-1].id) if visible else "",
        }

    def _visible(self, channel_id: int, user_id: int) -> list[Any]:
        return [one for one in self._backend.messages[channel_id].values() if one.visible_to(user_id)]

    def _message(self, message: Any) -> Payload:
        payload: Payload = dict(serializers.message_payload(self._backend, message))
        kept = ("id", "content", "timestamp", "edited_timestamp", "attachments", "embeds", "components")
        return {
            **{key: payload[key] for key in kept},
            "author": payload["author"]["global_name"] or payload["author"]["username"],
            "bot": message.author_id == self._backend.bot_user.id,
            "private": message.is_ephemeral,
            "waiting": bool(message.flags & (1 << 7)),
            "system": message.type not in {0, 19, 20, 23},
        }

    # What is done.

    async def _commands(self, request: web.Request) -> web.Response:
        return web.json_response(self._actions(request.query).commands())

    async def _complete(self, request: web.Request) -> web.Response:
        body = await request.json()
        try:
            choices = await self._actions(body).complete(body["name"], body["option"], body["typed"], body["options"])
        except (ActionRefused, BackendError, SetupError):
            choices = []
        return web.json_response(choices)

    async def _write(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._actions(body).write(body["text"])
        return web.json_response({})

    async def _act(self, action: _Action, request: web.Request) -> web.Response:
        """Carry out an action, and answer with the form that it opens or with why it failed."""
        body = await request.json()
        record = await action(self._actions(body), body)
        if not record.responded:
            return web.json_response({"error": "Cribbage did not answer."})
        form = record.modal and {"id": str(record.id), **record.modal}
        return web.json_response({"form": form})

    def _actions(self, body: Any) -> Actions:
        person = next((user for user in self._people() if user.global_name == body["as"]), None)
        if person is None:
            raise web.HTTPBadRequest(text="Nobody has this name.")
        return Actions(self._discord, person.id, int(body["in"]))


_Action: TypeAlias = Callable[[Actions, Payload], Awaitable[Interaction]]
_ACTIONS: Final[dict[str, _Action]] = {
    "/press": lambda actions, body: actions.press(int(body["message"]), body["custom_id"], body.get("values")),
    "/submit": lambda actions, body: actions.submit(int(body["form"]), body["values"]),
    "/command": lambda actions, body: (
        actions.use_on_message(body["name"], int(body["message"]))
        if "message" in body
        else actions.use_command(body["name"], body["options"])
    ),
}
"""What a person does, by the path to which the page sends it."""
