"""The Discord messages about tables in the database: one row for each, with its kind in a word.

Those of the latest tables are kept in memory. A change drops them after it is stored, as does one of another process,
and they are read again when they are needed next.
"""

import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol

from bot.memory import Latest
from bot.models.agreement import UNKNOWN, MessageKind, Seat, TableMessage
from bot.models.errors import StorageError
from bot.storage.database import Database, Transaction, marks
from bot.storage.errors import format_timestamp
from bot.storage.rows import Rows
from bot.storage.tables import KEPT_FOR

MOST_KEPT: Final = 5_000
"""Of how many tables the messages are kept in memory: of more than are played at any time."""

_MESSAGES: Final = Rows("messages", TableMessage, "the message of a table", key=())
_PLACE: Final = "table_id = ? AND kind = ? AND coalesce(player_id, 0) = ?"
_UNSENT: Final = "table_id = ? AND kind = 'unsent' AND revision = ?"

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
        self._known: Latest[str, defaultdict[str, list[TableMessage]]] = Latest(MOST_KEPT)
        """The messages of each table by kind; none while they are read, so that a change drops what is being read."""
        self._marks: dict[int, tuple[str, int | None]] = {}
        """The table and the revision that a message shows, as far as that is not stored yet."""

    async def of(self, table_id: str, *kinds: MessageKind) -> list[TableMessage]:
        """Return the messages of a table that are of these kinds."""
        known = self._known.get(table_id) or await self._read(table_id)
        found = known[kinds[0]]
        for kind in kinds[1:]:
            found = found + known[kind]
        return found

    async def _read(self, table_id: str) -> Mapping[str, list[TableMessage]]:
        known = self._known.setdefault(table_id, defaultdict(list))
        which = "WHERE table_id = ? AND kind <> 'unsent' ORDER BY message_id"
        stored = await _MESSAGES.list(self._database, which, table_id)
        known.clear()
        known["screen"] = []
        for message in stored:
            known[message.kind].append(self._marked(message))
        return known

    async def screens(self, table: Seated) -> dict[int | None, TableMessage]:
        """Return the messages that show a table by the seats of their players, and everyone's under None."""
        shown: dict[int | None, TableMessage] = {}
        for message in await self.of(table.id, "screen"):
            if message.player_id is None:
                shown[None] = message
                continue
            for seat, chair in enumerate(table.seats):
                if chair.player is not None and chair.player.id == message.player_id:
                    shown[seat] = message
        return shown

    async def shown(self) -> list[tuple[str, int, int]]:
        """Return each table that is not over or closed, with the channel and id of every message that shows it."""
        rows = await self._database.rows(
            "SELECT table_id, messages.channel_id, message_id FROM messages JOIN tables ON tables.id = table_id "
            "WHERE kind = 'screen' AND status NOT IN ('over', 'closed')"
        )
        return [(table_id, channel_id, message_id) for table_id, channel_id, message_id in rows]

    async def put(self, table_id: str, message: TableMessage) -> None:
        """Store a message in place of those of its kind to the same player; a screen or notice before is outdated."""
        place = (table_id, message.kind, message.player_id or 0)
        async with self._changing(table_id) as writing:
            if message.kind in {"screen", "notice"}:
                is_other = f"{_PLACE} AND message_id <> ?"
                writing.write(f"UPDATE messages SET kind = 'outdated' WHERE {is_other}", (*place, message.message_id))
            writing.write(f"DELETE FROM messages WHERE {_PLACE}", place)
            _MESSAGES.insert(writing, [message], table_id=table_id)

    async def delete(self, table_id: str, message: TableMessage) -> None:
        """Delete what is stored of a message, unless another is stored in its place."""
        values = (table_id, message.kind, message.player_id or 0, message.message_id)
        async with self._changing(table_id) as writing:
            writing.write(f"DELETE FROM messages WHERE {_PLACE} AND message_id = ?", values)

    def mark_shown(self, table_id: str, revision: int | None, *message_ids: int) -> None:
        """Remember that messages show this revision of their table; ``store_marks`` stores it."""
        known = self._known.get(table_id) or defaultdict(list)
        right = {one.message_id for one in known["screen"] if one.revision == revision}
        self._marks |= dict.fromkeys({*message_ids} - right, (table_id, revision))
        known["screen"] = [self._marked(one) for one in known["screen"]]

    def _marked(self, message: TableMessage) -> TableMessage:
        if message.kind != "screen" or message.message_id not in self._marks:
            return message
        return replace(message, revision=self._marks[message.message_id][1])

    async def store_marks(self) -> None:
        """Store what messages show; while the database refuses, they may be drawn once too often after a start."""
        if not (marks := dict(self._marks)):
            return
        try:
            async with self._database.transaction() as writing:
                # Another message may have taken the place of one of them.
                writing.write_many(
                    "UPDATE messages SET revision = ? WHERE table_id = ? AND kind = 'screen' AND message_id = ?",
                    [(revision, table_id, message_id) for message_id, (table_id, revision) in marks.items()],
                )
        except StorageError as error:
            _log.warning("what some messages show was not stored, so they may be drawn again: %s", error)
            return
        for message_id, mark in marks.items():
            if self._marks.get(message_id) == mark:
                del self._marks[message_id]
            if not self._known.get(mark[0]):
                # A read that began before may not have seen it.
                self.forget(mark[0])

    async def tables_with(self, *kinds: MessageKind) -> list[str]:
        """Return the ids of the tables that have messages of these kinds: this process's own, and those it keeps."""
        return await self._kept(
            f"SELECT DISTINCT messages.table_id, {KEPT_FOR} FROM messages "
            f"JOIN tables ON tables.id = messages.table_id WHERE kind IN ({marks(kinds)})",
            *kinds,
        )

    async def unshown_ends(self, since: datetime) -> list[str]:
        """Return the tables that ended since a moment and that some message shows otherwise, or none announces.

        They are this process's own, and those that it keeps for others.
        """
        of_kind = "SELECT 1 FROM messages WHERE table_id = id AND kind"
        return await self._kept(
            f"SELECT id, {KEPT_FOR} FROM tables WHERE status IN ('over', 'closed') AND touched_at >= ? AND "
            f"(EXISTS ({of_kind} = 'screen' AND coalesce(messages.revision <> tables.revision, TRUE)) "
            f"OR status = 'over' AND NOT EXISTS ({of_kind} = 'screen') "
            f"OR status = 'over' AND EXISTS ({of_kind} = 'home') AND NOT EXISTS ({of_kind} = 'end'))",
            format_timestamp(since),
        )

    async def unsent_notices(self) -> list[tuple[str, int, str]]:
        """Return the notices that are still to be sent of the tables that this process keeps, the oldest first.

        Each is a table's id, the revision that it is about, and what is stored of it.
        """
        rows = await self._database.rows(
            f"SELECT messages.table_id, messages.revision, about, {KEPT_FOR} FROM messages "
            "JOIN tables ON tables.id = messages.table_id WHERE kind = 'unsent' ORDER BY 1, 2"
        )
        return [(*notice, text) for *notice, text, server in rows if self._database.keeps(server)]

    async def is_unsent(self, table_id: str, revision: int) -> bool:
        """Return whether a notice about this revision of a table is still to be sent."""
        return await self._database.exists(f"SELECT 1 FROM messages WHERE {_UNSENT}", (table_id, revision))

    async def replace_unsent(
        self, table_id: str, revision: int, write: Callable[[Transaction], None] | None = None
    ) -> None:
        """Store that a notice was sent, or to whom it is still to be sent, which writes itself."""
        async with self._database.transaction() as writing:
            writing.write(f"DELETE FROM messages WHERE {_UNSENT}", (table_id, revision))
            if write is not None:
                write(writing)

    def forget(self, table_id: str, *, marks: bool = False) -> None:
        """Drop a table's messages from memory: they were changed; and the ``marks`` that something else has undone."""
        self._known.pop(table_id, None)
        if marks:
            self._marks = {key: mark for key, mark in self._marks.items() if mark[0] != table_id}

    def forget_all(self) -> None:
        """Drop the messages of every table from memory."""
        self._known.clear()

    @asynccontextmanager
    async def _changing(self, table_id: str) -> AsyncIterator[Transaction]:
        """Write about a table's messages, and tell other processes; also if it is cancelled, memory drops them."""
        try:
            async with self._database.transaction() as writing:
                yield writing
                self._database.announce(writing, table_id, "messages", None)
        finally:
            self.forget(table_id)

    async def _kept(self, select: str, *values: object) -> list[str]:
        database = self._database
        rows = await database.rows(select, values)
        return [table_id for table_id, server in rows if database.keeps(server) or database.is_home(server)]


def put_unsent(writing: Transaction, table_id: str, revision: int, notice: str) -> None:
    """Store that a notice about this revision of a table is still to be sent."""
    _MESSAGES.insert(writing, [TableMessage("unsent", None, UNKNOWN, UNKNOWN, revision, notice)], table_id=table_id)
