"""The table of a league with everyone's movement, and the profile of a player."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.leagues import calendar, directory, meeting_tables
from bot.leagues.directory import LeagueDirectory
from bot.leagues.members import MemberService
from bot.leagues.season_table import Night
from bot.leagues.standings import Standing, StandingWithMove, places_gained, ranked_standings, read_facts, tied_groups
from bot.models.league import League, Meeting, Season
from bot.models.player import Player
from bot.models.result import GameStats, HeadToHead, ResultTotals
from bot.storage import finished_games, leagues, result_totals
from bot.storage import fixtures as stored_fixtures
from bot.storage import meetings as stored_meetings
from bot.storage import members as stored_members
from bot.storage.database import Database
from bot.tables import matches

_ADDED: Final = ("played", "won", "games", "legs", "holes", "adverse", "skunks", "skunked", "overscored", "caught")
"""The fields of ``ResultTotals`` that are sums."""


@dataclass(frozen=True, slots=True)
class PlayerProfile:
    """One player in one season of a league, among the ``players`` of its table.

    ``form`` says of the last results whether the player won them, latest first; ``head_to_heads`` has every opponent,
    beginning with the one met most often.
    """

    player: Player
    standing: Standing | None
    places_gained: int | None
    players: int
    form: tuple[bool, ...]
    game_stats: GameStats
    head_to_heads: tuple[tuple[Player, HeadToHead], ...]


class StandingsService:
    """Works out tables and profiles from the results each time."""

    def __init__(
        self, database: Database, directory: LeagueDirectory, members: MemberService, now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._directory = directory
        self._members = members
        self._now = now

    async def table(
        self, league: League, season: Season | None = None, *, now: datetime | None = None
    ) -> list[StandingWithMove]:
        """The table of a season, of the open one if none is named, with the places gained in a week."""
        season = season or await self._directory.season(league)
        waiting = [] if season.stage == "closed" else await self._members.playing(league)
        meetings = await stored_meetings.list_by_season(self._database, league.id, season.number)
        if meetings:
            return await meeting_tables.season_table(self._database, league, season, meetings, waiting)
        sums = await result_totals.sum_by_player(self._database, league.id, season.number)
        lines = await _standings_from(self._database, league, season, sums, waiting)
        # What the last week brought is a small part of a season: it is taken away, instead of adding up all the rest.
        week = calendar.week_before(now or self._now())
        recent = await result_totals.sum_since(self._database, league.id, season.number, week)
        earlier = await asyncio.to_thread(_totals_before, sums, recent)
        before = await _standings_from(self._database, league, season, earlier, waiting, until=week)
        return await asyncio.to_thread(_with_moves, lines, before)

    async def meeting_table(self, league: League, meeting: Meeting) -> list[Standing]:
        """Return the table of one meeting, with everyone who came."""
        came = await stored_meetings.list_attendance(self._database, meeting.id)
        return await meeting_tables.meeting_table(self._database, league, meeting, [one.player for one in came])

    async def nights(self, league: League, season: Season) -> dict[int, list[Night]]:
        """Return what each meeting of a season brought each player, by the player's id."""
        return await meeting_tables.nights_by_player(self._database, league, season)

    async def of_server(self, guild_id: int) -> list[directory.ServerStanding]:
        """Return the table of a server: of all games between people there, in a league or not."""
        results = await finished_games.list_server_results(self._database, guild_id)
        return await asyncio.to_thread(directory.server_table, results)

    async def forms(self, season: Season, player_ids: Iterable[int], many: int) -> dict[int, tuple[bool, ...]]:
        """Return for each of these players whether they won their last ``many`` results, the latest first."""
        return await result_totals.read_forms(self._database, season.league_id, season.number, player_ids, many)

    async def champions(self, league: League, *seasons: Season) -> dict[int, Player]:
        """The players who won any of these seasons, by id; needed for knockouts, which have no table."""
        crowned = {player for season in seasons for player in season.crowned}
        return await stored_members.find_players(self._database, league.id, crowned)

    async def profile(self, league: League, player: Player, season: Season | None = None) -> PlayerProfile:
        """The profile of a player in a season, the open one if none is named."""
        season = season or await self._directory.season(league)
        placed = {line.player.id: (line, risen) for line, risen in await self.table(league, season)}
        standing, risen = placed.get(player.id, (None, None))
        met = await result_totals.sum_by_opponent(self._database, league.id, season.number, player.id)
        mine = [(placed[other][0].player, tally) for other, tally in met.items()]
        return PlayerProfile(
            player,
            standing,
            risen,
            len(placed),
            await result_totals.read_form(self._database, league.id, season.number, player.id, 10),
            await result_totals.sum_game_stats(self._database, league.id, season.number, player.id),
            tuple(sorted(mine, key=lambda pair: -pair[1].played)),
        )


async def standings_of(
    database: Database, league: League, season: Season, joined: Iterable[Player] = (), *, until: datetime | None = None
) -> list[Standing]:
    """Return the table of a season, also at an earlier time; members who ``joined`` are always in it."""
    meetings = [] if until is not None else await stored_meetings.list_by_season(database, league.id, season.number)
    if meetings:
        placed = await meeting_tables.season_table(database, league, season, meetings, joined)
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
        for player_id, byes in (
            await stored_fixtures.count_byes(database, league.id, season.number, until=until)
        ).items():
            if player_id in found:
                found[player_id] = _with_byes(found[player_id], byes, league.best_of)
    groups = await leagues.read_groups(database, league.id, season.number)
    if not groups:
        return await _ranked(database, league, season, list(found.values()), until)
    standings: list[Standing] = []
    for number in sorted({groups.get(player, 0) for player in found}, key=lambda number: (not number, number)):
        lines = [line for player, line in found.items() if groups.get(player, 0) == number]
        ranked = await _ranked(database, league, season, lines, until)
        standings += [replace(line, group=number) for line in ranked]
    return standings


async def _ranked(
    database: Database, league: League, season: Season, lines: Sequence[ResultTotals], until: datetime | None
) -> list[Standing]:
    """Return the table of these players alone."""
    # There may be tens of thousands.
    breaks = league.tie_breaks
    tied = await asyncio.to_thread(tied_groups, lines, league.scheme, league.minimum, tie_breaks=breaks)
    wanted = {player for group in tied for player in group}
    facts = await read_facts(database, league, season.number, wanted, until=until)
    return await asyncio.to_thread(ranked_standings, lines, facts, league.scheme, league.minimum, tie_breaks=breaks)


def _with_moves(lines: Sequence[Standing], before: Iterable[Standing]) -> list[StandingWithMove]:
    risen = places_gained(lines, before)
    return [(line, risen.get(line.player.id)) for line in lines]


def _totals_before(sums: Iterable[ResultTotals], recent: Iterable[ResultTotals]) -> list[ResultTotals]:
    """The totals of everyone who had any before those results; best hands do not matter in a table of the past."""
    less = {line.player.id: line for line in recent}
    earlier = [_difference(line, less[line.player.id]) if line.player.id in less else line for line in sums]
    return [line for line in earlier if line.played]


def _difference(line: ResultTotals, other: ResultTotals) -> ResultTotals:
    return replace(line, **{name: getattr(line, name) - getattr(other, name) for name in _ADDED})


def _with_byes(line: ResultTotals, byes: int, best_of: int) -> ResultTotals:
    games = byes * matches.needed(best_of)
    return replace(
        line, played=line.played + byes, won=line.won + byes, games=line.games + games, legs=line.legs + games
    )
