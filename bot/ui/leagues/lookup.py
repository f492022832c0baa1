"""Who asks for something in a league, and which league he means."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.i18n.translation import gettext
from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError
from bot.models.league import League
from bot.models.player import Player
from bot.tables.errors import TableError
from bot.ui.core import words
from bot.ui.core.context import Context

SEVERAL: Final = "You play in several leagues here: {names}. Say which one."
MANY: Final = "There are several leagues here: {listed}. Say which one."
PEOPLE_ONLY: Final = "Leagues are for people; name somebody who is no bot."


def server_of(interaction: discord.Interaction[Any]) -> int:
    """The server in which something is asked. Raises ``TableError`` in private."""
    if interaction.guild_id is None:
        raise TableError(gettext(words.SERVER_ONLY))
    return interaction.guild_id


async def asker_of(context: Context, interaction: discord.Interaction[Any]) -> Asker:
    """Who asks, and by what he may be a manager."""
    member = interaction.user if isinstance(interaction.user, discord.Member) else None
    roles = frozenset() if member is None else frozenset(role.id for role in member.roles)
    may = interaction.permissions
    return Asker(await context.meet(interaction.user), may.manage_guild or may.administrator, roles)


async def person(context: Context, user: discord.abc.User) -> Player:
    """The player behind an account that somebody names. Raises ``LeagueError`` for a bot's."""
    if user.bot:
        raise LeagueError(gettext(PEOPLE_ONLY))
    return await context.meet(user)


async def league_shown(context: Context, interaction: discord.Interaction[Any], name: str | None) -> League:
    """The league that is to be looked at: the one named, or the latest in which the asker plays, or the latest."""
    guild_id = server_of(interaction)
    if name is None:
        mine = await context.leagues.directory.of_player(guild_id, await context.meet(interaction.user))
        if mine:
            return mine[0]
    return await context.leagues.directory.named(guild_id, name)


async def league_meant(context: Context, interaction: discord.Interaction[Any], name: str | None) -> League:
    """The league in which something is to be done: the one named, or the only one in which the asker plays."""
    guild_id = server_of(interaction)
    if name is None:
        mine = await context.leagues.directory.of_player(guild_id, await context.meet(interaction.user))
        if len(mine) > 1:
            raise LeagueError(gettext(SEVERAL, names=words.joined([league.name for league in mine])))
        if mine:
            return mine[0]
    return await context.leagues.directory.named(guild_id, name)


async def league_joined(context: Context, interaction: discord.Interaction[Any], name: str | None) -> League:
    """The league that somebody would join: the one named, or the only one of the server that he is not in."""
    guild_id = server_of(interaction)
    if name is None:
        mine = {
            league.id
            for league in await context.leagues.directory.of_player(guild_id, await context.meet(interaction.user))
        }
        others = [league for league in await context.leagues.directory.of_guild(guild_id) if league.id not in mine]
        if len(others) > 1:
            raise LeagueError(gettext(MANY, listed=words.joined([league.name for league in others[:10]])))
        if others:
            return others[0]
    return await context.leagues.directory.named(guild_id, name)


async def league_managed(context: Context, interaction: discord.Interaction[Any], name: str | None) -> League:
    """The league that a manager means: the one named, or the server's only one."""
    guild_id = server_of(interaction)
    if name is None:
        everyone = await context.leagues.directory.of_guild(guild_id)
        if len(everyone) > 1:
            raise LeagueError(gettext(MANY, listed=words.joined([league.name for league in everyone[:10]])))
    return await context.leagues.directory.named(guild_id, name)
