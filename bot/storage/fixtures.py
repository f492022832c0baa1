"""Fixtures of leagues in the database, and the tables at which they are played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeAlias

from bot.models.league import Fixture, FixtureStage
from bot.storage.database import ALL, Database, Transaction, among
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.players import server_of
from bot.storage.rows import Form, Rows

Pair: TypeAlias = tuple[int, int | None]
"""The ids of the player who deals first and of the opponent, None for a bye."""


# The last table opened for a fixture is the one of the latest game of its match.
_FIXTURES: Final = Rows(
    "fixtures",
    Fixture,
    "a fixture",
    named={
        "table_id": "(SELECT tables.id FROM tables WHERE tables.fixture_id = fixtures.id "
        "ORDER BY tables.opened_at DESC, tables.rowid DESC LIMIT 1)",
        "result_id": "(SELECT league_results.id FROM league_results WHERE league_results.fixture_id = fixtures.id "
        "AND league_results.status IN ('counted', 'entered', 'disputed'))",
        "meeting": "meetings.number",
        "over": "meetings.stage = 'closed' OR EXISTS (SELECT 1 FROM league_results AS whole "
        "WHERE whole.fixture_id = fixtures.team_fixture_id AND whole.status = 'counted' AND whole.ended_by <> 'added')",
    },
    forms={"over": Form(int, bool, null=False)},
    joins="LEFT JOIN meetings ON meetings.id = fixtures.meeting_id",
    guild=server_of("fixtures.league_id"),
)


def add(
    writing: Transaction,
    league_id: int,
    season: int,
    stage: FixtureStage,
    number: int,
    pairs: Sequence[Pair],
    best_of: int,
    now: datetime,
    *,
    meeting_id: int | None = None,
) -> None:
    """Add the fixtures of one round, of a meeting or not, which is drawn at the time ``now``."""
    drawn_at = format_timestamp(now)
    writing.write_many(
        "INSERT INTO fixtures (league_id, season, stage, round, place, first_id, second_id, best_of, drawn_at, "
        "meeting_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (league_id, season, stage, number, place, first, second, best_of, drawn_at, meeting_id)
            for place, (first, second) in enumerate(pairs, 1)
        ],
    )


def delete_after_round(writing: Transaction, league_id: int, season: int, stage: FixtureStage, number: int) -> None:
    """Delete the fixtures of all rounds after this one; none of them may have a table or a result."""
    writing.write(
        "DELETE FROM fixtures WHERE league_id = ? AND season = ? AND stage = ? AND round > ?",
        (league_id, season, f"{stage}-board", number),
    )
    writing.write(
        "DELETE FROM fixtures WHERE league_id = ? AND season = ? AND stage = ? AND round > ?",
        (league_id, season, stage, number),
    )


def delete_from_round(writing: Transaction, meeting_id: int, number: int) -> None:
    """Delete the fixtures of a meeting from this round on; none of them may have a table or a result."""
    writing.write("DELETE FROM fixtures WHERE meeting_id = ? AND round >= ?", (meeting_id, number))


def replace_player(writing: Transaction, fixture_ids: Sequence[int], out: int, substitute: int) -> None:
    """Put one player in the place of another in these fixtures."""
    for column in ("first_id", "second_id"):
        writing.write(
            f"UPDATE fixtures SET {column} = ? WHERE {column} = ? AND id IN {among(fixture_ids)}", (substitute, out)
        )


async def find(database: Database, fixture_id: int) -> Fixture | None:
    """Return the fixture with this id, if there is one."""
    return next(iter(await _fixtures(database, "fixtures.id = ?", fixture_id)), None)


async def list_fixtures(
    database: Database,
    league_id: int,
    season: int,
    *,
    player_id: int | None = None,
    stage: FixtureStage | None = None,
    meeting_id: int | None = None,
    rounds: tuple[int, int] | None = None,
    skip: int = 0,
    many: int | None = None,
) -> list[Fixture]:
    """Return the fixtures of a season round by round, the playoffs last.

    All but the singles games of teams, or those of one player, of one stage, of one meeting or from the first to the
    last of some rounds.

    At most ``many`` are read, after the first ``skip``.
    """
    which, values = "fixtures.league_id = ? AND fixtures.season = ?", [league_id, season]
    if player_id is not None:
        which, values = f"{which} AND ? IN (fixtures.first_id, fixtures.second_id)", [*values, player_id]
    if stage is not None:
        which = f"{which} AND fixtures.stage = '{stage}'"
    if player_id is None and stage is None:
        which = f"{which} AND fixtures.team_fixture_id IS NULL"
    if meeting_id is not None:
        which, values = f"{which} AND fixtures.meeting_id = ?", [*values, meeting_id]
    if rounds is not None:
        which, values = f"{which} AND fixtures.round BETWEEN ? AND ?", [*values, *rounds]
    return await _fixtures(database, which, *values, skip=skip, many=ALL if many is None else many)


async def count(database: Database, league_id: int, season: int, meeting_id: int | None = None) -> int:
    """Return how many fixtures a season or one of its meetings has."""
    of, values = ("", ()) if meeting_id is None else (" AND meeting_id = ?", (meeting_id,))
    row = await database.row(
        f"SELECT count(*) FROM fixtures WHERE league_id = ? AND season = ? AND team_fixture_id IS NULL{of}",
        (league_id, season, *values),
    )
    return 0 if row is None else int(row[0])


async def count_left(database: Database, league_id: int, season: int, stage: FixtureStage) -> int:
    """Return how many games of a stage have no result and are still to be played."""
    row = await database.row(
        "SELECT count(*) FROM fixtures LEFT JOIN meetings ON meetings.id = fixtures.meeting_id "
        "WHERE fixtures.league_id = ? AND fixtures.season = ? AND fixtures.stage = ? AND second_id IS NOT NULL "
        "AND coalesce(meetings.stage, '') <> 'closed' AND NOT EXISTS (SELECT 1 FROM league_results AS results "
        "WHERE results.fixture_id = fixtures.id AND results.status IN ('counted', 'entered', 'disputed'))",
        (league_id, season, stage),
    )
    return 0 if row is None else int(row[0])


async def count_byes(
    database: Database, league_id: int, season: int, *, until: datetime | None = None
) -> dict[int, int]:
    """Return how many byes each player has had in the rounds of a season before its playoffs, by the player's id.

    With ``until``, rounds that were drawn later are left out.
    """
    drawn, values = ("", ()) if until is None else (" AND drawn_at < ?", (format_timestamp(until),))
    rows = await database.rows(
        "SELECT first_id, count(*) FROM fixtures "
        f"WHERE league_id = ? AND season = ? AND stage = 'league' AND second_id IS NULL{drawn} GROUP BY first_id",
        (league_id, season, *values),
    )
    return dict(rows)


async def _fixtures(database: Database, which: str, *values: int, skip: int = 0, many: int = ALL) -> list[Fixture]:
    order = "ORDER BY fixtures.stage, coalesce(fixtures.meeting_id, 0), fixtures.round, fixtures.place LIMIT ? OFFSET ?"
    return await _FIXTURES.list(database, f"WHERE {which} {order}", *values, many, skip, long=True)


async def find_open_table(database: Database, league_id: int, pair: tuple[int, int]) -> str | None:
    """Return the id of the table of open play at which these two are invited or playing, if there is one."""
    row = await database.row(
        "SELECT tables.id FROM tables JOIN seats AS one ON one.table_id = tables.id AND one.player_id = ? "
        "JOIN seats AS two ON two.table_id = tables.id AND two.player_id = ? WHERE tables.league_id = ? "
        "AND tables.fixture_id IS NULL AND tables.status IN ('gathering', 'playing', 'adjourned', 'idle') "
        "ORDER BY tables.opened_at DESC, tables.rowid DESC LIMIT 1",
        (*pair, league_id),
    )
    return None if row is None else str(row[0])


async def has_game_under_way(database: Database, league_id: int, player_id: int) -> bool:
    """Return whether a player has a game of a league under way or paused."""
    row = await database.row(
        "SELECT 1 FROM tables JOIN seats ON seats.table_id = tables.id WHERE tables.league_id = ? "
        "AND seats.player_id = ? AND tables.status IN ('playing', 'adjourned', 'idle') LIMIT 1",
        (league_id, player_id),
    )
    return row is not None


async def list_tables_under_way(database: Database, league_id: int) -> list[str]:
    """Return the ids of the tables of a league at which a game is played now, the oldest first."""
    rows = await database.rows(
        "SELECT id FROM tables WHERE league_id = ? AND status = 'playing' ORDER BY opened_at, tables.rowid",
        (league_id,),
    )
    return [name for (name,) in rows]


async def list_open_tables(database: Database, league_id: int, many: int) -> list[str]:
    """Return the ids of the tables of a league that are not over or whose match goes on, longest untouched first."""
    rows = await database.rows(
        "SELECT id FROM tables WHERE league_id = ? AND (status IN ('gathering', 'playing', 'adjourned', 'idle') "
        "OR status = 'over' AND best_of > 1 AND NOT EXISTS (SELECT 1 FROM tables AS next WHERE next.previous = "
        "tables.id) AND NOT EXISTS (SELECT 1 FROM league_results WHERE league_results.table_id = tables.id)) "
        "ORDER BY touched_at, tables.rowid LIMIT ?",
        (league_id, many),
    )
    return [name for (name,) in rows]


async def has_table(database: Database, league_id: int) -> bool:
    """Return whether a league has a table that is not closed."""
    row = await database.row("SELECT 1 FROM tables WHERE league_id = ? AND status <> 'closed' LIMIT 1", (league_id,))
    return row is not None


async def find_end_time(database: Database, table_id: str) -> datetime | None:
    """Return when the game at a table ended; None for one that has not."""
    row = await database.row("SELECT ended_at FROM results WHERE table_id = ?", (table_id,))
    return None if row is None else parse_timestamp(row[0])


async def have_begun(database: Database, ids: Sequence[int]) -> bool:
    """Return whether any of these fixtures has a table or a result."""
    row = await database.row(
        f"SELECT 1 FROM tables WHERE fixture_id IN {among(ids)} "
        f"UNION ALL SELECT 1 FROM league_results WHERE fixture_id IN {among(ids)} LIMIT 1"
    )
    return row is not None
