"""The sandbox page: the bot in the browser, with four people and robots, on this machine only, and what they do."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
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
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Interaction, Message
from simcord.enums import AppCommandType, ChannelType, ComponentType, InteractionType, OptionType

from bot.app import client
from bot.render.drawing_process import worker_count
from bot.sandbox.discord_server import MOST_BYTES, LocalDiscord, Payload
from bot.settings import Settings
from bot.ui.client import CribbageClient
from engine.errors import CribbageError

Filled: TypeAlias = Mapping[str, str | list[str]]
"""What is filled into a form, by field; a menu of several has a list."""


class ActionRefused(CribbageError):
    """Something that Discord would not let this person do."""


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions of one person in one channel."""

    discord: LocalDiscord
    user_id: int
    channel_id: int

    def __post_init__(self) -> None:
        if not channel_accessible(self.discord.backend, self.channel_id, self.user_id):
            raise ActionRefused("This channel is gone.")

    async def press(self, message_id: int, custom_id: str, values: list[str] | None) -> Interaction:
        """Press a button, or choose values in a menu; a button that has gone meanwhile is still sent to the bot."""
        message = self._message(message_id)
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        data: Payload = {"custom_id": custom_id, "component_type": kind}
        if values is not None:
            data["values"] = values
        return await self._interact(InteractionType.MESSAGE_COMPONENT, data, message)

    async def submit(self, form_id: int, values: Filled) -> Interaction:
        """Send the form that a press has opened; a menu of several has a list of values, of people their ids."""
        opened = self.discord.backend.interactions.get(form_id)
        if opened is None or opened.modal is None or opened.user_id != self.user_id:
            raise ActionRefused("This form is gone.")
        components = [_filled_in(one, values) for one in opened.modal["components"]]
        data = {
            "custom_id": opened.modal["custom_id"],
            "components": components,
            "resolved": self._resolved(components),
        }
        source = opened.source_message_id and self.discord.backend.messages[self.channel_id].get(
            opened.source_message_id
        )
        return await self._interact(InteractionType.MODAL_SUBMIT, data, source)

    async def use_command(self, name: str, options: dict[str, Any]) -> Interaction:
        root, leaf, nesting = self._find(name)
        wire, resolved = self._options(leaf, options)
        required = {one["name"] for one in leaf.get("options") or [] if one.get("required")}
        if missing := required - options.keys():
            raise ActionRefused(f"/{name} needs: {', '.join(sorted(missing))}.")
        data = self._command_data(root, interactions.nest_options(root, nesting, wire), resolved)
        return await self._interact(InteractionType.APPLICATION_COMMAND, data)

    async def complete(self, name: str, option: str, typed: str, options: dict[str, Any]) -> list[Payload]:
        root, leaf, nesting = self._find(name)
        wire, resolved = self._options(leaf, {key: value for key, value in options.items() if key != option})
        spec = next(one for one in leaf["options"] if one["name"] == option)
        wire.append({"name": option, "type": spec["type"], "value": typed, "focused": True})
        data = self._command_data(root, interactions.nest_options(root, nesting, wire), resolved)
        record = await self._interact(InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, data)
        return record.autocomplete_choices or []

    async def use_on_message(self, name: str, message_id: int) -> Interaction:
        message = self._message(message_id)
        root = self.discord.backend.find_command(name, self._guild_id, type=AppCommandType.MESSAGE)
        if root is None:
            raise ActionRefused(f"There is no command {name}.")
        payload = dict(serializers.message_payload(self.discord.backend, message))
        data = {
            **self._command_data(root, [], {"messages": {str(message_id): payload}}),
            "target_id": str(message_id),
        }
        return await self._interact(InteractionType.APPLICATION_COMMAND, data)

    def write(self, text: str) -> None:
        self.discord.backend.create_message(self.channel_id, self.user_id, text)

    def commands(self) -> list[Payload]:
        backend = self.discord.backend
        visible = backend.visible_commands(user_id=self.user_id, channel_id=self.channel_id)
        return [
            {"name": " ".join(path), "description": leaf.get("description", ""), "options": leaf.get("options") or []}
            for root in visible
            for path, leaf in interactions.command_leaves(root)
        ]

    @property
    def _guild_id(self) -> int | None:
        return self.discord.backend.get_channel(self.channel_id).guild_id

    def _message(self, message_id: int) -> Message:
        message = self.discord.backend.messages[self.channel_id].get(message_id)
        if message is None or not message_accessible(self.discord.backend, self.channel_id, message, self.user_id):
            raise ActionRefused("This message is gone.")
        return message

    def _find(self, name: str) -> tuple[Payload, Payload, list[str]]:
        root_name, *path = name.split()
        root = self.discord.backend.find_command(root_name, self._guild_id)
        if root is None or all(one["name"] != name for one in self.commands()):
            raise ActionRefused(f"There is no command /{name} here.")
        return root, *interactions.walk_to_subcommand(root, path)

    def _options(self, leaf: Payload, given: dict[str, Any]) -> tuple[list[Payload], Payload]:
        """Return typed options as Discord sends them, and the people, channels, roles and files that they name."""
        specs = {one["name"]: one for one in leaf.get("options") or []}
        resolved: Payload = {}
        wire = []
        for name, value in given.items():
            if name not in specs:
                raise ActionRefused(f"There is no option {name}.")
            spec = specs[name]
            wire.append({"name": name, "type": spec["type"], "value": self._value(spec, value, resolved)})
        return wire, resolved

    def _value(self, spec: Payload, value: Any, resolved: Payload) -> Any:
        """Return one option's value, and add what it names to ``resolved``."""
        backend = self.discord.backend
        match OptionType(spec["type"]):
            case OptionType.USER | OptionType.MENTIONABLE:
                return self._person(spec, value, resolved)
            case OptionType.ROLE:
                guild = backend.get_guild(self._guild_id or 0)
                role = _named(spec, value, ((one.name, one) for one in guild.roles.values()))
                resolved.setdefault("roles", {})[str(role.id)] = dict(serializers.role_payload(role))
                return str(role.id)
            case OptionType.CHANNEL:
                return self._channel(spec, value, resolved)
            case OptionType.ATTACHMENT:
                content = base64.b64decode(value["content"])
                return interactions.store_interaction_attachment(
                    backend, self.channel_id, value["name"], content, resolved
                )
            case OptionType.BOOLEAN:
                return interactions.parse_option_input("", spec, str(value).lower() in {"true", "yes", "on"})
            case _:
                chosen = {str(one["name"]).lower(): str(one["value"]) for one in spec.get("choices") or []}
                return interactions.parse_option_input("", spec, chosen.get(str(value).lower(), str(value)))

    def _person(self, spec: Payload, value: str, resolved: Payload) -> str:
        backend = self.discord.backend
        guild = backend.guilds.get(self._guild_id or 0)
        known = [self.user_id, backend.bot_user.id] if guild is None else list(guild.members)
        user = _named(spec, value, ((one.global_name or one.name, one) for one in map(backend.get_user, known)))
        self._resolve(user, resolved)
        return str(user.id)

    def _resolve(self, user: Any, resolved: Payload) -> None:
        backend = self.discord.backend
        resolved.setdefault("users", {})[str(user.id)] = dict(serializers.user_payload(user))
        if (guild := backend.guilds.get(self._guild_id or 0)) is not None:
            member = serializers.member_payload(backend, guild, guild.members[user.id], with_user=False)
            resolved.setdefault("members", {})[str(user.id)] = dict(member)

    def _channel(self, spec: Payload, value: str, resolved: Payload) -> str:
        backend = self.discord.backend
        mine = (one for one in backend.channels.values() if one.guild_id and one.guild_id == self._guild_id)
        channel = _named(spec, value, ((one.name or "", one) for one in mine))
        payload = dict(serializers.channel_payload(backend, channel))
        payload["permissions"] = str(backend.compute_permissions(self._guild_id or 0, self.user_id, channel.id))
        resolved.setdefault("channels", {})[str(channel.id)] = payload
        return str(channel.id)

    def _resolved(self, components: list[Payload]) -> Payload:
        backend, resolved = self.discord.backend, dict[str, Any]()
        parts = [label.get("component") or {} for label in components]
        for part in (part for part in parts if part.get("type") == ComponentType.USER_SELECT):
            for user_id in part["values"]:
                self._resolve(backend.get_user(int(user_id)), resolved)
        return resolved

    def _command_data(self, root: Payload, options: list[Payload], resolved: Payload) -> Payload:
        data = {"id": root["id"], "name": root["name"], "type": root.get("type", AppCommandType.CHAT_INPUT)}
        return data | {"options": options} | ({"resolved": resolved} if resolved else {})

    async def _interact(self, kind: InteractionType, data: Payload, message: Any = None) -> Interaction:
        return await self.discord.interact(kind, self.channel_id, self.user_id, data, message)


