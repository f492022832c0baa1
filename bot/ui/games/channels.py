"""Where games are played: the channel itself, a thread of its own, or everyone's DMs."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeAlias

import discord

from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.player import Player
from bot.models.table_message import INVITATION, PUBLIC, SEAL, TableMessage
from bot.tables.errors import TableError
from bot.tables.service import Tables
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.locale_choice import Languages
from bot.ui.games.status import result_line
from bot.ui.games.table_view import TableView

CLOSED_DMS: Final = N_(
    "I cannot write to {names} in private, so the game is played here; press **My hand** to see your cards."
)
PLAYED_IN: Final = N_("{names}: {ended}\n-# Played in {thread}.")
THREAD: Final = "Cribbage: "

Room: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel | discord.DMChannel
_LONGEST_NAME: Final = 100
"""How many letters the name of a thread may have."""

_log = logging.getLogger(__name__)


def may_thread(permissions: discord.Permissions) -> bool:
    """Whether the bot may open a thread and write in it."""
    return permissions.create_public_threads and permissions.send_messages_in_threads


class Channels:
    """Finds the rooms of tables, and opens threads and DMs."""

    def __init__(self, client: discord.Client, tables: Tables, languages: Languages) -> None:
        self._client = client
        self.partial: Final = client.get_partial_messageable
        """A channel by its number alone, for editing what stands in it."""
        self._tables = tables
        self.languages = languages

    async def settle(self, table: Table) -> Table:
        """Give a game that begins its place: a thread of its own, if that was agreed and is allowed."""
        return await self._open_thread(table) if table.place == "thread" else table

    async def seal(self, table: Table) -> Table:
        """Post the shuffle's commitment wherever the game is played, and say where it was agreed where that is.

        Where somebody's private messages are closed the game is played in the channel, and an excuse says so; a game
        that was agreed in private has no channel, so that one plays with /hand.
        """
        sealed = {}
        for seat, room in (await self.rooms(table)).items():
            with using_language(self.languages.of_table(table, seat)):
                sealed[seat] = await _post(room, seal_notice(table.shown_to(seat)))
        shut = [table.names[seat] for seat, message in sealed.items() if message is None and seat != PUBLIC]
        if shut and table.agreement.guild_id is not None:
            here = await self.seal(await self._tables.move_to(table.id, table.agreement.channel_id, "here"))
            excuse = gettext(CLOSED_DMS, names=join_list([formatting.escape(name) for name in shut]))
            await _post(await self.room(here, PUBLIC), excuse)
            return here
        await self._step_aside(table)
        for message in filter(None, sealed.values()):
            await self._tables.messages.put(table, TableMessage(SEAL, message.channel.id, message.id))
        return table

    async def room(self, table: Table, seat: int) -> Room:
        """The room in which a table is shown to a seat, or to everyone."""
        player = table.seats[seat].player if seat != PUBLIC and table.place == "dm" else None
        if player is not None:
            return await self._dm(player)
        return await self._channel(table.agreement.channel_id)

    async def announce(self, table: Table) -> None:
        """Tell the channel how a game ended that was played in a thread of its own, opened from there."""
        room = await self.room(table, PUBLIC) if table.place == "thread" else None
        if not isinstance(room, discord.Thread) or not self._is_of(room, table):
            return
        shown = TableView(table)
        text = gettext(PLAYED_IN, names=" v ".join(shown.names), ended=result_line(shown), thread=room.mention)
        await _post(await self._channel(room.parent_id), text)

    def _is_of(self, thread: discord.Thread, table: Table) -> bool:
        """Whether a thread was opened for these players; the cut may have seated them anew."""
        me = self._client.user
        called = thread_name(table).removeprefix(THREAD).split(" v ")
        return me is not None and thread.owner_id == me.id and all(name in thread.name for name in called)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Take a message away; one that is gone already is no loss, nor is one that stays."""
        with suppress(*DISCORD_FAILS):
            await self.partial(channel_id).get_partial_message(message_id).delete()

    async def rooms(self, table: Table) -> dict[int, Room]:
        """Every room in which the game is played, by the seat to which it belongs."""
        if not table.in_private:
            return {PUBLIC: await self.room(table, PUBLIC)}
        return {number: await self.room(table, number) for number, seat in enumerate(table.seats) if seat.player}

    async def _open_thread(self, table: Table) -> Table:
        """A thread of the game's own, or the channel itself where the bot may not open one or Discord will not."""
        channel = await self._channel(table.agreement.channel_id)
        if isinstance(channel, discord.Thread):
            return table
        if isinstance(channel, discord.TextChannel) and may_thread(channel.permissions_for(channel.guild.me)):
            kind = discord.ChannelType.public_thread
            try:
                thread = await channel.create_thread(name=thread_name(table)[:_LONGEST_NAME], type=kind)
                return await self._tables.move_to(table.id, thread.id, "thread")
            except DISCORD_FAILS as error:
                _log.info("table %s is played in its channel, for no thread was opened: %s", table.id, error)
        return await self._tables.move_to(table.id, channel.id, "here")

    async def _step_aside(self, table: Table) -> None:
        """The message by which a game was agreed does not show it where the game is played elsewhere."""
        agreed = (await self._tables.messages.by_seat(table.id)).get(PUBLIC)
        if agreed is not None and (table.place == "dm" or agreed.channel_id != table.agreement.channel_id):
            invitation = TableMessage(INVITATION, agreed.channel_id, agreed.message_id)
            await self._tables.messages.put(table, invitation)
            await self._tables.messages.delete(table.id, PUBLIC)

    async def _dm(self, player: Player) -> discord.DMChannel:
        assert player.discord_id is not None
        return await self._client.create_dm(discord.Object(player.discord_id))

    async def _channel(self, channel_id: int) -> Room:
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(channel, Room):
            raise TableError(gettext("Games are played in text channels, threads and DMs; start this one elsewhere."))
        return channel


async def speak(room: Room, text: str, called: Sequence[Player]) -> discord.Message:
    """Say something that makes a sound for those who are called, and for nobody else."""
    return await room.send(text, allowed_mentions=mentions_of(called))


def mentions_of(called: Sequence[Player]) -> discord.AllowedMentions:
    """Allow the mentions of these players and no others."""
    heard = [discord.Object(player.discord_id) for player in called if player.discord_id is not None]
    return discord.AllowedMentions(everyone=False, roles=False, users=heard)


async def _post(room: Room, text: str) -> discord.Message | None:
    """Post a text; None where the bot may not write."""
    try:
        return await room.send(text)
    except discord.Forbidden as error:
        _log.warning("nothing can be posted in channel %s: %s", room.id, error)
        return None


def seal_notice(table: Table) -> str:
    """The promise that the shuffle is fixed before the first card, posted where it is not edited."""
    return gettext(
        "-# {names}: the shuffle is sealed, and `/verify {id}` proves it after the game.\n-# SHA-256 `{commitment}`",
        names=" v ".join(formatting.escape(name) for name in table.names),
        id=table.id,
        commitment=commitment(table.agreement.seed),
    )


def thread_name(table: Table) -> str:
    """What the thread of a game is called, within Discord's hundred characters."""
    each = min(32, (90 - 3 * len(table.names)) // len(table.names))
    return f"{THREAD}{' v '.join(name[:each] for name in table.names)}"
