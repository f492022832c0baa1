"""/daily: the discard problem of the day."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.practice.daily_handlers import screen_of_today


@app_commands.command(description="Today's six cards: which two do you discard?")
async def daily(interaction: discord.Interaction[Any]) -> None:
    """Show the hand of the day, or the player's answer to it."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    build = await screen_of_today(context, player)
    look = await context.attachments.look(player)
    await context.answer(interaction, build, look, ephemeral=not is_bot_dm(interaction))
