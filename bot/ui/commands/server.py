"""/server: what a server's managers have settled for everyone who plays there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.storage import servers
from bot.tables.errors import TableError
from bot.ui import notices, words
from bot.ui.commands.suggestions import suggest_presets
from bot.ui.desk import desk_of
from engine import presets

server = app_commands.Group(
    name="server",
    description="What is settled for all games of this server",
    default_permissions=discord.Permissions(manage_guild=True),
)


@server.command(name="preset", description="See or choose the rules by which this server plays")
@app_commands.describe(preset="The rules by name; leave it out to see which they are")
@app_commands.autocomplete(preset=suggest_presets)
async def usual_preset(interaction: discord.Interaction[Any], preset: str | None = None) -> None:
    """Show the preset that /play uses here unless another is named, or choose it."""
    if interaction.guild_id is None:
        raise TableError(words.SERVER_ONLY)
    desk, sentence = desk_of(interaction), notices.USUAL_PRESET
    if preset is not None:
        presets.find(preset)
        database = desk.tables.database
        await servers.put(database, replace(await servers.read(database, interaction.guild_id), preset=preset))
        sentence = notices.NEW_PRESET
    name = await desk.usual_preset(interaction.guild_id)
    answer = sentence.format(preset=name, title=presets.PRESETS[name].title)
    await interaction.response.send_message(answer, ephemeral=True)
