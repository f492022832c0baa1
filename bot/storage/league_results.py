"""Results of leagues in the database: both sides, how the game ended, and whether it counts."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Final

from bot.models.player import Player
from bot.models.result import GAME_STATS, NOBODY, GameStats, LeagueResult, ResultStatus, Side
from bot.storage import ratings
from bot.storage.connection import Inserted, Values
from bot.storage.database import ALL, Database, Transaction, among, asking, insertion, marks
from bot.storage.errors import check_stored_values, format_timestamp
from bot.storage.players import WIDTH, columns, server_of
from bot.storage.rows import Form, Rows

_SIDE: Final = ("won", "games", "legs", "holes", "skunks", "dealt_first", *GAME_STATS)
_OF_SIDE: Final = (
    *("result_id", "side", "player_id", "opponent_id", "league_id", "season", "counts", "played_at", "adverse"),
    *("skunked", "meeting_id", *_SIDE),
)
_GUILD: Final = server_of("league_results.league_id")
_RESULTS: Final = Rows(
    "league_results",
    LeagueResult,
    "a result",
    omit=("sides", "winner"),
    named={"entered_by": "entered_by", "confirmed_by": "confirmed_by"},
    last="confirmed_by",
    forms={"boards": Form(list, lambda boards: tuple((one, other) for one, other in boards))},
    source="complete_results",
    guild=_GUILD,
)


def add(writing: Transaction, result: LeagueResult) -> None:
    """Add a new result; nothing happens if its table, its fixture or its ``imported`` key has one already."""
    if result.status == "counted":
        ratings.mark_stale(writing, result.league_id, result.played_at)
    if result.table_id is not None:
        # The board says whether its game counts.
        writing.write("UPDATE messages SET revision = NULL WHERE table_id = ? AND kind = 'screen'", (result.table_id,))
    result_id = _RESULTS.insert_one(writing, result, without="id")
    # Where nothing is inserted before, nothing is here either.
    _add_sides(writing, result, result_id)
    recount(writing, "result_id = ?", result_id)


def add_with_ids(writing: Transaction, results: Iterable[LeagueResult]) -> None:
    """Add new results with the ids that they have, without their sides; all are refused if one id is taken."""
    _RESULTS.insert(writing, results)


def add_sides(writing: Transaction, results: Iterable[LeagueResult]) -> None:
    """Add both sides of results that were added without them."""
    for result in results:
        _add_sides(writing, result, result.id)


def _add_sides(writing: Transaction, result: LeagueResult, result_id: int | Inserted) -> None:
    rows = [(result_id, *_side_values(result, place)) for place in range(2)]
    writing.write_many(insertion("league_sides", _OF_SIDE), rows)


def recount(writing: Transaction, which: str, *values: object) -> None:
    """Note again of some sides whether they count: those of results that do, but for visitors."""
    visits = "SELECT player_id FROM members WHERE members.league_id = league_sides.league_id AND status = 'visitor'"
    writing.write(
        "UPDATE league_sides SET counts = (SELECT CASE WHEN status = 'counted' AND stage = 'league' "
        f"AND player_id NOT IN ({visits}) THEN 1 ELSE 0 END FROM league_results WHERE id = result_id) WHERE {which}",
        values,
    )


def recount_visitors(writing: Transaction, league_id: int) -> None:
    """Note that no side of a league's visitors counts."""
    visits = "SELECT player_id FROM members WHERE league_id = ? AND status = 'visitor'"
    recount(writing, f"counts = 1 AND league_id = ? AND player_id IN ({visits})", league_id, league_id)


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
        f"WHERE id = ? AND status IN ({marks(was)})",
        (status, confirmed_by, result_id, *was),
    )
    recount(writing, "result_id = ?", result_id)


def update(writing: Transaction, result: LeagueResult) -> None:
    """Store every field of a result in place of what is stored under its id."""
    ratings.mark_stale_from_result(writing, result.id)
    _RESULTS.update(writing, result)
    writing.delete("league_sides", result_id=result.id)
    _add_sides(writing, result, result.id)
    recount(writing, "result_id = ?", result.id)
    ratings.mark_stale_from_result(writing, result.id)


def _finder(which: str) -> Callable[..., Awaitable[LeagueResult | None]]:
    async def find(database: Database, *values: Any) -> LeagueResult | None:
        return next(iter(await _results(database, which, *values)), None)

    return find


find: Final = _finder("league_results.id = ?")
find_by_table: Final = _finder("league_results.table_id = ?")
find_by_fixture: Final = _finder("league_results.fixture_id = ? AND league_results.status <> 'void'")
find_by_import_key: Final = _finder("league_results.league_id = ? AND league_results.imported = ?")
"""Finds the result of one row of a file, or of one entry by hand, by the league and the ``imported`` key."""

