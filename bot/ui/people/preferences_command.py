"""/preferences: how a player likes things to look and sound."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.people import preferences as wishes


@app_commands.command(description="Pictures or text alone, how your cards look, reminders, and how counts are told")
async def preferences(interaction: discord.Interaction[Any]) -> None:
    """Show what the asker has chosen, with a button to change each thing."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    page = await wishes.preferences_page(context, player)
    await context.answer(interaction, page, await context.attachments.look(player), ephemeral=True)
