"""/privacy: export or erase a player's own data."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.core.commands import CommandGroup
from bot.ui.core.context import context_of
from bot.ui.people import privacy as privacy_page

privacy = CommandGroup(name="privacy", description="Export or erase your data")


@privacy.command(name="export", description="Get all your data as a file", cost=10.0)
async def export(interaction: discord.Interaction[Any]) -> None:
    """Send the asker, and nobody else, what is kept about them."""
    await privacy_page.export_data(context_of(interaction), interaction)


@privacy.command(name="erase", description="Erase your data (you'll be asked to confirm)")
async def erase(interaction: discord.Interaction[Any]) -> None:
    """Say what would happen, and ask."""
    await privacy_page.ask_before_erasing(context_of(interaction), interaction)
