"""The channels of games: the channel of the invitation, a thread, everyone's DMs, or one where the bot is a guest."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final, get_args

import discord

from bot.i18n.translation import N_, gettext
from bot.models.agreement import UNKNOWN, Status, TableMessage
from bot.models.errors import TableError
from bot.tables.service import Tables
from bot.tables.table import Notice, Table, describe_table
from bot.ui.core import formatting
from bot.ui.core.interactions import may_write
from bot.ui.core.locale_choice import Languages
from bot.ui.core.outbox import AnswerRoom, Joined, Outbox, Refused, Room, holding, refusals
from bot.ui.games.status import result_line
from bot.ui.games.table_view import TableView

PLAYED_IN: Final = N_("{names}: {ended}\n-# Played in {thread}.")
THREAD: Final = "Cribbage: "
_LONGEST_NAME: Final = 100
_log = logging.getLogger(__name__)


def may_thread(permissions: discord.Permissions) -> bool:
    return permissions.create_public_threads and permissions.send_messages_in_threads


class Channels:
    """The channels of tables, with the means to open threads and DMs."""

    def __init__(self, client: discord.Client, outbox: Outbox, tables: Tables, languages: Languages) -> None:
        self._client = client
        self._outbox = outbox
        self._tables = tables
        self.languages = languages
        self._looking = asyncio.Lock()

    async def room(self, table: Table, seat: int | None) -> Room:
        """The room in which a table is shown to a seat, or to everyone. Raises ``Refused``."""
        if table.is_guest:
            return AnswerRoom(table.agreement.channel_id, self._outbox.answered)
        player = table.seats[seat].player if seat is not None and table.place == "dm" else None
        if player is not None:
            return await self._outbox.dm(player.discord_id)
        return await self._channel(table.agreement.channel_id, table.agreement.guild_id)

    async def announce(self, table: Table, *, look: bool) -> None:
        """Tell the channel, once, how a game between people ended that was played in a thread opened from there.

        With ``look`` an announcement that may have been made already is looked for first. Where the channel is gone,
        an unknown message says that nobody can be told any more. Raises ``Refused``: it is to be tried again.
        """
        if table.is_against_robots or await self._tables.messages.of(table.id, "end"):
            return
        if (home := await self._home_of(table)) is None:
            return
        thread = f"<#{table.agreement.channel_id}>"
        shown = TableView(table)
        text = gettext(PLAYED_IN, names=formatting.opponents(shown.names), ended=result_line(shown), thread=thread)
        try:
            room = await self._channel(home.channel_id, table.agreement.guild_id)
            seen = holding(thread) if look else None
            message_id = (await self._outbox.post(room, text, nonce=(table.id, "end"), look=seen)).id
        except Refused as refused:
            if refused.why != "gone":
                raise
            _log.warning("nothing can be announced in channel %s: %s", home.channel_id, refused)
            message_id = UNKNOWN
        await self._tables.messages.put(table.id, replace(home, kind="end", message_id=message_id))

    async def _home_of(self, table: Table) -> TableMessage | None:
        """Return where the end of a game is announced, also if an older version of the bot has opened its thread."""
        if home := await self._tables.messages.of(table.id, "home"):
            return home[0]
        room = await self.room(table, None) if table.place == "thread" else None
        if not isinstance(room, discord.Thread) or not self._is_of(room, table):
            return None
        return TableMessage("home", None, room.parent_id)

    async def move_away(self, table: Table) -> None:
        """Move a game whose channel or thread was deleted, and tell its players there.

        A game in a thread goes on in the channel from which it was opened, any other in private messages.
        """
        moved = None
        for home in await self._tables.messages.of(table.id, "home") if table.place == "thread" else ():
            try:
                await self._channel(home.channel_id, table.agreement.guild_id)
                moved = await self._tables.move_to(table.id, home.channel_id, "here", Notice("moved"))
            except Refused as refused:
                if refused.why == "away":
                    raise
        if moved is None:
            await self._tables.move_to(table.id, table.agreement.channel_id, "dm", Notice("moved"))
        for message in await self._tables.messages.of(table.id, "screen", "commitment"):
            await self._tables.messages.delete(table.id, message)

    async def look_at_places(self, guild_id: int | None = None, *, asks: bool = True) -> list[int]:
        """Tell the tables in which channels, of one server or all, the bot can't write, and where it can again.

        With ``asks`` Discord is asked about threads that are archived; without, nothing is learnt of them. Returns the
        channels that are gone.
        """
        playing, gone = await self._tables.places_playing(), []
        async with self._looking:
            for server, channel_id in self._tables.outages.lost_places:
                if channel_id is not None and (server, channel_id) not in playing:
                    await self._tables.timekeeper.place_found(server, channel_id)
            for server, channel_id in playing:
                if guild_id not in {None, server}:
                    continue
                # Many channels would hold up everything else.
                await asyncio.sleep(0)
                try:
                    may_play = await self._may_play(server, channel_id, asks=asks)
                except Refused:
                    gone.append(channel_id)
                    continue
                if may_play:
                    await self._tables.timekeeper.place_found(server, channel_id)
                elif may_play is not None:
                    await self._tables.timekeeper.channel_lost(server, channel_id)
        return gone

    async def _may_play(self, guild_id: int, channel_id: int, *, asks: bool) -> bool | None:
        """Return whether the bot can write in a channel or thread, and players too; None where that is not known.

        Raises ``Refused`` where it is gone.
        """
        guild = self._client.get_guild(guild_id)
        if guild is None or (guild_id, None) in self._tables.outages.lost_places:
            return None
        channel: Any = guild.get_channel_or_thread(channel_id)
        try:
            if channel is None and asks:
                with refusals():
                    channel = await self._client.fetch_channel(channel_id)
            if channel is None:
                return None
            is_locked = isinstance(channel, discord.Thread) and channel.locked
            return not is_locked and may_write(channel.permissions_for(guild.me), channel)
        except (Refused, discord.ClientException) as error:
            why = error.why if isinstance(error, Refused) else "away"
            if why == "gone":
                raise
            _log.info("it is not known whether the bot may write in channel %d: %s", channel_id, error)
            return False if why == "forbidden" else None

    def _is_of(self, thread: discord.Thread, table: Table) -> bool:
        """Return whether a thread was opened for these players; the cut may have given them other seats."""
        me = self._client.user
        return me is not None and thread.owner_id == me.id and all(name in thread.name for name in _short_names(table))

    async def settle(self, table: Table, *, look: bool) -> Table | None:
        """Give a game that begins its place: a thread of its own if that was agreed and is allowed, or the channel.

        With ``look`` a thread that may have been opened already is looked for first. Only the process of its server
        opens a thread: in any other one, None says that the game waits for that.
        """
        if table.place != "thread":
            return table
        is_home = self._tables.is_home(table)
        if is_home:
            # Before that the bot does not know what it may do in the server, nor the threads that are there.
            await self._client.wait_until_ready()
        channel = await self._channel(table.agreement.channel_id, table.agreement.guild_id)
        if isinstance(channel, discord.Thread):
            return table
        if not is_home:
            _log.info("%s waits for its thread until the process of its server is back", describe_table(table))
            return None
        if isinstance(channel, discord.TextChannel) and may_thread(channel.permissions_for(channel.guild.me)):
            name = thread_name(table)[:_LONGEST_NAME]
            try:
                thread = await self._unused_thread(channel, name) if look else None
                thread = thread or await self._open_thread(channel, table, name)
                await self._tables.messages.put(table.id, TableMessage("home", None, channel.id))
                return await self._tables.move_to(table.id, thread.id, "thread")
            except Refused as error:
                if error.why == "away" and not (look and isinstance(error.__cause__, discord.HTTPException)):
                    # The thread may have been opened all the same: the next try looks for it.
                    raise
                _log.info("%s is played in its channel, because no thread was opened: %s", describe_table(table), error)
        return await self._tables.move_to(table.id, channel.id, "here")

    async def _open_thread(self, channel: discord.TextChannel, table: Table, name: str) -> discord.Thread:
        """Open a thread below the message that agrees the game, so that the channel gets no second message for it."""
        agreed = (await self._tables.messages.screens(table)).get(None)
        is_there = agreed is not None and agreed.channel_id == channel.id
        if agreed is not None and is_there and channel.permissions_for(channel.guild.me).read_message_history:
            try:
                with refusals():
                    return await channel.create_thread(name=name, message=discord.Object(agreed.message_id))
            except Refused as error:
                if error.why != "missing":
                    raise
                _log.info("the message that agrees %s is gone", describe_table(table))
        with refusals():
            return await channel.create_thread(name=name, type=discord.ChannelType.public_thread)

    async def _unused_thread(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """Return the bot's own thread of this name in which no game was ever played, if there is one."""
        for thread in channel.threads:
            is_mine = thread.name == name and thread.owner_id == channel.guild.me.id
            if is_mine and not await self._tables.ids_in_channel(thread.id, *get_args(Status)):
                return thread
        return None

    async def _channel(self, channel_id: int, guild_id: int | None) -> Joined:
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        # The client alone would look through every server.
        channel: Any = (
            self._client.get_channel(channel_id) if guild is None else guild.get_channel_or_thread(channel_id)
        )
        if channel is None:
            with refusals():
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(channel, Joined):
            raise TableError(
                gettext("I can't play in this kind of channel. Start the game in a text channel, a thread or a DM.")
            )
        return channel


def thread_name(table: Table) -> str:
    """Return the name of a game's thread, within Discord's hundred characters; no two games have the same."""
    return f"{THREAD}{' v '.join(_short_names(table))} · {table.id[:4]}"


def _short_names(table: Table) -> list[str]:
    each = min(32, (83 - 3 * len(table.names)) // len(table.names))
    return [name[:each] for name in table.names]
