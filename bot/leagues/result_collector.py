"""The result of a game at a table comes into its league by itself, once, as soon as the game ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Final, TypeAlias

from bot.background import Background
from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.access import ChangeLog, LeagueLocks
from bot.leagues.directory import LeagueDirectory
from bot.leagues.fixtures import free_night, is_current
from bot.leagues.news import NewsService
from bot.leagues.ratings import RatingService
from bot.leagues.standings import BROKEN_OFF, is_skunk, skunk_line
from bot.leagues.team_results import TeamResultService
from bot.models.errors import StorageError
from bot.models.league import Fixture, League, Season
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database
from bot.tables.game_stats import game_stats, total
from bot.tables.service import Tables
from bot.tables.table import Table, Update
from engine.course import Course
from engine.state import Over


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match: its table, and its course."""

    table: Table
    course: Course

    @cached_property
    def stats(self) -> Sequence[GameStats]:
        """Each seat's stats."""
        return game_stats(self.course)


class MatchResultReader:
    """Reads matches from their tables and works out their results."""

    def __init__(self, tables: Tables, database: Database, now: Callable[[], datetime]) -> None:
        self._tables = tables
        self._database = database
        self._now = now

    async def games(self, table_id: str) -> list[PlayedGame]:
        """The games of a match, from the first to the one at this table."""
        played = [await self._game(table_id)]
        while (table := played[0].table).agreement.won and table.agreement.previous is not None:
            played.insert(0, await self._game(table.agreement.previous))
        return played

    async def _game(self, table_id: str) -> PlayedGame:
        rules = (await self._tables.find(table_id)).rules
        # The events are read once nobody writes there any more; only then is the table as it ended.
        course = await self._tables.course(table_id, rules)
        return PlayedGame(await self._tables.find(table_id), course)

    async def result(
        self, league: League, season: Season, games: Sequence[PlayedGame]
    ) -> tuple[LeagueResult, str | None]:
        """The result of a match that is over, and why it does not count, or None if it counts."""
        table = games[-1].table
        fixture = None
        if table.agreement.fixture is not None:
            fixture = await stored_fixtures.find(self._database, table.agreement.fixture)
        members = {member.player.id for member in await stored_members.list_members(self._database, league.id)}
        teams = [] if league.teams != "pairs" else await stored_teams.list_teams(self._database, league.id)
        entrants = {person.id: team.player for team in teams for person in team.people}
        sides = (_side(games, 0, entrants), _side(games, 1, entrants))
        objection = _objection(fixture, season, table, members, frozenset(side.player.id for side in sides))
        assert isinstance(table.game.phase, Over)
        result = LeagueResult(
            league_id=league.id,
            season=season.number if fixture is None else fixture.season,
            stage="league" if fixture is None else fixture.stage,
            status="counted" if objection is None else "void",
            sides=sides,
            winner=max((0, 1), key=lambda side: table.standing[side]),
            ended_by=table.game.phase.by,
            played_at=await stored_fixtures.find_end_time(self._database, table.id) or self._now(),
            fixture_id=None if fixture is None else fixture.id,
            meeting_id=await self._meeting(league, season, fixture),
            table_id=table.id,
        )
        return result, objection

    async def _meeting(self, league: League, season: Season, fixture: Fixture | None) -> int | None:
        """Return the id of the meeting of a match: that of its fixture, or the one without pairings."""
        if fixture is not None:
            return fixture.meeting_id
        return await free_night(self._database, season, calendar.today(league.zone, self._now()))


def _objection(
    fixture: Fixture | None, season: Season, table: Table, members: Collection[int], players: frozenset[int]
) -> str | None:
    """Why the result of a table does not count, in the words of the log; None if it counts."""
    if table.agreement.fixture is None and not players <= set(members):
        return "one of them is not in the league"
    if table.agreement.fixture is None:
        return None if season.stage == "playing" else "no season was running when it ended"
    if fixture is None:
        return "its fixture was deleted"
    if players != fixture.players:
        return "its fixture is for other players"
    if fixture.season != season.number:
        return f"season {fixture.season} was closed before it ended"
    if fixture.result_id is not None:
        return "its fixture had a result before it ended"
    # A game that was under way when its night was closed still counts.
    if not is_current(replace(fixture, over=False), season):
        return "the playoffs had begun before it ended"
    return None


