"""/help: five steps, and more about single things."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.core.options import choice
from bot.ui.lawbook import tutorial

_PAGES: Final = [choice(page.title, number) for number, page in enumerate(tutorial.PAGES)]


@app_commands.command(name="help", description="How to play cribbage, in five steps")
@app_commands.describe(page="What to read about")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    """Show the first step, or the page that was chosen."""
    await tutorial.show(context_of(interaction), interaction, page, is_new=True)
