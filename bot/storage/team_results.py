"""The singles games of teams in the database, added up for the fixtures of the teams."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.storage.database import Database, Transaction
from bot.storage.errors import parse_timestamp

BOARDS: Final = 2
"""The singles games of two teams."""


@dataclass(frozen=True, slots=True)
class TeamScore:
    """What the counted singles games of a fixture add up to: each pair of numbers has the first team's first.

    ``boards`` are how many count, and ``first_board`` the legs of the first board.
    """

    fixture_id: int
    boards: int
    played_at: datetime
    games: tuple[int, int]
    legs: tuple[int, int]
    holes: tuple[int, int]
    skunks: tuple[int, int]
    first_board: tuple[int, int]


def add_boards(writing: Transaction, league_id: int, season: int, stage: str, number: int) -> None:
    """Add the singles games of a round that was drawn; each team deals first at one of them."""
    writing.write(
        "INSERT INTO fixtures (league_id, season, stage, round, place, first_id, second_id, best_of, drawn_at, "
        "team_fixture_id) SELECT whole.league_id, whole.season, "
        "CASE whole.stage WHEN 'league' THEN 'board' ELSE 'playoff-board' END, whole.round, "
        "2 * whole.place - 2 + one.place, "
        "CASE one.place WHEN 1 THEN one.player_id ELSE other.player_id END, "
        "CASE one.place WHEN 1 THEN other.player_id ELSE one.player_id END, "
        "whole.best_of, whole.drawn_at, whole.id FROM fixtures AS whole "
        "JOIN teams AS one ON one.league_id = whole.league_id AND one.team_id = whole.first_id "
        "JOIN teams AS other ON other.league_id = whole.league_id AND other.team_id = whole.second_id "
        "AND other.place = one.place "
        "WHERE whole.league_id = ? AND whole.season = ? AND whole.stage = ? AND whole.round = ?",
        (league_id, season, stage, number),
    )


async def list_scores(database: Database, league_id: int) -> list[TeamScore]:
    """Return what the singles games of each fixture add up to that has any counted ones."""
    own, other = "sides.player_id = played.own_id", "sides.player_id <> played.own_id"
    sums = ", ".join(
        f"coalesce(sum(sides.{name}) FILTER (WHERE {whose}), 0)"
        for name in ("games", "legs", "holes", "skunks")
        for whose in (own, other)
    )
    first = ", ".join(
        f"coalesce(sum(sides.legs) FILTER (WHERE {whose} AND played.board = 1), 0)" for whose in (own, other)
    )
    rows = await database.rows(
        f"SELECT played.whole, count(DISTINCT sides.result_id), max(sides.played_at), {sums}, {first} FROM ("
        "SELECT boards.team_fixture_id AS whole, 2 - boards.place % 2 AS board, results.id AS result_id, "
        "CASE boards.place % 2 WHEN 1 THEN boards.first_id ELSE boards.second_id END AS own_id FROM fixtures AS boards "
        "JOIN league_results AS results ON results.fixture_id = boards.id AND results.status = 'counted' "
        "WHERE boards.league_id = ? AND boards.team_fixture_id IS NOT NULL) AS played "
        "JOIN league_sides AS sides ON sides.result_id = played.result_id GROUP BY played.whole",
        (league_id,),
    )
    return [
        TeamScore(
            whole,
            boards,
            parse_timestamp(played_at),
            (numbers[0], numbers[1]),
            (numbers[2], numbers[3]),
            (numbers[4], numbers[5]),
            (numbers[6], numbers[7]),
            (numbers[8], numbers[9]),
        )
        for whole, boards, played_at, *numbers in rows
    ]
