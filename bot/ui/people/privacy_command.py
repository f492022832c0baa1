"""/privacy: what is kept of the asker, to take away or to be erased."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.people import privacy as asked

privacy = app_commands.Group(
    name="privacy", description="What the bot keeps about you: take it away, or have it erased"
)


@privacy.command(name="export", description="Get everything the bot keeps about you, as a document")
async def export(interaction: discord.Interaction[Any]) -> None:
    """Attach it, for the asker's eyes alone."""
    await asked.hand_over(context_of(interaction), interaction)


@privacy.command(name="erase", description="Have everything erased that tells who you are; you are asked once more")
async def erase(interaction: discord.Interaction[Any]) -> None:
    """Say what would happen, and ask."""
    await asked.ask(context_of(interaction), interaction)
