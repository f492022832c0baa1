"""Sums and records over the results of leagues in the database, for tables and profiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, cast

from bot.models.player import Player
from bot.models.result import (
    GAME_STATS,
    Feat,
    GameStats,
    HeadToHead,
    HighHand,
    MeetingSums,
    ResultTotals,
)
from bot.storage.database import ALL, Database, among
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.players import WIDTH, columns, server_of

_OF_ONE: Final = {"played": "1", "plus": "won * (holes - adverse)"}
"""What a sum adds up of each result, where it isn't a column."""


def _added(names: Iterable[str]) -> str:
    return ", ".join("max(best_hand)" if name == "best_hand" else f"sum({_OF_ONE.get(name, name)})" for name in names)


_SUMS: Final = tuple(column.name for column in fields(ResultTotals))[1:]

_HIGH: Final = 28
"""The count from which a hand is noted for good."""

_OF_PAIRS: Final = tuple(column.name for column in fields(HeadToHead))
_MET: Final = _added(_OF_PAIRS)


async def sum_by_player(
    database: Database, league_id: int, season: int, *, until: datetime | None = None
) -> list[ResultTotals]:
    """Return the totals of every player of a season; ``until`` leaves out later results."""
    which, values = _which(league_id, season, until)
    return await _sum_sides(database, league_id, f"complete_sides WHERE {which}", values)


async def list_by_meeting(
    database: Database, league_id: int, season: int, meeting_id: int | None = None
) -> list[MeetingSums]:
    """Return each player's sums at each meeting of a season, or at one, with meeting 0 for results outside meetings.

    The rows of a player follow one another. A large season has tens of thousands, so they are left as SQLite gives
    them: plain tuples.
    """
    names = ", ".join(f"coalesce({name}, -1)" if name == "best_hand" else name for name in MeetingSums._fields[2:])
    of, values = ("", ()) if meeting_id is None else (" AND meeting_id = ?", (meeting_id,))
    rows = await database.rows(
        f"SELECT player_id, meeting_id, {names} FROM side_totals WHERE league_id = ? AND season = ?{of}"
        f"{' ORDER BY player_id, meeting_id' if meeting_id is None else ''}",
        (league_id, season, *values),
        long=True,
    )
    return cast("list[MeetingSums]", rows)


async def sum_since(database: Database, league_id: int, season: int, moment: datetime) -> list[ResultTotals]:
    """Return the totals of every player of a season from a time on; only those results are read."""
    recent = (
        "complete_results AS results CROSS JOIN league_sides WHERE league_sides.result_id = results.id "
        "AND results.league_id = ? AND results.season = ? AND results.played_at >= ? AND counts = 1"
    )
    return await _sum_sides(database, league_id, recent, (league_id, season, format_timestamp(moment)))


async def sum_pairs(
    database: Database,
    league_id: int,
    season: int,
    player_ids: Collection[int],
    *,
    opponents: Collection[int] | None = None,
    in_playoffs: bool = False,
    until: datetime | None = None,
) -> dict[tuple[int, int], HeadToHead]:
    """Return the totals of these players against each of the ``opponents``, or everybody, by the ids of the two.

    They are of the results that the table of a season counts, or of its playoffs; ``until`` leaves out later results.
    """
    which, values = _which(league_id, season, until)
    if in_playoffs:
        which = (
            "league_id = ? AND season = ? AND result_id IN (SELECT id FROM league_results "
            "WHERE league_id = ? AND season = ? AND stage = 'playoff' AND status = 'counted')"
        )
        values = [league_id, season] * 2
    of = "" if opponents is None else f"AND opponent_id IN {among(opponents)}"
    rows = await database.rows(
        f"SELECT player_id, opponent_id, {_MET} FROM complete_sides "
        f"WHERE {which} AND player_id IN {among(player_ids)} {of} GROUP BY player_id, opponent_id",
        values,
        long=True,
    )
    return {(player, other): _met(row) for player, other, *row in rows}


async def list_between(
    database: Database,
    league_id: int,
    season: int,
    player_ids: Collection[int],
    *,
    whole: bool,
    until: datetime | None = None,
) -> list[tuple[Any, ...]]:
    """Return the counted results of these players: the player, the opponent, and the fields of ``HeadToHead``.

    Of those only whether it was won, unless they are ``whole``: then the moment and the result's id follow too. The
    rows of a player follow one another. There may be hundreds of thousands, so they are left as SQLite gives them.
    """
    which, values = _which(league_id, season, until)
    of_one = [_OF_ONE.get(name, name) for name in _OF_PAIRS]
    numbers = ", ".join((*of_one, "played_at", "result_id") if whole else of_one[:1])
    return await database.rows(
        f"SELECT player_id, opponent_id, {numbers} FROM complete_sides "
        f"WHERE {which} AND player_id IN {among(player_ids)} ORDER BY player_id",
        values,
        long=True,
    )


