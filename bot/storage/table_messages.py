"""The Discord messages of tables in the database: those that show a table, its reminders and its notices.

The messages and reminders of the latest tables are kept in memory. A change drops them after it is stored, as does one
of another process, and they are read again when they are needed next.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Protocol

from bot.models.agreement import PUBLIC, UNKNOWN, Announcement, PostedNotice, Reminder, Seat, TableMessage
from bot.models.errors import StorageError
from bot.storage.connection import Values
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp
from bot.storage.rows import Rows
from bot.storage.tables import KEPT_FOR

SHOW_AGAIN: Final = -2
"""The revision with which a process asks the one that keeps a table to show it again."""

PERSON_ERASED: Final = -3
"""The revision that says that somebody was erased: their Discord account, or 0, stands in place of the table."""

MESSAGES_ALONE: Final = -1
"""What is announced in place of a table's revision where its messages alone have changed."""

MOST_KEPT: Final = 5_000
"""Of how many tables the messages and the reminders are kept in memory: of more than are played at any time."""

_NOTICES = -10
"""Added to a seat for its notice: reminders are stored under seats from ``PUBLIC`` up, notices below them."""

_UNSENT: Final = -100
"""Notices that are still to be sent are stored from here down, each under this less the revision of its table."""

_SCREENS: Final = Rows("screens", TableMessage, "the message of a table", key=("table_id", "seat"))
_REMINDERS: Final = Rows("reminders", Reminder, "a reminder", key=("table_id", "seat"))
_ANNOUNCEMENTS: Final = Rows("announcements", Announcement, "the announcement of an end", key=("table_id",))

_log = logging.getLogger(__name__)


