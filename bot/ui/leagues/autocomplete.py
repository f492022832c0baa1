"""Suggestions for the options of league commands: leagues, players, fixtures, results, games, time zones."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from heapq import nsmallest
from itertools import islice
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.leagues import calendar
from bot.models.agreement import Agreement, Status
from bot.models.league import Fixture, League, Member, folded
from bot.models.player import Player
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from bot.ui.leagues import fixtures_view, results_view
from bot.ui.leagues.lookup import asker_of, chosen_league, server_of
from engine.errors import CribbageError

MOST: Final = 25
"""The most suggestions that Discord shows."""

_LATEST: Final = 100
_GAME_STATUS: Final[dict[Status, str]] = {
    "gathering": N_("invitation"),
    "playing": N_("in progress"),
    "adjourned": N_("paused"),
    "idle": N_("paused"),
    "over": N_("between games"),
    "closed": N_("cancelled"),
}
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


async def suggest_names(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the unclaimed names of players from files."""
    if (league := await _league(interaction)) is None:
        return []
    unclaimed = await context_of(interaction).leagues.name_claims.unclaimed(league)
    return await asyncio.to_thread(_choices_of_names, unclaimed, typed)


def _choices_of_names(players: Sequence[Player], typed: str) -> list[Choice[str]]:
    matching = (player.name for player in players if _matches(player.name, typed))
    return [Choice(name=name[:100], value=name) for name in islice(matching, MOST)]


async def suggest_results(interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
    """The results of the league by number, day or names, or those first that wait for somebody."""
    if (league := await _league(interaction)) is None:
        return []
    found = await context_of(interaction).leagues.results.search(league, typed, MOST)
    return [Choice(name=results_view.suggestion(result), value=result.id) for result in found]


async def suggest_fixtures(interaction: discord.Interaction[Any], typed: str) -> list[Choice[int]]:
    """The fixtures of the league that have no result."""
    if (league := await _league(interaction)) is None:
        return []
    listed = await context_of(interaction).leagues.fixtures.find_all(league)
    # There may be tens of thousands.
    return await asyncio.to_thread(_choices_without_result, listed, typed)


def _choices_without_result(listed: Sequence[Fixture], typed: str) -> list[Choice[int]]:
    left = (one for one in listed if one.second is not None and one.result_id is None and not one.over)
    labelled = (Choice(name=fixtures_view.suggestion(one), value=one.id) for one in left)
    return list(islice((choice for choice in labelled if _matches(choice.name, typed)), MOST))


async def suggest_games(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The games of the league that are under way, first those that nobody has touched for longest.

    Some are played in private, so only those who run the league see them.
    """
    context = context_of(interaction)
    league = await _league(interaction)
    if league is None or not await context.leagues.access.is_manager(league, await asker_of(context, interaction)):
        return []
    tables = await context.leagues.games.list_open(league, _LATEST)
    labelled = [(_game_label(table), table.id) for table in tables]
    return [Choice(name=name, value=game) for name, game in labelled if _matches(name, typed)][:MOST]


def _game_label(table: Agreement) -> str:
    players = formatting.opponents(seat.player.name[:25] for seat in table.seats if seat.player is not None)
    touched = table.touched_at.date().isoformat()
    return formatting.labelled(players, f"{gettext(_GAME_STATUS[table.status])}, {touched}, {table.id}")[:100]


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
