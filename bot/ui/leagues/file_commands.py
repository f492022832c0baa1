"""The commands with which managers import files of results."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.leagues.import_plan import ImportOptions
from bot.leagues.written_dates import DateOrder
from bot.ui.core.context import context_of
from bot.ui.core.options import choice
from bot.ui.leagues import files
from bot.ui.leagues.league_commands import WHICH
from bot.ui.leagues.lookup import asker_of
from bot.ui.leagues.manage_commands import manage
from bot.ui.leagues.transformers import LEAGUE_TO_MANAGE, NamedLeague

__all__ = ["import_results", "imports", "manage"]


@manage.command(name="import", description="Import a spreadsheet of results, after a preview")
@app_commands.describe(
    file="A CSV or Excel file with the results",
    dates="Which comes first in dates such as 08/09/2026",
    any_date="Take games outside the season's dates too",
    league=WHICH,
)
@app_commands.choices(dates=[choice("the day first", "day-first"), choice("the month first", "month-first")])
async def import_results(
    interaction: discord.Interaction[Any],
    file: discord.Attachment,
    dates: str | None = None,
    any_date: bool = False,  # noqa: FBT001, FBT002
    league: NamedLeague = LEAGUE_TO_MANAGE,
) -> None:
    """Show the preview of a file, with a button that imports it."""
    context = context_of(interaction)
    asker = await asker_of(context, interaction)
    await interaction.response.defer(ephemeral=True)
    order: DateOrder | None = None
    if dates is not None:
        order = "day-first" if dates == "day-first" else "month-first"
    options = ImportOptions(file.filename, order, any_date)
    await context.answer(interaction, await files.import_preview(context, league, asker, file, options), ephemeral=True)


@manage.command(description="List the imported files, and undo one")
@app_commands.describe(league=WHICH)
async def imports(interaction: discord.Interaction[Any], league: NamedLeague = LEAGUE_TO_MANAGE) -> None:
    """List the imports of a league in private."""
    context = context_of(interaction)
    screen = await files.import_list(context, league, await asker_of(context, interaction))
    await context.answer(interaction, screen, ephemeral=True)
