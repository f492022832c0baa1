"""/rules: what is played, in one screen."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.tables.errors import NoSuchTable
from bot.ui.core.context import Context, context_of
from bot.ui.core.options import PresetName
from bot.ui.core.page_view import page_view
from bot.ui.lawbook.rules_page import explain_preset, explain_table, list_presets


@app_commands.command(description="The rules of your game, of a preset, or all presets in a list")
@app_commands.describe(preset="Which rules. Leave empty for the rules of your own game")
async def rules(interaction: discord.Interaction[Any], preset: PresetName | None = None) -> None:
    """Explain a preset, or the rules of the asker's game; list the presets where there is none."""
    context = context_of(interaction)
    if preset is None:
        paragraphs = await _of_game(context, interaction)
    else:
        paragraphs = explain_preset(preset)
    await interaction.response.send_message(view=page_view(paragraphs), ephemeral=True)


async def _of_game(context: Context, interaction: discord.Interaction[Any]) -> list[str]:
    player = await context.meet(interaction.user)
    try:
        table = await context.table_for(interaction, player)
    except NoSuchTable:
        return list_presets(await context.usual_preset(interaction.guild_id))
    return explain_table(table)
