"""/league: how the players of a server stand."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.leagues.friendlies import standings
from bot.storage.friendlies import results_of
from bot.ui import pages
from bot.ui.desk import desk_of

league = app_commands.Group(name="league", description="How the players of this server stand", guild_only=True)


@league.command(
    name="table", description="The table of this server: every finished game counts in which only people played"
)
async def table(interaction: discord.Interaction[Any]) -> None:
    """Show the standings, worked out anew from the results."""
    assert interaction.guild_id is not None
    rows = standings(await results_of(desk_of(interaction).tables.database, interaction.guild_id))
    await interaction.response.send_message(pages.league_table(rows))
