"""Watching a game that others play, and guessing who wins it."""

from __future__ import annotations

from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.models.agreement import TableMessage
from bot.models.errors import TableError
from bot.tables.table import Table
from bot.ui.core.interactions import AnsweredMessage
from bot.ui.games.action_rows import may_guess
from bot.ui.games.context import Pressed

NOT_HERE: Final = N_("You can only watch games in channels that you see.")
TOO_LATE_TO_GUESS: Final = N_("It's too late to guess: the next deal may be the last.")


async def watch(at: Pressed) -> None:
    """Show a game to somebody who sees its channel, and note whom they expect to win if the button says so."""
    context, interaction, table, player = at.context, at.interaction, at.table, at.player
    _, _, side = at.press.action.partition("-")
    if not may_watch(interaction, table):
        raise TableError(gettext(NOT_HERE))
    if table.seat_with(player.id) is None:
        if side and not may_guess(table.spectator):
            raise TableError(gettext(TOO_LATE_TO_GUESS))
        if side:
            guess = TableMessage("guess", player.id, interaction.channel_id or 0, about=side)
            await context.tables.messages.put(table.id, guess)
        context.publisher.hand_messages.keep(table, None, AnsweredMessage.of(interaction), player)
    await context.put(interaction, *await context.publisher.screens.watched(table, player))


def may_watch(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether somebody sees the channel of a game."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None or table.in_private else guild.get_channel_or_thread(table.agreement.channel_id)
    return channel is not None and isinstance(user, discord.Member) and channel.permissions_for(user).view_channel
