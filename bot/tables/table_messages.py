"""The Discord messages that belong to tables: those that show a table, its reminders and its notices.

The messages and reminders of the latest tables are kept in memory. A change drops them after it is stored, as does one
of another process, and they are read again when they are needed next.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final, Self

from bot.models.agreement import Reminder, TableMessage
from bot.models.errors import StorageError
from bot.storage import table_messages
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.tables.table import Notice, Table

MOST_KEPT: Final = 5_000
"""Of how many tables the messages and the reminders are kept in memory: of more than are played at any time."""


_log = logging.getLogger(__name__)

OF_NO_REVISION: Final = frozenset({"out_of_reach", "in_reach"})
"""The kinds of notices that are about no change of a table: they are found again, and so not stored until sent."""


@dataclass(frozen=True, slots=True, eq=False)
class UnsentNotice:
    """A notice that is still to be sent: its table as it was then, since when, and the rooms left, None for all.

    ``is_late`` is whether it was tried before, or by an earlier run.
    """

    table: Table
    notice: Notice
    since: datetime
    left: frozenset[int] | None = None
    is_late: bool = False

    @property
    def key(self) -> tuple[str, int, str]:
        """Return what no other notice has in common with this one."""
        return self.table.id, self.table.revision, self.notice.kind

    def write(self, writing: Transaction) -> None:
        """Write the notice, so that the next run sends it if this one does not."""
        if self.notice.kind in OF_NO_REVISION or self.table.is_guest:
            return
        notice, until = self.notice, self.notice.until
        stored = {
            "kind": notice.kind,
            "seat": notice.seat,
            "until": None if until is None else format_timestamp(until),
            "why": notice.why,
            "seconds": notice.seconds,
            "status": self.table.status,
            "since": format_timestamp(self.since),
            "left": None if self.left is None else sorted(self.left),
        }
        table_messages.put_unsent(writing, self.table.id, self.table.revision, json.dumps(stored))

    @classmethod
    def from_json(cls, table: Table, revision: int, text: str) -> Self:
        """Return what ``write`` has written; ``table`` may have changed since. Raises ``DamagedData``."""
        with check_stored_values(f"a notice of table {table.id}"):
            stored = json.loads(text)
            until, left = stored["until"], stored["left"]
            return cls(
                table.agreed(status=stored["status"], revision=revision),
                Notice(
                    kind=stored["kind"],
                    seat=stored["seat"],
                    until=None if until is None else parse_timestamp(until),
                    why=stored["why"],
                    seconds=stored["seconds"],
                ),
                parse_timestamp(stored["since"]),
                None if left is None else frozenset(left),
                is_late=True,
            )


class TableMessages:
    """Stores where the messages of tables stand and what they show, so that they are found again after a restart.

    Where it only stores or reads, its method is the function of ``bot.storage`` on its database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.channels = partial(table_messages.list_channels, database)
        self.outdated = partial(table_messages.list_outdated, database)
        self.tables_with_outdated = partial(table_messages.list_tables_with_outdated, database)
        self.outdated_deleted = partial(table_messages.delete_outdated, database)
        self.unshown_ends = partial(table_messages.list_unshown_ends, database)
        self.announcement = partial(table_messages.find_announcement, database)
        self.put_announcement = partial(table_messages.put_announcement, database)
        self.put_notice = partial(table_messages.put_notice, database)
        self.ids_with_notices = partial(table_messages.list_tables_with_notices, database)
        self.notices = partial(table_messages.list_notices, database)
        self.delete_notice = partial(table_messages.delete_notice, database)
        self.unsent_notices = partial(table_messages.list_unsent, database)
        self._by_seat: dict[str, Mapping[int, TableMessage]] = {}
        self._reminders: dict[str, Sequence[Reminder]] = {}
        self._marks: dict[int, tuple[str, TableMessage]] = {}

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

    async def delete(self, table_id: str, seat: int) -> None:
        """Delete the message of a seat: it no longer shows the table."""
        with self._changed(table_id):
            await table_messages.delete(self._database, table_id, seat)

    def mark_shown(self, table_id: str, message: TableMessage, revision: int) -> None:
        """Remember that a message shows this revision of its table; ``store_marks`` stores it."""
        shown = replace(message, shown_revision=revision)
        self._marks[message.message_id] = (table_id, shown)
        messages = self._by_seat.get(table_id, {})
        if (known := messages.get(message.seat)) is not None and known.message_id == message.message_id:
            self._by_seat[table_id] = {**messages, message.seat: shown}

    async def store_marks(self) -> None:
        """Store what messages show; if the database refuses, they may be drawn once too often after a start."""
        if marks := self._marks:
            self._marks = {}
            try:
                await table_messages.mark_shown(self._database, marks.values())
            except StorageError as error:
                _log.warning("what some messages show was not stored, so they may be drawn again: %s", error)

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
        with self._changed(table_id):
            await table_messages.delete_reminder(self._database, table_id, seat)

    async def is_unsent(self, table: Table) -> bool:
        """Return whether a notice about this revision of a table is still to be sent."""
        return await table_messages.is_unsent(self._database, table.id, table.revision)

    async def put_unsent(self, notice: UnsentNotice) -> None:
        """Store which rooms still lack a notice."""
        async with self._database.transaction() as writing:
            notice.write(writing)

    async def delete_unsent(self, notice: UnsentNotice) -> None:
        """Store that a notice was sent to everybody whom it is about."""
        if notice.notice.kind not in OF_NO_REVISION:
            await table_messages.delete_unsent(self._database, notice.table.id, notice.table.revision)

    def forget(self, table_id: str) -> None:
        """Drop a table's messages and reminders from memory: its players or another process have changed them."""
        self._by_seat.pop(table_id, None)
        self._reminders.pop(table_id, None)

    def forget_all(self) -> None:
        """Drop the messages and reminders of every table from memory."""
        self._by_seat.clear()
        self._reminders.clear()

    @contextmanager
    def _changed(self, table_id: str) -> Iterator[None]:
        """Drop a table's messages from memory after a change, also if the caller is cancelled while it is stored."""
        try:
            yield
        finally:
            self.forget(table_id)


def _drop_oldest(memory: dict[str, Any]) -> None:
    if len(memory) > MOST_KEPT:
        del memory[next(iter(memory))]
