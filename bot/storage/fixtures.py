"""Fixtures as they are kept: who is to meet whom, and who deals first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.storage.database import Database, Transaction
from bot.storage.players import Player

Meeting: TypeAlias = Literal["league", "playoff"]
"""What a fixture or a result belongs to: the table itself, or the playoff after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One match to be played: ``first`` deals first; where ``second`` is None he has a bye.

    ``round`` and ``place`` count from 1. ``table_id`` is the last table at which it was played, of a match the last
    game's, and ``result_id`` its result unless that was struck out.
    """

    id: int
    league_id: int
    season: int
    meeting: Meeting
    round: int
    place: int
    first: Player
    second: Player | None
    best_of: int = 1
    table_id: str | None = None
    result_id: int | None = None


Pair: TypeAlias = tuple[int, int | None]
"""Who deals first and who meets him, None for a bye."""


def add(
    writing: Transaction,
    league_id: int,
    season: int,
    meeting: Meeting,
    number: int,
    pairs: Sequence[Pair],
    best_of: int,
) -> None:
    """Keep the fixtures of one round."""
    writing.write_many(
        "INSERT INTO fixtures (league_id, season, stage, round, place, first_id, second_id, best_of) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (league_id, season, meeting, number, place, first, second, best_of)
            for place, (first, second) in enumerate(pairs, 1)
        ],
    )


def drop_after(writing: Transaction, league_id: int, season: int, meeting: Meeting, number: int) -> None:
    """Take the fixtures of all rounds after this one back, of which nothing may have been played."""
    writing.write(
        "DELETE FROM fixtures WHERE league_id = ? AND season = ? AND stage = ? AND round > ?",
        (league_id, season, meeting, number),
    )


async def find(database: Database, fixture_id: int) -> Fixture | None:
    """The fixture of this id, if there is one."""
    return next(iter(await _fixtures(database, "fixtures.id = ?", fixture_id)), None)


async def listed(database: Database, league_id: int, season: int, *, player_id: int | None = None) -> list[Fixture]:
    """The fixtures of a season, or those of one player in it, round by round, playoffs last."""
    which = "fixtures.league_id = ? AND fixtures.season = ?"
    if player_id is None:
        return await _fixtures(database, which, league_id, season)
    return await _fixtures(
        database, f"{which} AND ? IN (fixtures.first_id, fixtures.second_id)", league_id, season, player_id
    )


async def _fixtures(database: Database, which: str, *values: int) -> list[Fixture]:
    # The last table opened for a fixture is the one of the latest game of its match.
    rows = await database.rows(
        "SELECT fixtures.id, fixtures.league_id, fixtures.season, fixtures.stage, fixtures.round, fixtures.place, "
        "one.id, one.discord_id, one.name, two.id, two.discord_id, two.name, fixtures.best_of, "
        "(SELECT tables.id FROM tables WHERE tables.fixture_id = fixtures.id "
        "ORDER BY tables.opened_at DESC, tables.rowid DESC LIMIT 1), "
        "(SELECT league_results.id FROM league_results WHERE league_results.fixture_id = fixtures.id "
        "AND league_results.status IN ('counted', 'entered', 'disputed')) "
        "FROM fixtures JOIN players AS one ON one.id = fixtures.first_id "
        "LEFT JOIN players AS two ON two.id = fixtures.second_id "
        f"WHERE {which} ORDER BY fixtures.stage, fixtures.round, fixtures.place",
        values,
    )
    return [_fixture(row) for row in rows]


def _fixture(row: tuple[Any, ...]) -> Fixture:
    fixture_id, league_id, season, meeting, number, place, *people, best_of, table_id, result_id = row
    return Fixture(
        id=fixture_id,
        league_id=league_id,
        season=season,
        meeting=meeting,
        round=number,
        place=place,
        first=Player(*people[:3]),
        second=None if people[3] is None else Player(*people[3:]),
        best_of=best_of,
        table_id=table_id,
        result_id=result_id,
    )
