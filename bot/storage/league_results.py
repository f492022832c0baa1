"""Results of leagues in the database: both sides, how the game ended, and whether it counts."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from bot.models.player import Player
from bot.models.result import GAME_STATS, NOBODY, GameStats, LeagueResult, ResultStatus, Side
from bot.storage import ratings
from bot.storage.database import ALL, Database, Transaction, among
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.storage.players import WIDTH, columns, server_of

_SIDE: Final = ("won", "games", "legs", "holes", "skunks", "dealt_first", *GAME_STATS)
_RESULT: Final = (
    *("league_id", "season", "stage", "status", "fixture_id", "table_id", "imported", "ended_by", "played_at"),
    *("meeting_id", "entered_by", "confirmed_by"),
)
_OF_SIDE: Final = (
    *("result_id", "side", "player_id", "opponent_id", "league_id", "season", "counts", "played_at", "adverse"),
    *("skunked", "meeting_id", *_SIDE),
)


def add(writing: Transaction, result: LeagueResult) -> None:
    """Add a new result; nothing happens if its table, its fixture or its ``imported`` key has one already."""
    if result.status == "counted":
        ratings.mark_stale(writing, result.league_id, result.played_at)
    if result.table_id is not None:
        # The board says whether its game counts.
        writing.write("UPDATE screens SET shown_revision = -1 WHERE table_id = ?", (result.table_id,))
    result_id = writing.insert(
        f"INSERT INTO league_results ({', '.join(_RESULT)}) VALUES ({_marks(_RESULT)}) ON CONFLICT DO NOTHING",
        _result_values(result),
    )
    # Where nothing is inserted before, nothing is here either.
    writing.write_many(
        f"INSERT INTO league_sides ({', '.join(_OF_SIDE)}) VALUES ({_marks(_OF_SIDE)})",
        [(result_id, *_side_values(result, place)) for place in range(2)],
    )


def add_with_ids(writing: Transaction, results: Iterable[LeagueResult]) -> None:
    """Add new results with the ids that they have, without their sides; all are refused if one id is taken."""
    writing.write_many(
        f"INSERT INTO league_results (id, {', '.join(_RESULT)}) VALUES (?, {_marks(_RESULT)})",
        [(result.id, *_result_values(result)) for result in results],
    )


def add_sides(writing: Transaction, results: Iterable[LeagueResult]) -> None:
    """Add both sides of results that were added without them."""
    writing.write_many(
        f"INSERT INTO league_sides ({', '.join(_OF_SIDE)}) VALUES ({_marks(_OF_SIDE)})",
        [(result.id, *_side_values(result, place)) for result in results for place in range(2)],
    )


def set_status(
    writing: Transaction,
    result_id: int,
    status: ResultStatus,
    *,
    confirmed_by: int | None = None,
    was: Collection[ResultStatus] = ("entered", "counted", "disputed", "void"),
) -> None:
    """Set the status of a result, if its status is one of ``was``."""
    ratings.mark_stale_from_result(writing, result_id)
    writing.write(
        "UPDATE league_results SET status = ?, confirmed_by = coalesce(?, confirmed_by) "
        f"WHERE id = ? AND status IN ({_marks(was)})",
        (status, confirmed_by, result_id, *was),
    )
    writing.write(
        "UPDATE league_sides SET counts = (SELECT CASE WHEN status = 'counted' AND stage = 'league' THEN 1 ELSE 0 END "
        "FROM league_results WHERE id = result_id) WHERE result_id = ?",
        (result_id,),
    )


def update(writing: Transaction, result: LeagueResult) -> None:
    """Store every field of a result in place of what is stored under its id."""
    ratings.mark_stale_from_result(writing, result.id)
    columns = ", ".join(f"{column} = ?" for column in _RESULT)
    writing.write(f"UPDATE league_results SET {columns} WHERE id = ?", (*_result_values(result), result.id))
    writing.write("DELETE FROM league_sides WHERE result_id = ?", (result.id,))
    writing.write_many(
        f"INSERT INTO league_sides ({', '.join(_OF_SIDE)}) VALUES ({_marks(_OF_SIDE)})",
        [(result.id, *_side_values(result, place)) for place in range(2)],
    )
    ratings.mark_stale_from_result(writing, result.id)


async def list_added(database: Database, league_id: int) -> list[LeagueResult]:
    """Return the results of teams that are added up of two games."""
    which = "results.league_id = ? AND results.ended_by = 'added' AND results.status = 'counted'"
    return await _results(database, which, league_id)


async def find(database: Database, result_id: int) -> LeagueResult | None:
    """Return the result with this id, if there is one."""
    return await _only(database, "results.id = ?", result_id)


async def find_by_table(database: Database, table_id: str) -> LeagueResult | None:
    """Return the result of a table, if there is one."""
    return await _only(database, "results.table_id = ?", table_id)


async def find_by_fixture(database: Database, fixture_id: int) -> LeagueResult | None:
    """Return the result of a fixture; None if there is none or it is void."""
    return await _only(database, "results.fixture_id = ? AND results.status <> 'void'", fixture_id)


async def list_by_fixtures(database: Database, fixture_ids: Sequence[int]) -> list[LeagueResult]:
    """Return the results of these fixtures without those that are void."""
    return await _results(database, f"results.fixture_id IN {among(fixture_ids)} AND results.status <> 'void'")


async def find_by_import_key(database: Database, league_id: int, imported: str) -> LeagueResult | None:
    """Return the result of one row of a file, or of one entry by hand, by its ``imported`` key."""
    return await _only(database, "results.league_id = ? AND results.imported = ?", league_id, imported)


async def list_results(
    database: Database,
    league_id: int,
    season: int | None = None,
    *,
    player: int | None = None,
    status: ResultStatus | None = None,
    before: LeagueResult | None = None,
    limit: int | None = None,
) -> list[LeagueResult]:
    """Return results of a league, the latest first: of a season, of a player, of a status, and ``before`` one."""
    which, values = "results.league_id = ?", [league_id]
    asked: list[tuple[str, tuple[Any, ...] | None]] = [
        ("results.season = ?", None if season is None else (season,)),
        ("results.status = ?", None if status is None else (status,)),
        (
            "results.id IN (SELECT result_id FROM league_sides WHERE player_id = ? AND league_id = ?)",
            None if player is None else (player, league_id),
        ),
        (
            "(results.played_at, results.id) < (?, ?)",
            None if before is None else (format_timestamp(before.played_at), before.id),
        ),
    ]
    for clause, given in asked:
        if given is not None:
            which, values = f"{which} AND {clause}", [*values, *given]
    order = "ORDER BY results.played_at DESC, results.id DESC LIMIT ?"
    return await _results(database, f"{which} {order}", *values, ALL if limit is None else limit, long=limit is None)


async def search(
    database: Database,
    league_id: int,
    *,
    numbers: Sequence[str] = (),
    days: Sequence[str] = (),
    players: Sequence[Collection[int]] = (),
    limit: int,
) -> list[LeagueResult]:
    """Return results of any season of a league, the latest first.

    Their ids begin with each of these ``numbers``, the days when they were played with each of ``days``, and of each
    group of ``players`` one took part. A result whose id is one of the numbers comes first.
    """
    which: str = "results.league_id = ?"
    values: list[Any] = [league_id]
    for number in numbers:
        which, values = f"{which} AND CAST(results.id AS TEXT) LIKE ?", [*values, f"{number}%"]
    for day in days:
        which = f"{which} AND results.played_at >= ? AND results.played_at < ?"
        values = [*values, day, f"{day}~"]
    for group in players:
        which = (
            f"{which} AND results.id IN (SELECT result_id FROM league_sides WHERE league_id = ? "
            f"AND player_id IN {among(group)})"
        )
        values = [*values, league_id]
    exact = f"results.id IN ({', '.join(numbers)}) DESC, " if numbers else ""
    order = f"ORDER BY {exact}results.played_at DESC, results.id DESC LIMIT ?"
    return await _results(database, f"{which} {order}", *values, limit, long=True)


async def find_highest_id(database: Database, league_id: int) -> int:
    """Return the id of the result of a league that was stored last, or 0."""
    row = await database.row("SELECT coalesce(max(id), 0) FROM complete_results WHERE league_id = ?", (league_id,))
    assert row is not None
    return int(row[0])


async def list_in_order(
    database: Database, league_id: int, after: LeagueResult | None, *, highest: int, limit: int
) -> list[LeagueResult]:
    """Return results of a league in the order of play: those after one, without ids above the ``highest``."""
    moment, result_id = ("", 0) if after is None else (format_timestamp(after.played_at), after.id)
    return await _results(
        database,
        "results.league_id = ? AND (results.played_at, results.id) > (?, ?) AND results.id <= ? "
        "ORDER BY results.played_at, results.id LIMIT ?",
        *(league_id, moment, result_id, highest, limit),
        long=True,
    )


async def exists_between(database: Database, league_id: int, player_id: int, other_id: int) -> bool:
    """Return whether there is any result between two players, whether it counts or not."""
    row = await database.row(
        "SELECT 1 FROM complete_sides WHERE player_id = ? AND opponent_id = ? AND league_id = ? LIMIT 1",
        (player_id, other_id, league_id),
    )
    return row is not None


async def list_uncollected_tables(database: Database, league_id: int | None = None) -> list[str]:
    """Return the ids of tables whose game or match is over without a league result yet, the oldest first.

    ``league_id`` narrows them to one league."""
    which, values = ("IS NOT NULL", ()) if league_id is None else ("= ?", (league_id,))
    rows = await database.rows(
        "SELECT tables.id, tables.won, results.side, results.games, tables.best_of FROM tables "
        "JOIN results ON results.table_id = tables.id "
        f"WHERE tables.league_id {which} AND tables.status = 'over' "
        "AND NOT EXISTS (SELECT 1 FROM league_results WHERE league_results.table_id = tables.id) "
        "ORDER BY tables.opened_at, tables.rowid",
        values,
    )
    with check_stored_values("a match"):
        return [name for name, won, side, games, best_of in rows if 2 * (_won(won, side) + games) > best_of]


def _won(games: str, side: int) -> int:
    """Return how many games of a match a side has won before its last one."""
    won: list[int] = json.loads(games)
    return won[side] if side < len(won) else 0


def _marks(columns: Collection[str]) -> str:
    return ", ".join("?" * len(columns))


def _result_values(result: LeagueResult) -> tuple[Any, ...]:
    return (
        *(result.league_id, result.season, result.stage, result.status, result.fixture_id, result.table_id),
        *(result.imported, result.ended_by, format_timestamp(result.played_at), result.meeting_id),
        None if result.entered_by is None else result.entered_by.id,
        None if result.confirmed_by is None else result.confirmed_by.id,
    )


def _side_values(result: LeagueResult, place: int) -> tuple[Any, ...]:
    """Return the row of one side, without the id of the result."""
    side, other = result.sides[place], result.sides[1 - place]
    return (
        *(place, side.player.id, other.player.id, result.league_id, result.season, int(result.counts)),
        *(format_timestamp(result.played_at), other.holes, other.skunks, result.meeting_id),
        *(int(result.winner == place), side.games, side.legs, side.holes, side.skunks),
        None if side.dealt_first is None else int(side.dealt_first),
        *(getattr(side.deeds, name) for name in GAME_STATS),
    )


async def _only(database: Database, which: str, *values: Any) -> LeagueResult | None:
    return next(iter(await _results(database, which, *values)), None)


async def _results(database: Database, which: str, *values: Any, long: bool = False) -> list[LeagueResult]:
    """Return every result that a query finds, with its two sides and the players."""
    guild = server_of("results.league_id")
    side = ", ".join(f"{{0}}.{column}" for column in _SIDE)
    own = [f"results.{column}" for column in ("id", *_RESULT[:-2])]
    return await database.all(
        _result,
        f"SELECT {', '.join(own)}, {columns(guild, 'enterer')}, {columns(guild, 'confirmer')}, "
        f"{columns(guild, 'p')}, {side.format('a')}, {columns(guild, 'q')}, {side.format('b')} "
        "FROM complete_results AS results "
        "JOIN league_sides AS a ON a.result_id = results.id AND a.side = 0 JOIN players AS p ON p.id = a.player_id "
        "JOIN league_sides AS b ON b.result_id = results.id AND b.side = 1 JOIN players AS q ON q.id = b.player_id "
        "LEFT JOIN players AS enterer ON enterer.id = results.entered_by "
        f"LEFT JOIN players AS confirmer ON confirmer.id = results.confirmed_by WHERE {which}",
        values,
        long=long,
    )


def _result(row: tuple[Any, ...]) -> LeagueResult:
    (
        result_id,
        league_id,
        season,
        stage,
        status,
        fixture_id,
        table_id,
        imported,
        ended_by,
        played_at,
        meeting_id,
        *rest,
    ) = row
    enterer, confirmer, sides = rest[:WIDTH], rest[WIDTH : 2 * WIDTH], rest[2 * WIDTH :]
    half = len(sides) // 2
    return LeagueResult(
        id=result_id,
        league_id=league_id,
        season=season,
        stage=stage,
        status=status,
        sides=(_side(sides[:half]), _side(sides[half:])),
        winner=0 if sides[WIDTH] else 1 if sides[half + WIDTH] else NOBODY,
        ended_by=ended_by,
        played_at=parse_timestamp(played_at),
        fixture_id=fixture_id,
        meeting_id=meeting_id,
        table_id=table_id,
        imported=imported,
        entered_by=None if enterer[0] is None else Player(*enterer),
        confirmed_by=None if confirmer[0] is None else Player(*confirmer),
    )


def _side(row: list[Any]) -> Side:
    _won, games, legs, holes, skunks, dealt_first, *deeds = row[WIDTH:]
    return Side(
        player=Player(*row[:WIDTH]),
        games=games,
        legs=legs,
        holes=holes,
        skunks=skunks,
        dealt_first=None if dealt_first is None else bool(dealt_first),
        deeds=GameStats(**dict(zip(GAME_STATS, deeds, strict=True))),
    )
