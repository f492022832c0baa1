"""The result of a game at a table comes into its league by itself, once, as soon as the game ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from bot.background import Background
from bot.i18n.translation import gettext
from bot.leagues.change_log import ChangeLog
from bot.leagues.directory import LeagueDirectory
from bot.leagues.locks import LeagueLocks
from bot.leagues.match_results import MatchResultReader
from bot.leagues.ratings import RatingService
from bot.leagues.team_results import TeamResultService
from bot.models.errors import StorageError
from bot.models.league import League, Season
from bot.models.result import LeagueResult
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.tables.service import Tables
from bot.tables.table import Update

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
