"""Errors as players read them: every refusal and every fault becomes one private sentence."""

import logging
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, render
from bot.leagues.access import LeagueError
from bot.models.errors import DamagedData, NotSeated, StorageError, TableError
from bot.tables.table import quoted
from bot.ui.core import formatting
from bot.ui.core.components import Buttons, Press
from bot.ui.core.router import pressed_id
from engine.errors import CribbageError
from engine.messages import Message

BROKEN: Final = N_("Sorry, something went wrong. Use /table to see your game, then try again.")
DISK: Final = N_("I can't save right now, so nothing changed. Try again in a minute.")
REFUSED: Final = N_("Discord didn't accept that. Nothing is lost. Use /table to see your game.")
SERVER_ONLY: Final = N_("That only works in a server.")

DISCORD_FAILS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The errors of requests that are not our fault: Discord refuses, is broken, or cannot be reached."""

_LONGEST: Final = 1_900
"""A message has at most 2,000 letters, and an error may quote what somebody typed."""

_log = logging.getLogger(__name__)


class RefusalWithButtons(TableError):
    """A refusal that offers something else, with buttons below it."""

    def __init__(self, complaint: Message | str, buttons: Buttons) -> None:
        super().__init__(complaint)
        self.buttons = buttons


def sentence(error: BaseException, place: str = "a place that is not known") -> str:
    """Return what a player reads about an error; faults of ours are logged in full and described in general.

    ``place`` is what the log says about where it happened.
    """
    if isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    match error:
        case StorageError() | DamagedData():
            _log.error("the database failed: %s (%s)", error, place)
            return gettext(DISK)
        case NotSeated() | LeagueError():
            # The message holds names of people or leagues, which people choose.
            return formatting.escape_sentence(render(error.message)[:_LONGEST])[:_LONGEST]
        case CribbageError():
            return formatting.with_visible_suits(render(error.message))[:_LONGEST]
        case app_commands.NoPrivateMessage() | app_commands.CheckFailure():
            return gettext(SERVER_ONLY)
        case discord.HTTPException() | aiohttp.ClientError() | OSError():
            _log.warning("Discord failed: %s (%s)", error, place)
            return gettext(REFUSED)
        case _:
            _log.error("a fault of our own: %r (%s)", error, place, exc_info=error)
            return gettext(BROKEN)


def buttons_of(error: BaseException) -> Buttons:
    """Return the buttons below the sentence about an error; ``MISSING`` where it has none."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    return error.buttons if isinstance(error, RefusalWithButtons) else discord.utils.MISSING


async def refuse(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an interaction with what is wrong, so that only the asker sees it."""
    text = sentence(error, describe_interaction(interaction))
    buttons = buttons_of(error)
    # Where not even this answer is taken, the player sees Discord's own failure notice.
    with suppress(*DISCORD_FAILS):
        if not interaction.response.is_done():
            await interaction.response.send_message(text, ephemeral=True, view=buttons)
            return
        await _stop_thinking(interaction)
        await interaction.followup.send(text, ephemeral=True, view=buttons)


async def _stop_thinking(interaction: discord.Interaction) -> None:
    """Delete a public answer that was deferred and never given: the next message would fill it, for all to read."""
    if interaction.response.type is not discord.InteractionResponseType.deferred_channel_message:
        return
    with suppress(*DISCORD_FAILS):
        flags = (await interaction.original_response()).flags
        if flags.loading and not flags.ephemeral:
            # Only an answer that was given makes way for another message.
            await interaction.edit_original_response(content="...")
            await interaction.delete_original_response()


def describe_interaction(interaction: discord.Interaction[Any]) -> str:
    """Return what was used and where: ``a button of game abcd2345 in server 123 "Club", channel 456 "cards"``.

    The rest of a custom id is left out, because it may name a card of somebody's hand.
    """
    press = Press.read(pressed_id(interaction.data))
    if interaction.command is not None:
        what = f"/{interaction.command.qualified_name}"
    else:
        what = "a button" if press is None else f"a button of game {press.table}"
    return f"{what} in {describe_place(interaction.guild, interaction.channel_id, interaction.channel)}"


def describe_place(guild: discord.Guild | None, channel_id: int | None, channel: Any = None) -> str:
    """Return a channel with its server, each by its id and its name where that is known."""
    name = getattr(channel, "name", None)
    where = f"channel {channel_id}" + (f" {quoted(name)}" if name else "")
    return where if guild is None else f"server {guild.id} {quoted(guild.name)}, {where}"
