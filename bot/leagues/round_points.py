"""What the rounds of a Swiss brought its players, and how they floated."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues.schedule import Pairing
from bot.leagues.standings import points_of
from bot.leagues.swiss import find_floats
from bot.models.fixture import Fixture
from bot.models.league import League
from bot.models.result import LeagueResult
from bot.storage import league_results as stored_results
from bot.storage.database import Database
from bot.tables import matches


async def read_floats(database: Database, league: League, rounds: Sequence[Sequence[Fixture]]) -> dict[int, list[int]]:
    """Return how each player floated in the rounds so far, as ``swiss_round`` takes it."""
    results = await stored_results.list_by_fixtures(database, [fixture.id for one in rounds for fixture in one])
    by_fixture = {result.fixture_id: result for result in results if result.counts}
    games = matches.needed(league.best_of)
    bye = points_of(league.scheme, won=1, skunks=0, games=games, legs=games)
    gained = []
    for one in rounds:
        points: dict[int, int] = {}
        for fixture in one:
            if fixture.second is None:
                points[fixture.first.id] = bye
            elif (result := by_fixture.get(fixture.id)) is not None:
                points.update(_points(league, result))
        gained.append(points)
    return find_floats([[pairing_of(fixture) for fixture in one] for one in rounds], gained)


def _points(league: League, result: LeagueResult) -> dict[int, int]:
    return {
        side.player.id: points_of(
            league.scheme, won=int(place == result.winner), skunks=side.skunks, games=side.games, legs=side.legs
        )
        for place, side in enumerate(result.sides)
    }


def pairing_of(fixture: Fixture) -> Pairing:
    """Return a fixture as a pairing of ids."""
    return Pairing(fixture.first.id, None if fixture.second is None else fixture.second.id)
