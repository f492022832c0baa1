"""Imports of files: the free ids, the results to compare with, and rows that nobody sees until all are written.

An import is written in many short transactions, so that others come between. ``begin`` notes which ids it uses, and the
views of the database leave those out; ``complete`` deletes that note. What a killed import left is removed by
``remove_pending``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final

from bot.models.errors import StorageError
from bot.models.league_import import FreeIds, NumberedImport, PendingImport, StoredResult, WaitingFile
from bot.storage import leagues, ratings
from bot.storage.database import Database, Transaction, asking, deleter
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.rows import Rows

BATCH: Final = 500
"""The players or results of one transaction, which takes some milliseconds."""

_POLL: Final = 0.1
"""Seconds between two looks whether the import of another process is done."""


class Busy(StorageError):
    """The error for an import while another process has been importing a file for too long."""


@asynccontextmanager
async def locked(database: Database, *, patience: float = 60.0) -> AsyncIterator[None]:
    """Let one import at a time write to the file, in whichever process it is. Raises ``Busy``.

    An import in another process is waited for as long as ``patience``, in seconds. Whoever has the lock knows that a
    pending import was left by a process that was killed.
    """
    async with database.importing:
        until = time.monotonic() + patience
        while not await database.try_lock_imports():
            if time.monotonic() >= until:
                raise Busy("another file is being imported; try again when it is done.")
            await asyncio.sleep(_POLL)
        try:
            yield
        finally:
            await database.unlock_imports()


async def read_free_ids(database: Database) -> FreeIds:
    """Return the first ids that new rows may have."""
    row = await database.row(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'leagues'), 0) + 1, "
        "coalesce((SELECT max(id) FROM players), 0) + 1, coalesce((SELECT max(id) FROM league_results), 0) + 1"
    )
    assert row is not None
    return FreeIds(*row)


async def list_stored_results(database: Database, league_id: int) -> list[StoredResult]:
    """Return every result of a league, whether it counts or not, as imports compare it."""
    return await database.all(
        lambda row: StoredResult(row[0], row[1:]),
        "SELECT results.imported, results.played_at, a.player_id, b.player_id, a.holes, b.holes, a.games, b.games "
        "FROM league_results AS results JOIN league_sides AS a ON a.result_id = results.id AND a.side = 0 "
        "JOIN league_sides AS b ON b.result_id = results.id AND b.side = 1 WHERE results.league_id = ?",
        (league_id,),
    )


def begin(writing: Transaction, pending: PendingImport) -> None:
    """Hide the rows of an import from everyone. Nothing is written if one of its ids is taken."""
    (player, last_player), (result, last_result) = _bounds(pending.players), _bounds(pending.results)
    writing.write(
        "INSERT INTO pending_imports "
        "(number, league_id, creates, first_player, last_player, first_result, last_result) "
        # A null is refused, and with it the whole transaction.
        "VALUES (1, ?, ?, CASE WHEN coalesce((SELECT max(id) FROM players), 0) < ? THEN ? END, ?, "
        "CASE WHEN coalesce((SELECT max(id) FROM league_results), 0) < ? THEN ? END, ?)",
        (pending.league_id, int(pending.creates), player, player, last_player, result, result, last_result),
    )


def add_player(writing: Transaction, player_id: int, name: str) -> None:
    """Add a player who is known by name alone."""
    writing.write("INSERT INTO players (id, discord_id, name) VALUES (?, NULL, ?)", (player_id, name))


def complete(writing: Transaction) -> None:
    """Let everyone see the rows of the import."""
    writing.write("DELETE FROM pending_imports")


has_pending: Final = asking(Database.exists, "SELECT 1 FROM pending_imports")
"""Returns whether an import is being written, or was not completed."""


async def remove_pending(database: Database) -> None:
    """Remove the rows of an import that was not completed, for a caller that has the lock."""
    row = await database.row(
        "SELECT league_id, creates, first_player, last_player, first_result, last_result FROM pending_imports"
    )
    if row is None:
        return
    league_id, creates, first_player, last_player, first_result, last_result = row
    for start, end in _slices(first_result, last_result):
        async with database.transaction(foreign_keys=False) as writing:
            writing.write("DELETE FROM league_sides WHERE result_id BETWEEN ? AND ?", (start, end))
            writing.write("DELETE FROM league_results WHERE id BETWEEN ? AND ?", (start, end))
    for start, end in _slices(first_player, last_player):
        async with database.transaction(foreign_keys=False) as writing:
            writing.write(
                "DELETE FROM league_names WHERE league_id = ? AND folded IN (SELECT folded FROM league_names "
                "WHERE league_id = ? AND player_id BETWEEN ? AND ? LIMIT ?)",
                (league_id, league_id, first_player, last_player, BATCH),
            )
            writing.write("DELETE FROM members WHERE player_id BETWEEN ? AND ?", (start, end))
    for start, end in _slices(first_player, last_player):
        async with database.transaction(foreign_keys=False) as writing:
            writing.write("DELETE FROM players WHERE id BETWEEN ? AND ?", (start, end))
    async with database.transaction() as writing:
        if creates:
            leagues.delete(writing, league_id)
        writing.write("DELETE FROM pending_imports")


def _slices(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last ids of slices of ``BATCH`` ids, the lowest first.

    Others who add a row meanwhile get an id above all of them, as long as the highest is there.
    """
    for start in range(first, last + 1, BATCH):
        yield start, min(start + BATCH - 1, last)


