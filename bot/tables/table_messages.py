"""The Discord messages that belong to tables: those that show a table, its reminders and its notices.

One process owns the database, so the messages and reminders of the latest tables are kept in memory. A change drops
them after it is stored, and they are read again when they are needed next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from bot.models.table_message import PostedNotice, Reminder, TableMessage
from bot.storage import table_messages
from bot.storage.database import Database
from bot.tables.table import Table

MOST_KEPT: Final = 500
"""Of how many tables the messages and the reminders are kept in memory."""


class TableMessages:
    """Stores where the messages of tables stand, so that they are found again after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_seat: dict[str, Mapping[int, TableMessage]] = {}
        self._reminders: dict[str, Sequence[Reminder]] = {}

    async def put(self, table: Table, message: TableMessage) -> None:
        """Store the message that shows a table to a seat, or to everyone, from now on.

        One for a seat is stored for the player who sits there in ``table``, wherever they sit by now.
        """
        player = table.seats[message.seat].player if message.seat >= 0 else None
        with self._changed(table.id):
            if player is None:
                await table_messages.put(self._database, table.id, message)
            else:
                await table_messages.put_for_player(self._database, table.id, player.id, message)

    async def by_seat(self, table_id: str) -> Mapping[int, TableMessage]:
        """Return every message that shows a table, by seat."""
        if (shown := self._by_seat.get(table_id)) is None:
            shown = self._by_seat[table_id] = await table_messages.find_by_seat(self._database, table_id)
            _drop_oldest(self._by_seat)
        return shown

    async def channels(self) -> list[tuple[str, int]]:
        """Return each table that is not over or closed, with every channel in which a message shows it."""
        return await table_messages.list_channels(self._database)

    async def delete(self, table_id: str, seat: int) -> None:
        """Delete the message of a seat: it no longer shows the table."""
        with self._changed(table_id):
            await table_messages.delete(self._database, table_id, seat)

    async def pending_ends(self, since: datetime) -> list[tuple[str, bool]]:
        """Return the games that ended since a moment and were not shown to everyone, and whether each was announced."""
        return await table_messages.list_pending_ends(self._database, since)

    async def end_announced(self, table_id: str) -> None:
        """Store that the end of a game has been announced."""
        await table_messages.mark_end_announced(self._database, table_id)

    async def end_shown(self, table_id: str) -> None:
        """Store that everyone has been shown the end of a game."""
        await table_messages.delete_pending_end(self._database, table_id)

    async def put_reminder(self, table_id: str, reminder: Reminder) -> None:
        """Store a reminder in place of the one before."""
        with self._changed(table_id):
            await table_messages.put_reminder(self._database, table_id, reminder)

    async def reminders(self, table_id: str) -> Sequence[Reminder]:
        """Return the reminders at a table that have not been answered."""
        if (posted := self._reminders.get(table_id)) is None:
            posted = self._reminders[table_id] = await table_messages.list_reminders(self._database, table_id)
            _drop_oldest(self._reminders)
        return posted

    async def delete_reminder(self, table_id: str, seat: int) -> None:
        """Delete a reminder that has been answered."""
        with self._changed(table_id):
            await table_messages.delete_reminder(self._database, table_id, seat)

    async def put_notice(self, table_id: str, notice: PostedNotice) -> None:
        """Store a notice in place of the one before in the same channel."""
        await table_messages.put_notice(self._database, table_id, notice)

    async def ids_with_notices(self) -> set[str]:
        """Return the ids of the tables that have posted notices."""
        return await table_messages.list_tables_with_notices(self._database)

    async def notices(self, table_id: str) -> list[PostedNotice]:
        """Return the notices of a table that its channels still show."""
        return await table_messages.list_notices(self._database, table_id)

    async def delete_notice(self, table_id: str, notice: PostedNotice) -> None:
        """Delete a notice, unless a newer one is stored in its place."""
        await table_messages.delete_notice(self._database, table_id, notice)

    def forget(self, table_id: str) -> None:
        """Drop a table's messages and reminders from memory, because its players have changed seats."""
        self._by_seat.pop(table_id, None)
        self._reminders.pop(table_id, None)

    @contextmanager
    def _changed(self, table_id: str) -> Iterator[None]:
        """Drop a table's messages from memory after a change, also if the caller is cancelled while it is stored."""
        try:
            yield
        finally:
            self.forget(table_id)


def _drop_oldest(memory: dict[str, Any]) -> None:
    """Drop what was read first where the messages of too many tables are in memory."""
    if len(memory) > MOST_KEPT:
        del memory[next(iter(memory))]
