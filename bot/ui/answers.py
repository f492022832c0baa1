"""What is wrong, said once: every refusal and every fault becomes one private sentence."""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord import app_commands

from bot.ui import words
from engine.errors import CribbageError

_log = logging.getLogger(__name__)


def sentence(error: BaseException) -> str:
    """What a player is told of an error; what he cannot mend is logged in full and told in general."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    match error:
        case CribbageError():
            return words.visible(str(error))
        case app_commands.NoPrivateMessage() | app_commands.CheckFailure():
            return words.SERVER_ONLY
        case discord.HTTPException():
            _log.warning("Discord refused: %s", error)
            return words.REFUSED
        case _:
            _log.error("a fault of our own: %r", error, exc_info=error)
            return words.BROKEN


async def refuse(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an interaction with what is wrong, for the asker's eyes alone."""
    text = sentence(error)
    # Where not even this answer is taken, the player sees Discord's own failure notice.
    with suppress(discord.HTTPException):
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
