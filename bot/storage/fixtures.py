"""Fixtures of leagues in the database, with the deadlines of rounds, singles games of teams, and tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final, TypeAlias

from bot.models.league import Fixture, FixtureStage
from bot.models.league_news import RoundDeadline
from bot.storage import leagues
from bot.storage.database import ALL, IF_NEW, Database, Transaction, among, asking
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
    last="team_fixture_id",
    forms={"over": Form(int, bool, null=False)},
    joins="LEFT JOIN meetings ON meetings.id = fixtures.meeting_id",
    guild=server_of("fixtures.league_id"),
)


find: Final = _FIXTURES.finder("WHERE fixtures.id = ?")
put_date: Final = partial(_FIXTURES.update, only=("more",))
"""Stores when and where a fixture is played."""


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
    return await database.number(
        f"SELECT count(*) FROM fixtures WHERE league_id = ? AND season = ? AND team_fixture_id IS NULL{of}",
        (league_id, season, *values),
    )


async def count_left(database: Database, league_id: int, season: int, stage: FixtureStage) -> int:
    """Return how many games of a stage have no result and are still to be played."""
    return await database.number(
        "SELECT count(*) FROM fixtures LEFT JOIN meetings ON meetings.id = fixtures.meeting_id "
        "WHERE fixtures.league_id = ? AND fixtures.season = ? AND fixtures.stage = ? AND second_id IS NOT NULL "
        "AND coalesce(meetings.stage, '') <> 'closed' AND NOT EXISTS (SELECT 1 FROM league_results AS results "
        "WHERE results.fixture_id = fixtures.id AND results.status IN ('counted', 'entered', 'disputed'))",
        (league_id, season, stage),
    )


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


has_game_under_way: Final = asking(
    Database.exists,
    "SELECT 1 FROM tables JOIN seats ON seats.table_id = tables.id WHERE tables.league_id = ? "
    "AND seats.player_id = ? AND tables.status IN ('playing', 'adjourned', 'idle') LIMIT 1",
)
"""Returns whether a league's player has a game of it under way or paused."""

list_tables_under_way: Final = asking(
    Database.column, "SELECT id FROM tables WHERE league_id = ? AND status = 'playing' ORDER BY opened_at, tables.rowid"
)
"""Lists the ids of the tables of a league at which a game is played now, the oldest first."""

list_open_tables: Final = asking(
    Database.column,
    "SELECT id FROM tables WHERE league_id = ? AND (status IN ('gathering', 'playing', 'adjourned', 'idle') "
    "OR status = 'over' AND best_of > 1 AND NOT EXISTS (SELECT 1 FROM tables AS next WHERE next.previous = "
    "tables.id) AND NOT EXISTS (SELECT 1 FROM league_results WHERE league_results.table_id = tables.id)) "
    "ORDER BY touched_at, tables.rowid LIMIT ?",
)
"""Lists so many ids of a league's tables that are not over or whose match goes on, longest untouched first."""

has_table: Final = asking(Database.exists, "SELECT 1 FROM tables WHERE league_id = ? AND status <> 'closed' LIMIT 1")


async def find_end_time(database: Database, table_id: str) -> datetime | None:
    """Return when the game at a table ended; None for one that has not."""
    row = await database.row("SELECT ended_at FROM results WHERE table_id = ?", (table_id,))
    return None if row is None else parse_timestamp(row[0])


async def have_begun(database: Database, ids: Sequence[int]) -> bool:
    """Return whether any of these fixtures has a table or a result."""
    return await database.exists(
        f"SELECT 1 FROM tables WHERE fixture_id IN {among(ids)} "
        f"UNION ALL SELECT 1 FROM league_results WHERE fixture_id IN {among(ids)} LIMIT 1"
    )


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


async def list_team_scores(database: Database, league_id: int) -> list[TeamScore]:
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
        TeamScore(whole, boards, parse_timestamp(played_at), *zip(numbers[::2], numbers[1::2], strict=True))
        for whole, boards, played_at, *numbers in rows
    ]


_DEADLINES: Final = Rows(
    "round_deadlines", RoundDeadline, "the deadline of a round", key=("league_id", "season", "stage", "round")
)


put_deadline: Final = _DEADLINES.put
delete_deadline: Final = _DEADLINES.delete
list_deadlines: Final = _DEADLINES.lister("WHERE league_id = ? AND season = ? ORDER BY stage, round")


async def list_deadlines_ahead(database: Database, until: datetime) -> list[RoundDeadline]:
    """Return the deadlines up to a time after which this process still has to do something, the earliest first."""
    return await _of_kept_leagues(database, "followed = 0 AND due_at <= ?", until)


async def list_open_deadlines(
    database: Database, since: datetime, is_meant: Callable[[int | None], bool]
) -> list[RoundDeadline]:
    """Return the deadlines after a moment that this process is still to carry out, the earliest first.

    ``is_meant`` says of the server of a league whether it counts.
    """
    return await _of_kept_leagues(database, "over = 0 AND due_at > ?", since, is_meant)


def put_ready(writing: Transaction, fixture_id: int, player_id: int) -> None:
    """Store that a player is ready to play a fixture."""
    writing.add("fixture_readiness", IF_NEW, fixture_id=fixture_id, player_id=player_id)


async def list_ready(database: Database, fixture_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return the fixtures among these and their players who are ready, as pairs of ids."""
    rows = await database.rows(
        f"SELECT fixture_id, player_id FROM fixture_readiness WHERE fixture_id IN {among(fixture_ids)}"
    )
    return {(fixture, player) for fixture, player in rows}


async def _of_kept_leagues(
    database: Database, which: str, moment: datetime, is_meant: Callable[[int | None], bool] = lambda _: True
) -> list[RoundDeadline]:
    place, rest = "the deadline of round {3} of season {1} of league {0}", "ORDER BY due_at, league_id, round"
    found = await _DEADLINES.intact(database, place, f"WHERE {which} {rest}", format_timestamp(moment))
    kept = await leagues.find_kept(database, {deadline.league_id for deadline in found}, is_meant)
    return [deadline for deadline in found if deadline.league_id in kept]
