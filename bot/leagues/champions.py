"""The champions of a season: the winner of its playoffs, or else the leaders of its table."""

from __future__ import annotations

from bot.leagues.season_brackets import champion_of, played_rounds
from bot.leagues.table_and_profile import StandingsService
from bot.models.league import League, Season
from bot.storage.database import Database


async def champions_of(
    database: Database, standings: StandingsService, league: League, season: Season
) -> tuple[int, ...] | None:
    """Return the ids of the champions of a season as its results stand; None while its playoffs have no winner.

    Groups whose knockout was never drawn have none.
    """
    played = await played_rounds(database, league, season)
    if not played.fixtures and season.stage != "playoffs":
        table = [line for line, _ in await standings.table(league, season) if line.played]
        if league.format == "groups" and any(line.group for line in table):
            return ()
        # Divisions have one champion: the leader of the first.
        table = [line for line in table if line.group == min(one.group for one in table)]
        lead = min((line.rank for line in table), default=1)
        return tuple(line.player.id for line in table if line.rank == lead)
    winner = champion_of(season.elimination, played)
    return None if winner is None else (winner,)
