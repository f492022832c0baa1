"""Where tables are shown: the messages that the bot redraws, its reminders, and its notices of a pause."""

from __future__ import annotations

from collections.abc import Sequence

from bot.models.table_message import PUBLIC, PostedNotice, Reminder, TableMessage
from bot.storage.database import Database, Transaction

_NOTICES = -10
"""Reminders are kept under seats from ``PUBLIC`` up; the notice of a seat's room so much below that seat."""


async def put(database: Database, table_id: str, message: TableMessage) -> None:
    """Remember the message that shows a table to this seat from now on."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO screens (table_id, seat, channel_id, message_id) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_id, seat) DO UPDATE SET channel_id = excluded.channel_id, "
            "message_id = excluded.message_id",
            (table_id, message.seat, message.channel_id, message.message_id),
        )


async def put_for_player(database: Database, table_id: str, player_id: int, message: TableMessage) -> None:
    """Remember the message that shows a table to one player, wherever he sits by now.

    While it was on its way a cut for the deal may have seated four players anew; whatever ``message.seat`` says, the
    message stays its player's, or another's hand would be shown on it.
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
    """Every message that shows a table, by seat."""
    rows = await database.rows("SELECT seat, channel_id, message_id FROM screens WHERE table_id = ?", (table_id,))
    return {row[0]: TableMessage(*row) for row in rows}


async def list_channels(database: Database) -> list[tuple[str, int]]:
    """Each table that is not over or closed, with every channel in which a message shows it."""
    rows = await database.rows(
        "SELECT DISTINCT table_id, screens.channel_id FROM screens JOIN tables ON tables.id = table_id "
        "WHERE seat >= ? AND status NOT IN ('over', 'closed')",
        (PUBLIC,),
    )
    return [(row[0], row[1]) for row in rows]


async def delete(database: Database, table_id: str, seat: int) -> None:
    """A message no longer shows the table."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM screens WHERE table_id = ? AND seat = ?", (table_id, seat))


async def put_reminder(database: Database, table_id: str, reminder: Reminder) -> None:
    """Remember a reminder in place of the one before."""
    await _put_text(database, table_id, reminder.seat, reminder.prompt, (reminder.channel_id, reminder.message_id))


async def list_reminders(database: Database, table_id: str) -> list[Reminder]:
    """The reminders at a table that have not been answered."""
    rows = await database.rows(
        "SELECT seat, prompt, channel_id, message_id FROM reminders WHERE table_id = ? AND seat >= ?",
        (table_id, PUBLIC),
    )
    return [Reminder(*row) for row in rows]


async def delete_reminder(database: Database, table_id: str, seat: int) -> None:
    """A reminder has been answered."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM reminders WHERE table_id = ? AND seat = ?", (table_id, seat))


async def put_notice(database: Database, table_id: str, posted: PostedNotice) -> None:
    """Remember a notice in place of the one before in the same room."""
    await _put_text(database, table_id, _NOTICES + posted.seat, posted.kind, (posted.channel_id, posted.message_id))


async def list_notices(database: Database, table_id: str) -> list[PostedNotice]:
    """The notices of a table that stand in its rooms."""
    rows = await database.rows(
        "SELECT seat - ?, prompt, channel_id, message_id FROM reminders WHERE table_id = ? AND seat < ?",
        (_NOTICES, table_id, PUBLIC),
    )
    return [PostedNotice(*row) for row in rows]


async def delete_notice(database: Database, table_id: str, posted: PostedNotice) -> None:
    """Forget a notice, unless a newer one stands in its place."""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM reminders WHERE table_id = ? AND seat = ? AND message_id = ?",
            (table_id, _NOTICES + posted.seat, posted.message_id),
        )


async def _put_text(database: Database, table_id: str, seat: int, text: str, message: tuple[int, int]) -> None:
    """Write one row of reminders in place of the one before; ``message`` is a channel's and a message's id."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT OR REPLACE INTO reminders (table_id, seat, prompt, channel_id, message_id) VALUES (?, ?, ?, ?, ?)",
            (table_id, seat, text, *message),
        )


def reseat(writing: Transaction, table_id: str, places: Sequence[int]) -> None:
    """The messages go with the players: whoever sits at a seat now had the place that stands there before."""
    for table in ("screens", "reminders"):
        # They step aside first, for no two may be of one seat at any instant.
        aside = len(places)
        writing.write(f"UPDATE {table} SET seat = seat + ? WHERE table_id = ? AND seat >= 0", (aside, table_id))
        writing.write_many(
            f"UPDATE {table} SET seat = ? WHERE table_id = ? AND seat = ?",
            [(seat, table_id, place + aside) for seat, place in enumerate(places)],
        )
