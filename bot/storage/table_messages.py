"""Discord messages of tables in the database: those that show a table, reminders, and notices of a pause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from bot.models.agreement import PUBLIC, UNKNOWN, Announcement, PostedNotice, Reminder, TableMessage
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

_NOTICES = -10
"""Added to a seat for its notice: reminders are stored under seats from ``PUBLIC`` up, notices below them."""

_UNSENT: Final = -100
"""Notices that are still to be sent are stored from here down, each under this less the revision of its table."""

_SCREENS: Final = Rows("screens", TableMessage, "the message of a table", key=("table_id", "seat"))
_REMINDERS: Final = Rows("reminders", Reminder, "a reminder", key=("table_id", "seat"))
_ANNOUNCEMENTS: Final = Rows("announcements", Announcement, "the announcement of an end", key=("table_id",))


async def put(database: Database, table_id: str, message: TableMessage) -> None:
    """Store the message that shows a table to its seat from now on; the one before becomes an outdated message."""
    async with database.transaction() as writing:
        _set_aside(writing, "table_id = ? AND seat = ?", (table_id, message.seat), message.message_id)
        _SCREENS.put(writing, message, table_id=table_id)
        database.announce(writing, table_id, MESSAGES_ALONE, None)


async def put_for_player(database: Database, table_id: str, player_id: int, message: TableMessage) -> None:
    """Store the message that shows a table to one player, wherever they sit by now.

    While the message was on its way a cut for the deal may have given four players new seats. Whatever ``message.seat``
    says, the message stays its player's; otherwise another player's hand would be shown on it.
    """
    of_player = "table_id = ? AND seat = (SELECT seat FROM seats WHERE seats.table_id = ? AND player_id = ?)"
    async with database.transaction() as writing:
        _set_aside(writing, of_player, (table_id, table_id, player_id), message.message_id)
        writing.write(
            "INSERT INTO screens (table_id, seat, channel_id, message_id, shown_revision) "
            f"SELECT table_id, seat, ?, ?, ? FROM seats WHERE table_id = ? AND player_id = ? {_REPLACE}",
            (message.channel_id, message.message_id, message.shown_revision, table_id, player_id),
        )
        database.announce(writing, table_id, MESSAGES_ALONE, None)


_REPLACE: Final = (
    "ON CONFLICT (table_id, seat) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id, "
    "shown_revision = excluded.shown_revision"
)


def _set_aside(writing: Transaction, which: str, values: Values, new_id: int) -> None:
    """Note that a message is to be deleted, because another one takes its place."""
    writing.write(
        "INSERT INTO outdated_messages (message_id, channel_id, table_id) "
        f"SELECT message_id, channel_id, table_id FROM screens WHERE {which} AND message_id <> ? AND seat >= {PUBLIC} "
        "ON CONFLICT DO NOTHING",
        (*values, new_id),
    )


async def find_by_seat(database: Database, table_id: str) -> dict[int, TableMessage]:
    """Return every message that shows a table, by seat."""
    return {message.seat: message for message in await _SCREENS.list(database, "WHERE table_id = ?", table_id)}


async def mark_shown(database: Database, shown: Iterable[tuple[str, TableMessage]]) -> None:
    """Store the revision that each of these messages shows, unless another message has taken its place."""
    async with database.transaction() as writing:
        writing.write_many(
            "UPDATE screens SET shown_revision = ? WHERE table_id = ? AND message_id = ?",
            [(message.shown_revision, table_id, message.message_id) for table_id, message in shown],
        )


async def list_outdated(database: Database, table_id: str) -> list[tuple[int, int]]:
    """Return the channel and the id of each message that is to be deleted."""
    rows = await database.rows("SELECT channel_id, message_id FROM outdated_messages WHERE table_id = ?", (table_id,))
    return [(channel_id, message_id) for channel_id, message_id in rows]


async def list_tables_with_outdated(database: Database) -> list[str]:
    """Return the ids of the tables that have messages to be deleted: this process's own, and those that it keeps."""
    rows = await database.rows(
        f"SELECT DISTINCT outdated_messages.table_id, {KEPT_FOR} FROM outdated_messages "
        "JOIN tables ON tables.id = outdated_messages.table_id"
    )
    return [table_id for table_id, guild_id in rows if database.keeps(guild_id) or database.is_home(guild_id)]


