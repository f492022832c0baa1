"""The time that the tables of a large season of meetings take: 1,000 players, 36 nights, 100,000 results."""

import asyncio
import random
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.leagues.season_table import meeting_table, season_table
from bot.models.league import League, Meeting, Season, SeasonCounting
from bot.models.player import Player
from bot.models.result import LeagueResult, Side
from bot.storage import league_results, leagues, meetings
from bot.storage.database import Database
from engine.presets import find

PLAYERS, NIGHTS, RESULTS = 1_000, 36, 100_000
FIRST = datetime(2025, 9, 1, 19, tzinfo=UTC)
LEAGUE = League(id=1, guild_id=1, name="Large", preset="acc", rules=find("acc"), format="club", created_at=FIRST)

COUNTINGS = {
    "points": SeasonCounting(),
    "best_30": SeasonCounting(best=30),
    "marks_and_places": SeasonCounting(
        basis="marks",
        scale=tuple((points, points - 11) for points in range(12, 28)),
        places=(5, 3, 1),
        best=30,
        attendance=10,
    ),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A database with the season."""
    path = tmp_path_factory.mktemp("season") / "cribbage.db"
    asyncio.run(_fill(path))
    return path


async def _fill(path):
    chance = random.Random(1)
    database = await Database.open(path)
    people = [Player(number, None, f"Player {number}") for number in range(1, PLAYERS + 1)]
    async with database.transaction() as writing:
        leagues.add(writing, LEAGUE, Season(league_id=1, number=1, stage="playing"))
        writing.write_many("INSERT INTO players (id, name) VALUES (?, ?)", [(one.id, one.name) for one in people])
        for number in range(1, NIGHTS + 1):
            day = (FIRST + timedelta(weeks=number)).date()
            meetings.add(writing, Meeting(id=0, league_id=1, season=1, number=number, day=day, stage="closed"))
    results = [_result(chance, people, number) for number in range(1, RESULTS + 1)]
    async with database.transaction() as writing:
        league_results.add_with_ids(writing, results)
        league_results.add_sides(writing, results)
    await database.close()


def _result(chance, people, number):
    night = 1 + (number - 1) * NIGHTS // RESULTS
    pair, lost = chance.sample(people, 2), chance.randrange(70, 121)
    sides = (
        Side(player=pair[0], games=1, legs=1, holes=121, skunks=int(lost < 91)),
        Side(player=pair[1], games=0, legs=0, holes=lost),
    )
    return LeagueResult(
        id=number,
        league_id=1,
        season=1,
        stage="league",
        status="counted",
        sides=sides,
        winner=0,
        ended_by="board",
        played_at=FIRST + timedelta(weeks=night, seconds=number),
        meeting_id=night,
    )


@pytest.mark.parametrize("kind", COUNTINGS)
def test_the_table_of_the_season(benchmark, path, kind):
    """Compute the season's table from the database."""
    season = Season(league_id=1, number=1, stage="playing", counting=COUNTINGS[kind])
    with asyncio.Runner() as runner:
        database = runner.run(Database.open(path))
        nights = runner.run(meetings.list_by_season(database, 1, 1))
        lines = benchmark(lambda: runner.run(season_table(database, LEAGUE, season, nights, [])))
        assert len(lines) == PLAYERS
        runner.run(database.close())


def test_the_table_of_a_night(benchmark, path):
    """Compute the table of one night of 2,778 games."""
    with asyncio.Runner() as runner:
        database = runner.run(Database.open(path))
        night = Meeting(id=7, league_id=1, season=1, number=7, day=date(2025, 10, 1), stage="closed")
        assert benchmark(lambda: runner.run(meeting_table(database, LEAGUE, night, [])))
        runner.run(database.close())
