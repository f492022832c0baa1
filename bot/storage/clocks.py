"""The players' clocks in the database, so that a deadline outlives the process."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from bot.models.agreement import TimeLeft
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp
from bot.storage.rows import Rows
from bot.storage.tables import KEPT_FOR

_CLOCKS: Final = Rows("clocks", TimeLeft, "a clock", key=("table_id", "seat"))


def put(writing: Transaction, table_id: str, times: Iterable[tuple[int, TimeLeft]]) -> None:
    """Store the clocks of these seats."""
    for seat, time in times:
        _CLOCKS.put(writing, time, table_id=table_id, seat=seat)


async def read(database: Database, table_id: str) -> tuple[TimeLeft, ...]:
    """Return the clocks of a table by seat; none where no clock was agreed."""
    return tuple(await _CLOCKS.list(database, "WHERE table_id = ? ORDER BY seat", table_id))


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
