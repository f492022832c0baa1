"""Entered results are confirmed or denied here, and managers accept, correct or void results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError, NoSuchLeague, check_reason
from bot.leagues.news import NewsService
from bot.leagues.result_collector import LeagueChanges
from bot.leagues.score_entry import (
    EnteredScore,
    entered_sides,
    log_text,
    outcome,
    winner_of,
    with_game_stats,
)
from bot.leagues.seasons import champions_of
from bot.leagues.standings import UNPLAYED
from bot.leagues.table_and_profile import StandingsService
from bot.models.league import Fixture, League
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import ADDED, LeagueResult
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database, Transaction


class ResultReviewService:
    """Changes the status of results, and corrects them. In closed seasons only managers do, and crown again."""

    def __init__(
        self,
        database: Database,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        standings: StandingsService,
        news: NewsService,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._standings = standings
        self._access = access
        self._changes = changes
        self._log = log
        self._news = news
        self._now = now

    async def confirm(self, result: LeagueResult, asker: Asker) -> LeagueResult:
        """Let an entered result count for the other player or a manager; confirmed twice it counts once."""
        async with self._lock(result) as (league, now):
            if now.status == "counted":
                return now
            if now.status != "entered":
                raise LeagueError(gettext("This result was disputed or removed. Ask a manager to decide."))
            mine = await stored_teams.find_entrant(self._database, league, asker.player)
            if now.entered_by is not None and now.entered_by.id == mine.id:
                raise LeagueError(gettext("You entered this result, so your opponent has to confirm it."))
            if now.side_of(mine.id) is None:
                await self._access.check_manager(league, asker)
            async with self._database.transaction() as writing:
                stored_results.set_status(writing, now.id, "counted", confirmed_by=asker.player.id, was=["entered"])
                self._log.add(writing, league, asker, f"confirmed {log_text(now)}")
            return await self._stored(now)

    async def deny(self, result: LeagueResult, player: Player) -> LeagueResult:
        """Dispute an entered result for the other player; the player who entered it takes it back, and it is void."""
        async with self._lock(result) as (league, now):
            mine = await stored_teams.find_entrant(self._database, league, player)
            if now.side_of(mine.id) is None:
                raise LeagueError(gettext("Only the 2 players can dispute a result."))
            if now.status == "disputed":
                return now
            if now.status != "entered":
                raise LeagueError(gettext("This result already counts. A manager can correct it."))
            own = now.entered_by is not None and now.entered_by.id == mine.id
            async with self._database.transaction() as writing:
                stored_results.set_status(writing, now.id, "void" if own else "disputed", was=["entered"])
                self._log.add(writing, league, Asker(player), f"{'took back' if own else 'disputed'} {log_text(now)}")
                if not own:
                    disputed = NewsItem(
                        kind="disputed", league_id=league.id, season=now.season, at=self._now(), result_id=now.id
                    )
                    self._news.add(writing, disputed)
            return await self._stored(now)

    async def accept(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Let a result count for a manager that waits, is disputed, or is void."""
        why = check_reason(reason)
        async with self._lock(result, closed=True) as (league, now):
            await self._access.check_manager(league, asker)
            if now.status == "counted":
                return now
            await self._check_no_other_result(now)
            async with self._database.transaction() as writing:
                stored_results.set_status(writing, now.id, "counted", confirmed_by=asker.player.id)
                self._log.add(writing, league, asker, f"accepted {log_text(now)}", why)
            await self._crown_again(league, asker, now.season)
            return await self._stored(now)

    async def correct(self, result: LeagueResult, asker: Asker, score: EnteredScore, reason: str) -> LeagueResult:
        """Correct a result for a manager, and let it count; the first side of ``score`` is the result's first."""
        why = check_reason(reason)
        async with self._lock(result, closed=True) as (league, now):
            await self._access.check_manager(league, asker)
            await self._check_no_other_result(now)
            fixture = await self._fixture(now)
            players = (now.sides[0].player, now.sides[1].player)
            sides = with_game_stats(entered_sides(league, fixture, players, score), now)
            corrected = replace(
                now,
                sides=sides,
                winner=winner_of(sides),
                status="counted",
                # What was awarded or broken off has been played after all.
                ended_by="board" if now.ended_by in UNPLAYED else now.ended_by,
                confirmed_by=asker.player,
            )
            async with self._database.transaction() as writing:
                if corrected.winner != now.winner:
                    await drop_later_rounds(self._database, writing, fixture)
                stored_results.update(writing, corrected)
                self._log.add(writing, league, asker, f"corrected {log_text(now)} to {outcome(corrected)}", why)
            await self._crown_again(league, asker, now.season)
            return await self._stored(now)

    async def void(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Void a result for a manager; its fixture can be played again."""
        why = check_reason(reason)
        async with self._lock(result, closed=True) as (league, now):
            await self._access.check_manager(league, asker)
            if now.status == "void":
                return now
            fixture = await self._fixture(now)
            async with self._database.transaction() as writing:
                await drop_later_rounds(self._database, writing, fixture)
                stored_results.set_status(writing, now.id, "void")
                self._log.add(writing, league, asker, f"removed {log_text(now)}", why)
            await self._crown_again(league, asker, now.season)
            return await self._stored(now)

    async def _crown_again(self, league: League, asker: Asker, number: int) -> None:
        """Crown the champions of a closed season again after one of its results has changed."""
        seasons = await stored_leagues.list_seasons(self._database, league.id)
        season = next(one for one in seasons if one.number == number)
        if season.stage != "closed":
            return
        crowned = await champions_of(self._database, self._standings, league, season) or ()
        if set(crowned) == set(season.crowned):
            return
        champions = await stored_members.find_players(self._database, league.id, crowned)
        names = " and ".join(champion.name for champion in champions.values()) or "nobody"
        async with self._database.transaction() as writing:
            stored_leagues.put_season(writing, replace(season, crowned=crowned))
            self._log.add(writing, league, asker, f"season {number} is now won by {names}")

    @asynccontextmanager
    async def _lock(self, result: LeagueResult, *, closed: bool = False) -> AsyncIterator[tuple[League, LeagueResult]]:
        """Lock the league of a result, and give both as they are now.

        Raises ``LeagueError`` for a result of a ``closed`` season, unless those may change too.
        """
        league = await stored_leagues.find(self._database, result.league_id)
        if league is None:
            raise NoSuchLeague(gettext("This league was deleted."))
        async with self._changes.lock(league) as (now, season):
            if result.season != season.number and not closed:
                raise LeagueError(
                    gettext(
                        "Season {season} of {name} is closed, so you can't change its results.",
                        season=result.season,
                        name=now.name,
                    )
                )
            yield now, await self._stored(result)

    async def _stored(self, result: LeagueResult) -> LeagueResult:
        """Return a result as it is stored now. Raises ``LeagueError`` if it is gone, or added up of others."""
        now = await stored_results.find(self._database, result.id)
        if now is None:
            raise LeagueError(gettext("This result was deleted."))
        if now.ended_by == ADDED:
            raise LeagueError(gettext("This result adds up 2 games. Change those instead."))
        return now

    async def _fixture(self, result: LeagueResult) -> Fixture | None:
        return None if result.fixture_id is None else await stored_fixtures.find(self._database, result.fixture_id)

    async def _check_no_other_result(self, result: LeagueResult) -> None:
        """Raise ``LeagueError`` for a void result whose fixture has another one."""
        if result.status != "void" or result.fixture_id is None:
            return
        if await stored_results.find_by_fixture(self._database, result.fixture_id) is not None:
            raise LeagueError(gettext("This fixture already has another result. Remove that one first."))


async def drop_later_rounds(database: Database, writing: Transaction, fixture: Fixture | None) -> None:
    """Drop the playoff rounds that were drawn after a match whose winner changes.

    Raises ``LeagueError`` if one of them has begun.
    """
    if fixture is None or not fixture.is_playoff:
        return
    later = [
        one
        for one in await stored_fixtures.list_fixtures(database, fixture.league_id, fixture.season, stage="playoff")
        if one.round > fixture.round
    ]
    if await stored_fixtures.have_begun(database, [one.id for one in later]):
        raise LeagueError(gettext("The next playoff round has started, so you can't change this match."))
    stored_fixtures.delete_after_round(writing, fixture.league_id, fixture.season, "playoff", fixture.round)
