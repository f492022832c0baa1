"""/preferences: how a player likes games to look, and who counts."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.people.preferences import preferences_page


@app_commands.command(description="Choose pictures or text, card colours, reminders, league news and who counts")
async def preferences(interaction: discord.Interaction[Any]) -> None:
    """Show the player's preferences, with a button to change each."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    page = await preferences_page(context, player)
    await context.answer(interaction, page, await context.attachments.look(player), ephemeral=True)
