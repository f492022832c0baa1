"""Results that are entered by hand and confirmed or denied, and what those who run a league decide about results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime
from typing import Any, Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.access import Asker, check_reason
from bot.leagues.errors import LeagueError, NoSuchLeague
from bot.leagues.fixture_games import Meetings, check_on, rules_for
from bot.leagues.games_won import UNPLAYED
from bot.leagues.members import check_among
from bot.leagues.result_collector import is_on
from bot.leagues.score_entry import Score, awarded, described, outcome, sides_of, winner_of, with_game_stats
from bot.models.fixture import Fixture
from bot.models.league import League, Season
from bot.models.player import Player
from bot.models.result import LeagueResult, Side
from bot.storage import fixtures
from bot.storage import league_results as results
from bot.storage import leagues as kept
from bot.storage.database import Transaction
from bot.tables.errors import NoSuchTable
from bot.tables.table import Table

LATE: Final = 366
"""A result may be entered so many days after it was played."""


class Settling(Meetings):
    """What people say of games that were not played here, and what those who run a league decide."""

    async def result(self, result_id: int, *, guild_id: int | None, player: Player) -> tuple[League, LeagueResult]:
        """A result and its league, for one who is in its server, or who played in it and asks from elsewhere."""
        result = await results.find(self.database, result_id)
        league = None if result is None else await kept.find(self.database, result.league_id)
        if result is not None and league is not None and league.guild_id is not None:
            played = guild_id is None and result.side_of(player.id) is not None
            if played or league.guild_id == guild_id:
                return league, result
        raise NoSuchLeague(gettext("There is no such result here."))

    async def waiting_for(self, league: League, player: Player) -> list[LeagueResult]:
        """The results that wait for a player's word, the latest first."""
        entered = await results.listed(self.database, league.id, player=player.id, status="entered")
        return [result for result in entered if result.entered_by is None or result.entered_by.id != player.id]

    async def enter(
        self,
        league: League,
        asker: Asker,
        players: tuple[Player, Player],
        score: Score,
        *,
        fixture: Fixture | None = None,
        played_on: date | None = None,
        entry: str | None = None,
    ) -> LeagueResult:
        """Enter what was played over a board; one of the two enters it, and the other confirms it.

        One who runs the league may enter what two others played, and it counts at once. Unless a ``fixture`` is named,
        it is the first that the two have left. ``entry`` names this entry, so that it is not made twice.
        """
        async with self._changing(league) as (now, season):
            if entry is not None and (known := await results.of_import(self.database, now.id, entry)) is not None:
                return known
            own = asker.player.id in {player.id for player in players}
            if not own:
                await self._check_manager(now, asker)
            self._check_days(now, season, played_on)
            met = await self._entered_for(now, season, players, fixture)
            sides = _sides(now, met, players, score)
            entered = LeagueResult(
                **_of_meeting(now, season, met),
                status="entered" if own else "counted",
                sides=sides,
                winner=winner_of(sides),
                ended_by="board",
                played_at=self._played_at(now, played_on),
                imported=entry or f"entry:{self._chance.getrandbits(64):016x}",
                entered_by=asker.player,
                confirmed_by=None if own else asker.player,
            )
            if own and met is None:
                await self._check_not_told(now, asker.player, entered)
            return await self._keep_entry(now, asker, entered)

    async def confirm(self, result: LeagueResult, asker: Asker) -> LeagueResult:
        """The other player says that a result is right, or somebody who runs the league; said twice it counts once."""
        async with self._settling(result) as (league, now):
            if now.status == "counted":
                return now
            if now.status != "entered":
                raise LeagueError(gettext("This result is disputed or struck out; those who run the league settle it."))
            if now.entered_by is not None and now.entered_by.id == asker.player.id:
                raise LeagueError(gettext("You entered this result yourself; the other player confirms it."))
            if now.side_of(asker.player.id) is None:
                await self._check_manager(league, asker)
            async with self.database.transaction() as writing:
                results.set_status(writing, now.id, "counted", confirmed_by=asker.player.id, was=["entered"])
                self._note(writing, league, asker, f"confirmed {described(now)}")
            return await self._again(now)

    async def deny(self, result: LeagueResult, player: Player) -> LeagueResult:
        """The other player says that a result is wrong, and it is disputed; who entered it himself takes it back."""
        async with self._settling(result) as (league, now):
            if now.side_of(player.id) is None:
                raise LeagueError(gettext("Only the two players can say that a result is wrong."))
            if now.status == "disputed":
                return now
            if now.status != "entered":
                raise LeagueError(gettext("This result counts already; those who run the league can correct it."))
            own = now.entered_by is not None and now.entered_by.id == player.id
            async with self.database.transaction() as writing:
                results.set_status(writing, now.id, "void" if own else "disputed", was=["entered"])
                self._note(writing, league, Asker(player), f"{'took back' if own else 'denied'} {described(now)}")
            return await self._again(now)

    async def settle(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Somebody who runs the league lets a result count that waits, is disputed, or was struck out."""
        why = check_reason(reason)
        async with self._settling(result) as (league, now):
            await self._check_manager(league, asker)
            if now.status == "counted":
                return now
            if now.status == "void" and now.fixture_id is not None:
                await self._check_no_other(now)
            async with self.database.transaction() as writing:
                results.set_status(writing, now.id, "counted", confirmed_by=asker.player.id)
                self._note(writing, league, asker, f"let {described(now)} count", why)
            return await self._again(now)

    async def correct(self, result: LeagueResult, asker: Asker, score: Score, reason: str) -> LeagueResult:
        """Somebody who runs the league puts a result right, and it counts; the first side of ``score`` is its first."""
        why = check_reason(reason)
        async with self._settling(result) as (league, now):
            await self._check_manager(league, asker)
            if now.status == "void" and now.fixture_id is not None:
                await self._check_no_other(now)
            fixture = None if now.fixture_id is None else await fixtures.find(self.database, now.fixture_id)
            players = (now.sides[0].player, now.sides[1].player)
            sides = with_game_stats(_sides(league, fixture, players, score), now)
            corrected = replace(
                now,
                sides=sides,
                winner=winner_of(sides),
                status="counted",
                # What was awarded or broken off has been played after all.
                ended_by="board" if now.ended_by in UNPLAYED else now.ended_by,
                confirmed_by=asker.player,
            )
            async with self.database.transaction() as writing:
                if corrected.winner != now.winner:
                    await self._redraw(writing, fixture)
                results.correct(writing, corrected)
                self._note(writing, league, asker, f"corrected {described(now)} to {outcome(corrected)}", why)
            return await self._again(now)

    async def void(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Somebody who runs the league strikes a result out; its fixture is to be played again."""
        why = check_reason(reason)
        async with self._settling(result) as (league, now):
            await self._check_manager(league, asker)
            if now.status == "void":
                return now
            fixture = None if now.fixture_id is None else await fixtures.find(self.database, now.fixture_id)
            async with self.database.transaction() as writing:
                await self._redraw(writing, fixture)
                results.set_status(writing, now.id, "void")
                self._note(writing, league, asker, f"struck out {described(now)}", why)
            return await self._again(now)

    async def forfeit(
        self, league: League, asker: Asker, fixture: Fixture, winner: Player, reason: str
    ) -> LeagueResult:
        """Somebody who runs the league awards a fixture that is not played: one game or leg, and no spread."""
        why = check_reason(reason)
        async with self._changing(league) as (now, season):
            await self._check_manager(now, asker)
            meant = await self.fixture(now, fixture.id)
            await self._check_award(season, now, meant, winner)
            async with self.database.transaction() as writing:
                self._put_award(writing, now, asker, meant, winner, why)
            stored = await results.of_fixture(self.database, meant.id)
            assert stored is not None
            return stored

    async def _check_award(self, season: Season, league: League, fixture: Fixture, winner: Player) -> None:
        """Refuse to award a fixture that is settled, or to somebody else."""
        if fixture.season != season.number:
            raise LeagueError(gettext("Season {season} of {name} is closed.", season=fixture.season, name=league.name))
        if fixture.second is None or winner.id not in fixture.players:
            raise LeagueError(gettext("A fixture is awarded to one of its two players."))
        check_on(fixture, league, season)
        await self._check_unsettled(fixture)

    def _put_award(
        self, writing: Transaction, league: League, asker: Asker, fixture: Fixture, winner: Player, why: str
    ) -> None:
        """Write that a fixture is awarded: one game or leg, and no spread."""
        assert fixture.second is not None
        pair, won = (fixture.first, fixture.second), int(winner.id != fixture.first.id)
        award = LeagueResult(
            league_id=league.id,
            season=fixture.season,
            meeting=fixture.meeting,
            status="counted",
            sides=awarded(pair, won),
            winner=won,
            ended_by="forfeit",
            played_at=self._now(),
            fixture_id=fixture.id,
            entered_by=asker.player,
            confirmed_by=asker.player,
        )
        results.add(writing, award)
        self._note(writing, league, asker, f"awarded {winner.name} the fixture against {pair[1 - won].name}", why)

    async def call_off(
        self, league: League, asker: Asker, table_id: str, reason: str, *, winner: Player | None = None
    ) -> Table:
        """Somebody who runs the league ends a game or a match of it that is under way, or takes an invitation back.

        Its fixture is free again, unless it is awarded to the ``winner``. Both players are told.
        """
        why = check_reason(reason)
        async with self._changing(league) as (now, season):
            await self._check_manager(now, asker)
            table = await self._of_league(now, table_id)
            fixture = None
            if winner is not None:
                if table.agreement.fixture is None:
                    raise LeagueError(gettext("This game is for no fixture, so there is none to award."))
                fixture = await self.fixture(now, table.agreement.fixture)
                await self._check_award(season, now, fixture, winner)

            def also(writing: Transaction) -> None:
                names = gettext(" and ").join(table.names)
                self._note(writing, now, asker, f"called off game {table.id} of {names}", why)
                if fixture is not None and winner is not None:
                    self._put_award(writing, now, asker, fixture, winner, why)

            await self.tables.call_off(table.id, why, also, winner)
            return await self.tables.find(table.id)

    async def is_left(self, league: League, fixture_id: int) -> bool:
        """Whether a fixture is still to be played."""
        fixture, season = await self.fixture(league, fixture_id), await self.season(league)
        return fixture.result_id is None and fixture.season == season.number and is_on(fixture, season)

    async def _of_league(self, league: League, table_id: str) -> Table:
        """The table of this name. Raises ``LeagueError`` where it is none of the league's."""
        try:
            table = await self.tables.find(table_id.strip().lower())
        except NoSuchTable:
            table = None
        if table is None or table.agreement.league != league.id or table.agreement.guild_id != league.guild_id:
            raise LeagueError(
                gettext(
                    "No game of {name} is called {game}; choose one of those that are suggested.",
                    name=league.name,
                    game=table_id.strip()[:32],
                )
            )
        return table

    async def _keep_entry(self, league: League, asker: Asker, entered: LeagueResult) -> LeagueResult:
        """Keep a result that is entered, and read it as it is kept."""
        assert entered.imported is not None
        async with self.database.transaction() as writing:
            results.add(writing, entered)
            self._note(writing, league, asker, f"entered {described(entered)}")
        stored = await results.of_import(self.database, league.id, entered.imported)
        if stored is None:
            raise LeagueError(gettext("This fixture has its result already."))
        return stored

    @asynccontextmanager
    async def _settling(self, result: LeagueResult) -> AsyncIterator[tuple[League, LeagueResult]]:
        """A result and its league as they stand, for one who alone may change them; those of closed seasons stand."""
        league = await kept.find(self.database, result.league_id)
        if league is None:
            raise NoSuchLeague(gettext("There is no such league any more."))
        async with self._changing(league) as (now, season):
            if result.season != season.number:
                raise LeagueError(
                    gettext(
                        "Season {season} of {name} is closed, and its results stand.",
                        season=result.season,
                        name=now.name,
                    )
                )
            yield now, await self._again(result)

    async def _again(self, result: LeagueResult) -> LeagueResult:
        now = await results.find(self.database, result.id)
        if now is None:
            raise LeagueError(gettext("There is no such result any more."))
        return now

    async def _entered_for(
        self, league: League, season: Season, players: tuple[Player, Player], fixture: Fixture | None
    ) -> Fixture | None:
        """The fixture of which a result is entered; None in open play."""
        one, other = players
        if one.id == other.id:
            raise LeagueError(gettext("Nobody plays against himself."))
        joined = [member.player for member in await self.members(league)]
        for player in players:
            check_among(joined, player, league)
        meant = await self._meant(league, season, one, other if fixture is None else fixture)
        if meant is None:
            return None
        if {one.id, other.id} != meant.players:
            raise LeagueError(gettext("This fixture is for two others."))
        await self._check_unsettled(meant)
        if meant.table_id is not None:
            await self._check_not_begun(await self.tables.find(meant.table_id), one)
        return meant

    async def _check_not_told(self, league: League, player: Player, told: LeagueResult) -> None:
        """Refuse the same game of the same day from both of its players: one enters it, the other confirms it."""
        for entered in await self.waiting_for(league, player):
            if _game(league, entered) == _game(league, told):
                by = "" if entered.entered_by is None else entered.entered_by.name
                raise LeagueError(
                    gettext("{by} has entered this game already; /league confirm shows it to you.", by=by)
                )

    async def _check_no_other(self, result: LeagueResult) -> None:
        """Refuse to let a second result of a fixture count."""
        assert result.fixture_id is not None
        if await results.of_fixture(self.database, result.fixture_id) is not None:
            raise LeagueError(gettext("Its fixture has another result; strike that out first."))

    async def _redraw(self, writing: Transaction, fixture: Fixture | None) -> None:
        """Take back what was drawn after a match of the playoffs that is decided anew, unless it has begun."""
        if fixture is None or fixture.meeting == "league":
            return
        later = [
            one
            for one in await fixtures.listed(self.database, fixture.league_id, fixture.season, meeting="playoff")
            if one.round > fixture.round
        ]
        if await fixtures.begun(self.database, [one.id for one in later]):
            raise LeagueError(gettext("The next round of the playoffs has begun, so this match stands."))
        fixtures.drop_after(writing, fixture.league_id, fixture.season, "playoff", fixture.round)

    def _played_at(self, league: League, day: date | None) -> datetime:
        """The moment of a game of that day: now, or noon of a day that has passed."""
        today = self.today(league)
        if day is None or day == today:
            return self._now()
        if not 0 < (today - day).days <= LATE:
            raise LeagueError(gettext("The day of a game is today or within the last year."))
        return calendar.moment(league.zone, day, 12)


def _of_meeting(league: League, season: Season, fixture: Fixture | None) -> dict[str, Any]:
    """What a result has of its fixture, or of open play."""
    return {
        "league_id": league.id,
        "season": season.number,
        "meeting": "league" if fixture is None else fixture.meeting,
        "fixture_id": None if fixture is None else fixture.id,
    }


def _game(league: League, result: LeagueResult) -> tuple[date, set[tuple[int, int, int]]]:
    """By what a game is known that both of its players tell: its day, and what each has."""
    day = calendar.today(league.zone, result.played_at)
    return day, {(side.player.id, side.holes, side.games) for side in result.sides}


def _sides(league: League, fixture: Fixture | None, players: tuple[Player, Player], score: Score) -> tuple[Side, Side]:
    """Both sides of a result that somebody tells."""
    best_of = league.best_of if fixture is None else fixture.best_of
    return sides_of(players, score, rules_for(league, fixture), best_of)
