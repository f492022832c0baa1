"""Ratings in the database: each player's after each result, and from where on they must be computed again.

Ratings are compared within a ``pool``: a server by its id, or a league without a server by its negative id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Final

from bot.models.league import League
from bot.models.player import Player
from bot.models.result import RatedPlayer, RatedWin, Rating, RatingStep, StaleRatings
from bot.storage.database import Database, Transaction, among, asking
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.players import WIDTH, columns
from bot.storage.rows import Rows

_STEPS: Final = Rows(
    "rating_steps",
    RatingStep,
    "a rating",
    key=("pool", "player_id", "result_id"),
    forms={"rating": Rows("rating_steps", Rating, "a rating")},
)

list_steps: Final = _STEPS.lister("WHERE pool = ? AND player_id = ? ORDER BY played_at, result_id")

list_stale_pools: Final = asking(Database.column, "SELECT pool FROM rating_pools WHERE stale_from IS NOT NULL")

_POOL: Final = "coalesce(leagues.guild_id, -leagues.id)"

_MARK: Final = (
    "INSERT INTO rating_pools (pool, stale_from, stale_after, marks) {source} "
    "ON CONFLICT (pool) DO UPDATE SET "
    "stale_after = CASE WHEN rating_pools.stale_from < excluded.stale_from THEN rating_pools.stale_after ELSE 0 END, "
    "stale_from = CASE WHEN rating_pools.stale_from < excluded.stale_from THEN rating_pools.stale_from "
    "ELSE excluded.stale_from END, "
    "marks = rating_pools.marks + 1"
)

_WINS: Final = (
    "SELECT league_results.id, league_results.played_at, winners.player_id, winners.opponent_id "
    "FROM complete_results AS league_results "
    "JOIN league_sides AS winners ON winners.result_id = league_results.id AND winners.won = 1 "
    "WHERE league_results.league_id = ? AND league_results.status = 'counted' "
    "AND league_results.ended_by NOT IN ('forfeit', 'added')"
)
"""The results that ratings follow: every one that counts, playoffs too, except games that nobody played."""


def pool_of(league_id: int, guild_id: int | None) -> int:
    """Return the pool in which the ratings of a league's players are compared."""
    return -league_id if guild_id is None else guild_id


def mark_stale(writing: Transaction, league_id: int, since: datetime) -> None:
    """Mark a league's pool as stale from a time on, if it is not stale from earlier."""
    source = f"SELECT {_POOL}, ?, 0, 1 FROM leagues WHERE id = ?"
    writing.write(_MARK.format(source=source), (format_timestamp(since), league_id))


def mark_stale_from_result(writing: Transaction, result_id: int) -> None:
    """Mark a pool as stale from a result on that has changed or is about to."""
    source = (
        f"SELECT {_POOL}, played_at, 0, 1 FROM league_results "
        "JOIN leagues ON leagues.id = league_id WHERE league_results.id = ?"
    )
    writing.write(_MARK.format(source=source), (result_id,))


def mark_league_stale(writing: Transaction, league: League) -> None:
    """Mark a league's pool as stale from the league's first result on."""
    _mark_from_first_result(writing, pool_of(league.id, league.guild_id), league.id)


def move_pool(writing: Transaction, league_id: int, guild_id: int) -> None:
    """Delete the pool of a league that a server adopts, and mark the server's pool as stale."""
    writing.delete("rating_steps", pool=-league_id)
    writing.delete("rating_pools", pool=-league_id)
    _mark_from_first_result(writing, guild_id, league_id)


async def find_stale(database: Database, pool: int) -> StaleRatings | None:
    """Return from where on a pool must be computed again; None where its ratings are up to date."""
    row = await database.row(
        "SELECT stale_from, stale_after, marks FROM rating_pools WHERE pool = ? AND stale_from IS NOT NULL", (pool,)
    )
    return None if row is None else StaleRatings(parse_timestamp(row[0]), row[1], row[2])


