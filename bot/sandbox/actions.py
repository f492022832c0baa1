"""What people do on the sandbox page: press, choose, fill in forms, use commands and write messages."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from simcord import interactions
from simcord.backend import serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.models import Interaction, Message
from simcord.enums import AppCommandType, ComponentType, InteractionType, OptionType

from bot.sandbox.discord_server import LocalDiscord, Payload
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
        """Use a slash command, with each option as it was typed, or as a file."""
        root, leaf, nesting = self._find(name)
        wire, resolved = self._options(leaf, options)
        required = {one["name"] for one in leaf.get("options") or [] if one.get("required")}
        if missing := required - options.keys():
            raise ActionRefused(f"/{name} needs: {', '.join(sorted(missing))}.")
        data = self._command_data(root, interactions.nest_options(root, nesting, wire), resolved)
        return await self._interact(InteractionType.APPLICATION_COMMAND, data)

    async def complete(self, name: str, option: str, typed: str, options: dict[str, Any]) -> list[Payload]:
        """Return what the bot suggests for an option."""
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
        """Return every command that this person may use here, with its options."""
        backend = self.discord.backend
        visible = backend.visible_commands(user_id=self.user_id, channel_id=self.channel_id)
        return [
            {"name": " ".join(path), "description": leaf.get("description", ""), "options": leaf.get("options") or []}
            for root in visible
            for path, leaf in interactions.command_leaves(root)
        ]

    def message_commands(self) -> list[str]:
        """Return the names of the commands in a message's menu."""
        visible = self.discord.backend.visible_commands(
            user_id=self.user_id, channel_id=self.channel_id, type=AppCommandType.MESSAGE
        )
        return [command["name"] for command in visible]

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
