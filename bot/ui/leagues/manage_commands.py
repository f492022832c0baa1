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
from bot.ui.leagues import files, handlers, night_views, settings_view
from bot.ui.leagues.lookup import Pressed, asker_of
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


@manage.command(description="The managers' page", of=LEAGUE_TO_MANAGE)
async def home(at: Pressed) -> None:
    await handlers.show_to_manager(at)


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


@manage.command(
    name="import", description="Import a spreadsheet of results, after a preview", cost=10.0, of=LEAGUE_TO_MANAGE
)
@app_commands.describe(
    file="A CSV or Excel file with the results",
    dates="Which comes first in dates such as 08/09/2026",
    any_date="Import games from outside the season's dates too",
)
@app_commands.choices(dates=[choice("the day first", "day-first"), choice("the month first", "month-first")])
async def import_results(
    at: Pressed,
    file: discord.Attachment,
    dates: str | None = None,
    any_date: bool = False,  # noqa: FBT001, FBT002
) -> None:
    asker = await at.asker()
    await at.interaction.response.defer(ephemeral=True)
    options = ImportOptions(file.filename, cast("DateOrder | None", dates), any_date)
    await at.answer(await files.import_preview(at.context, at.league, asker, file, options))


@manage.command(description="Start or run a club night: check-in, pairings and the finish", of=LEAGUE_TO_MANAGE)
@app_commands.describe(
    name="A name, such as Spring Cup",
    format="How the season is played (default: each player plays a set number of games)",
    games="How many games each, or Swiss rounds",
)
@app_commands.choices(format=FORMAT_CHOICES)
async def night(
    at: Pressed,
    day: Day | None = None,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    games: int | None = None,
) -> None:
    """Show the page of the night that is on; with options, or if there is none, plan one and post its check-in."""
    asker = await at.manager()
    current = await at.leagues.meetings.current(at.league, await at.leagues.directory.season(at.league))
    if current is not None and day is None and name is None and format is None and games is None:
        await at.answer(await night_views.desk_page(at, current))
        return
    form = cast("MeetingFormat", format or "night")
    check_may_write(at.interaction)
    planned = await at.leagues.meetings.plan(at.league, asker, day=day, name=name or "", form=form, games=games)
    await at.context.answer(at.interaction, night_views.check_in_page(at.league, planned, []))
