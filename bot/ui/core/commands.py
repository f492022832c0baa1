"""Commands as they are declared: who sees the answer, what a use costs, and their options."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord import AppCommandOptionType as OptionType
from discord import app_commands
from discord.app_commands import (
    AppCommandContext,
    AppInstallationType,
    Choice,
    Command,
    Group,
    Transform,
    Transformer,
    locale_str,
)

from bot.i18n.translation import gettext
from bot.models.options import Option
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from engine import presets
from engine.presets import Preset

Callback: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
_Register: TypeAlias = Callable[[Callback], Command[Any, ..., None]]
_Value = TypeVar("_Value", str, int)

MOST_SUGGESTIONS: Final = 25


def command(*, public: bool = False, cost: float = 1.0, **options: Any) -> _Register:
    """Make a command, as ``app_commands.command`` does.

    Everybody sees the answer of a ``public`` one, so it is in the language of the server. ``cost`` is how much more
    work it is than a press.
    """
    return app_commands.command(extras={"public": public, "cost": cost}, **options)


class CommandGroup(app_commands.Group):
    """A group whose commands are declared as by ``command``."""

    def command(self, *, public: bool = False, cost: float = 1.0, **options: Any) -> _Register:  # type: ignore[override]
        return super().command(extras={"public": public, "cost": cost}, **options)


class TypedOption(Transformer):
    """An option whose value ``find`` looks up by what is typed."""

    def __init__(self, find: Callable[..., Awaitable[Any]], kind: OptionType = OptionType.string) -> None:
        self._find = find
        self._kind = kind

    @property
    def type(self) -> OptionType:
        return self._kind

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        """Return the value. Raises what ``find`` raises."""
        return await self._find(interaction, value)


class SuggestedOption(TypedOption):
    """An option for which ``suggest`` has suggestions while it is typed."""

    def __init__(
        self,
        find: Callable[..., Awaitable[Any]],
        suggest: Callable[[discord.Interaction[Any], str], Awaitable[Sequence[Choice[Any]]]],
        kind: OptionType = OptionType.string,
    ) -> None:
        super().__init__(find, kind)
        self._suggest = suggest

    async def autocomplete(self, interaction: discord.Interaction[Any], value: Any, /) -> list[Choice[Any]]:
        """Return the suggestions for what is typed so far."""
        return list(await self._suggest(interaction, str(value)))


async def as_typed(_: discord.Interaction[Any], value: str) -> str:
    """Return the text as it was typed, for a command that looks it up itself."""
    return value


async def _preset_named(_: discord.Interaction[Any], value: str) -> str:
    """Return the preset's name. Raises ``RulesError`` where there is none of this name."""
    name = value.strip().lower()
    presets.find(name)
    return name


async def _suggest_presets(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the presets whose name or title holds what was typed, the server's own first."""
    wanted, usual = typed.strip().lower(), await context_of(interaction).usual_preset(interaction.guild_id)
    found = [preset for preset in presets.PRESETS.values() if wanted in f"{preset.name} {preset.title}".lower()]
    found.sort(key=lambda preset: preset.name != usual)
    return [Choice(name=formatting.labelled(preset.name, gettext(preset.title)), value=preset.name) for preset in found]


PresetName: TypeAlias = Transform[str, SuggestedOption(_preset_named, _suggest_presets)]


def with_options(*options: Option, kinds: Mapping[object, Any] | None = None) -> Callable[[Callback], Callback]:
    """Give a command the declared options, before its own; it takes what was chosen as ``**chosen``.

    ``kinds`` are the annotations of kinds that discord.py does not know.
    """
    known = {Preset: PresetName, **(kinds or {})}

    def declare(callback: Callback) -> Callback:
        interaction, *others = inspect.signature(callback, eval_str=True).parameters.values()
        declared = [_parameter(one, known.get(one.kind, one.kind)) for one in options]
        own = [one.replace(kind=one.KEYWORD_ONLY) for one in others if one.kind is not one.VAR_KEYWORD]
        callback.__signature__ = inspect.Signature([interaction, *declared, *own])  # type: ignore[attr-defined]
        offered = {one.name: choices_of(one) for one in options if one.choices and one.kind is not bool}
        callback = app_commands.choices(**offered)(callback)
        return app_commands.describe(**{one.name: one.description for one in options})(callback)

    return declare


def _parameter(option: Option, kind: Any) -> inspect.Parameter:
    if option.required:
        return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, annotation=kind | None, default=None)


def choices_of(option: Option) -> list[Choice[Any]]:
    return [choice(words, value, **option.values.get(value, {})) for value, words in option.choices.items()]


def choice(name: str, value: _Value, **values: object) -> Choice[_Value]:
    """Return a choice that a command offers; its name is translated when the commands are sent to Discord."""
    return Choice(name=locale_str(name.format(**values), sentence=name, values=values), value=value)


INSTALLS: Final = AppInstallationType(guild=True, user=True)
"""Who can add the bot: managers to a server, and people to their own account."""

CONTEXTS: Final = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Where commands are offered, except those about a server: in servers, in DMs with the bot, and in other DMs."""

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""The events that Discord sends to the bot. None of them is privileged."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions that the bot needs in a server; games go to the channel where it may not open threads."""


_Command = TypeVar("_Command", bound="Command[Any, ..., Any] | Group")


def in_servers_only(command: _Command) -> _Command:
    """Offer a command about a server only in servers that the bot has joined."""
    command.allowed_installs = AppInstallationType(guild=True, user=False)
    command.allowed_contexts = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    return command


def invitation(application_id: int) -> str:
    """Return the link that invites the bot into a server with all that it needs."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def user_install(application_id: int) -> str:
    """Return the link by which people add the bot to their own account, and use it wherever they are."""
    return f"https://discord.com/oauth2/authorize?client_id={application_id}&scope=applications.commands&integration_type=1"


def missing_intents(flags: discord.ApplicationFlags, intents: discord.Intents = INTENTS) -> list[str]:
    """Return the names, as the Bot page has them, of privileged intents that the bot uses and that are switched off."""
    wanted = (
        ("Presence Intent", intents.presences, flags.gateway_presence or flags.gateway_presence_limited),
        ("Server Members Intent", intents.members, flags.gateway_guild_members or flags.gateway_guild_members_limited),
        (
            "Message Content Intent",
            intents.message_content,
            flags.gateway_message_content or flags.gateway_message_content_limited,
        ),
    )
    return [name for name, is_used, is_on in wanted if is_used and not is_on]


def permission_names(missing: discord.Permissions) -> list[str]:
    """Return the names of permissions as Discord's settings have them, such as ``Attach Files``."""
    return [_NAMES.get(name, name.replace("_", " ").title()) for name, is_on in missing if is_on]


_NAMES: Final = {
    "read_messages": "View Channel",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