def _bounds(ids: range) -> tuple[int, int]:
    return ids.start, ids.stop - 1


_IMPORTS: Final = Rows(
    "league_imports",
    NumberedImport,
    "an import",
    named={
        "left": "(SELECT count(*) FROM league_results AS results WHERE results.league_id = league_imports.league_id "
        "AND results.id BETWEEN first_result AND last_result)"
    },
)
_PREVIEWS: Final = Rows("import_previews", WaitingFile, "a file that waits", named={"order": "date_order"})


find_waiting: Final = _PREVIEWS.finder("WHERE id = ?")
drop_waiting: Final = deleter("import_previews", "id")


async def next_number(database: Database, league_id: int) -> int:
    """Return the number of a league's next import."""
    return 1 + await database.number("SELECT max(number) FROM league_imports WHERE league_id = ?", (league_id,))


def add_numbered(
    writing: Transaction, number: int, pending: PendingImport, file_name: str, at: datetime, by: int | None
) -> None:
    """Store that a file was imported."""
    ids = _bounds(pending.players) + _bounds(pending.results)
    done = NumberedImport(number, at, by, file_name, *ids)
    _IMPORTS.add(writing, done, league_id=pending.league_id)


list_imports: Final = _IMPORTS.lister("WHERE league_id = ? ORDER BY number DESC LIMIT 25")
"""Lists a league's imports, the latest first."""

find: Final = _IMPORTS.finder("WHERE league_id = ? AND number = ?")


async def read_extent(
    database: Database, league_id: int, done: NumberedImport
) -> tuple[list[int], list[int], datetime | None]:
    """Return the seasons and playoff fixtures of the results of an import, and when the first was played."""
    span = (league_id, done.first_result, done.last_result)
    which = "FROM league_results WHERE league_id = ? AND id BETWEEN ? AND ?"
    seasons = await database.column(f"SELECT DISTINCT season {which}", span)
    fixtures = await database.column(
        f"SELECT fixture_id {which} AND fixture_id IS NOT NULL AND stage = 'playoff' AND status <> 'void'", span
    )
    first = await database.row(f"SELECT min(played_at) {which}", span)
    played = None if first is None or first[0] is None else parse_timestamp(first[0])
    return seasons, fixtures, played


def undo(writing: Transaction, league_id: int, done: NumberedImport, since: datetime | None, at: datetime) -> None:
    """Delete the results of an import, and its new players who have nothing else."""
    results = (done.first_result, done.last_result)
    if since is not None:
        ratings.mark_stale(writing, league_id, since)
    writing.write("DELETE FROM rating_steps WHERE result_id BETWEEN ? AND ?", results)
    writing.write("DELETE FROM league_sides WHERE result_id BETWEEN ? AND ?", results)
    writing.write("DELETE FROM league_results WHERE league_id = ? AND id BETWEEN ? AND ?", (league_id, *results))
    # The nights that came with the file, unless somebody played there since.
    writing.write(
        "DELETE FROM meetings WHERE league_id = ? AND closed_at = ? "
        "AND NOT EXISTS (SELECT 1 FROM league_results WHERE meeting_id = meetings.id) "
        "AND NOT EXISTS (SELECT 1 FROM attendance WHERE meeting_id = meetings.id) "
        "AND NOT EXISTS (SELECT 1 FROM fixtures WHERE meeting_id = meetings.id)",
        (league_id, format_timestamp(done.at)),
    )
    players = (done.first_player, done.last_player)
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
        writing.delete("import_previews", league_id=waiting.league_id, player_id=waiting.player_id)
        _PREVIEWS.insert(writing, [waiting])
    return await database.number(
        "SELECT id FROM import_previews WHERE league_id = ? AND player_id = ?", (waiting.league_id, waiting.player_id)
    )


def drop_waiting_since(writing: Transaction, before: datetime) -> None:
    """Forget the files that have waited since before a time."""
    writing.write("DELETE FROM import_previews WHERE created_at < ?", (format_timestamp(before),))
