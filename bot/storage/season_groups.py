"""The groups and divisions of seasons in the database."""

from __future__ import annotations

from collections.abc import Sequence

from bot.storage.database import Database, Transaction


def put(writing: Transaction, league_id: int, season: int, groups: Sequence[Sequence[int]]) -> None:
    """Store the groups of a season, each with its players by id, in place of those before."""
    delete(writing, league_id, season)
    players = [(player, number) for number, group in enumerate(groups, 1) for player in group]
    writing.write_many(
        "INSERT INTO season_groups (league_id, season, player_id, number, place) VALUES (?, ?, ?, ?, ?)",
        [(league_id, season, player, number, place) for place, (player, number) in enumerate(players, 1)],
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
        "INSERT INTO season_groups (league_id, season, player_id, number, place) "
        "SELECT league_id, season, CAST(? AS BIGINT), number, place FROM season_groups "
        "WHERE league_id = ? AND season = ? AND player_id = ? ON CONFLICT DO NOTHING",
        (substitute, league_id, season, out),
    )
