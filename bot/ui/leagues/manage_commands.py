"""/manage: the commands for managers. The page that it shows leads to everything else."""

from __future__ import annotations

from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.translation import N_
from bot.leagues.import_plan import ImportOptions
from bot.leagues.settings import SETTINGS, changes_by
from bot.leagues.written_dates import DateOrder
from bot.models.league import MEETING_FORMATS, MeetingFormat
from bot.ui.core.commands import choice, in_servers_only, with_options
from bot.ui.core.context import context_of
from bot.ui.core.interactions import check_may_write
from bot.ui.leagues import files, handlers, home_view, night_views, settings_view
from bot.ui.leagues.lookup import asked, asker_of
from bot.ui.leagues.transformers import LEAGUE_TO_MANAGE, SETTING_KINDS, Day, LeagueGroup, NamedLeague

FORMAT_CHOICES: Final = [choice(night_views.FORMATS[form][0], form) for form in MEETING_FORMATS]

manage = in_servers_only(
    LeagueGroup(
        name="manage",
        description=N_("For league managers"),
        guild_only=True,
        # Managers without Manage Server press Manage in /league home.
        default_permissions=discord.Permissions(manage_guild=True),
    )
)


@manage.command(description="The managers' page")
async def home(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE) -> None:
    await handlers.show_to_manager(interaction, league, home_view.manager_page)


@manage.command(description="See or change the league's settings")
@with_options(*(one for one in SETTINGS if one.description), kinds=SETTING_KINDS)
async def settings(
    interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE, **chosen: Any
) -> None:
    context = context_of(interaction)
    if changes := changes_by(chosen):
        league = await context.leagues.setup.change(league, await asker_of(context, interaction), **changes)
    season = await context.leagues.directory.season(league)
    page = settings_view.settings_page(league, season, interaction.app_permissions)
    await context.answer(interaction, page, ephemeral=True)


@manage.command(name="import", description="Import a spreadsheet of results, after a preview", cost=10.0)
@app_commands.describe(
    file="A CSV or Excel file with the results",
    dates="Which comes first in dates such as 08/09/2026",
    any_date="Import games from outside the season's dates too",
)
@app_commands.choices(dates=[choice("the day first", "day-first"), choice("the month first", "month-first")])
async def import_results(
    interaction: discord.Interaction[Any],
    file: discord.Attachment,
    dates: str | None = None,
    any_date: bool = False,  # noqa: FBT001, FBT002
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    context, asker = await asked(interaction)
    await interaction.response.defer(ephemeral=True)
    options = ImportOptions(file.filename, cast("DateOrder | None", dates), any_date)
    await context.answer(interaction, await files.import_preview(context, league, asker, file, options), ephemeral=True)


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
    context, asker = await asked(interaction, league)
    season = await context.leagues.directory.season(league)
    current = await context.leagues.meetings.current(league, season)
    if current is not None and day is None and name is None and format is None and games is None:
        await context.answer(interaction, await night_views.desk_page(context, league, current), ephemeral=True)
        return
    form = cast("MeetingFormat", format or "night")
    check_may_write(interaction)
    planned = await context.leagues.meetings.plan(league, asker, day=day, name=name or "", form=form, games=games)
    await context.answer(interaction, night_views.check_in_page(league, planned, []))
