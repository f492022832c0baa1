"""Invitations: the place of a game, and the message to those who are invited, whichever command opens it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext, join_list
from bot.models.agreement import Place
from bot.models.table_message import PUBLIC, TableMessage
from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.ui.core.context import Context
from bot.ui.games import screens
from bot.ui.games.channels import may_thread
from bot.ui.games.context import GameContext

MAY_NOT_WRITE: Final = N_(
    "I may not write in this channel. Ask for View Channel and Send Messages for me here, or choose "
    "`where: in private messages`."
)
NO_CHANNEL: Final = N_("Discord did not say in which channel this was; use the command in a text channel.")
BEGINS: Final = N_("{names} sit down to play.")
PLAYED_ELSEWHERE: Final = N_("In this server games are played in {channel}; use the command there.")


async def place_for(context: Context, interaction: discord.Interaction[Any], where: str | None) -> Place:
    """Return where a game is played: ``where`` its host says, or else the place that the server's managers have set.

    A DM is always private; a server's game gets a thread unless somebody says otherwise. Raises ``TableError`` in a
    channel other than the one that the managers have named, unless the game is played in private, and in one where the
    bot could not show the game.
    """
    if interaction.guild_id is not None:
        server = await context.accounts.servers.read(interaction.guild_id)
        where, channel = where or server.place, interaction.channel
        home = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
        if where != "dm" and server.channel_id not in {None, home}:
            raise TableError(gettext(PLAYED_ELSEWHERE, channel=f"<#{server.channel_id}>"))
    place: Place = "thread"
    if interaction.guild_id is None or where == "dm":
        place = "dm"
    elif where == "here":
        place = "here"
    _check_channel(interaction, place)
    return place


def _check_channel(interaction: discord.Interaction[Any], place: Place) -> None:
    if interaction.channel_id is None:
        raise TableError(gettext(NO_CHANNEL))
    if place == "dm":
        return
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_write = may.send_messages_in_threads if in_thread else may.send_messages
    if not may.view_channel or not (may_write or (place == "thread" and may_thread(may))):
        raise TableError(gettext(MAY_NOT_WRITE))


async def answer_with(
    context: GameContext, interaction: discord.Interaction[Any], table: Table, invited: Sequence[discord.abc.Snowflake]
) -> None:
    """The invitation, or in a game that begins at once the message that will show it when the shuffle is sealed."""
    seat = table.seat_of(await context.meet(interaction.user)) if interaction.guild_id is None else PUBLIC
    table = table.seen_from(interaction.guild_id)
    if table.status == "gathering":
        drawn = screens.invitation(table, seat)
    else:
        drawn = screens.plain_text(gettext(BEGINS, names=join_list(screens.names_at(table))))
    try:
        pinged = discord.AllowedMentions(users=list(invited) or False)
        await interaction.response.send_message(view=drawn, allowed_mentions=pinged)
        message = await interaction.original_response()
        await context.publisher.keep(table, TableMessage(seat, message.channel.id, message.id))
    finally:
        # Where Discord would not take the answer, the table's writer shows what it should have shown.
        context.publisher.redraw(table.id)
