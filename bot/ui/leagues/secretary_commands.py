"""/league here, /league manage night and people: the pages of club nights and of the people of a league."""

from __future__ import annotations

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.translation import N_
from bot.models.league import MEETING_FORMATS, MeetingFormat
from bot.ui.core.commands import choice
from bot.ui.core.context import context_of
from bot.ui.core.interaction_places import check_may_write
from bot.ui.leagues import night_views, people_views
from bot.ui.leagues.league_commands import league
from bot.ui.leagues.lookup import asker_of
from bot.ui.leagues.manage_commands import manage
from bot.ui.leagues.transformers import LEAGUE_TO_MANAGE, LEAGUE_TO_SHOW, Day, NamedLeague

_FORMATS: Final[dict[MeetingFormat, str]] = {
    "night": N_("night: each plays a number of games"),
    "single": N_("single: everyone plays everyone once"),
    "double": N_("double: everyone plays everyone twice"),
    "swiss": N_("swiss: each round against someone with a similar score"),
    "free": N_("free: no pairings, results as they come"),
}
FORMAT_CHOICES: Final = [choice(_FORMATS[form], form) for form in MEETING_FORMATS]


@league.command(description="Check in to the club night that is on")
async def here(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_SHOW) -> None:
    """Check in to a night, and show the asker's own page about it."""
    await night_views.check_in(context_of(interaction), interaction, league)


@manage.command(description="Start or run a club night: check-in, pairings and the finish")
@app_commands.describe(
    name="A name, such as Spring Cup",
    format="How it is played (default: a number of games each)",
    games="How many games each, or Swiss rounds",
)
@app_commands.choices(format=FORMAT_CHOICES)
async def night(
    interaction: discord.Interaction[Any],
    day: Day | None = None,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    games: int | None = None,
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Show the page of the night that is on; with options, or if there is none, plan one and post its check-in."""
    context, asker = context_of(interaction), await asker_of(context_of(interaction), interaction)
    await context.leagues.access.check_manager(league, asker)
    season = await context.leagues.directory.season(league)
    current = await context.leagues.meetings.current(league, season)
    if current is not None and day is None and name is None and format is None and games is None:
        await context.answer(interaction, await night_views.desk_page(context, league, current), ephemeral=True)
        return
    form = cast("MeetingFormat", format or "night")
    check_may_write(interaction)
    planned = await context.leagues.meetings.plan(league, asker, day=day, name=name or "", form=form, games=games)
    await context.answer(interaction, night_views.check_in_page(league, planned, []))


@manage.command(description="Add, rename, merge or erase people")
async def people(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE) -> None:
    """Show the people of a league, with a button for each thing that can be done."""
    context = context_of(interaction)
    await context.leagues.access.check_manager(league, await asker_of(context, interaction))
    await context.answer(interaction, await people_views.people_page(context, league), ephemeral=True)