def _side(games: Sequence[PlayedGame], side: int, entrants: Mapping[int, Player]) -> Side:
    """Return a player's or a pair's totals of a match; the holes of unfinished games do not count.

    ``entrants`` are the teams of their people by id.
    """
    seats = games[-1].table.rules.sides[side]
    person = games[-1].table.seats[seats[0]].player
    assert isinstance(person, Player)
    player = entrants.get(person.id, person)
    ends = [(game.table, game.table.game.phase) for game in games]
    won = [(table, phase) for table, phase in ends if isinstance(phase, Over) and phase.side == side]
    whole = [table for table, phase in ends if isinstance(phase, Over) and phase.by not in BROKEN_OFF]
    dealer = games[0].course.first_dealer
    return Side(
        player=player,
        games=sum(phase.games for _, phase in won),
        legs=len(won),
        holes=sum(table.game.scores[side] for table in whole),
        skunks=sum(_is_skunk(table, phase) for table, phase in won),
        dealt_first=None if dealer is None else dealer in seats,
        deeds=total(game.stats[seat] for game in games for seat in seats),
    )


def _is_skunk(table: Table, phase: Over) -> bool:
    """Return whether a game was a skunk; one that was given up is by the scores as they stand, except in edition 1."""
    scores, rules = table.game.scores, table.rules
    if phase.by not in BROKEN_OFF:
        return is_skunk(rules, scores[phase.side], scores[1 - phase.side])
    if rules.doubles:
        return phase.games > 1
    return not rules.first_edition and scores[1 - phase.side] < skunk_line(rules)


RETRY_AFTER: Final = 5.0
"""Seconds until a result that the disk has refused is collected once more."""

ResultListener: TypeAlias = Callable[[League, LeagueResult], None]
"""Is called at once for every result that a table brings into a league, and does not wait."""


