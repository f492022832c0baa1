"""The groups and divisions of seasons in the database."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.storage.database import Database, Transaction


def put(writing: Transaction, league_id: int, season: int, groups: Sequence[Sequence[int]]) -> None:
    """Store the groups of a season, each with its players by id, in place of those before."""
    delete(writing, league_id, season)
    rows = [(player, number) for number, group in enumerate(groups, 1) for player in group]
    writing.write(
        "INSERT INTO season_groups (league_id, season, player_id, number, place) "
        "SELECT ?, ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), key + 1 FROM json_each(?)",
        (league_id, season, json.dumps(rows)),
    )


def delete(writing: Transaction, league_id: int, season: int) -> None:
    """Delete the groups of a season."""
    writing.write("DELETE FROM season_groups WHERE league_id = ? AND season = ?", (league_id, season))


async def read(database: Database, league_id: int, season: int) -> dict[int, int]:
    """Return the group of each player of a season, in the order in which the groups were filled."""
    rows = await database.rows(
        "SELECT player_id, number FROM season_groups WHERE league_id = ? AND season = ? ORDER BY place",
        (league_id, season),
    )
    return dict(rows)


def replace_player(writing: Transaction, league_id: int, season: int, out: int, substitute: int) -> None:
    """Add a substitute to the group of the player whose fixtures they play, if they have none."""
    writing.write(
        "INSERT OR IGNORE INTO season_groups (league_id, season, player_id, number, place) "
        "SELECT league_id, season, ?, number, place FROM season_groups "
        "WHERE league_id = ? AND season = ? AND player_id = ?",
        (substitute, league_id, season, out),
    )
