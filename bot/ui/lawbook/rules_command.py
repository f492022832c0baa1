"""/rules: what is played, in one screen."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.tables.errors import NoSuchTable
from bot.ui.core.components import Screen
from bot.ui.core.context import Context, context_of
from bot.ui.core.options import PresetName
from bot.ui.lawbook.rules_view import list_screen, preset_screen, table_screen


@app_commands.command(description="The rules of your game, of a preset, or all presets in a list")
@app_commands.describe(preset="Which rules. Leave empty for the rules of your own game")
async def rules(interaction: discord.Interaction[Any], preset: PresetName | None = None) -> None:
    """Explain a preset, or the rules of the asker's game; list the presets where there is none."""
    context = context_of(interaction)
    screen = preset_screen(preset) if preset is not None else await _of_game(context, interaction)
    await interaction.response.send_message(view=screen, ephemeral=True)


async def _of_game(context: Context, interaction: discord.Interaction[Any]) -> Screen:
    player = await context.meet(interaction.user)
    try:
        table = await context.table_for(interaction, player)
    except NoSuchTable:
        return list_screen(await context.usual_preset(interaction.guild_id))
    return table_screen(table)