class Seated(Protocol):
    """A table, as its messages know it."""

    @property
    def id(self) -> str:
        """The table's name."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""


class TableMessages:
    """Stores where the messages of tables stand and what they show, so that they are found again after a restart."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._by_seat: dict[str, Mapping[int, TableMessage]] = {}
        self._reminders: dict[str, Sequence[Reminder]] = {}
        self._marks: dict[int, tuple[str, TableMessage]] = {}

    async def put(self, table: Seated, message: TableMessage) -> None:
        """Store the message that shows a table to a seat, or to everyone; the one before becomes an outdated message.

        One for a seat is stored for the player who sits there in ``table``, wherever they sit by now: while it was on
        its way a cut for the deal may have given four players new seats, and it would show another player's hand.
        """
        player = table.seats[message.seat].player if message.seat >= 0 else None
        async with self._changing(table.id) as writing:
            if player is None:
                _set_aside(writing, "table_id = ? AND seat = ?", (table.id, message.seat), message.message_id)
                _SCREENS.put(writing, message, table_id=table.id)
                return
            of_player = "table_id = ? AND seat = (SELECT seat FROM seats WHERE seats.table_id = ? AND player_id = ?)"
            _set_aside(writing, of_player, (table.id, table.id, player.id), message.message_id)
            writing.write(
                "INSERT INTO screens (table_id, seat, channel_id, message_id, shown_revision) "
                "SELECT table_id, seat, ?, ?, ? FROM seats WHERE table_id = ? AND player_id = ? "
                "ON CONFLICT (table_id, seat) DO UPDATE SET channel_id = excluded.channel_id, "
                "message_id = excluded.message_id, shown_revision = excluded.shown_revision",
                (message.channel_id, message.message_id, message.shown_revision, table.id, player.id),
            )

    async def by_seat(self, table_id: str) -> Mapping[int, TableMessage]:
        """Return every message that shows a table, by seat."""
        if (shown := self._by_seat.get(table_id)) is None:
            stored = await _SCREENS.list(self._database, "WHERE table_id = ?", table_id)
            shown = self._by_seat[table_id] = {message.seat: message for message in stored}
            _drop_oldest(self._by_seat)
        return shown

    async def channels(self) -> list[tuple[str, int]]:
        """Return each table that is not over or closed, with every channel in which a message shows it."""
        rows = await self._database.rows(
            "SELECT DISTINCT table_id, screens.channel_id FROM screens JOIN tables ON tables.id = table_id "
            "WHERE seat >= ? AND status NOT IN ('over', 'closed')",
            (PUBLIC,),
        )
        return [(table_id, channel_id) for table_id, channel_id in rows]

    async def delete(self, table_id: str, seat: int) -> None:
        """Delete the message of a seat: it no longer shows the table."""
        async with self._changing(table_id) as writing:
            writing.write("DELETE FROM screens WHERE table_id = ? AND seat = ?", (table_id, seat))

    def mark_shown(self, table_id: str, message: TableMessage, revision: int) -> None:
        """Remember that a message shows this revision of its table; ``store_marks`` stores it."""
        shown = replace(message, shown_revision=revision)
        self._marks[message.message_id] = (table_id, shown)
        messages = self._by_seat.get(table_id, {})
        if (known := messages.get(message.seat)) is not None and known.message_id == message.message_id:
            self._by_seat[table_id] = {**messages, message.seat: shown}

    async def store_marks(self) -> None:
        """Store what messages show; if the database refuses, they may be drawn once too often after a start."""
        if not self._marks:
            return
        marks, self._marks = self._marks, {}
        try:
            async with self._database.transaction() as writing:
                # Another message may have taken the place of one of them.
                writing.write_many(
                    "UPDATE screens SET shown_revision = ? WHERE table_id = ? AND message_id = ?",
                    [(message.shown_revision, table_id, message.message_id) for table_id, message in marks.values()],
                )
        except StorageError as error:
            _log.warning("what some messages show was not stored, so they may be drawn again: %s", error)

    async def outdated(self, table_id: str) -> list[tuple[int, int]]:
        """Return the channel and the id of each message that no longer shows its table and is to be deleted."""
        select = "SELECT channel_id, message_id FROM outdated_messages WHERE table_id = ?"
        return [(channel_id, message_id) for channel_id, message_id in await self._database.rows(select, (table_id,))]

    async def tables_with_outdated(self) -> list[str]:
        """Return the ids of the tables that have messages to be deleted: this process's own, and those it keeps."""
        return await self._kept(
            f"SELECT DISTINCT outdated_messages.table_id, {KEPT_FOR} FROM outdated_messages "
            "JOIN tables ON tables.id = outdated_messages.table_id"
        )

    async def outdated_deleted(self, message_id: int) -> None:
        """Store that an outdated message has been deleted."""
        async with self._database.transaction() as writing:
            writing.write("DELETE FROM outdated_messages WHERE message_id = ?", (message_id,))

    async def unshown_ends(self, since: datetime) -> list[str]:
        """Return the tables that ended since a moment and that some message shows otherwise, or none announces.

        They are this process's own, and those that it keeps for others.
        """
        return await self._kept(
            f"SELECT id, {KEPT_FOR} FROM tables WHERE status IN ('over', 'closed') AND touched_at >= ? AND "
            "(EXISTS (SELECT 1 FROM screens WHERE table_id = id AND seat >= ? AND shown_revision <> revision) "
            "OR status = 'over' AND NOT EXISTS (SELECT 1 FROM screens WHERE table_id = id AND seat >= ?) "
            "OR status = 'over' AND EXISTS (SELECT 1 FROM announcements WHERE table_id = id AND message_id IS NULL))",
            (format_timestamp(since), PUBLIC, PUBLIC),
        )

    async def announcement(self, table_id: str) -> Announcement | None:
        """Return where the end of a game is announced, if that is known."""
        return await _ANNOUNCEMENTS.find(self._database, "WHERE table_id = ?", table_id)

    async def put_announcement(self, table_id: str, announcement: Announcement) -> None:
        """Store where the end of a game is announced, or the message that did it."""
        async with self._database.transaction() as writing:
            _ANNOUNCEMENTS.put(writing, announcement, table_id=table_id)

    async def put_reminder(self, table_id: str, reminder: Reminder) -> None:
        """Store a reminder in place of the one before."""
        async with self._changing(table_id) as writing:
            _REMINDERS.put(writing, reminder, table_id=table_id)

    async def reminders(self, table_id: str) -> Sequence[Reminder]:
        """Return the reminders at a table that have not been answered."""
        if (posted := self._reminders.get(table_id)) is None:
            which = "WHERE table_id = ? AND seat >= ?"
            posted = self._reminders[table_id] = await _REMINDERS.list(self._database, which, table_id, PUBLIC)
            _drop_oldest(self._reminders)
        return posted

    async def delete_reminder(self, table_id: str, seat: int) -> None:
        """Delete a reminder that has been answered."""
        async with self._changing(table_id) as writing:
            writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, seat))

    async def put_notice(self, table_id: str, notice: PostedNotice) -> None:
        """Store a notice in place of the one before in the same channel."""
        stored = Reminder(_NOTICES + notice.seat, notice.kind, notice.channel_id, notice.message_id)
        await self.put_reminder(table_id, stored)

    async def ids_with_notices(self) -> set[str]:
        """Return the ids of the tables that have posted notices."""
        select = "SELECT DISTINCT table_id FROM reminders WHERE seat < ? AND seat > ?"
        return {table_id for (table_id,) in await self._database.rows(select, (PUBLIC, _UNSENT))}

    async def notices(self, table_id: str) -> list[PostedNotice]:
        """Return the notices of a table that its channels still show."""
        which = "WHERE table_id = ? AND seat < ? AND seat > ?"
        stored = await _REMINDERS.list(self._database, which, table_id, PUBLIC, _UNSENT)
        return [PostedNotice(one.seat - _NOTICES, one.prompt, one.channel_id, one.message_id) for one in stored]

    async def delete_notice(self, table_id: str, notice: PostedNotice) -> None:
        """Delete a notice, unless a newer one is stored in its place."""
        async with self._database.transaction() as writing:
            writing.write(
                "DELETE FROM reminders WHERE table_id = ? AND seat = ? AND message_id = ?",
                (table_id, _NOTICES + notice.seat, notice.message_id),
            )

    async def unsent_notices(self) -> list[tuple[str, int, str]]:
        """Return the notices that are still to be sent of the tables that this process keeps, the oldest first.

        Each is a table's id, the revision that it is about, and what is stored of it.
        """
        rows = await self._database.rows(
            f"SELECT reminders.table_id, ? - reminders.seat, prompt, {KEPT_FOR} FROM reminders "
            "JOIN tables ON tables.id = reminders.table_id WHERE reminders.seat <= ? ORDER BY 1, 2",
            (_UNSENT, _UNSENT),
        )
        return [(*notice, text) for *notice, text, server in rows if self._database.keeps(server)]

    async def is_unsent(self, table_id: str, revision: int) -> bool:
        """Return whether a notice about this revision of a table is still to be sent."""
        values = table_id, _UNSENT - revision
        return await self._database.row("SELECT 1 FROM reminders WHERE table_id = ? AND seat = ?", values) is not None

    async def put_unsent(self, write: Callable[[Transaction], None]) -> None:
        """Store which rooms still lack a notice, which writes itself."""
        async with self._database.transaction() as writing:
            write(writing)

    async def delete_unsent(self, table_id: str, revision: int) -> None:
        """Store that a notice was sent to everybody it is about."""
        async with self._database.transaction() as writing:
            writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, _UNSENT - revision))

    def forget(self, table_id: str) -> None:
        """Drop a table's messages and reminders from memory: its players or another process have changed them."""
        self._by_seat.pop(table_id, None)
        self._reminders.pop(table_id, None)

    def forget_all(self) -> None:
        """Drop the messages and reminders of every table from memory."""
        self._by_seat.clear()
        self._reminders.clear()

    @asynccontextmanager
    async def _changing(self, table_id: str) -> AsyncIterator[Transaction]:
        """Write about a table's messages, and tell other processes; also if it is cancelled, memory drops them."""
        try:
            async with self._database.transaction() as writing:
                yield writing
                self._database.announce(writing, table_id, MESSAGES_ALONE, None)
        finally:
            self.forget(table_id)

    async def _kept(self, select: str, values: Values = ()) -> list[str]:
        database = self._database
        rows = await database.rows(select, values)
        return [table_id for table_id, server in rows if database.keeps(server) or database.is_home(server)]