async def list_at(database: Database, pairs: Collection[tuple[int, int]]) -> list[tuple[Any, ...]]:
    """Return the counted results of these pairs of a meeting and a player: the meeting, and then as ``list_between``.

    They are whole. The rows of a meeting follow one another, and in them those of a player.
    """
    if not pairs:
        return []
    values = ", ".join(f"({meeting:d}, {player:d})" for meeting, player in sorted(pairs))
    numbers = ", ".join((*(_OF_ONE.get(name, name) for name in _OF_PAIRS), "played_at", "result_id"))
    return await database.rows(
        f"WITH pairs (meeting, player) AS (VALUES {values}) "
        f"SELECT meeting_id, player_id, opponent_id, {numbers} FROM pairs CROSS JOIN league_sides "
        "WHERE meeting_id = pairs.meeting AND player_id = pairs.player AND counts = 1 ORDER BY meeting_id, player_id",
        long=True,
    )


async def read_forms(
    database: Database,
    league_id: int,
    season: int,
    player_ids: Iterable[int],
    many: int = ALL,
    *,
    until: datetime | None = None,
) -> dict[int, tuple[bool, ...]]:
    """Return whether each of these players won each of their last ``many`` results, the latest first."""
    which, values = _which(league_id, season, until)
    rows = await database.rows(
        "SELECT player_id, won FROM (SELECT player_id, won, row_number() OVER "
        "(PARTITION BY player_id ORDER BY played_at DESC, result_id DESC) AS place FROM complete_sides "
        f"WHERE {which} AND player_id IN {among(player_ids)}) AS latest WHERE place <= ? ORDER BY player_id, place",
        (*values, many),
        long=True,
    )
    return {player: tuple(bool(won) for _, won in group) for player, group in groupby(rows, key=itemgetter(0))}


async def sum_by_opponent(database: Database, league_id: int, season: int, player_id: int) -> dict[int, HeadToHead]:
    """Return a player's totals against each opponent of a season, by the opponent's id."""
    met = await sum_pairs(database, league_id, season, [player_id])
    return {other: totals for (_, other), totals in met.items()}


async def sum_game_stats(database: Database, league_id: int, season: int, player_id: int) -> GameStats:
    """Return a player's game stats over all results of a season that count, playoffs too."""
    added = ", ".join(f"coalesce(sum({name}), 0)" for name in GAME_STATS[1:])
    row = await database.row(
        f"SELECT max(best_hand), {added} FROM league_sides WHERE player_id = ? AND league_id = ? AND season = ? "
        "AND result_id IN (SELECT id FROM complete_results WHERE status = 'counted')",
        (player_id, league_id, season),
    )
    return GameStats() if row is None else GameStats(**dict(zip(GAME_STATS, row, strict=True)))


async def _sum_sides(database: Database, league_id: int, sides: str, values: Sequence[Any]) -> list[ResultTotals]:
    return await database.all(
        _sums,
        f"SELECT {columns(server_of('?'))}, sums.* FROM ("
        f"SELECT player_id, {_added(_SUMS)} FROM {sides} GROUP BY player_id) AS sums "
        "JOIN players ON players.id = sums.player_id",
        (league_id, *values),
    )


def _which(league_id: int, season: int, until: datetime | None = None) -> tuple[str, list[Any]]:
    which, values = "league_id = ? AND season = ? AND counts = 1", [league_id, season]
    if until is None:
        return which, values
    return f"{which} AND played_at < ?", [*values, format_timestamp(until)]


def _sums(row: tuple[Any, ...]) -> ResultTotals:
    # The player comes first, and then their id once more.
    person, numbers = row[:WIDTH], row[WIDTH + 1 :]
    return ResultTotals(player=Player(*person), **dict(zip(_SUMS, numbers, strict=True)))


def _met(row: Iterable[int]) -> HeadToHead:
    return HeadToHead(**dict(zip(_OF_PAIRS, row, strict=True)))


async def list_high_hands(database: Database, league_id: int, season: int | None = None) -> list[HighHand]:
    """Return the hands of 28 and 29 in a league or one season, the highest and then the latest first."""
    of, values = ("", ()) if season is None else (" AND sides.season = ?", (season,))
    return await database.all(
        lambda row: HighHand(Player(*row[:WIDTH]), row[WIDTH], row[WIDTH + 1], parse_timestamp(row[WIDTH + 2])),
        f"SELECT {columns(server_of('sides.league_id'))}, sides.best_hand, sides.result_id, sides.played_at "
        "FROM complete_sides AS sides JOIN players ON players.id = sides.player_id "
        f"WHERE sides.league_id = ?{of} AND sides.counts = 1 AND sides.best_hand >= {_HIGH} "
        "ORDER BY sides.best_hand DESC, sides.played_at DESC, sides.result_id",
        (league_id, *values),
    )


