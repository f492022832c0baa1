"""Records over the results of a league: its highest hands, longest runs and largest sums."""

from __future__ import annotations

from typing import Any, Final

from bot.models.player import Player
from bot.models.result import Feat, HighHand, LifetimeTotals, MeetingSums, ResultTotals
from bot.storage.database import Database
from bot.storage.errors import parse_timestamp
from bot.storage.players import WIDTH, columns, server_of

_HIGH: Final = 28
"""The count from which a hand is noted for good."""

_SUMS: Final = MeetingSums._fields[2:]


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


async def sum_lifetimes(database: Database, league_id: int) -> list[LifetimeTotals]:
    """Return the totals of every player over all seasons of a league."""
    added = ", ".join(f"max({name})" if name == "best_hand" else f"sum({name})" for name in _SUMS)
    return await database.all(
        _lifetime,
        f"SELECT {columns(server_of('?'))}, sums.* FROM (SELECT player_id, count(DISTINCT season), "
        f"count(*) FILTER (WHERE meeting_id > 0), {added} FROM side_totals WHERE league_id = ? "
        "GROUP BY player_id) AS sums JOIN players ON players.id = sums.player_id",
        (league_id, league_id),
    )


async def widest_margins(database: Database, league_id: int) -> list[Feat]:
    """Return the results with the widest margin of a league's seasons, those of level players too."""
    return await _feats(
        database,
        league_id,
        "SELECT player_id, holes - adverse AS value, season, 0 AS meeting FROM complete_sides "
        "WHERE league_id = ? AND counts = 1 AND won = 1 AND holes - adverse = (SELECT max(holes - adverse) "
        "FROM complete_sides WHERE league_id = ? AND counts = 1 AND won = 1)",
        (league_id, league_id),
    )


async def longest_streaks(database: Database, league_id: int) -> list[Feat]:
    """Return the longest runs of wins of a league, over all its seasons."""
    runs = (
        "SELECT player_id, count(*) AS value FROM (SELECT player_id, won, "
        "row_number() OVER (PARTITION BY player_id ORDER BY played_at, result_id) - "
        "row_number() OVER (PARTITION BY player_id, won ORDER BY played_at, result_id) AS run "
        "FROM complete_sides WHERE league_id = ? AND counts = 1) AS steps WHERE won = 1 GROUP BY player_id, run"
    )
    return await _feats(
        database,
        league_id,
        f"WITH runs AS ({runs}) SELECT DISTINCT player_id, value, 0 AS season, 0 AS meeting FROM runs "
        "WHERE value = (SELECT max(value) FROM runs)",
        (league_id,),
    )


async def most_by_season(database: Database, league_id: int, column: str, season: int | None = None) -> list[Feat]:
    """Return the players with the most ``won`` or ``skunks`` in one season of a league, or in this one."""
    assert column in {"won", "skunks"}
    of, values = ("", ()) if season is None else (" AND season = ?", (season,))
    sums = (
        f"SELECT player_id, season, sum({column}) AS value FROM side_totals WHERE league_id = ?{of} "
        "GROUP BY player_id, season"
    )
    return await _feats(
        database,
        league_id,
        f"WITH sums AS ({sums}) SELECT player_id, value, season, 0 AS meeting FROM sums "
        "WHERE value > 0 AND value = (SELECT max(value) FROM sums)",
        (league_id, *values),
    )


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


async def _feats(database: Database, league_id: int, query: str, values: tuple[Any, ...]) -> list[Feat]:
    return await database.all(
        lambda row: Feat(Player(*row[:WIDTH]), *row[WIDTH:]),
        f"SELECT {columns(server_of('?'))}, feats.value, feats.season, feats.meeting FROM ({query}) AS feats "
        "JOIN players ON players.id = feats.player_id ORDER BY feats.season, feats.meeting, players.name, players.id",
        (league_id, *values),
    )


def _lifetime(row: tuple[Any, ...]) -> LifetimeTotals:
    person, (_, seasons, nights, *sums) = row[:WIDTH], row[WIDTH:]
    return LifetimeTotals(ResultTotals(player=Player(*person), **dict(zip(_SUMS, sums, strict=True))), seasons, nights)
