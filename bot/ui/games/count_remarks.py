"""What a declarer is told of his own words once his count stands, and nobody else is told."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.i18n.translation import render
from bot.ui.core.errors import DISCORD_FAILS
from engine.actions import Move
from engine.text.moves import remark_on


async def remark_to_presser(interaction: discord.Interaction, text: str, move: Move) -> None:
    """Tell one who declared in a form or by a command if his words do not add up to his count."""
    if remark := remark_on(text, move):
        # His count stands, whether or not this reaches him.
        with suppress(*DISCORD_FAILS):
            await interaction.followup.send(render(remark), ephemeral=True)


async def remark_to_writer(message: discord.Message, text: str, move: Move) -> None:
    """Tell one who typed his count the same: in private, even where he declared aloud."""
    if remark := remark_on(text, move):
        with suppress(*DISCORD_FAILS):
            await message.author.send(render(remark))
