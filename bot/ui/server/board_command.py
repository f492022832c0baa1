"""/board: the players of a server who play most and count best."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.progress.server_board import Period
from bot.ui.core.context import context_of
from bot.ui.core.permissions import in_servers_only
from bot.ui.server.board_view import board_page


@in_servers_only
@app_commands.command(description="This server's board: most games, best averages and best hands")
async def board(interaction: discord.Interaction[Any]) -> None:
    """Show the board of the last 7 days, with buttons for a month and all time."""
    context = context_of(interaction)
    await context.answer(interaction, await board_page(context, interaction, Period.WEEK))
