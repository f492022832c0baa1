"""Results of a league are found here, and games that were played over a board are entered."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError, NoSuchLeague
from bot.leagues.fixture_games import FixtureGameService
from bot.leagues.fixtures import FixtureService, free_night
from bot.leagues.members import MemberService, check_member
from bot.leagues.news import NewsService
from bot.leagues.result_collector import LeagueChanges
from bot.leagues.score_entry import EnteredScore, entered_sides, log_text, winner_of
from bot.models.league import Fixture, League, Season, folded
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import UNSETTLED, LeagueResult
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.tables.service import Tables

_MOST_WORDS: Final = 8
_DIGITS: Final = 12
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}(-[0-9]{0,2})?")

LATEST_ENTRY: Final = 366
"""The most days after a game on which its result may be entered."""


class ResultService:
    """Finds results, and takes those that players or managers enter."""

    def __init__(
        self,
        tables: Tables,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        members: MemberService,
        fixtures: FixtureService,
        games: FixtureGameService,
        news: NewsService,
        now: Callable[[], datetime],
        chance: random.Random,
    ) -> None:
        self._tables = tables
        self._database = tables.database
        self._access = access
        self._changes = changes
        self._log = log
        self._members = members
        self._fixtures = fixtures
        self._games = games
        self._news = news
        self._now = now
        self._chance = chance

    async def find(self, result_id: int, *, guild_id: int | None, player: Player) -> tuple[League, LeagueResult]:
        """A result and its league, for a player in its server, or for one of its two players who asks elsewhere.

        Raises ``NoSuchLeague`` for anyone else.
        """
        result = await stored_results.find(self._database, result_id)
        league = None if result is None else await stored_leagues.find(self._database, result.league_id)
        if result is not None and league is not None and league.guild_id is not None:
            mine = await stored_teams.find_entrant(self._database, league, player)
            played = guild_id is None and result.side_of(mine.id) is not None
            if played or league.guild_id == guild_id:
                return league, result
        raise NoSuchLeague(gettext("I can't find that result here."))

    async def find_all(
        self,
        league: League,
        *,
        season: Season | None = None,
        player: Player | None = None,
        before: LeagueResult | None = None,
        limit: int | None = None,
    ) -> list[LeagueResult]:
        """Results of a league, latest first: of a season, of a player, and those earlier than one."""
        return await stored_results.list_results(
            self._database,
            league.id,
            None if season is None else season.number,
            player=None if player is None else player.id,
            before=before,
            limit=limit,
        )

    async def search(self, league: League, typed: str, limit: int) -> list[LeagueResult]:
        """Results of any season that fit what is typed: a number, a day or month such as 2026-03-01, or names.

        Without a text those that wait for somebody come first, and then the latest.
        """
        words = typed.replace("#", " ").split()[:_MOST_WORDS]
        if not words:
            waiting = [
                result
                for status in UNSETTLED
                for result in await stored_results.list_results(self._database, league.id, status=status, limit=limit)
            ]
            latest = await stored_results.list_results(self._database, league.id, limit=limit)
            return [*waiting, *(result for result in latest if result.status not in UNSETTLED)][:limit]
        numbers = [word for word in words if word.isascii() and word.isdecimal() and len(word) < _DIGITS]
        days = [word for word in words if _DAY.fullmatch(word)]
        names = [folded(word) for word in words if word not in {*numbers, *days}]
        groups = []
        if names:
            everyone = await stored_members.list_everyone(self._database, league.id)
            # There may be tens of thousands.
            groups = await asyncio.to_thread(_matching, everyone, names)
        return await stored_results.search(
            self._database, league.id, numbers=numbers, days=days, players=groups, limit=limit
        )

    async def of_table(self, table_id: str) -> LeagueResult | None:
        """Return the result that a table has brought into its league, if there is one yet."""
        return await stored_results.find_by_table(self._database, table_id)

    async def of_news(self, item: NewsItem) -> LeagueResult | None:
        """Return the result that news is about, if it is still there."""
        if item.entry is not None:
            return await stored_results.find_by_import_key(self._database, item.league_id, item.entry)
        return None if item.result_id is None else await stored_results.find(self._database, item.result_id)

    async def of_fixtures(self, fixture_ids: Sequence[int]) -> list[LeagueResult]:
        """Return the results of these fixtures, without those that were struck out."""
        return await stored_results.list_by_fixtures(self._database, fixture_ids)

    async def unsettled(self, league: League, season: Season) -> list[LeagueResult]:
        """Return the results of a season that wait for a player or are disputed, the disputed ones first."""
        return [
            result
            for status in reversed(UNSETTLED)
            for result in await stored_results.list_results(self._database, league.id, season.number, status=status)
        ]

    async def waiting_for(self, league: League, player: Player) -> list[LeagueResult]:
        """The results that wait for a player's confirmation, latest first."""
        player = await stored_teams.find_entrant(self._database, league, player)
        entered = await stored_results.list_results(self._database, league.id, player=player.id, status="entered")
        return [result for result in entered if result.entered_by is None or result.entered_by.id != player.id]

    async def enter(
        self,
        league: League,
        asker: Asker,
        players: tuple[Player, Player],
        score: EnteredScore,
        *,
        fixture: Fixture | None = None,
        played_on: date | None = None,
        entry: str | None = None,
    ) -> LeagueResult:
        """Enter a game that was played over a board; one of the two players enters it, and the other confirms it.

        A manager may enter what two others played, and it counts at once. Without a ``fixture`` it is for the first
        that the two have left. ``entry`` names this entry, so that it is not made twice.
        """
        async with self._changes.lock(league) as (now, season):
            if entry is not None and (known := await stored_results.find_by_import_key(self._database, now.id, entry)):
                return known
            one, other = [await stored_teams.find_entrant(self._database, now, player) for player in players]
            mine, players = await stored_teams.find_entrant(self._database, now, asker.player), (one, other)
            own = mine.id in {player.id for player in players}
            if not own:
                await self._access.check_manager(now, asker)
            self._games.check_day(now, season, played_on)
            entered_for = await self._fixture(now, season, players, fixture)
            sides = entered_sides(now, entered_for, players, score)
            entered = LeagueResult(
                **_origin(now, season, entered_for),
                meeting_id=await self._meeting(now, season, entered_for, played_on),
                status="entered" if own else "counted",
                sides=sides,
                winner=winner_of(sides),
                ended_by="board",
                played_at=self._played_at(now, played_on),
                imported=entry or f"entry:{self._chance.getrandbits(64):016x}",
                entered_by=mine,
                confirmed_by=None if own else mine,
            )
            if own and entered_for is None:
                await self._check_not_entered_by_opponent(now, mine, entered)
            return await self._store(now, asker, entered)

    async def _fixture(
        self, league: League, season: Season, players: tuple[Player, Player], fixture: Fixture | None
    ) -> Fixture | None:
        """The fixture of a result that is entered; None in open play."""
        one, other = players
        if one.id == other.id:
            raise LeagueError(gettext("You can't play yourself."))
        joined = [member.player for member in await self._members.find_all(league)]
        joined += await stored_teams.list_people(self._database, league)
        for player in players:
            check_member(joined, player, league)
        found = await self._fixtures.for_game(league, season, one, other if fixture is None else fixture)
        if found is None:
            return None
        if {one.id, other.id} != found.players:
            raise LeagueError(gettext("This fixture is for 2 other players."))
        await self._fixtures.check_without_result(found)
        if found.table_id is not None:
            await self._games.check_not_begun(await self._tables.find(found.table_id), one)
        return found

    async def _meeting(self, league: League, season: Season, fixture: Fixture | None, day: date | None) -> int | None:
        """Return the id of the meeting of a result: that of its fixture, or the one without pairings."""
        if fixture is not None:
            return fixture.meeting_id
        on = day or calendar.today(league.zone, self._now())
        return await free_night(self._database, season, on)

    async def _check_not_entered_by_opponent(self, league: League, player: Player, entered: LeagueResult) -> None:
        """Raise ``LeagueError`` for the same game of the same day from both of its players."""
        for waiting in await self.waiting_for(league, player):
            if _same_game_key(league, waiting) == _same_game_key(league, entered):
                by = "" if waiting.entered_by is None else waiting.entered_by.name
                raise LeagueError(gettext("{by} has already entered this game. See /league confirm.", by=by))

    async def _store(self, league: League, asker: Asker, entered: LeagueResult) -> LeagueResult:
        """Store an entered result, and return it with its id."""
        assert entered.imported is not None
        async with self._database.transaction() as writing:
            stored_results.add(writing, entered)
            self._log.add(writing, league, asker, f"entered {log_text(entered)}")
            self._news.add(
                writing,
                NewsItem(
                    kind="result_entered",
                    league_id=league.id,
                    season=entered.season,
                    at=self._now(),
                    entry=entered.imported,
                ),
                held=True,
            )
        stored = await stored_results.find_by_import_key(self._database, league.id, entered.imported)
        if stored is None:
            raise LeagueError(gettext("This fixture already has a result."))
        return stored

    def _played_at(self, league: League, day: date | None) -> datetime:
        """The moment of a game of that day: now, or noon of a day that has passed."""
        today = calendar.today(league.zone, self._now())
        if day is None or day == today:
            return self._now()
        if not 0 < (today - day).days <= LATEST_ENTRY:
            raise LeagueError(gettext("The date must be within the last year."))
        return calendar.utc_moment(league.zone, day, 12)


def _matching(everyone: Sequence[Player], names: Sequence[str]) -> list[list[int]]:
    """Return for each name the ids of the players whose names hold it."""
    known = [(player.id, folded(player.name)) for player in everyone]
    return [[player for player, name in known if wanted in name] for wanted in names]


def _origin(league: League, season: Season, fixture: Fixture | None) -> dict[str, Any]:
    """The fields of a result that its fixture, or open play, decides."""
    return {
        "league_id": league.id,
        "season": season.number,
        "stage": "league" if fixture is None else fixture.stage,
        "fixture_id": None if fixture is None else fixture.id,
    }


def _same_game_key(league: League, result: LeagueResult) -> tuple[date, set[tuple[int, int, int]]]:
    """Return the common key of two entries of one game: its day, and each player's games and scores."""
    day = calendar.today(league.zone, result.played_at)
    return day, {(side.player.id, side.holes, side.games) for side in result.sides}
