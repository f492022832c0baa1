"""Imports of files: the free ids, the results to compare with, and players known by name."""

from __future__ import annotations

from bot.models.league_import import FreeIds, StoredResult
from bot.storage.database import Database, Transaction


async def read_free_ids(database: Database) -> FreeIds:
    """Return the first ids that new rows may have."""
    row = await database.row(
        "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'leagues'), 0) + 1, "
        "ifnull((SELECT max(id) FROM players), 0) + 1, ifnull((SELECT max(id) FROM league_results), 0) + 1"
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


def add_player(writing: Transaction, player_id: int, name: str) -> None:
    """Add a player who is known by name alone."""
    writing.write("INSERT INTO players (id, discord_id, name) VALUES (?, NULL, ?)", (player_id, name))