def put_unsent(writing: Transaction, table_id: str, revision: int, notice: str) -> None:
    """Store that a notice about this revision of a table is still to be sent."""
    _REMINDERS.put(writing, Reminder(_UNSENT - revision, notice, UNKNOWN, UNKNOWN), table_id=table_id)


def reseat(writing: Transaction, table_id: str, places: Sequence[int]) -> None:
    """Move the messages with their players to new seats; ``places`` holds for each seat its player's seat before."""
    for table in ("screens", "reminders"):
        # All rows move out of the way first: no two rows may have the same seat at any time.
        aside = len(places)
        writing.write(f"UPDATE {table} SET seat = seat + ? WHERE table_id = ? AND seat >= 0", (aside, table_id))
        writing.write_many(
            f"UPDATE {table} SET seat = ? WHERE table_id = ? AND seat = ?",
            [(seat, table_id, place + aside) for seat, place in enumerate(places)],
        )


def _set_aside(writing: Transaction, which: str, values: Values, new_id: int) -> None:
    writing.write(
        "INSERT INTO outdated_messages (message_id, channel_id, table_id) "
        f"SELECT message_id, channel_id, table_id FROM screens WHERE {which} AND message_id <> ? AND seat >= {PUBLIC} "
        "ON CONFLICT DO NOTHING",
        (*values, new_id),
    )


def _drop_oldest(memory: dict[str, Any]) -> None:
    if len(memory) > MOST_KEPT:
        del memory[next(iter(memory))]