async def delete_outdated(database: Database, message_id: int) -> None:
    """Store that a message has been deleted."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM outdated_messages WHERE message_id = ?", (message_id,))


async def list_unshown_ends(database: Database, since: datetime) -> list[str]:
    """Return the tables that ended or were closed since then and that some message shows otherwise, or none announces.

    They are this process's own, and those that it keeps for others.
    """
    rows = await database.rows(
        f"SELECT id, {KEPT_FOR} FROM tables WHERE status IN ('over', 'closed') AND touched_at >= ? AND "
        "(EXISTS (SELECT 1 FROM screens WHERE table_id = id AND seat >= ? AND shown_revision <> revision) "
        "OR status = 'over' AND NOT EXISTS (SELECT 1 FROM screens WHERE table_id = id AND seat >= ?) "
        "OR status = 'over' AND EXISTS (SELECT 1 FROM announcements WHERE table_id = id AND message_id IS NULL))",
        (format_timestamp(since), PUBLIC, PUBLIC),
    )
    return [table_id for table_id, guild_id in rows if database.keeps(guild_id) or database.is_home(guild_id)]


async def find_announcement(database: Database, table_id: str) -> Announcement | None:
    """Return where the end of a game is announced, if that is known."""
    return await _ANNOUNCEMENTS.find(database, "WHERE table_id = ?", table_id)


async def put_announcement(database: Database, table_id: str, announcement: Announcement) -> None:
    """Store where the end of a game is announced, or the message that did it."""
    async with database.transaction() as writing:
        _ANNOUNCEMENTS.put(writing, announcement, table_id=table_id)


async def list_channels(database: Database) -> list[tuple[str, int]]:
    """Return each table that is not over or closed, with every channel in which a message shows it."""
    rows = await database.rows(
        "SELECT DISTINCT table_id, screens.channel_id FROM screens JOIN tables ON tables.id = table_id "
        "WHERE seat >= ? AND status NOT IN ('over', 'closed')",
        (PUBLIC,),
    )
    return [(row[0], row[1]) for row in rows]


async def delete(database: Database, table_id: str, seat: int) -> None:
    """Delete the message of a seat, which no longer shows the table."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM screens WHERE table_id = ? AND seat = ?", (table_id, seat))
        database.announce(writing, table_id, MESSAGES_ALONE, None)


async def put_reminder(database: Database, table_id: str, reminder: Reminder) -> None:
    """Store a reminder in place of the one before."""
    await _put_reminder(database, table_id, reminder)


async def list_reminders(database: Database, table_id: str) -> list[Reminder]:
    """Return the reminders at a table that have not been answered."""
    return await _REMINDERS.list(database, "WHERE table_id = ? AND seat >= ?", table_id, PUBLIC)


async def delete_reminder(database: Database, table_id: str, seat: int) -> None:
    """Delete a reminder that has been answered."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, seat))
        database.announce(writing, table_id, MESSAGES_ALONE, None)


async def put_notice(database: Database, table_id: str, notice: PostedNotice) -> None:
    """Store a notice in place of the one before in the same channel."""
    stored = Reminder(_NOTICES + notice.seat, notice.kind, notice.channel_id, notice.message_id)
    await _put_reminder(database, table_id, stored)


async def list_notices(database: Database, table_id: str) -> list[PostedNotice]:
    """Return the notices of a table that its channels still show."""
    rows = await database.rows(
        "SELECT seat - ?, prompt, channel_id, message_id FROM reminders WHERE table_id = ? AND seat < ? AND seat > ?",
        (_NOTICES, table_id, PUBLIC, _UNSENT),
    )
    return [PostedNotice(*row) for row in rows]


async def list_tables_with_notices(database: Database) -> set[str]:
    """Return the ids of the tables that have posted notices."""
    rows = await database.rows("SELECT DISTINCT table_id FROM reminders WHERE seat < ? AND seat > ?", (PUBLIC, _UNSENT))
    return {table_id for (table_id,) in rows}


async def delete_notice(database: Database, table_id: str, notice: PostedNotice) -> None:
    """Delete a notice, unless a newer one is stored in its place."""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM reminders WHERE table_id = ? AND seat = ? AND message_id = ?",
            (table_id, _NOTICES + notice.seat, notice.message_id),
        )


def put_unsent(writing: Transaction, table_id: str, revision: int, notice: str) -> None:
    """Store that a notice about this revision of a table is still to be sent."""
    _REMINDERS.put(writing, Reminder(_UNSENT - revision, notice, UNKNOWN, UNKNOWN), table_id=table_id)


async def list_unsent(database: Database) -> list[tuple[str, int, str]]:
    """Return the notices that are still to be sent of the tables that this process keeps, the oldest first.

    Each is a table's id, the revision that it is about, and the notice.
    """
    rows = await database.rows(
        f"SELECT reminders.table_id, ? - reminders.seat, prompt, {KEPT_FOR} FROM reminders "
        "JOIN tables ON tables.id = reminders.table_id WHERE reminders.seat <= ? ORDER BY 1, 2",
        (_UNSENT, _UNSENT),
    )
    return [(table_id, revision, notice) for table_id, revision, notice, server in rows if database.keeps(server)]


async def is_unsent(database: Database, table_id: str, revision: int) -> bool:
    """Return whether a notice about this revision of a table is still to be sent."""
    values = table_id, _UNSENT - revision
    return await database.row("SELECT 1 FROM reminders WHERE table_id = ? AND seat = ?", values) is not None


async def delete_unsent(database: Database, table_id: str, revision: int) -> None:
    """Store that a notice was sent to everybody whom it is about."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, _UNSENT - revision))


async def _put_reminder(database: Database, table_id: str, reminder: Reminder) -> None:
    """Store one row of reminders in place of the one before."""
    async with database.transaction() as writing:
        _REMINDERS.put(writing, reminder, table_id=table_id)
        database.announce(writing, table_id, MESSAGES_ALONE, None)


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
