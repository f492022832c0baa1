"""What managers do to a season by a command or a button: start it, draw a round, start the playoffs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n.translation import gettext
from bot.models.fixture import Fixture
from bot.models.league import League
from bot.ui.core.context import Context
from bot.ui.leagues import manager_views
from bot.ui.leagues.lookup import announcing_manager, member_named


async def start_season(
    context: Context, interaction: discord.Interaction[Any], league: League, seeds: str = ""
) -> None:
    """Start a season, and show a manager its first fixtures.

    The ``seeds`` are names with commas between them, or ``rating``; all others follow by lot.
    """
    asker = await announcing_manager(context, interaction, league)
    many = await context.leagues.seasons.begin(league, asker, await _seeds(context, league, seeds))
    made = await context.leagues.fixtures.find_all(league, many=manager_views.MOST_FIXTURES)
    await _show(context, interaction, league, made, gettext("The season begins!"), of=many)


async def _seeds(context: Context, league: League, typed: str) -> list[int]:
    """The players who are seeded, by id, the best first."""
    names = [name for part in re.split(r"[,;\n]+", typed) if (name := part.strip())]
    if [name.casefold() for name in names] == ["rating"]:
        playing = {player.id for player in await context.leagues.members.playing(league)}
        return [one.player.id for one in await context.leagues.ratings.ranked(league) if one.player.id in playing]
    return [(await member_named(context, league, name)).id for name in names]


async def draw_round(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Draw the next round, and show it to a manager."""
    made = await context.leagues.seasons.next_round(league, await announcing_manager(context, interaction, league))
    await _show(context, interaction, league, made, gettext("Next round!"))


async def start_playoffs(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    best_of: int | None = None,
    players: int | None = None,
) -> None:
    """Draw the first round of the playoffs, and show it to a manager."""
    asker = await announcing_manager(context, interaction, league)
    made = await context.leagues.seasons.begin_playoffs(league, asker, best_of=best_of, many=players)
    await _show(context, interaction, league, made, gettext("The playoffs begin!"))


async def _show(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    made: Sequence[Fixture],
    what: str,
    *,
    of: int | None = None,
) -> None:
    """Show new fixtures to a manager; everybody else is told in the league's channel or in DMs."""
    channel_id = (await context.leagues.news.settings(league)).channel_id
    told = [gettext("-# The news is in <#{channel_id}>.", channel_id=channel_id)] if channel_id else []
    await context.answer(
        interaction, manager_views.drawn_fixtures(league, made, what, of=of, more=told), ephemeral=True
    )
