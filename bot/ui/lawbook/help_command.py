"""/help: the tutorial."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.core.options import choice
from bot.ui.lawbook import tutorial

_PAGES: Final = [choice(page.title, number) for number, page in enumerate(tutorial.PAGES)]


@app_commands.command(name="help", description="How to play cribbage here, step by step")
@app_commands.describe(page="Where to begin, if not at the beginning")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    """Open the tutorial at its first page, or at the one that was chosen."""
    await tutorial.show(interaction, page, is_new=True)