async def widest_margins(database: Database, league_id: int) -> list[Feat]:
    """Return the results with the widest margin of a league's seasons, those of level players too."""
    wins = "SELECT player_id, holes - adverse AS value, season FROM complete_sides WHERE league_id = ? AND counts = 1"
    return await _most(database, league_id, f"{wins} AND won = 1", (league_id,))


async def longest_streaks(database: Database, league_id: int) -> list[Feat]:
    """Return the longest runs of wins of a league, over all its seasons."""
    runs = (
        "SELECT DISTINCT player_id, count(*) AS value, 0 AS season FROM (SELECT player_id, won, "
        "row_number() OVER (PARTITION BY player_id ORDER BY played_at, result_id) - "
        "row_number() OVER (PARTITION BY player_id, won ORDER BY played_at, result_id) AS run "
        "FROM complete_sides WHERE league_id = ? AND counts = 1) AS steps WHERE won = 1 GROUP BY player_id, run"
    )
    return await _most(database, league_id, runs, (league_id,))


async def most_by_season(database: Database, league_id: int, column: str, season: int | None = None) -> list[Feat]:
    """Return the players with the most ``won`` or ``skunks`` in one season of a league, or in this one."""
    assert column in {"won", "skunks"}
    of, values = ("", ()) if season is None else (" AND season = ?", (season,))
    sums = (
        f"SELECT player_id, sum({column}) AS value, season FROM side_totals WHERE league_id = ?{of} "
        "GROUP BY player_id, season"
    )
    return await _most(database, league_id, sums, (league_id, *values))


async def best_nights(database: Database, league_id: int, points: str, season: int | None = None) -> list[Feat]:
    """Return the nights with the most game points of a league or a season; of level ones those with more spread.

    ``points`` is the SQL expression for the game points of a row of sums.
    """
    of, values = ("", ()) if season is None else (" AND side_totals.season = ?", (season,))
    nights = (
        f"SELECT player_id, {points} AS value, side_totals.season, meetings.number AS meeting, rank() OVER "
        f"(ORDER BY {points} DESC, won DESC, holes - adverse DESC) AS place FROM side_totals "
        f"JOIN meetings ON meetings.id = meeting_id WHERE side_totals.league_id = ?{of}"
    )
    return await _feats(
        database,
        league_id,
        f"SELECT player_id, value, season, meeting FROM ({nights}) AS nights WHERE place = 1 AND value > 0",
        (league_id, *values),
    )


async def most_best_hands(database: Database, league_id: int, season: int) -> list[Feat]:
    """Return the players who had the best hand of the most meetings of a season, and of how many."""
    nights = (
        "SELECT player_id, season, best_hand, max(best_hand) OVER (PARTITION BY meeting_id) AS most FROM side_totals "
        "WHERE league_id = ? AND season = ? AND meeting_id <> 0"
    )
    hands = f"SELECT player_id, count(*) AS value, season FROM ({nights}) AS nights WHERE best_hand = most"
    return await _most(database, league_id, f"{hands} GROUP BY player_id, season", (league_id, season))


async def list_slams(database: Database, league_id: int, season: int | None, least: int) -> list[Feat]:
    """Return the nights at which a player won every game, as many as anyone played there and at ``least`` so many."""
    of, values = ("", ()) if season is None else (" AND side_totals.season = ?", (season,))
    return await _feats(
        database,
        league_id,
        "SELECT player_id, played AS value, season, meeting FROM (SELECT player_id, played, won, side_totals.season, "
        "meetings.number AS meeting, max(played) OVER (PARTITION BY meeting_id) AS most FROM side_totals "
        f"JOIN meetings ON meetings.id = meeting_id WHERE side_totals.league_id = ?{of}) AS nights "
        "WHERE won = played AND played = most AND played >= ?",
        (league_id, *values, least),
    )


async def _most(database: Database, league_id: int, query: str, values: tuple[Any, ...]) -> list[Feat]:
    """Return the rows of a query for players, values above 0 and seasons that have the highest value."""
    found = f"SELECT player_id, value, season, rank() OVER (ORDER BY value DESC) AS place FROM ({query}) AS counted"
    query = f"SELECT player_id, value, season, 0 AS meeting FROM ({found}) AS placed WHERE place = 1 AND value > 0"
    return await _feats(database, league_id, query, values)


async def _feats(database: Database, league_id: int, query: str, values: tuple[Any, ...]) -> list[Feat]:
    return await database.all(
        lambda row: Feat(Player(*row[:WIDTH]), *row[WIDTH:]),
        f"SELECT {columns(server_of('?'))}, feats.value, feats.season, feats.meeting FROM ({query}) AS feats "
        "JOIN players ON players.id = feats.player_id ORDER BY feats.season, feats.meeting, players.name, players.id",
        (league_id, *values),
    )
