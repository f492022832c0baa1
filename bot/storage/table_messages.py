"""Discord messages of tables in the database: those that show a table, reminders, and notices of a pause."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.models.table_message import PUBLIC, PostedNotice, Reminder, TableMessage
from bot.storage.database import Database, Transaction

_NOTICES = -10
"""Added to a seat for its notice: reminders are stored under seats from ``PUBLIC`` up, notices below them."""


async def put(database: Database, table_id: str, message: TableMessage) -> None:
    """Store the message that shows a table to its seat from now on."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO screens (table_id, seat, channel_id, message_id) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_id, seat) DO UPDATE SET channel_id = excluded.channel_id, "
            "message_id = excluded.message_id",
            (table_id, message.seat, message.channel_id, message.message_id),
        )


async def put_for_player(database: Database, table_id: str, player_id: int, message: TableMessage) -> None:
    """Store the message that shows a table to one player, wherever they sit by now.

    While the message was on its way a cut for the deal may have given four players new seats. Whatever ``message.seat``
    says, the message stays its player's; otherwise another player's hand would be shown on it.
    """
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO screens (table_id, seat, channel_id, message_id) "
            "SELECT table_id, seat, ?, ? FROM seats WHERE table_id = ? AND player_id = ? "
            "ON CONFLICT (table_id, seat) DO UPDATE SET channel_id = excluded.channel_id, "
            "message_id = excluded.message_id",
            (message.channel_id, message.message_id, table_id, player_id),
        )


async def find_by_seat(database: Database, table_id: str) -> dict[int, TableMessage]:
    """Return every message that shows a table, by seat."""
    rows = await database.rows("SELECT seat, channel_id, message_id FROM screens WHERE table_id = ?", (table_id,))
    return {row[0]: TableMessage(*row) for row in rows}


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


async def put_reminder(database: Database, table_id: str, reminder: Reminder) -> None:
    """Store a reminder in place of the one before."""
    await _put_text(database, table_id, reminder.seat, reminder.prompt, (reminder.channel_id, reminder.message_id))


async def list_reminders(database: Database, table_id: str) -> list[Reminder]:
    """Return the reminders at a table that have not been answered."""
    rows = await database.rows(
        "SELECT seat, prompt, channel_id, message_id FROM reminders WHERE table_id = ? AND seat >= ?",
        (table_id, PUBLIC),
    )
    return [Reminder(*row) for row in rows]


async def delete_reminder(database: Database, table_id: str, seat: int) -> None:
    """Delete a reminder that has been answered."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, seat))


async def put_notice(database: Database, table_id: str, notice: PostedNotice) -> None:
    """Store a notice in place of the one before in the same channel."""
    await _put_text(database, table_id, _NOTICES + notice.seat, notice.kind, (notice.channel_id, notice.message_id))


async def list_notices(database: Database, table_id: str) -> list[PostedNotice]:
    """Return the notices of a table that its channels still show."""
    rows = await database.rows(
        "SELECT seat - ?, prompt, channel_id, message_id FROM reminders WHERE table_id = ? AND seat < ?",
        (_NOTICES, table_id, PUBLIC),
    )
    return [PostedNotice(*row) for row in rows]


async def list_tables_with_notices(database: Database) -> set[str]:
    """Return the ids of the tables that have posted notices."""
    rows = await database.rows("SELECT DISTINCT table_id FROM reminders WHERE seat < ?", (PUBLIC,))
    return {table_id for (table_id,) in rows}


async def delete_notice(database: Database, table_id: str, notice: PostedNotice) -> None:
    """Delete a notice, unless a newer one is stored in its place."""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM reminders WHERE table_id = ? AND seat = ? AND message_id = ?",
            (table_id, _NOTICES + notice.seat, notice.message_id),
        )


async def _put_text(database: Database, table_id: str, seat: int, text: str, message: tuple[int, int]) -> None:
    """Store one row of reminders in place of the one before; ``message`` is a channel's and a message's id."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT OR REPLACE INTO reminders (table_id, seat, prompt, channel_id, message_id) VALUES (?, ?, ?, ?, ?)",
            (table_id, seat, text, *message),
        )


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


async def list_pending_ends(database: Database, since: datetime) -> list[tuple[str, bool]]:
    """Return the games that ended since a moment and were not shown to everyone, and whether each was announced."""
    rows = await database.rows(
        "SELECT table_id, is_announced FROM pending_ends JOIN results USING (table_id) WHERE ended_at >= ?",
        (since.isoformat(),),
    )
    return [(table_id, bool(is_announced)) for table_id, is_announced in rows]


async def mark_end_announced(database: Database, table_id: str) -> None:
    """Store that the end of a game has been announced."""
    async with database.transaction() as writing:
        writing.write("UPDATE pending_ends SET is_announced = 1 WHERE table_id = ?", (table_id,))


async def delete_pending_end(database: Database, table_id: str) -> None:
    """Store that everyone has been shown the end of a game."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM pending_ends WHERE table_id = ?", (table_id,))
