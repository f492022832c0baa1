"""Numbered imports of leagues, and files whose previews wait for an answer."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from bot.models.league_import import NumberedImport, PendingImport, WaitingFile
from bot.storage import ratings
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.rows import Rows

_IMPORT: Final = "number, at, player_id, file_name, first_player, last_player, first_result, last_result, undone_at"

_PREVIEWS: Final = Rows("import_previews", WaitingFile, "a file that waits", named={"order": "date_order"})


async def next_number(database: Database, league_id: int) -> int:
    """Return the number of a league's next import."""
    row = await database.row(
        "SELECT coalesce(max(number), 0) + 1 FROM league_imports WHERE league_id = ?", (league_id,)
    )
    return 1 if row is None else int(row[0])


def add(
    writing: Transaction, number: int, pending: PendingImport, file_name: str, at: datetime, by: int | None
) -> None:
    """Store that a file was imported."""
    writing.write(
        f"INSERT INTO league_imports (league_id, {_IMPORT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        (
            *(pending.league_id, number, format_timestamp(at), by, file_name),
            *(pending.players.start, pending.players.stop - 1, pending.results.start, pending.results.stop - 1),
        ),
    )


async def list_imports(database: Database, league_id: int, many: int = 25) -> list[NumberedImport]:
    """Return a league's imports, the latest first."""
    return await _imports(database, "ORDER BY number DESC LIMIT ?", league_id, many)


async def find(database: Database, league_id: int, number: int) -> NumberedImport | None:
    """Return the import of this number, if there is one."""
    return next(iter(await _imports(database, "AND number = ?", league_id, number)), None)


async def _imports(database: Database, rest: str, league_id: int, number: int) -> list[NumberedImport]:
    left = (
        "SELECT count(*) FROM league_results AS results WHERE results.league_id = league_imports.league_id "
        "AND results.id BETWEEN first_result AND last_result"
    )
    query = f"SELECT {_IMPORT}, ({left}) FROM league_imports WHERE league_id = ? {rest}"
    return await database.all(_import, query, (league_id, number), long=False)


async def read_extent(
    database: Database, league_id: int, done: NumberedImport
) -> tuple[list[int], list[int], datetime | None]:
    """Return the seasons and playoff fixtures of the results of an import, and when the first was played."""
    span = (league_id, done.results.start, done.results.stop - 1)
    which = "FROM league_results WHERE league_id = ? AND id BETWEEN ? AND ?"
    seasons = await database.rows(f"SELECT DISTINCT season {which}", span)
    fixtures = await database.rows(
        f"SELECT fixture_id {which} AND fixture_id IS NOT NULL AND stage = 'playoff' AND status <> 'void'", span
    )
    first = await database.row(f"SELECT min(played_at) {which}", span)
    played = None if first is None or first[0] is None else parse_timestamp(first[0])
    return [season for (season,) in seasons], [fixture for (fixture,) in fixtures], played


def undo(writing: Transaction, league_id: int, done: NumberedImport, since: datetime | None, at: datetime) -> None:
    """Delete the results of an import, and its new players who have nothing else."""
    results = (done.results.start, done.results.stop - 1)
    if since is not None:
        ratings.mark_stale(writing, league_id, since)
    writing.write("DELETE FROM rating_steps WHERE result_id BETWEEN ? AND ?", results)
    writing.write("DELETE FROM league_sides WHERE result_id BETWEEN ? AND ?", results)
    writing.write("DELETE FROM league_results WHERE league_id = ? AND id BETWEEN ? AND ?", (league_id, *results))
    players = (done.players.start, done.players.stop - 1)
    free = (
        "SELECT id FROM players WHERE id BETWEEN ? AND ? AND discord_id IS NULL "
        "AND NOT EXISTS (SELECT 1 FROM league_sides WHERE league_sides.player_id = players.id) "
        "AND NOT EXISTS (SELECT 1 FROM fixtures WHERE players.id IN (first_id, second_id)) "
        "AND NOT EXISTS (SELECT 1 FROM claims WHERE named_id = players.id) "
        "AND NOT EXISTS (SELECT 1 FROM members WHERE members.player_id = players.id AND league_id <> ?)"
    )
    for table in ("rating_steps", "league_names", "members", "former_names"):
        writing.write(f"DELETE FROM {table} WHERE player_id IN ({free})", (*players, league_id))
    writing.write(f"DELETE FROM players WHERE id IN ({free})", (*players, league_id))
    writing.write(
        "UPDATE league_imports SET undone_at = ? WHERE league_id = ? AND number = ?",
        (format_timestamp(at), league_id, done.number),
    )


async def keep(database: Database, waiting: WaitingFile) -> int:
    """Store a file that waits for an answer, in place of an earlier one of the same person; return its id."""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM import_previews WHERE league_id = ? AND player_id = ?", (waiting.league_id, waiting.player_id)
        )
        _PREVIEWS.insert(writing, [waiting])
    row = await database.row(
        "SELECT id FROM import_previews WHERE league_id = ? AND player_id = ?", (waiting.league_id, waiting.player_id)
    )
    assert row is not None
    return int(row[0])


async def find_waiting(database: Database, waiting_id: int) -> WaitingFile | None:
    """Return a file that waits for an answer, if it still does."""
    return await _PREVIEWS.find(database, "WHERE id = ?", waiting_id)


def drop_waiting(writing: Transaction, waiting_id: int) -> None:
    """Forget a file that waits for an answer."""
    writing.write("DELETE FROM import_previews WHERE id = ?", (waiting_id,))


def drop_waiting_since(writing: Transaction, before: datetime) -> None:
    """Forget the files that have waited since before a time."""
    writing.write("DELETE FROM import_previews WHERE created_at < ?", (format_timestamp(before),))


def _import(row: tuple[Any, ...]) -> NumberedImport:
    number, at, player, name, first_player, last_player, first_result, last_result, undone, results = row
    return NumberedImport(
        number=number,
        at=parse_timestamp(at),
        player_id=player,
        file_name=name,
        players=range(first_player, last_player + 1),
        results=range(first_result, last_result + 1),
        left=results,
        undone_at=None if undone is None else parse_timestamp(undone),
    )