async def list_wins(database: Database, pool: int, since: datetime, after: int, many: int) -> list[RatedWin]:
    """Return at most ``many`` results of a pool after one, in the order of play."""
    leagues = await database.column("SELECT id FROM leagues WHERE guild_id = ? OR -id = ?", (pool, pool))
    found: list[RatedWin] = []
    for league_id in leagues:
        # One league at a time: each league's results are in order in an index.
        rows = await database.rows(
            f"{_WINS} AND (league_results.played_at, league_results.id) > (?, ?) "
            "ORDER BY league_results.played_at, league_results.id LIMIT ?",
            (league_id, format_timestamp(since), after, many),
        )
        found += [RatedWin(result, parse_timestamp(at), winner, loser) for result, at, winner, loser in rows]
    return sorted(found, key=lambda win: (win.played_at, win.result_id))[:many]


async def list_season_wins(database: Database, league_id: int, season: int) -> list[RatedWin]:
    """Return all results of a season that ratings count, in the order of play."""
    rows = await database.rows(
        f"{_WINS} AND league_results.season = ? ORDER BY league_results.played_at, league_results.id",
        (league_id, season),
        long=True,
    )
    return [RatedWin(result, parse_timestamp(at), winner, loser) for result, at, winner, loser in rows]


async def read_ratings_before(
    database: Database, pool: int, players: Collection[int], since: datetime, after: int
) -> dict[int, Rating]:
    """Return the players' ratings before a result; players without one are left out."""
    rows = await database.rows(
        "SELECT steps.player_id, steps.mu, steps.sigma FROM players CROSS JOIN rating_steps AS steps "
        f"WHERE players.id IN {among(players)} AND steps.pool = ? AND steps.player_id = players.id "
        "AND (steps.played_at, steps.result_id) = ("
        "SELECT played_at, result_id FROM rating_steps WHERE pool = ? AND player_id = players.id "
        "AND (played_at, result_id) <= (?, ?) ORDER BY played_at DESC, result_id DESC LIMIT 1)",
        (pool, pool, format_timestamp(since), after),
    )
    return {player: Rating(mu, sigma) for player, mu, sigma in rows}


def put_steps(
    writing: Transaction, pool: int, begun: StaleRatings, steps: Iterable[RatingStep], until: RatedWin | None
) -> None:
    """Store steps in place of those from where the pool was stale up to ``until``, or to the end.

    If a result has changed meanwhile, the pool stays as stale as that made it.
    """
    start = (format_timestamp(begun.since), begun.after)
    end = ("9", 0) if until is None else (format_timestamp(until.played_at), until.result_id)
    writing.write(
        "DELETE FROM rating_steps WHERE pool = ? AND (played_at, result_id) > (?, ?) "
        "AND (played_at, result_id) <= (?, ?)",
        (pool, *start, *end),
    )
    _STEPS.insert(writing, steps, if_new=True, pool=pool)
    stale_from, stale_after = (None, 0) if until is None else end
    writing.write(
        "UPDATE rating_pools SET stale_from = ?, stale_after = ? WHERE pool = ? AND marks = ?",
        (stale_from, stale_after, pool, begun.marks),
    )


async def list_latest(database: Database, pool: int) -> list[RatedPlayer]:
    """Return every player's latest rating in a pool."""
    return await database.all(
        lambda row: RatedPlayer(Player(*row[:WIDTH]), Rating(row[WIDTH], row[WIDTH + 1]), row[WIDTH + 2]),
        f"SELECT {columns('steps.pool')}, steps.mu, steps.sigma, sums.results FROM ("
        "SELECT player_id, max(played_at) AS last, count(*) AS results "
        "FROM rating_steps WHERE pool = ? GROUP BY player_id) AS sums "
        "JOIN rating_steps AS steps ON steps.pool = ? AND steps.player_id = sums.player_id "
        "AND steps.played_at = sums.last AND steps.result_id = (SELECT max(result_id) FROM rating_steps "
        "WHERE pool = steps.pool AND player_id = sums.player_id AND played_at = sums.last) "
        "JOIN players ON players.id = sums.player_id",
        (pool, pool),
    )


def _mark_from_first_result(writing: Transaction, pool: int, league_id: int) -> None:
    source = (
        "SELECT ?, min(played_at), 0, 1 FROM league_results WHERE league_id = ? "
        "GROUP BY league_id HAVING min(played_at) IS NOT NULL"
    )
    writing.write(_MARK.format(source=source), (pool, league_id))
