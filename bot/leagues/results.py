"""Results of a league are found here, entered from a board, confirmed, disputed, and decided by managers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, datetime
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.access import Asker, NoSuchLeague, check_reason, refusal
from bot.leagues.change_log import Logged
from bot.leagues.fixture_games import check_day, check_not_begun
from bot.leagues.fixtures import check_without_result, drop_later_rounds, fixture_for_game, meeting_of
from bot.leagues.members import check_member
from bot.leagues.office import Change, LeagueService
from bot.leagues.score_entry import EnteredScore, check_hand, entered_sides, winner_of, with_game_stats
from bot.leagues.standings import UNPLAYED
from bot.leagues.statistics import champions_of
from bot.models.league import Fixture, League, Meeting, Season, folded
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import ADDED, UNSETTLED, LeagueResult
from bot.storage import store

_MOST_WORDS: Final = 8
_DIGITS: Final = 12
_MOST_COMPARED: Final = 100
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}(-[0-9]{0,2})?")

LATEST_ENTRY: Final = 366
"""The most days after a game on which its result may be entered."""


class ResultService(LeagueService):
    """Finds results, and takes those that players or managers enter."""

    async def find(self, result_id: int, *, guild_id: int | None, player: Player) -> tuple[League, LeagueResult]:
        """A result and its league, for a player in its server, or for one of its two players who asks elsewhere.

        Raises ``NoSuchLeague`` for anyone else.
        """
        result = await store.results.find(self._database, result_id)
        league = None if result is None else await store.leagues.find(self._database, result.league_id)
        if result is not None and league is not None and league.guild_id is not None:
            mine = await store.teams.find_entrant(self._database, league, player)
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
        return await store.results.list_results(
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
                for result in await store.results.list_results(self._database, league.id, status=status, limit=limit)
            ]
            latest = await store.results.list_results(self._database, league.id, limit=limit)
            return [*waiting, *(result for result in latest if result.status not in UNSETTLED)][:limit]
        numbers = [word for word in words if word.isascii() and word.isdecimal() and len(word) < _DIGITS]
        days = [word for word in words if _DAY.fullmatch(word)]
        names = [folded(word) for word in words if word not in {*numbers, *days}]
        groups = []
        if names:
            everyone = await store.members.list_everyone(self._database, league.id)
            # There may be tens of thousands.
            groups = await asyncio.to_thread(_matching, everyone, names)
        return await store.results.search(
            self._database, league.id, numbers=numbers, days=days, players=groups, limit=limit
        )

    async def of_table(self, table_id: str) -> LeagueResult | None:
        """Return the result that a table has brought into its league, if there is one yet."""
        return await store.results.find_by_table(self._database, table_id)

    async def of_news(self, item: NewsItem) -> LeagueResult | None:
        """Return the result that news is about, if it is still there."""
        if item.entry is not None:
            return await store.results.find_by_import_key(self._database, item.league_id, item.entry)
        return None if item.result_id is None else await store.results.find(self._database, item.result_id)

    async def of_fixtures(self, fixture_ids: Sequence[int]) -> list[LeagueResult]:
        """Return the results of these fixtures, without those that were struck out."""
        return await store.results.list_by_fixtures(self._database, fixture_ids)

    async def find_same(self, league: League, result: LeagueResult) -> LeagueResult | None:
        """Return another result of these people with this score on this day, if it counts or may yet."""
        listed = await store.results.list_results(
            self._database, league.id, result.season, player=result.sides[0].player.id, limit=_MOST_COMPARED
        )
        key = _same_game_key(league, result)
        others = (one for one in listed if one.id != result.id and one.status in {"entered", "counted"})
        return next((one for one in others if _same_game_key(league, one) == key), None)

    async def unsettled(self, league: League, season: Season) -> list[LeagueResult]:
        """Return the results of a season that wait for a player or are disputed, the disputed ones first."""
        return [
            result
            for status in reversed(UNSETTLED)
            for result in await store.results.list_results(self._database, league.id, season.number, status=status)
        ]

    async def waiting_for(self, league: League, player: Player) -> list[LeagueResult]:
        """The results that wait for a player's confirmation, latest first."""
        player = await store.teams.find_entrant(self._database, league, player)
        entered = await store.results.list_results(self._database, league.id, player=player.id, status="entered")
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
        tells: bool = True,
    ) -> LeagueResult:
        """Enter a game that was played over a board; one of the two players enters it, and the other confirms it.

        A manager may enter what two others played, and it counts at once. Without a ``fixture`` it is for the first
        that the two have left. ``entry`` names this entry, so that it is not made twice. With ``tells`` it is news.
        """
        async with self._office.change(league, asker, managers=False) as change:
            if entry is not None and (
                known := await store.results.find_by_import_key(self._database, league.id, entry)
            ):
                return known
            key = entry or f"entry:{self._office.chance.getrandbits(64):016x}"
            entered = await self._entry(change, asker, players, score, fixture, played_on, key)
            store.results.add(change.write, entered)
            change.log(Logged.RESULT_ENTERED, result=entered)
            if tells:
                change.news("result_entered", entry=key, held=True)
            await change.commit()
            if (stored := await store.results.find_by_import_key(self._database, league.id, key)) is None:
                raise refusal("This fixture already has a result.")
            return stored

    async def _entry(
        self,
        change: Change,
        asker: Asker,
        players: tuple[Player, Player],
        score: EnteredScore,
        fixture: Fixture | None,
        played_on: date | None,
        key: str,
    ) -> LeagueResult:
        """The result that somebody enters. Raises ``LeagueError`` for one that cannot be, or ``NotManager``."""
        league, season = change.league, change.season
        one, other = [await store.teams.find_entrant(self._database, league, player) for player in players]
        mine, players = await store.teams.find_entrant(self._database, league, asker.player), (one, other)
        own = mine.id in {player.id for player in players}
        if not own:
            await change.check_manager()
        check_day(league, season, self._now(), played_on)
        entered_for = await self._fixture(league, season, players, fixture)
        sides = entered_sides(league, entered_for, players, score)
        entered = LeagueResult(
            league_id=league.id,
            season=season.number,
            stage="league" if entered_for is None else entered_for.stage,
            fixture_id=None if entered_for is None else entered_for.id,
            meeting_id=await meeting_of(self._database, league, season, entered_for, played_on, self._now()),
            status="entered" if own else "counted",
            sides=sides,
            winner=winner_of(sides),
            ended_by="board",
            played_at=self._played_at(league, played_on),
            imported=key,
            entered_by=mine,
            confirmed_by=None if own else mine,
            boards=score.boards,
        )
        if own and entered_for is None:
            await self._check_not_entered_by_opponent(league, mine, entered)
        return entered

    async def _fixture(
        self, league: League, season: Season, players: tuple[Player, Player], fixture: Fixture | None
    ) -> Fixture | None:
        one, other = players
        if one.id == other.id:
            raise refusal("You can't play yourself.")
        joined = [member.player for member in await store.members.list_members(self._database, league.id)]
        joined += await store.teams.list_people(self._database, league)
        for player in players:
            check_member(joined, player, league)
        found = await fixture_for_game(self._database, league, season, one, fixture or other)
        if found is None:
            return None
        if {one.id, other.id} != found.players:
            raise refusal("This fixture is for 2 other players.")
        await check_without_result(self._database, found)
        if found.table_id is not None:
            await check_not_begun(self._database, await self._office.tables.find(found.table_id), one)
        return found

    async def _check_not_entered_by_opponent(self, league: League, player: Player, entered: LeagueResult) -> None:
        for waiting in await self.waiting_for(league, player):
            if _same_game_key(league, waiting) == _same_game_key(league, entered):
                by = "" if waiting.entered_by is None else waiting.entered_by.name
                raise refusal("{by} has already entered this game. See /league home.", by=by)

    def _played_at(self, league: League, day: date | None) -> datetime:
        """The moment of a game of that day: now, or noon of a day that has passed."""
        today = calendar.today(league.zone, self._now())
        if day is None or day == today:
            return self._now()
        if not 0 < (today - day).days <= LATEST_ENTRY:
            raise refusal("The date must be within the last year.")
        return calendar.utc_moment(league.zone, day, 12)


