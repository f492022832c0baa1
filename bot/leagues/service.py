"""The leagues: all of their nouns in one office."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from bot.leagues.access import LeagueError
from bot.leagues.brackets import BracketService
from bot.leagues.deadlines import DeadlineService, WeeklyPostService
from bot.leagues.fixture_games import FixtureGameService
from bot.leagues.fixtures import FixtureService, ForfeitService
from bot.leagues.meetings import MeetingService, NightEventService
from bot.leagues.members import ManagerService, MemberService, NameClaimService, PeopleService, TeamService
from bot.leagues.office import Office
from bot.leagues.result_collector import ResultCollector
from bot.leagues.result_files import ResultFileService
from bot.leagues.results import ResultReviewService, ResultService
from bot.leagues.seasons import SeasonService
from bot.leagues.setup import SetupService
from bot.leagues.statistics import RecordService, StandingsService
from bot.models.league import League, Season
from bot.models.result import LeagueResult
from bot.tables.service import Tables
from bot.tables.table import Update


class Leagues(Office):
    """The office with all nouns of the leagues.

    Each raises before anything has changed: ``NoSuchLeague``, ``NotManager``, or ``LeagueError`` with a sentence for
    the player who asks. ``tables.tell(leagues, "game")`` lets the collector hear of every game.
    """

    def __init__(self, tables: Tables, now: Callable[[], datetime], chance: random.Random | None = None) -> None:
        super().__init__(tables, now, chance)
        self.collector = ResultCollector(self)
        self.setup = SetupService(self)
        self.managers = ManagerService(self)
        self.members = MemberService(self)
        self.teams = TeamService(self)
        self.people = PeopleService(self)
        self.name_claims = NameClaimService(self)
        self.fixtures = FixtureService(self)
        self.forfeits = ForfeitService(self)
        self.games = FixtureGameService(self)
        self.deadlines = DeadlineService(self)
        self.meetings = MeetingService(self)
        self.night_events = NightEventService(self)
        self.seasons = SeasonService(self)
        self.brackets = BracketService(self.database)
        self.results = ResultService(self)
        self.review = ResultReviewService(self)
        self.standings = StandingsService(self)
        self.records = RecordService(self.database)
        self.weekly_posts = WeeklyPostService(self)
        self.files = ResultFileService(self)

    def hear(self, update: Update) -> None:
        """Let the collector hear of a change of a table."""
        self.collector.hear(update)

    async def resume(self) -> list[LeagueResult]:
        """Collect and add up the results that an earlier run has left; remove an import that it did not complete."""
        await self.files.remove_unfinished()
        return await self.collector.resume()

    async def keep_time(self) -> None:
        """Tell of seasons that start today, carry out the deadlines of rounds, and draw the rounds that follow."""
        await self.tables.timekeeper.give_absences_back()
        if self.tables.outages.is_away:
            # Nobody could be told, nor press "I'm ready".
            return
        await self.news.announce_starts(self.tables.outages.total)
        for league, deadline in await self.deadlines.carry_out():
            with self.deadlines.alone(deadline):
                with suppress(LeagueError):
                    await self.seasons.next_round(league, None)
                await self.deadlines.mark_followed(league, deadline)

    async def close(self) -> None:
        """Stop; a result that is not collected yet is collected at the next start."""
        await self.background.close()

    async def collect_ended(self, league: League, season: Season) -> None:
        await self.collector.collect_ended(league, season)

    async def add_up_teams(self, league: League) -> None:
        await self.collector.add_up_teams(league)
