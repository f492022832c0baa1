"""/privacy: what is kept of the asker, to take away or to be erased."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.people import privacy as privacy_page

privacy = app_commands.Group(
    name="privacy", description="What the bot keeps about you: take it away, or have it erased"
)


@privacy.command(name="export", description="Get everything the bot keeps about you, as a document")
async def export(interaction: discord.Interaction[Any]) -> None:
    """Send the asker, and nobody else, what is kept about them."""
    await privacy_page.export_data(context_of(interaction), interaction)


@privacy.command(name="erase", description="Have everything erased that tells who you are; you are asked once more")
async def erase(interaction: discord.Interaction[Any]) -> None:
    """Say what would happen, and ask."""
    await privacy_page.ask_before_erasing(context_of(interaction), interaction)