find_highest_id: Final = asking(Database.number, "SELECT max(id) FROM complete_results WHERE league_id = ?")
exists_between: Final = asking(
    Database.exists,
    "SELECT 1 FROM complete_sides WHERE league_id = ? AND player_id = ? AND opponent_id = ? LIMIT 1",
)
"""Returns whether there is any result of a league between two players, whether it counts or not."""


async def list_added(database: Database, league_id: int) -> list[LeagueResult]:
    """Return the results of teams that are added up of two games."""
    which = "league_results.league_id = ? AND league_results.ended_by = 'added' AND league_results.status = 'counted'"
    return await _results(database, which, league_id)


async def list_by_fixtures(database: Database, fixture_ids: Sequence[int]) -> list[LeagueResult]:
    """Return the results of these fixtures without those that are void."""
    return await _results(
        database, f"league_results.fixture_id IN {among(fixture_ids)} AND league_results.status <> 'void'"
    )


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
    which, values = "league_results.league_id = ?", [league_id]
    asked: list[tuple[str, tuple[Any, ...] | None]] = [
        ("league_results.season = ?", None if season is None else (season,)),
        ("league_results.status = ?", None if status is None else (status,)),
        (
            "league_results.id IN (SELECT result_id FROM league_sides WHERE player_id = ? AND league_id = ?)",
            None if player is None else (player, league_id),
        ),
        (
            "(league_results.played_at, league_results.id) < (?, ?)",
            None if before is None else (format_timestamp(before.played_at), before.id),
        ),
    ]
    for clause, given in asked:
        if given is not None:
            which, values = f"{which} AND {clause}", [*values, *given]
    order = "ORDER BY league_results.played_at DESC, league_results.id DESC LIMIT ?"
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
    which: str = "league_results.league_id = ?"
    values: list[Any] = [league_id]
    for number in numbers:
        which, values = f"{which} AND CAST(league_results.id AS TEXT) LIKE ?", [*values, f"{number}%"]
    for day in days:
        which = f"{which} AND league_results.played_at >= ? AND league_results.played_at < ?"
        values = [*values, day, f"{day}~"]
    for group in players:
        which = (
            f"{which} AND league_results.id IN (SELECT result_id FROM league_sides WHERE league_id = ? "
            f"AND player_id IN {among(group)})"
        )
        values = [*values, league_id]
    exact = f"league_results.id IN ({', '.join(numbers)}) DESC, " if numbers else ""
    order = f"ORDER BY {exact}league_results.played_at DESC, league_results.id DESC LIMIT ?"
    return await _results(database, f"{which} {order}", *values, limit, long=True)


async def list_in_order(
    database: Database,
    league_id: int,
    after: LeagueResult | None,
    season: int | None = None,
    *,
    highest: int,
    limit: int,
) -> list[LeagueResult]:
    """Return results of a league, or of a season, in the order of play: those after one, no ids above the highest."""
    moment, result_id = ("", 0) if after is None else (format_timestamp(after.played_at), after.id)
    return await _results(
        database,
        "league_results.league_id = ? AND (league_results.played_at, league_results.id) > (?, ?) "
        f"AND league_results.id <= ? {'' if season is None else 'AND league_results.season = ? '}"
        "ORDER BY league_results.played_at, league_results.id LIMIT ?",
        *(league_id, moment, result_id, highest, *([] if season is None else [season]), limit),
        long=True,
    )


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


def _side_values(result: LeagueResult, place: int) -> tuple[Any, ...]:
    side, other = result.sides[place], result.sides[1 - place]
    return (
        *(place, side.player.id, other.player.id, result.league_id, result.season, int(result.counts)),
        *(format_timestamp(result.played_at), other.holes, other.skunks, result.meeting_id),
        *(int(result.winner == place), side.games, side.legs, side.holes, side.skunks),
        None if side.dealt_first is None else int(side.dealt_first),
        *(getattr(side.deeds, name) for name in GAME_STATS),
    )


async def _results(database: Database, which: str, *values: Any, long: bool = False) -> list[LeagueResult]:
    """Return every result that a query finds, with its two sides and the players."""
    own, other = (
        f"{columns(_GUILD, person)}, {', '.join(f'{side}.{column}' for column in _SIDE)}"
        for person, side in (("p", "a"), ("q", "b"))
    )
    query = _RESULTS.select(
        "JOIN league_sides AS a ON a.result_id = league_results.id AND a.side = 0 "
        "JOIN players AS p ON p.id = a.player_id "
        "JOIN league_sides AS b ON b.result_id = league_results.id AND b.side = 1 "
        f"JOIN players AS q ON q.id = b.player_id WHERE {which}",
        own,
        other,
    )
    return await database.all(_result, query, values, long=long)


def _result(row: tuple[Any, ...]) -> LeagueResult:
    width = WIDTH + len(_SIDE)
    *own, first, second = row[: -2 * width], row[-2 * width : -width], row[-width:]
    winner = 0 if first[WIDTH] else 1 if second[WIDTH] else NOBODY
    return _RESULTS.load(*own, sides=(_side(first), _side(second)), winner=winner)


def _side(row: Values) -> Side:
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