def _named(spec: Payload, value: str, known: Iterator[tuple[str, Any]]) -> Any:
    """Return the person, role or channel with a name. Raises ``ActionRefused``."""
    wanted = value.strip().lstrip("@#").lower()
    for name, one in known:
        if name.lower() == wanted:
            return one
    raise ActionRefused(f"{spec['name']}: there is no {value}.")


def _filled_in(component: Payload, values: Filled) -> Payload:
    filled: Payload = {"type": component["type"], "id": component["id"]}
    match component["type"]:
        case ComponentType.LABEL:
            return filled | {"component": _filled_in(component["component"], values)}
        case ComponentType.ACTION_ROW:
            return filled | {"components": [_filled_in(one, values) for one in component["components"]]}
        case ComponentType.TEXT_INPUT:
            name = component["custom_id"]
            return filled | {"custom_id": name, "value": values.get(name, "")}
        case ComponentType.STRING_SELECT:
            name = component["custom_id"]
            chosen = values.get(name) or []
            return filled | {"custom_id": name, "values": [chosen] if isinstance(chosen, str) else chosen}
        case ComponentType.USER_SELECT:
            name = component["custom_id"]
            return filled | {"custom_id": name, "values": list(values.get(name, ()))}
        case _:
            return filled


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
        menu = backend.visible_commands(user_id=person.id, channel_id=chosen, type=AppCommandType.MESSAGE)
        return {
            "people": list(people),
            "person": person.global_name,
            "names": {str(user.id): user.global_name or user.name for user in backend.users.values()},
            "tabs": [self._tab(one, person.id) for one in channels],
            "channel": str(chosen),
            "messages": [self._message(one) for one in self._visible(chosen, person.id)[-_MOST_MESSAGES:]],
            "menu": [command["name"] for command in menu],
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
