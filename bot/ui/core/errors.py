"""Errors as players read them: every refusal and every fault becomes one private sentence."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Hashable
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, render
from bot.leagues.access import LeagueError
from bot.models.errors import DamagedData, NotSeated, StorageError, TableError
from bot.ui.core import formatting
from bot.ui.core.components import Buttons
from bot.ui.core.interaction_places import describe_interaction
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


CLOSED_DMS: Final = 50007
"""Discord's code for a person who takes no messages from the bot."""

_GONE: Final = frozenset({10003, 10004, 10013})
"""Discord's codes for a channel, a server or a user that is no more."""

LONGEST: Final = 3_600.0
"""Seconds after which something that is refused again and again is tried again at the latest."""


def is_final(error: BaseException) -> bool:
    """Return whether a place is gone, so that nothing can be said there any more."""
    return isinstance(error, discord.NotFound) and error.code in _GONE


def has_closed_dms(error: BaseException) -> bool:
    """Return whether a person takes no messages."""
    return isinstance(error, discord.Forbidden) and error.code == CLOSED_DMS


class Retries:
    """The times at which what was refused is tried again: after 1, 2, 4, 8 seconds and so on, or as ``first`` says."""

    def __init__(self, first: float = 1.0) -> None:
        self._first = first
        self._failed: dict[Hashable, tuple[int, float]] = {}

    def failed(self, key: Hashable) -> float:
        """Note a refusal, and return the seconds until the next try."""
        tries, _ = self._failed.get(key, (0, 0.0))
        wait = min(self._first * 2.0 ** min(tries, 16), LONGEST)
        self._failed[key] = tries + 1, asyncio.get_running_loop().time() + wait
        return wait

    def tries(self, key: Hashable) -> int:
        """Return how often something was refused."""
        return self._failed.get(key, (0, 0.0))[0]

    def is_waiting(self, key: Hashable) -> bool:
        """Return whether it is too early for the next try."""
        _, at = self._failed.get(key, (0, 0.0))
        return asyncio.get_running_loop().time() < at

    def forget(self, key: Hashable) -> None:
        """Note that nothing is refused any more."""
        self._failed.pop(key, None)


def nonce_of(*what: object) -> str:
    """Return a nonce for a message, within the 25 letters that Discord allows.

    What is sent again within some minutes with the same nonce Discord posts once: it may have been sent already, when
    the bot stopped or an answer was lost.
    """
    return hashlib.sha256(repr(what).encode()).hexdigest()[:25]
