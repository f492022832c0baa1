"""Suggestions for the options of league commands: leagues, players and time zones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from heapq import nsmallest
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.leagues import calendar
from bot.models.league import League, Member, folded
from bot.ui.core.context import context_of
from bot.ui.leagues.lookup import chosen_league, server_of
from engine.errors import CribbageError

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
