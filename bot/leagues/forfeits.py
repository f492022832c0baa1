"""Fixtures that are not played are awarded to one of their players here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError, check_reason
from bot.leagues.fixtures import FixtureService, check_current, is_current
from bot.leagues.result_collector import LeagueChanges
from bot.leagues.score_entry import sides_of_forfeit
from bot.models.league import Fixture, League, Season
from bot.models.player import Player
from bot.models.result import NOBODY, LeagueResult
from bot.storage import league_results as stored_results
from bot.storage.database import Database, Transaction


class ForfeitService:
    """Awards fixtures: one game or leg for the winner, and no spread."""

    def __init__(
        self,
        database: Database,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        fixtures: FixtureService,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._access = access
        self._changes = changes
        self._log = log
        self._fixtures = fixtures
        self._now = now

    async def award(
        self, league: League, asker: Asker, fixture: Fixture, winner: Player | None, reason: str
    ) -> LeagueResult:
        """Award a fixture for a manager, or let both forfeit it for None, and give its result."""
        why = check_reason(reason)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            current = await self._fixtures.find(now, fixture.id)
            await self.check(season, now, current, winner)
            async with self._database.transaction() as writing:
                self.write(writing, now, asker, current, winner, why)
            stored = await stored_results.find_by_fixture(self._database, current.id)
            assert stored is not None
            return stored

    async def award_all(self, league: League, asker: Asker, absent: Player, reason: str) -> list[LeagueResult]:
        """Award every fixture that a player has left to the opponents for a manager; all of them or none."""
        why = check_reason(reason)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            listed = await self._fixtures.find_all(now, absent, season)
            left = [
                fixture
                for fixture in listed
                if fixture.result_id is None and fixture.second is not None and is_current(fixture, season)
            ]
            if not left:
                raise LeagueError(gettext("{name} has no fixtures left to play.", name=absent.name))
            async with self._database.transaction() as writing:
                for fixture in left:
                    winner = fixture.second if fixture.first.id == absent.id else fixture.first
                    self.write(writing, now, asker, fixture, winner, why)
            return await stored_results.list_by_fixtures(self._database, [fixture.id for fixture in left])

    async def check(self, season: Season, league: League, fixture: Fixture, winner: Player | None) -> None:
        """Raise ``LeagueError`` for a fixture that has its result or is not played now, and for another winner."""
        if fixture.season != season.number:
            raise LeagueError(gettext("Season {season} of {name} is closed.", season=fixture.season, name=league.name))
        if fixture.second is None or (winner is not None and winner.id not in fixture.players):
            raise LeagueError(gettext("Pick one of the fixture's 2 players as the winner."))
        if winner is None and fixture.is_playoff:
            raise LeagueError(gettext("A playoff needs a winner, so both can't forfeit it."))
        check_current(fixture, league, season)
        await self._fixtures.check_without_result(fixture)

    def write(
        self,
        writing: Transaction,
        league: League,
        asker: Asker | None,
        fixture: Fixture,
        winner: Player | None,
        reason: str,
    ) -> None:
        """Write the result of a fixture that is awarded, or forfeited by both, within a transaction after ``check``.

        ``asker`` is None where the bot itself awards it.
        """
        assert fixture.second is not None
        pair = (fixture.first, fixture.second)
        won = NOBODY if winner is None else int(winner.id != fixture.first.id)
        result = LeagueResult(
            league_id=league.id,
            season=fixture.season,
            stage=fixture.stage,
            status="counted",
            sides=sides_of_forfeit(pair, won),
            winner=won,
            ended_by="forfeit",
            played_at=self._now(),
            fixture_id=fixture.id,
            meeting_id=fixture.meeting_id,
            entered_by=None if asker is None else asker.player,
            confirmed_by=None if asker is None else asker.player,
        )
        stored_results.add(writing, result)
        what = f"let {pair[0].name} and {pair[1].name} both forfeit"
        if winner is not None:
            what = f"awarded {winner.name} the win against {pair[1 - won].name}"
        self._log.add(writing, league, asker, what, reason)
