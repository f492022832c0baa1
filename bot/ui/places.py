"""Where games are played: the channel itself, a thread of its own, or everyone's DMs."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TypeAlias

import discord

from bot.storage import screens as kept
from bot.storage.players import Player
from bot.storage.screens import PUBLIC, SEAL
from bot.tables.errors import TableError
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui import screens, words

Room: TypeAlias = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel | discord.DMChannel
_log = logging.getLogger(__name__)


class Places:
    """Finds the rooms of tables, and opens threads and DMs."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    def partial(self, channel_id: int) -> discord.PartialMessageable:
        """A channel by its number alone, for editing what stands in it."""
        return self._client.get_partial_messageable(channel_id)

    async def settle(self, table: Table) -> Table:
        """Give a game that begins its place: a thread of its own, if that was agreed and is allowed."""
        return await self._open_thread(table) if table.place == "thread" else table

    async def seal(self, table: Table) -> tuple[Table, str]:
        """Post the shuffle's commitment wherever the game is played.

        Where somebody's private messages are closed the game is played in the channel, and an excuse says so.
        """
        shut = []
        for number, room in (await self._rooms(table)).items():
            try:
                message = await room.send(words.sealed(table))
            except discord.Forbidden:
                if table.place != "dm":
                    raise
                shut.append(words.escaped(table.names[number]))
            else:
                await kept.put(self._tables.database, table.id, kept.Screen(SEAL, room.id, message.id))
        if shut:
            here = await self._tables.move_to(table.id, table.agreement.channel_id, "here")
            sealed, _ = await self.seal(here)
            return sealed, words.CLOSED_DMS.format(names=" and ".join(shut))
        if table.place == "dm":
            await self._leave(table, words.IN_DMS)
        return table, ""

    async def room(self, table: Table, seat: int) -> Room:
        """The room in which a table is shown to a seat, or to everyone."""
        player = table.seats[seat].player if seat != PUBLIC and table.place == "dm" else None
        if player is not None:
            return await self._dm(player)
        return await self._channel(table.agreement.channel_id)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Take a message away; one that is gone already is no loss."""
        with suppress(discord.NotFound, discord.Forbidden):
            await self.partial(channel_id).get_partial_message(message_id).delete()

    async def _rooms(self, table: Table) -> dict[int, Room]:
        """Every room in which the game is played, by the seat to which it belongs."""
        if table.place != "dm":
            return {PUBLIC: await self.room(table, PUBLIC)}
        return {number: await self.room(table, number) for number, seat in enumerate(table.seats) if seat.player}

    async def _open_thread(self, table: Table) -> Table:
        """A thread of the game's own, or the channel itself where the bot may not open one."""
        channel = await self._channel(table.agreement.channel_id)
        if isinstance(channel, discord.Thread):
            return table
        try:
            if not isinstance(channel, discord.TextChannel):
                return await self._tables.move_to(table.id, channel.id, "here")
            kind = discord.ChannelType.public_thread
            thread = await channel.create_thread(name=words.thread_name(table), type=kind)
        except discord.Forbidden:
            _log.info("no thread may be opened in channel %s; table %s is played there", channel.id, table.id)
            return await self._tables.move_to(table.id, channel.id, "here")
        moved = await self._tables.move_to(table.id, thread.id, "thread")
        await self._leave(table, words.IN_THREAD.format(thread=thread.mention))
        return moved

    async def _leave(self, table: Table, where: str) -> None:
        """Say in the channel where the game was agreed that it is played elsewhere."""
        shown = (await kept.of(self._tables.database, table.id)).get(PUBLIC)
        if shown is None:
            return
        await kept.forget(self._tables.database, table.id, PUBLIC)
        with suppress(discord.NotFound):
            message = self.partial(shown.channel_id).get_partial_message(shown.message_id)
            await message.edit(view=screens.elsewhere(table, where))

    async def _dm(self, player: Player) -> discord.DMChannel:
        assert player.discord_id is not None
        return await self._client.create_dm(discord.Object(player.discord_id))

    async def _channel(self, channel_id: int) -> Room:
        channel = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(channel, Room):
            raise TableError("Games are played in text channels, threads and DMs; start this one elsewhere.")
        return channel
