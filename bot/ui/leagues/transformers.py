"""Options of league commands: what is typed becomes a league, a member or a day.

Each option has its suggestions beside it. discord.py transforms an option that is given and leaves one that is omitted
as its default, so the defaults here are ``OmittedOption``: a ``LeagueGroup`` looks up what each of them means.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from heapq import nsmallest
from inspect import Parameter
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

import discord
from discord import AppCommandOptionType as OptionType
from discord import app_commands
from discord.app_commands import Choice, Transform

from bot.i18n.translation import N_
from bot.leagues import calendar
from bot.models.league import League, Member, folded
from bot.models.player import Player
from bot.ui.core.commands import CommandGroup, SuggestedOption, TypedOption, as_typed
from bot.ui.core.context import context_of
from bot.ui.games.context import game_context_of
from bot.ui.leagues.lookup import (
    Pressed,
    asker_of,
    chosen_league,
    league_to_join,
    league_to_manage,
    league_to_play,
    league_to_show,
    league_to_show_if_any,
    member_named,
    person,
    server_of,
    typed_day,
)
from engine.errors import CribbageError

_Callback: TypeAlias = Callable[..., Awaitable[None]]


@dataclass(frozen=True, slots=True)
class OmittedOption:
    """The default of an option, which ``find`` looks up when the option is omitted."""

    find: Callable[[discord.Interaction[Any]], Awaitable[Any]]


_DESCRIPTIONS: Final = {
    "league": N_("League"),
    "day": N_("The date, like 2026-03-01"),
    "opponent": N_("Your opponent"),
}
"""The options of several commands, by their names."""


class LeagueGroup(CommandGroup):
    """A group of commands whose usual options are described, and looked up before the command is called if omitted.

    A command ``of`` a league has an option for it, and gets it like a press.
    """

    def command(  # type: ignore[override]
        self, *, of: OmittedOption | None = None, **options: Any
    ) -> Callable[[_Callback], app_commands.Command[Any, ..., None]]:
        """Register a command, as ``CommandGroup.command`` does."""
        register = super().command(**options)
        return lambda callback: register(_with_omitted_options(callback, of))


def _with_omitted_options(callback: _Callback, of: OmittedOption | None) -> Any:
    """The callback of a command, called with what its omitted options mean."""
    signature = inspect.signature(callback, eval_str=True)
    if of is not None:
        named = Parameter("league", Parameter.POSITIONAL_OR_KEYWORD, default=of, annotation=NamedLeague)
        signature = signature.replace(parameters=[*signature.parameters.values(), named])

    @wraps(callback)
    async def call(interaction: discord.Interaction[Any], /, **options: Any) -> None:
        for name, value in options.items():
            if isinstance(value, OmittedOption):
                options[name] = await value.find(interaction)
        at: Any = interaction
        if of is not None:
            at = Pressed(game_context_of(interaction), interaction, options.pop("league"))
        await callback(at, **options)

    # discord.py reads the options from the signature, and looks annotations up where ``call`` is defined.
    call.__signature__ = signature  # type: ignore[attr-defined]
    own = getattr(callback, "__discord_app_commands_param_description__", {})
    usual = {name: text for name, text in _DESCRIPTIONS.items() if name in signature.parameters and name not in own}
    return app_commands.describe(**usual)(call)


MOST: Final = 25
"""The most suggestions that Discord shows."""

_ZONES: Final = ("UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Chicago", "America/Los_Angeles")


async def suggest_leagues(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The leagues of this server, first those in which the asker plays."""
    context, guild_id = context_of(interaction), server_of(interaction)
    mine = {
        league.id
        for league in await context.leagues.directory.of_player(guild_id, await context.meet(interaction.user))
    }
    found = [
        league for league in await context.leagues.directory.of_guild(guild_id) if folded(typed) in folded(league.name)
    ]
    found.sort(key=lambda league: league.id not in mine)
    return [Choice(name=league.name[:100], value=league.name) for league in found[:MOST]]


async def suggest_members(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Everyone who plays in the league or has withdrawn, by the alphabet."""
    if (league := await _league(interaction)) is None:
        return []
    members = await context_of(interaction).leagues.members.find_all(league)
    # There may be tens of thousands.
    return await asyncio.to_thread(_choices_of_members, members, typed)


def _choices_of_members(members: Sequence[Member], typed: str) -> list[Choice[str]]:
    matching = (member.player for member in members if _matches(member.player.name, typed))
    people = nsmallest(MOST, matching, key=lambda player: player.name.casefold())
    return [Choice(name=player.name[:100], value=str(player.id)) for player in people]


async def suggest_zones(_: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Time zones that hold the typed text; common ones where nothing is typed."""
    found = calendar.zones(typed.strip()) if typed.strip() else _ZONES
    return [Choice(name=zone, value=zone) for zone in found[:MOST]]


def _matches(name: str, typed: str) -> bool:
    return folded(typed) in folded(name)


async def _league(interaction: discord.Interaction[Any]) -> League | None:
    """Return the league that is chosen so far; None for no league or several."""
    try:
        return await chosen_league(interaction)
    except CribbageError:
        return None


async def _member(interaction: discord.Interaction[Any], value: str) -> Player:
    return await member_named(context_of(interaction), await chosen_league(interaction), value)


async def _asking_player(interaction: discord.Interaction[Any]) -> Player:
    return (await asker_of(context_of(interaction), interaction)).player


async def _day(_: discord.Interaction[Any], value: str) -> date:
    return typed_day(value)


NamedLeague: TypeAlias = Transform[
    League,
    SuggestedOption(
        lambda interaction, name: context_of(interaction).leagues.directory.find_by_name(server_of(interaction), name),
        suggest_leagues,
    ),
]
LeagueMember: TypeAlias = Transform[Player, SuggestedOption(_member, suggest_members)]
"""A player of the chosen league by name, mention or suggestion; some have no account."""

Opponent: TypeAlias = Transform[
    Player, TypedOption(lambda interaction, user: person(context_of(interaction), user), OptionType.user)
]
"""The player of an account of the server, who is no bot."""

Day: TypeAlias = Transform[date, TypedOption(_day)]

SETTING_KINDS: Final[dict[object, Any]] = {
    date: Day,
    ZoneInfo: Transform[str, SuggestedOption(as_typed, suggest_zones)],
}
"""The annotations of settings whose kind discord.py does not know."""

LEAGUE_TO_SHOW: Final[Any] = OmittedOption(league_to_show)
LEAGUE_TO_SHOW_IF_ANY: Final[Any] = OmittedOption(league_to_show_if_any)
LEAGUE_TO_PLAY: Final[Any] = OmittedOption(league_to_play)
LEAGUE_TO_JOIN: Final[Any] = OmittedOption(league_to_join)
LEAGUE_TO_MANAGE: Final[Any] = OmittedOption(league_to_manage)
ASKING_PLAYER: Final[Any] = OmittedOption(_asking_player)
