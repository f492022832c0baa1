"""What is wrong, said once: every refusal and every fault becomes one private sentence."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from discord import app_commands

from bot.i18n.translation import gettext, render
from bot.leagues.errors import LeagueError
from bot.models.errors import DamagedData, StorageError
from bot.tables.errors import NotSeated
from bot.ui.core import words
from engine.errors import CribbageError

DISCORD_FAILS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request may end in through no fault of ours: a refusal, a broken Discord, or no way there."""

_LONGEST: Final = 1_900
"""What somebody has typed may stand in it, and a message has 2,000 letters."""

_log = logging.getLogger(__name__)


def sentence(error: BaseException) -> str:
    """What a player is told of an error; what he cannot mend is logged in full and told in general."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        # discord.py wraps what an option's transformer raises.
        error = error.__cause__
    match error:
        case StorageError() | DamagedData():
            _log.error("the database failed: %s", error)
            return gettext(words.DISK)
        case NotSeated() | LeagueError():
            # It names people or leagues, and people choose those names.
            return words.escaped(render(error.message))[:_LONGEST]
        case CribbageError():
            return words.visible(render(error.message))[:_LONGEST]
        case app_commands.NoPrivateMessage() | app_commands.CheckFailure():
            return gettext(words.SERVER_ONLY)
        case discord.HTTPException() | aiohttp.ClientError() | OSError():
            _log.warning("Discord failed: %s", error)
            return gettext(words.REFUSED)
        case _:
            _log.error("a fault of our own: %r", error, exc_info=error)
            return gettext(words.BROKEN)


async def refuse(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an interaction with what is wrong, for the asker's eyes alone."""
    text = sentence(error)
    # Where not even this answer is taken, the player sees Discord's own failure notice.
    with suppress(*DISCORD_FAILS):
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
