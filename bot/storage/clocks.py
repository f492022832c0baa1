"""The players' clocks in the database, so that a deadline outlives the process."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from bot.models.agreement import TimeLeft
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.tables import KEPT_FOR


def put(writing: Transaction, table_id: str, times: Iterable[tuple[int, TimeLeft]]) -> None:
    """Store the clocks of these seats."""
    writing.write_many(
        'INSERT INTO clocks (table_id, seat, "left", asked, since, remind_at, deadline) VALUES (?, ?, ?, ?, ?, ?, ?) '
        'ON CONFLICT (table_id, seat) DO UPDATE SET "left" = excluded."left", asked = excluded.asked, '
        "since = excluded.since, remind_at = excluded.remind_at, deadline = excluded.deadline",
        [
            (table_id, seat, time.left, time.asked, *map(_format, (time.since, time.remind_at, time.deadline)))
            for seat, time in times
        ],
    )


async def read(database: Database, table_id: str) -> tuple[TimeLeft, ...]:
    """Return the clocks of a table by seat; none where no clock was agreed."""
    rows = await database.rows(
        'SELECT "left", asked, since, remind_at, deadline FROM clocks WHERE table_id = ? ORDER BY seat', (table_id,)
    )
    return tuple(TimeLeft(left, asked, *map(_parse, stamps)) for left, asked, *stamps in rows)


async def list_due_tables(database: Database, now: datetime) -> list[str]:
    """Return the ids of the tables that this process keeps and at which somebody is to be reminded or out of time."""
    rows = await database.rows(
        f"{_RUNNING} AND (clocks.remind_at <= ? OR clocks.deadline <= ?)",
        (format_timestamp(now), format_timestamp(now)),
    )
    return [name for name, guild_id in rows if database.keeps(guild_id)]


async def list_running_tables(database: Database) -> list[str]:
    """Return the ids of the tables that this process keeps and at which a clock runs."""
    return [name for name, guild_id in await database.rows(_RUNNING) if database.keeps(guild_id)]


_RUNNING: Final = (
    f"SELECT DISTINCT clocks.table_id, {KEPT_FOR} FROM clocks JOIN tables ON tables.id = clocks.table_id "
    "WHERE clocks.deadline IS NOT NULL"
)


def _format(moment: datetime | None) -> str | None:
    return None if moment is None else format_timestamp(moment)


def _parse(text: Any) -> datetime | None:
    return None if text is None else parse_timestamp(text)
