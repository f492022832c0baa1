"""The players' clocks as they are kept, so that a deadline outlives the process."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bot.models.agreement import TimeLeft
from bot.storage.database import Database, Transaction
from bot.storage.timestamps import read, written


def put(writing: Transaction, table_id: str, times: Iterable[tuple[int, TimeLeft]]) -> None:
    """Write the clocks of these seats."""
    writing.write_many(
        'INSERT OR REPLACE INTO clocks (table_id, seat, "left", asked, since, remind_at, deadline) '
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (table_id, seat, time.left, time.asked, *map(_written, (time.since, time.remind_at, time.deadline)))
            for seat, time in times
        ],
    )


async def of(database: Database, table_id: str) -> tuple[TimeLeft, ...]:
    """The clocks of a table by seat; none where none was agreed."""
    rows = await database.rows(
        'SELECT "left", asked, since, remind_at, deadline FROM clocks WHERE table_id = ? ORDER BY seat', (table_id,)
    )
    return tuple(TimeLeft(left, asked, *map(_read, moments)) for left, asked, *moments in rows)


async def due(database: Database, now: datetime) -> list[str]:
    """The tables at which somebody is to be reminded, or somebody's time is over."""
    rows = await database.rows(
        "SELECT DISTINCT table_id FROM clocks WHERE deadline IS NOT NULL AND (remind_at <= ? OR deadline <= ?)",
        (written(now), written(now)),
    )
    return [name for (name,) in rows]


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else written(moment)


def _read(text: Any) -> datetime | None:
    return None if text is None else read(text)
