"""The awards of a season, the records of a league, and the table of all its seasons."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.leagues.standings import points_of
from bot.models.league import League, Scheme, Season
from bot.models.player import Player
from bot.models.result import Feat, HighHand, Improvement, LifetimeTotals, RecordKind, ResultTotals, SeasonAwards
from bot.storage import leagues, members, result_totals
from bot.storage.database import Database

SLAM: Final = 5
"""The fewest games of a night that make winning all of them a grand slam."""

ENOUGH: Final = 9
"""The games that a player needs in each of two seasons to be compared, unless the league needs more to be ranked."""

_SQL_POINTS: Final[dict[Scheme, str]] = {
    "acc": "2 * won + skunks",
    "games": "side_totals.games",
    "legs": "legs",
}


@dataclass(frozen=True, slots=True)
class LifetimeLine:
    """A player's line in the table of all seasons. True equals share a ``rank``; ``titles`` are seasons won."""

    player: Player
    rank: int
    points: int
    titles: int
    lifetime: LifetimeTotals

    @property
    def spread(self) -> int:
        """The player's holes less the opponents'."""
        return self.lifetime.totals.holes - self.lifetime.totals.adverse


@dataclass(frozen=True, slots=True)
class LeagueRecords:
    """The records of a league, each with everyone who holds it, and its hands of 28 and 29."""

    feats: Mapping[RecordKind, tuple[Feat, ...]]
    high_hands: tuple[HighHand, ...]
    slams: tuple[Feat, ...]


class RecordService:
    """Works out awards, records and lifetime tables from the results each time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def awards(self, league: League, season: Season) -> SeasonAwards:
        """Return the awards of a season as they stand."""
        return await season_awards(self._database, league, season)

    async def lifetimes(self, league: League) -> list[LifetimeLine]:
        """Return the table of all seasons of a league."""
        return await lifetime_table(self._database, league)

    async def records(self, league: League) -> LeagueRecords:
        """Return the records of all seasons of a league."""
        return await league_records_of(self._database, league)


async def season_awards(database: Database, league: League, season: Season) -> SeasonAwards:
    """Return the awards of a season as they stand; a champion only once it is closed."""
    points, number = _SQL_POINTS[league.scheme], season.number
    crowned = await members.find_players(database, league.id, season.crowned)
    return SeasonAwards(
        champions=tuple(crowned[player] for player in season.crowned if player in crowned),
        slams=tuple(await result_totals.list_slams(database, league.id, number, SLAM)),
        high_hands=tuple(await result_totals.list_high_hands(database, league.id, number)),
        most_skunks=tuple(await result_totals.most_by_season(database, league.id, "skunks", number)),
        best_night=tuple(await result_totals.best_nights(database, league.id, points, number)),
        most_improved=await _most_improved(database, league, number),
    )


async def lifetime_table(database: Database, league: League) -> list[LifetimeLine]:
    """Return the table of all seasons: by points, then wins, then spread; true equals share a place."""
    seasons = await leagues.list_seasons(database, league.id)
    titles = Counter(player for season in seasons for player in season.crowned)
    lifetimes = await result_totals.sum_lifetimes(database, league.id)
    return await asyncio.to_thread(_ranked, lifetimes, titles, league.scheme)


async def league_records_of(database: Database, league: League) -> LeagueRecords:
    """Return the records of all seasons of a league."""
    seasons = await leagues.list_seasons(database, league.id)
    titles = Counter(player for season in seasons for player in season.crowned)
    most = max(titles.values(), default=0)
    champions = await members.find_players(database, league.id, titles)
    holders = [champions[player] for player, many in titles.items() if many == most and player in champions]
    return LeagueRecords(
        {
            "margin": tuple(await result_totals.widest_margins(database, league.id)),
            "streak": tuple(await result_totals.longest_streaks(database, league.id)),
            "night": tuple(await result_totals.best_nights(database, league.id, _SQL_POINTS[league.scheme])),
            "skunks": tuple(await result_totals.most_by_season(database, league.id, "skunks")),
            "wins": tuple(await result_totals.most_by_season(database, league.id, "won")),
            "titles": tuple(Feat(player, most) for player in sorted(holders, key=lambda one: one.name.casefold())),
        },
        tuple(await result_totals.list_high_hands(database, league.id)),
        tuple(await result_totals.list_slams(database, league.id, None, SLAM)),
    )


async def _most_improved(database: Database, league: League, number: int) -> tuple[Improvement, ...]:
    """Return who has improved most in points per game since the season before."""
    if number < 2:
        return ()
    least = max(league.minimum, ENOUGH)
    before = await result_totals.sum_by_player(database, league.id, number - 1)
    averages = {line.player.id: _average(line, league.scheme) for line in before if line.played >= least}
    now = await result_totals.sum_by_player(database, league.id, number)
    improved = [
        Improvement(line.player, averages[line.player.id], _average(line, league.scheme))
        for line in now
        if line.played >= least and line.player.id in averages
    ]
    best = max((one.now - one.before for one in improved), default=0.0)
    return tuple(one for one in improved if best > 0 and one.now - one.before == best)


def _average(line: ResultTotals, scheme: Scheme) -> float:
    return _points(line, scheme) / line.played


def _points(line: ResultTotals, scheme: Scheme) -> int:
    return points_of(scheme, won=line.won, skunks=line.skunks, games=line.games, legs=line.legs)


def _ranked(lifetimes: Iterable[LifetimeTotals], titles: Mapping[int, int], scheme: Scheme) -> list[LifetimeLine]:
    def merit(one: LifetimeTotals) -> tuple[int, int, int]:
        return _points(one.totals, scheme), one.totals.won, one.totals.holes - one.totals.adverse

    ordered = sorted(lifetimes, key=lambda one: one.totals.player.name.casefold())
    ordered.sort(key=merit, reverse=True)
    lines: list[LifetimeLine] = []
    for place, one in enumerate(ordered, 1):
        level = bool(lines) and merit(lines[-1].lifetime) == merit(one)
        rank = lines[-1].rank if level else place
        lines.append(
            LifetimeLine(one.totals.player, rank, _points(one.totals, scheme), titles.get(one.totals.player.id, 0), one)
        )
    return lines
