"""/help: how to play here."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui import pages


@app_commands.command(name="help", description="How to play cribbage here")
async def guide(interaction: discord.Interaction[Any]) -> None:
    """Say how a game goes and what can be typed."""
    await interaction.response.send_message(pages.HELP, ephemeral=True)
