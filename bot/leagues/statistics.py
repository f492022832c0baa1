"""What the results of leagues come to: tables with everyone's movement, profiles, awards, and records."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from typing import Final

from bot.leagues import calendar, season_table
from bot.leagues.brackets import champion_of, played_rounds
from bot.leagues.office import LeagueService, Office
from bot.leagues.ratings import LadderLine, ladder_of
from bot.leagues.standings import (
    Order,
    Standing,
    StandingWithMove,
    TieFacts,
    points_of,
    ranked,
    ranked_standings,
    with_moves,
)
from bot.models.league import League, Meeting, Scheme, Season
from bot.models.player import Player
from bot.models.result import (
    Feat,
    GameStats,
    HeadToHead,
    HighHand,
    Improvement,
    LeagueResult,
    LifetimeTotals,
    Rating,
    RatingStep,
    RecordKind,
    ResultTotals,
    SeasonAwards,
)
from bot.storage import finished_games, result_totals, store
from bot.storage.database import Database
from bot.tables import matches


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """One player in one season of a league, among the ``players`` of its table, perhaps beside an ``opponent``.

    ``form`` says of the last results whether the player won them, latest first; ``head_to_heads`` has every opponent,
    beginning with the one met most often. ``course`` is the rating after each result, ``other_course`` the opponent's.
    ``in_season`` is the rating from this season alone, None without a result.
    """

    league: League
    season: Season
    player: Player
    standing: Standing | None
    places_gained: int | None
    players: int
    form: tuple[bool, ...]
    game_stats: GameStats
    head_to_heads: tuple[tuple[Player, HeadToHead], ...]
    latest: Sequence[LeagueResult]
    course: Sequence[RatingStep]
    in_season: Rating | None
    opponent: Player | None
    other_course: Sequence[RatingStep]


class StandingsService(LeagueService):
    """Works out tables and profiles from the results each time."""

    async def table(self, league: League, season: Season | None = None) -> list[StandingWithMove]:
        """The table of a season, of the open one if none is named, with the places gained in a week."""
        season = season or await self._office.directory.season(league)
        waiting = [] if season.stage == "closed" else await store.members.list_active_players(self._database, league.id)
        meetings = await store.meetings.list_by_season(self._database, league.id, season.number)
        if meetings:
            return await season_table.season_table(self._database, league, season, meetings, waiting)
        sums = await result_totals.sum_by_player(self._database, league.id, season.number)
        lines = await _standings_from(self._database, league, season, sums, waiting)
        # What the last week brought is a small part of a season: it is taken away, instead of adding up all the rest.
        week = calendar.week_before(self._now())
        recent = await result_totals.sum_since(self._database, league.id, season.number, week)
        earlier = await asyncio.to_thread(_totals_before, sums, recent)
        before = await _standings_from(self._database, league, season, earlier, waiting, until=week)
        return await asyncio.to_thread(with_moves, lines, before)

    async def meeting_table(self, league: League, meeting: Meeting) -> list[Standing]:
        """Return the table of one meeting, with everyone who came except visitors."""
        came = await store.meetings.list_attendance(self._database, meeting.id)
        return await season_table.meeting_table(self._database, league, meeting, [one.player for one in came])

    async def best_hands(self, season: Season) -> tuple[int, list[Player]]:
        """Return the best hand of the last week in a season, and who had it; 0 where none is known."""
        week = calendar.week_before(self._now())
        sums = await result_totals.sum_since(self._database, season.league_id, season.number, week)
        best = max((line.best_hand or 0 for line in sums), default=0)
        return best, [line.player for line in sums if best and line.best_hand == best]

    async def ladder(self, guild_id: int, month: date) -> list[LadderLine]:
        """Return the ladder of a server in the month of this day: of all games between people, in a league or not."""
        results = await finished_games.list_server_results(self._database, guild_id, month)
        return await asyncio.to_thread(ladder_of, results)

    async def forms(self, season: Season, player_ids: Iterable[int], many: int) -> dict[int, tuple[bool, ...]]:
        """Return for each of these players whether they won their last ``many`` results, the latest first."""
        return await result_totals.read_forms(self._database, season.league_id, season.number, player_ids, many)

    async def champions(self, league: League, *seasons: Season) -> dict[int, Player]:
        """The players who won any of these seasons, by id; needed for knockouts, which have no table."""
        crowned = {player for season in seasons for player in season.crowned}
        return await store.members.find_players(self._database, league.id, crowned)

    async def profile(
        self, league: League, player: Player, season: Season | None = None, opponent: Player | None = None
    ) -> PlayerProfile:
        """The profile of a player in a season, the open one if none is named, perhaps beside an opponent."""
        season, ratings = season or await self._office.directory.season(league), self._office.ratings
        placed = {line.player.id: (line, risen) for line, risen in await self.table(league, season)}
        standing, risen = placed.get(player.id, (None, None))
        met = await result_totals.sum_by_opponent(self._database, league.id, season.number, player.id)
        mine = [(placed[other][0].player, tally) for other, tally in met.items()]
        forms = await self.forms(season, [player.id], 10)
        course = await ratings.history(league, player.id)
        return PlayerProfile(
            league,
            season,
            player,
            standing,
            risen,
            len(placed),
            forms.get(player.id, ()),
            await result_totals.sum_game_stats(self._database, league.id, season.number, player.id),
            tuple(sorted(mine, key=lambda pair: -pair[1].played)),
            await store.results.list_results(self._database, league.id, season.number, player=player.id, limit=_LATEST),
            course,
            await self._rating_in_season(league, season, player, course),
            opponent,
            [] if opponent is None else await ratings.history(league, opponent.id),
        )

    async def _rating_in_season(
        self, league: League, season: Season, player: Player, course: Sequence[RatingStep]
    ) -> Rating | None:
        """The rating that a season alone gives; without other seasons or leagues it is the one of all results."""
        directory = self._office.directory
        around = [league] if league.guild_id is None else await directory.of_guild(league.guild_id)
        if len(around) == 1 == len(await directory.seasons(league)):
            return course[-1].rating if course else None
        rated = (await self._office.ratings.of_season(league, season.number)).get(player.id)
        return None if rated is None else rated.rating


async def champions_of(office: Office, league: League, season: Season) -> tuple[int, ...] | None:
    """Return the ids of the champions of a season as its results stand; None while its playoffs have no winner.

    Groups whose knockout was never drawn have none.
    """
    played = await played_rounds(office.database, league, season)
    if not played.fixtures and season.stage != "playoffs":
        table = [line for line, _ in await StandingsService(office).table(league, season) if line.played]
        if league.format == "groups" and any(line.group for line in table):
            return ()
        # Divisions have one champion: the leader of the first.
        table = [line for line in table if line.group == min(one.group for one in table)]
        lead = min((line.rank for line in table), default=1)
        return tuple(line.player.id for line in table if line.rank == lead)
    winner = champion_of(season.elimination, played)
    return None if winner is None else (winner,)


async def standings_of(
    database: Database, league: League, season: Season, joined: Iterable[Player] = (), *, until: datetime | None = None
) -> list[Standing]:
    """Return the table of a season, also at an earlier time; members who ``joined`` are always in it."""
    meetings = [] if until is not None else await store.meetings.list_by_season(database, league.id, season.number)
    if meetings:
        placed = await season_table.season_table(database, league, season, meetings, joined)
        return [line for line, _ in placed]
    sums = await result_totals.sum_by_player(database, league.id, season.number, until=until)
    return await _standings_from(database, league, season, sums, joined, until=until)


async def _standings_from(
    database: Database,
    league: League,
    season: Season,
    sums: Iterable[ResultTotals],
    joined: Iterable[Player],
    *,
    until: datetime | None = None,
) -> list[Standing]:
    """The table of these sums.

    A bye of a Swiss is a win without spread, of a league of games or legs by just more than half. A season of groups
    has the table of each, one after the other.
    """
    found = {line.player.id: line for line in sums}
    for player in joined:
        found.setdefault(player.id, ResultTotals(player=player))
    if league.format == "swiss":
        every = await store.fixtures.count_byes(database, league.id, season.number, until=until)
        for player_id, byes in every.items():
            if player_id in found:
                with_byes = season_table.byes_added(found[player_id], byes, matches.needed(league.best_of))
                found[player_id] = replace(found[player_id], **with_byes)
    groups, beside = await store.leagues.read_groups(database, league.id, season.number), season.points_given
    if not groups:
        return await ranked(database, league, season.number, list(found.values()), until=until, beside=beside)
    standings: list[Standing] = []
    for number in sorted({groups.get(player, 0) for player in found}, key=lambda number: (not number, number)):
        lines = [line for player, line in found.items() if groups.get(player, 0) == number]
        table = await ranked(database, league, season.number, lines, until=until, beside=beside)
        standings += [replace(line, group=number) for line in table]
    return standings


def _totals_before(sums: Iterable[ResultTotals], recent: Iterable[ResultTotals]) -> list[ResultTotals]:
    """The totals of everyone who had any before those results; best hands do not matter in a table of the past."""
    less = {line.player.id: line for line in recent}
    earlier = [_combined(line, less[line.player.id], -1) if line.player.id in less else line for line in sums]
    return [line for line in earlier if line.played]


_SUMMED: Final = tuple(one.name for one in fields(ResultTotals) if one.name not in {"player", "best_hand"})


def _combined(totals: ResultTotals, part: ResultTotals, times: int) -> ResultTotals:
    """Return totals with a part added to them, or taken away from them for -1; the best hand stays."""
    return replace(totals, **{name: getattr(totals, name) + times * getattr(part, name) for name in _SUMMED})


_LATEST: Final = 5
"""The results that a profile shows."""

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
        """Return the awards of a season as they stand; a champion only once it is closed."""
        database, points, number = self._database, _SQL_POINTS[league.scheme], season.number
        crowned = await store.members.find_players(database, league.id, season.crowned)
        return SeasonAwards(
            champions=tuple(crowned[player] for player in season.crowned if player in crowned),
            slams=tuple(await result_totals.list_slams(database, league.id, number, SLAM)),
            high_hands=tuple(await result_totals.list_high_hands(database, league.id, number)),
            most_skunks=tuple(await result_totals.most_by_season(database, league.id, "skunks", number)),
            best_night=tuple(await result_totals.best_nights(database, league.id, points, number)),
            best_hands=tuple(await result_totals.most_best_hands(database, league.id, number)),
            most_improved=await _most_improved(database, league, number),
        )

    async def lifetimes(self, league: League) -> list[LifetimeLine]:
        """Return the table of all seasons: what each season counted for everyone, added up.

        Level players are ranked by those of the league's tie-breaks that need the sums alone, or share a place.
        """
        titles, points, found = await self._titles(league), Counter[int](), dict[int, LifetimeTotals]()
        for season in await store.leagues.list_seasons(self._database, league.id):
            for line in await standings_of(self._database, league, season):
                if line.played:
                    known = found.get(line.player.id, LifetimeTotals(ResultTotals(player=line.player), 0, 0))
                    totals = _combined(known.totals, line.sums, 1)
                    found[line.player.id] = LifetimeTotals(totals, known.seasons + 1, known.nights + line.nights)
                    points[line.player.id] += line.points
        order = Order(league.scheme, points=points, tie_breaks=league.tie_breaks)
        order = replace(order, tie_breaks=order.of_sums)
        sums = [one.totals for one in found.values()]
        lines = await asyncio.to_thread(ranked_standings, sums, TieFacts(), order)
        return [
            LifetimeLine(one.player, one.rank, one.points, titles[one.player.id], found[one.player.id]) for one in lines
        ]

    async def records(self, league: League) -> LeagueRecords:
        """Return the records of all seasons of a league."""
        database, titles = self._database, await self._titles(league)
        most = max(titles.values(), default=0)
        champions = await store.members.find_players(database, league.id, titles)
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

    async def _titles(self, league: League) -> Counter[int]:
        seasons = await store.leagues.list_seasons(self._database, league.id)
        return Counter(player for season in seasons for player in season.crowned)


async def _most_improved(database: Database, league: League, number: int) -> tuple[Improvement, ...]:
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
    return points_of(scheme, line) / line.played
