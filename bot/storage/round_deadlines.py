"""The deadlines of rounds in the database, and who said that they are ready to play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from bot.models.league_news import RoundDeadline
from bot.storage import leagues
from bot.storage.database import Database, Transaction, among
from bot.storage.errors import format_timestamp
from bot.storage.rows import Rows

_DEADLINES: Final = Rows(
    "round_deadlines", RoundDeadline, "the deadline of a round", key=("league_id", "season", "stage", "round")
)


def put(writing: Transaction, deadline: RoundDeadline) -> None:
    """Store the deadline of a round in place of the one before."""
    _DEADLINES.put(writing, deadline)


def delete(writing: Transaction, deadline: RoundDeadline) -> None:
    """Delete the deadline of a round."""
    _DEADLINES.delete(writing, deadline)


async def list_by_season(database: Database, league_id: int, season: int) -> list[RoundDeadline]:
    """Return the deadlines of a season, stage by stage and round by round."""
    rest = "WHERE league_id = ? AND season = ? ORDER BY stage, round"
    return await _DEADLINES.list(database, rest, league_id, season)


async def list_ahead(database: Database, until: datetime) -> list[RoundDeadline]:
    """Return the deadlines up to a time after which this process still has to do something, the earliest first."""
    return await _of_kept_leagues(database, "followed = 0 AND due_at <= ?", until)


async def list_open(database: Database, since: datetime, is_meant: Callable[[int | None], bool]) -> list[RoundDeadline]:
    """Return the deadlines after a moment that this process is still to carry out, the earliest first.

    ``is_meant`` says of the server of a league whether it counts.
    """
    return await _of_kept_leagues(database, "over = 0 AND due_at > ?", since, is_meant)


def put_ready(writing: Transaction, fixture_id: int, player_id: int) -> None:
    """Store that a player is ready to play a fixture."""
    writing.write(
        "INSERT INTO fixture_readiness (fixture_id, player_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (fixture_id, player_id),
    )


async def list_ready(database: Database, fixture_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return the fixtures among these and their players who are ready, as pairs of ids."""
    rows = await database.rows(
        f"SELECT fixture_id, player_id FROM fixture_readiness WHERE fixture_id IN {among(fixture_ids)}"
    )
    return {(fixture, player) for fixture, player in rows}


async def _of_kept_leagues(
    database: Database, which: str, moment: datetime, is_meant: Callable[[int | None], bool] = lambda _: True
) -> list[RoundDeadline]:
    """Return deadlines before or after a moment in the leagues of this process, the earliest first."""
    found = await database.intact(
        "the deadline of round {3} of season {1} of league {0}",
        _DEADLINES.load,
        _DEADLINES.select(f"WHERE {which} ORDER BY due_at, league_id, round"),
        (format_timestamp(moment),),
    )
    kept = await leagues.find_kept(database, {deadline.league_id for deadline in found}, is_meant)
    return [deadline for deadline in found if deadline.league_id in kept]
