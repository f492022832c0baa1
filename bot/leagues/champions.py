"""The champions of a season: the winner of its playoffs, or else the leaders of its table."""

from __future__ import annotations

from bot.leagues.table_and_profile import StandingsService
from bot.models.league import League, Season
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage.database import Database


async def champions_of(
    database: Database, standings: StandingsService, league: League, season: Season
) -> tuple[int, ...] | None:
    """Return the ids of the champions of a season as its results stand; None while its playoffs have no winner."""
    playoffs = await stored_fixtures.list_fixtures(database, league.id, season.number, stage="playoff")
    if not playoffs and season.stage != "playoffs":
        table = [line for line, _ in await standings.table(league, season) if line.played]
        lead = min((line.rank for line in table), default=1)
        return tuple(line.player.id for line in table if line.rank == lead)
    last = [fixture for fixture in playoffs if fixture.round == playoffs[-1].round]
    if len(last) != 1:
        return None
    if last[0].second is None:
        return (last[0].first.id,)
    result = None if last[0].result_id is None else await stored_results.find(database, last[0].result_id)
    return None if result is None else (result.sides[result.winner].player.id,)
