"""/rules: what is played, in one screen."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.tables.errors import NoSuchTable
from bot.ui import pages
from bot.ui.desk import desk_of
from engine import presets


async def suggest_presets(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The presets whose name or title holds what was typed."""
    wanted = typed.strip().lower()
    return [
        Choice(name=f"{preset.name}: {preset.title}", value=preset.name)
        for preset in presets.PRESETS.values()
        if wanted in f"{preset.name} {preset.title}".lower()
    ]


@app_commands.command(description="The rules of your game, or of a preset")
@app_commands.describe(preset="The rules by name; leave it out for those of your own game")
@app_commands.autocomplete(preset=suggest_presets)
async def rules(interaction: discord.Interaction[Any], preset: str | None = None) -> None:
    """Explain a preset, or the rules of the asker's game; the house rules where there is none."""
    desk = desk_of(interaction)
    agreed, name = presets.find(preset or presets.DEFAULT), preset or presets.DEFAULT
    if preset is None:
        player = await desk.meet(interaction.user)
        try:
            table = await desk.table_for(player, interaction.channel_id)
        except NoSuchTable:
            pass
        else:
            agreed, name = table.rules, table.agreement.preset
    await interaction.response.send_message(pages.rules_explained(presets.PRESETS[name], agreed), ephemeral=True)
