"""The services of all leagues over one database, each in a module of its own."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from bot.background import Background
from bot.leagues.access import AccessChecks, ChangeLog, LeagueError, LeagueLocks
from bot.leagues.deadlines import DeadlineService
from bot.leagues.directory import LeagueDirectory
from bot.leagues.fixture_games import FixtureGameService
from bot.leagues.fixtures import FixtureService
from bot.leagues.forfeits import ForfeitService
from bot.leagues.meetings import MeetingService
from bot.leagues.members import ManagerService, MemberService
from bot.leagues.news import NewsService
from bot.leagues.people import NameClaimService, PeopleService
from bot.leagues.ratings import RatingService
from bot.leagues.records import RecordService
from bot.leagues.result_collector import LeagueChanges, MatchResultReader, ResultCollector
from bot.leagues.result_files import ResultFileService
from bot.leagues.result_review import ResultReviewService
from bot.leagues.results import ResultService
from bot.leagues.season_brackets import BracketService
from bot.leagues.seasons import SeasonService
from bot.leagues.setup import SetupService
from bot.leagues.table_and_profile import StandingsService
from bot.leagues.team_results import TeamResultService
from bot.leagues.teams import TeamService
from bot.leagues.weekly_posts import WeeklyPostService
from bot.models.result import LeagueResult
from bot.tables.service import Tables
from bot.tables.table import Update

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Leagues:
    """The services of the leagues.

    Every service raises before anything has changed: ``NoSuchLeague``, ``NotManager``, or ``LeagueError`` with a
    sentence for the player who asks. ``tables.tell(leagues)`` lets the collector hear of every game.
    """

    tables: Tables
    directory: LeagueDirectory
    access: AccessChecks
    log: ChangeLog
    setup: SetupService
    managers: ManagerService
    weekly_posts: WeeklyPostService
    members: MemberService
    teams: TeamService
    people: PeopleService
    name_claims: NameClaimService
    fixtures: FixtureService
    meetings: MeetingService
    games: FixtureGameService
    forfeits: ForfeitService
    news: NewsService
    deadlines: DeadlineService
    seasons: SeasonService
    brackets: BracketService
    results: ResultService
    review: ResultReviewService
    standings: StandingsService
    records: RecordService
    ratings: RatingService
    files: ResultFileService
    collector: ResultCollector

    @classmethod
    def over(cls, tables: Tables, now: Callable[[], datetime], chance: random.Random | None = None) -> Self:
        """The services over the database of these tables; ``now`` gives the time in UTC, and ``chance`` draws lots."""
        chance = chance or random.SystemRandom()
        database, background, locks = tables.database, Background(_log), LeagueLocks()
        directory, access = LeagueDirectory(database), AccessChecks(database)
        log, ratings = ChangeLog(database, access, now), RatingService(database)
        reader = MatchResultReader(tables, database, now)
        team_results = TeamResultService(database, log)
        collector = ResultCollector(tables, directory, locks, log, reader, ratings, team_results, background)
        news = NewsService(database, access, now)
        changes = LeagueChanges(directory, locks, collector, news, team_results)
        members = MemberService(database, access, changes, log, news, now)
        fixtures = FixtureService(database, directory)
        forfeits = ForfeitService(database, access, changes, log, fixtures, now)
        games = FixtureGameService(tables, directory, access, changes, log, members, fixtures, forfeits, now)
        deadlines = DeadlineService(tables, directory, access, changes, log, fixtures, forfeits, news, now)
        results = ResultService(tables, access, changes, log, members, fixtures, games, news, now, chance)
        standings = StandingsService(database, directory, members, now)
        return cls(
            tables=tables,
            directory=directory,
            access=access,
            log=log,
            setup=SetupService(database, directory, access, changes, log, now),
            managers=ManagerService(database, access, changes, log),
            weekly_posts=WeeklyPostService(database, access, changes, log, now),
            members=members,
            teams=TeamService(database, access, changes, log, now),
            people=PeopleService(database, access, changes, log, news, now),
            name_claims=NameClaimService(database, access, changes, log, now),
            fixtures=fixtures,
            meetings=MeetingService(database, access, changes, log, standings, news, now, chance),
            games=games,
            forfeits=forfeits,
            news=news,
            deadlines=deadlines,
            seasons=SeasonService(
                tables, access, changes, log, members, standings, collector, news, deadlines, now, chance
            ),
            brackets=BracketService(database),
            results=results,
            review=ResultReviewService(database, access, changes, log, standings, news, now),
            standings=standings,
            records=RecordService(database),
            ratings=ratings,
            files=ResultFileService(database, directory, access, changes, members, ratings, background, now),
            collector=collector,
        )

    def hear(self, update: Update) -> None:
        """Let the collector hear of a change of a table."""
        self.collector.hear(update)

    async def resume(self) -> list[LeagueResult]:
        """Collect and add up the results that an earlier run has left; remove an import that it did not complete."""
        await self.files.remove_unfinished()
        collected = await self.collector.resume()
        await self.collector.add_up_teams()
        return collected

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
        """Stop collecting results."""
        await self.collector.close()
