"""/stats: how a player has done in the games that are over."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.tables.errors import TableError
from bot.tables.player_stats import PlayerStats, stats_of
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from bot.ui.people import stats as stats_page


@app_commands.command(description="Games won and lost, average hand and crib, the best hand, overscores and muggins")
@app_commands.describe(player="Whose; your own if you leave it out")
async def stats(interaction: discord.Interaction[Any], player: discord.User | discord.Member | None = None) -> None:
    """Show a player's statistics in this server; in private their own, wherever they played."""
    who = player or interaction.user
    if interaction.guild_id is None and who.id != interaction.user.id:
        raise TableError(gettext(stats_page.OWN_ONLY))
    # To go through many games may take longer than Discord waits.
    await interaction.response.defer()
    context = context_of(interaction)
    known = await context.accounts.players.find(who.id)
    career = PlayerStats() if known is None else await stats_of(context.tables, known.id, interaction.guild_id)
    text = stats_page.stats_text(formatting.name_of(who), career, here=interaction.guild_id is not None)
    await interaction.followup.send(text)
