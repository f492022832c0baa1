"""/score and the menu "Score this hand": any hand, counted and explained."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.ui import counts
from bot.ui.desk import desk_of


@app_commands.command(description="Count any hand: four cards and the starter, such as 5h 5d 5c js 5s")
@app_commands.describe(hand="The cards, the starter last, such as 5h 5d 5c js 5s", crib="Count it as a crib")
async def score(interaction: discord.Interaction[Any], hand: str, crib: bool = False) -> None:  # noqa: FBT001, FBT002
    """Count a typed hand for all to see."""
    desk = desk_of(interaction)
    player = await desk.meet(interaction.user)
    await interaction.response.send_message(await counts.explained(desk, player, hand, crib=crib))


@app_commands.context_menu(name="Score this hand")
async def score_this_hand(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Count the hand in somebody's message, for the asker's eyes alone."""
    desk = desk_of(interaction)
    player = await desk.meet(interaction.user)
    await interaction.response.send_message(await counts.explained(desk, player, message.content), ephemeral=True)