class ResultCollector:
    """Listens to the tables and keeps the results of their leagues.

    A table's result is kept in one transaction under the table's name, so that it cannot count twice. It is void from
    the beginning if the fixture has its result already or its season was closed meanwhile. ``LeagueChanges`` collects
    what has ended in a league before anybody changes it, so that nothing is lost in the moment before it is collected.
    """

    def __init__(
        self,
        tables: Tables,
        directory: LeagueDirectory,
        locks: LeagueLocks,
        log: ChangeLog,
        reader: MatchResultReader,
        ratings: RatingService,
        team_results: TeamResultService,
        background: Background,
    ) -> None:
        self._tables = tables
        self._database = tables.database
        self._directory = directory
        self._locks = locks
        self._change_log = log
        self._reader = reader
        self._ratings = ratings
        self._team_results = team_results
        self._background = background
        self._listeners: list[ResultListener] = []
        self._unreadable: set[str] = set()

    def add_listener(self, listener: ResultListener) -> None:
        """Call this listener too for every result that a table brings."""
        self._listeners.append(listener)

    def hear(self, update: Update) -> None:
        """Take note of a change of a table, and collect its result soon if it has brought one of a league."""
        table = update.table
        if table.agreement.league is not None and table.status == "over" and table.match_over:
            self._collect_until_stored(table.id)

    async def resume(self) -> list[LeagueResult]:
        """Collect the results that an earlier run has left; ratings are brought up to date in the background."""
        collected = []
        for table_id in await stored_results.list_uncollected_tables(self._database):
            try:
                collected.append(await self._unless_unreadable(self.collect(table_id), table_id))
            except StorageError:
                self._collect_until_stored(table_id)
        self._background.start("ratings", self._ratings.bring_up_to_date)
        return [result for result in collected if result is not None]

    async def add_up_teams(self) -> None:
        """Add up the games of teams that an earlier run has left."""
        for league in await stored_leagues.list_by_teams(self._database, "singles"):
            with self._database.failures.at("results", f"the teams of league {league.id} could not be added up"):
                async with self._locks.of(league):
                    await self._team_results.settle(league)

    async def collect_all(self) -> None:
        """Collect every result that is in no league yet, before a player who may have played it is forgotten."""
        for table_id in await stored_results.list_uncollected_tables(self._database):
            if table_id not in self._unreadable:
                await self._unless_unreadable(self.collect(table_id), table_id)

    async def collect(self, table_id: str) -> LeagueResult | None:
        """The result that a table brings into its league now; None if it brings none, or has brought it before."""
        table = await self._tables.find(table_id)
        league = None
        if table.agreement.league is not None:
            league = await stored_leagues.find(self._database, table.agreement.league)
        if league is None or league.guild_id != table.agreement.guild_id:
            return None
        async with self._locks.of(league):
            return await self._store(*await self._directory.current(league), table_id)

    async def collect_ended(self, league: League, season: Season) -> None:
        """Collect every result that has ended in a league; the caller holds the lock of the league."""
        for table_id in await stored_results.list_uncollected_tables(self._database, league.id):
            if table_id not in self._unreadable:
                await self._unless_unreadable(self._store(league, season, table_id), table_id)

    async def wait_until_idle(self) -> None:
        """Wait until nothing is being collected."""
        await self._background.wait("results")
        await self._background.wait("ratings")

    async def close(self) -> None:
        """Stop; a result that is not collected yet is collected at the next start."""
        await self._background.close()

    async def _store(self, league: League, season: Season, table_id: str) -> LeagueResult | None:
        """Store the result of a table; the caller holds the lock of the league."""
        games = await self._reader.games(table_id)
        table = games[-1].table
        if table.status != "over" or not table.match_over or table.agreement.guild_id != league.guild_id:
            return None
        if await stored_results.find_by_table(self._database, table_id) is not None:
            return None
        result, objection = await self._reader.result(league, season, games)
        async with self._database.transaction() as writing:
            stored_results.add(writing, result)
            if objection is not None:
                names = gettext(" and ").join(side.player.name for side in result.sides)
                self._change_log.add(writing, league, None, f"a game of {names} does not count", objection)
        await self._team_results.settle(league)
        stored = await stored_results.find_by_table(self._database, table_id)
        if stored is not None:
            self._notify(league, stored)
        return stored

    async def _unless_unreadable(
        self, collecting: Awaitable[LeagueResult | None], table_id: str
    ) -> LeagueResult | None:
        """The result that is being collected; a table that cannot be read is logged once and then passed over."""
        place = f"the result of {self._tables.describe(table_id)} cannot be collected"
        with self._background.failures.at("results", place, passes=(StorageError,)):
            return await collecting
        self._unreadable.add(table_id)
        return None

    def _collect_until_stored(self, table_id: str) -> None:
        """Collect a table's result soon, however often the disk refuses it."""
        place = f"the result of {self._tables.describe(table_id)} is not in its league yet"
        collect = partial(self.collect, table_id)
        self._background.start("results", collect, key=table_id, place=place, again_after=RETRY_AFTER)

    def _notify(self, league: League, result: LeagueResult) -> None:
        """Call every listener; one that fails takes nothing back, because the result is stored."""
        for listener in self._listeners:
            with self._background.failures.at("results", f"a listener failed on result {result.id}"):
                listener(league, result)


class LeagueChanges:
    """Lets one caller at a time change a league, and lets members be told of what has changed."""

    def __init__(
        self,
        directory: LeagueDirectory,
        locks: LeagueLocks,
        collector: ResultCollector,
        news: NewsService,
        team_results: TeamResultService,
    ) -> None:
        self._directory = directory
        self._locks = locks
        self._collector = collector
        self._news = news
        self._team_results = team_results

    @asynccontextmanager
    async def lock(self, league: League) -> AsyncIterator[tuple[League, Season]]:
        """Lock a league, collect every result that has ended there, and give it and its open season as they are now.

        Raises ``NoSuchLeague`` if it was deleted meanwhile.
        """
        async with self._locks.of(league):
            now, season = await self._directory.current(league)
            await self._collector.collect_ended(now, season)
            yield now, season
            await self._team_results.settle(now)
        self._news.announce()