def _matching(everyone: Sequence[Player], names: Sequence[str]) -> list[list[int]]:
    known = [(player.id, folded(player.name)) for player in everyone]
    return [[player for player, name in known if wanted in name] for wanted in names]


def _same_game_key(league: League, result: LeagueResult) -> tuple[date, set[tuple[int, int, int]]]:
    day = calendar.today(league.zone, result.played_at)
    return day, {(side.player.id, side.holes, side.games) for side in result.sides}


class ResultReviewService(LeagueService):
    """Changes the status of results, and corrects them. In closed seasons only managers do, and crown again."""

    async def confirm(self, result: LeagueResult, asker: Asker) -> LeagueResult:
        """Let an entered result count for the other player or a manager; confirmed twice it counts once."""
        async with self._change(result, asker) as (change, now):
            if now.status == "counted":
                return now
            if now.status != "entered":
                raise refusal("This result was disputed or removed. Ask a manager to decide.")
            mine = await store.teams.find_entrant(self._database, change.league, asker.player)
            if now.entered_by is not None and now.entered_by.id == mine.id:
                raise refusal("You entered this result, so your opponent has to confirm it.")
            if now.side_of(mine.id) is None:
                await change.check_manager()
            by = asker.player.id
            store.results.set_status(change.write, now.id, "counted", confirmed_by=by, was=["entered"])
            change.log(Logged.RESULT_CONFIRMED, result=now)
            return await self._changed(change, now)

    async def deny(self, result: LeagueResult, player: Player) -> LeagueResult:
        """Dispute an entered result for the other player; the player who entered it takes it back, and it is void."""
        async with self._change(result, Asker(player)) as (change, now):
            mine = await store.teams.find_entrant(self._database, change.league, player)
            if now.side_of(mine.id) is None:
                raise refusal("Only the 2 players can dispute a result.")
            if now.status == "disputed":
                return now
            if now.status != "entered":
                raise refusal("This result already counts. A manager can correct it.")
            own = now.entered_by is not None and now.entered_by.id == mine.id
            store.results.set_status(change.write, now.id, "void" if own else "disputed", was=["entered"])
            change.log(Logged.RESULT_TAKEN_BACK if own else Logged.RESULT_DISPUTED, result=now)
            if not own:
                change.news("disputed", result_id=now.id)
            return await self._changed(change, now)

    async def accept(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Let a result count for a manager that waits, is disputed, or is void."""
        why = check_reason(reason)
        async with self._change(result, asker, managers=True) as (change, now):
            if now.status == "counted":
                return now
            await self._check_no_other_result(now)
            store.results.set_status(change.write, now.id, "counted", confirmed_by=asker.player.id)
            change.log(Logged.RESULT_ACCEPTED, why, result=now)
            return await self._changed(change, now)

    async def correct(self, result: LeagueResult, asker: Asker, score: EnteredScore, reason: str) -> LeagueResult:
        """Correct a result for a manager, and let it count; the first side of ``score`` is the result's first."""
        why = check_reason(reason)
        async with self._change(result, asker, managers=True) as (change, now):
            await self._check_no_other_result(now)
            fixture = await self._fixture(now)
            players = (now.sides[0].player, now.sides[1].player)
            sides = with_game_stats(entered_sides(change.league, fixture, players, score), now)
            corrected = replace(
                now,
                sides=sides,
                winner=winner_of(sides),
                status="counted",
                # What was awarded or broken off has been played after all.
                ended_by="board" if now.ended_by in UNPLAYED else now.ended_by,
                confirmed_by=asker.player,
                boards=score.boards,
            )
            if corrected.winner != now.winner:
                await drop_later_rounds(self._database, change.write, fixture)
            store.results.update(change.write, corrected)
            change.log(Logged.RESULT_CORRECTED, why, result=now, score=corrected)
            return await self._changed(change, now)

    async def note_hand(
        self, league: League, asker: Asker, meeting: Meeting, player: Player, points: int, against: Player | None
    ) -> LeagueResult:
        """Note a player's best hand for a manager, in their latest result of a meeting or the one against somebody."""
        check_hand(points)
        listed = await store.results.list_results(self._database, league.id, meeting.season, player=player.id)
        for result in listed:
            is_meant = against is None or result.side_of(against.id) is not None
            if result.meeting_id == meeting.id and result.status != "void" and is_meant:
                break
        else:
            raise refusal("{name} has no such result of this night yet. Enter the scores first.", name=player.name)
        async with self._change(result, asker, managers=True) as (change, now):
            sides = [
                replace(side, deeds=replace(side.deeds, best_hand=points)) if side.player.id == player.id else side
                for side in now.sides
            ]
            store.results.update(change.write, replace(now, sides=(sides[0], sides[1])))
            change.log(Logged.HAND_NOTED, player=player, points=points)
            return await self._changed(change, now)

    async def void(self, result: LeagueResult, asker: Asker, reason: str) -> LeagueResult:
        """Void a result for a manager; its fixture can be played again."""
        why = check_reason(reason)
        async with self._change(result, asker, managers=True) as (change, now):
            if now.status == "void":
                return now
            await drop_later_rounds(self._database, change.write, await self._fixture(now))
            store.results.set_status(change.write, now.id, "void")
            change.log(Logged.RESULT_REMOVED, why, result=now)
            return await self._changed(change, now)

    @asynccontextmanager
    async def _change(
        self, result: LeagueResult, asker: Asker, *, managers: bool = False
    ) -> AsyncIterator[tuple[Change, LeagueResult]]:
        """Change a result, as it is now.

        Raises ``LeagueError`` for a result of a closed season, which only ``managers`` may change.
        """
        league = await store.leagues.find(self._database, result.league_id)
        if league is None:
            raise NoSuchLeague(gettext("This league was deleted."))
        async with self._office.change(league, asker, managers=managers) as change:
            season = await self._office.directory.season(change.league, result.season)
            if season.stage == "closed" and not managers:
                raise refusal(
                    "Season {season} of {name} is closed, so you can't change its results.",
                    season=result.season,
                    name=change.league.name,
                )
            yield change, await self._stored(result)

    async def _changed(self, change: Change, result: LeagueResult) -> LeagueResult:
        """Return a result as it was changed; the champions of a closed season are crowned again."""
        await change.commit()
        season = await self._office.directory.season(change.league, result.season)
        if season.stage == "closed":
            await self._crown_again(change, season)
        return await self._stored(result)

    async def _crown_again(self, change: Change, season: Season) -> None:
        crowned = await champions_of(self._office, change.league, season) or ()
        if set(crowned) != set(season.crowned):
            champions = await store.members.find_players(self._database, change.league.id, crowned)
            store.leagues.put_season(change.write, replace(season, crowned=crowned))
            change.log(Logged.SEASON_WON, season=season.number, people=list(champions.values()))

    async def _stored(self, result: LeagueResult) -> LeagueResult:
        now = await store.results.find(self._database, result.id)
        if now is None:
            raise refusal("This result was deleted.")
        if now.ended_by == ADDED:
            raise refusal("This result adds up 2 games. Change those instead.")
        return now

    async def _fixture(self, result: LeagueResult) -> Fixture | None:
        return None if result.fixture_id is None else await store.fixtures.find(self._database, result.fixture_id)

    async def _check_no_other_result(self, result: LeagueResult) -> None:
        if result.status != "void" or result.fixture_id is None:
            return
        if await store.results.find_by_fixture(self._database, result.fixture_id) is not None:
            raise refusal("This fixture already has another result. Remove that one first.")
