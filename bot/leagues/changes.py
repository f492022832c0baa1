"""One change of a league after another, each made after all results that have ended there are collected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.leagues.directory import LeagueDirectory
from bot.leagues.locks import LeagueLocks
from bot.leagues.news import NewsService
from bot.leagues.result_collector import ResultCollector
from bot.leagues.team_results import TeamResultService
from bot.models.league import League, Season


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
