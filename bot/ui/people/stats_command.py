"""/stats: how a player has done in the games that are over."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.models.errors import TableError
from bot.tables.game_stats import PlayerStats, stats_of
from bot.ui.core import formatting
from bot.ui.core.commands import command
from bot.ui.core.components import DisplayOptions, Screen
from bot.ui.core.context import context_of
from bot.ui.people import stats as stats_page


@command(description="See your wins, losses, average hand and crib, best hand and more", public=True)
@app_commands.describe(player="Whose stats (default: yours)")
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
    achieved = [] if known is None else await context.achievements.of_player(known.id)
    reader = await context.accounts.players.find(interaction.user.id)
    look = await context.attachments.look(reader)
    name, here = formatting.name_of(who), interaction.guild_id is not None

    def build(look: DisplayOptions) -> Screen:
        player_id = None if known is None else known.id
        return stats_page.stats_page(name, career, player_id, achieved, here=here, picture=look.pictures)

    await context.answer(interaction, build, look)
