"""How the result of a game at a table of ours comes into its league: by itself, once, the moment the game ends."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from bot.i18n.translation import gettext
from bot.leagues.access import Asker, Book
from bot.leagues.file_import import Imported, import_file
from bot.leagues.games_won import BROKEN_OFF, is_skunk
from bot.models.fixture import Fixture
from bot.models.league import League, Season
from bot.models.player import Player
from bot.models.result import LeagueResult, Side
from bot.storage import fixtures
from bot.storage import league_results as results
from bot.storage import leagues as kept
from bot.storage import members as people
from bot.storage.errors import Damaged, StorageError
from bot.tables.game_stats import first_dealer, game_stats, together
from bot.tables.service import Tables
from bot.tables.table import Table, Update
from engine.events import Event
from engine.state import Over

RETRY_AFTER: Final = 5.0
"""Seconds after which a result is collected once more that the disk has refused."""

Listener: TypeAlias = Callable[[League, LeagueResult], None]
"""Whoever is told, at once and without waiting, that a table's result has come into a league."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Played:
    """One game of a match: its table, and all that happened there."""

    table: Table
    events: tuple[Event, ...]


class Collecting(Book):
    """The audience of the tables that keeps the results of their leagues.

    A table's result is kept in one transaction under the table's name, so that it cannot count twice; it is struck out
    from the beginning where the fixture has its result already, or its season was closed meanwhile. Whoever changes a
    league takes in first what has ended there, so that nothing is lost in the moment before it is collected.
    """

    def __init__(self, tables: Tables, now: Callable[[], datetime], chance: random.Random | None = None) -> None:
        super().__init__(tables, now, chance)
        self._listeners: list[Listener] = []
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._unreadable: set[str] = set()
        self._closed = False

    def tell(self, listener: Listener) -> None:
        """Tell this listener too of every result that a table brings."""
        self._listeners.append(listener)

    def hear(self, update: Update) -> None:
        """A table has changed: if it has brought a result of a league, it is collected soon."""
        table = update.table
        if table.agreement.league is not None and table.status == "over" and table.match_over:
            self._work(f"result of {table.id}", self._collect_surely(table.id))

    async def take_in(self, league: League, asker: Asker, data: bytes) -> Imported:
        """Take the results of a file into a league for one who runs it: all of them, or none. Raises ``BadPaper``."""
        await self._check_manager(league, asker)
        async with self._changing(league) as (now, _):
            done = await import_file(self.database, now, data, self._now(), by=asker.player)
        self._work("ratings", self.ratings.bring_up_to_date())
        return done

    async def resume(self) -> list[LeagueResult]:
        """Collect the results that an earlier run has left; ratings are brought up to date by and by."""
        brought = []
        for name in await results.uncollected(self.database):
            try:
                brought.append(await self._collect_left(self.collect(name), name))
            except StorageError:
                self._work(f"result of {name}", self._collect_surely(name))
        self._work("ratings", self.ratings.bring_up_to_date())
        return [result for result in brought if result is not None]

    async def collect_all(self) -> None:
        """Collect whatever has ended and is in no league yet, before somebody is forgotten who may have played it."""
        for name in await results.uncollected(self.database):
            if name not in self._unreadable:
                await self._collect_left(self.collect(name), name)

    async def close(self) -> None:
        """Stop; a result that is not collected yet is at the next start."""
        self._closed = True
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settled(self) -> None:
        """Wait until nothing is being collected."""
        while self._at_work:
            await asyncio.gather(*self._at_work.values())

    async def collect(self, table_id: str) -> LeagueResult | None:
        """The result that a table has just brought; None if it brings none, or has brought it before."""
        table = await self.tables.find(table_id)
        league = None if table.agreement.league is None else await kept.find(self.database, table.agreement.league)
        if league is None or league.guild_id != table.agreement.guild_id:
            return None
        async with self._lock(league):
            return await self._collect(*await self._standing(league), table_id)

    @asynccontextmanager
    async def _changing(self, league: League) -> AsyncIterator[tuple[League, Season]]:
        """A league and its open season as they stand, for one who alone may change them until he is done.

        All that has ended there has come in before.
        """
        async with self._lock(league):
            now, season = await self._standing(league)
            await self._collect_ended(now, season)
            yield now, season

    async def _collect_ended(self, league: League, season: Season) -> None:
        """Collect whatever has ended in a league, for one who alone may change it."""
        for table_id in await results.uncollected(self.database, league.id):
            if table_id not in self._unreadable:
                await self._collect_left(self._collect(league, season, table_id), table_id)

    async def _collect(self, league: League, season: Season, table_id: str) -> LeagueResult | None:
        """Keep what a table has brought, for one who alone may change the league."""
        match = await self._match(table_id)
        table = match[-1].table
        if table.status != "over" or not table.match_over or table.agreement.guild_id != league.guild_id:
            return None
        if await results.of_table(self.database, table_id) is not None:
            return None
        brought, objection = await self._brought(league, season, match)
        async with self.database.transaction() as writing:
            results.add(writing, brought)
            if objection is not None:
                names = gettext(" and ").join(side.player.name for side in brought.sides)
                self._note(writing, league, None, f"a game of {names} does not count", objection)
        stored = await results.of_table(self.database, table_id)
        if stored is not None:
            self._tell(league, stored)
        return stored

    async def _brought(
        self, league: League, season: Season, match: Sequence[_Played]
    ) -> tuple[LeagueResult, str | None]:
        """What a match has brought, and why it does not count, if it does not."""
        table = match[-1].table
        fixture = None
        if table.agreement.fixture is not None:
            fixture = await fixtures.find(self.database, table.agreement.fixture)
        members = {member.player.id for member in await people.listed(self.database, league.id)}
        objection = _objection(fixture, season, table, members)
        assert isinstance(table.game.phase, Over)
        result = LeagueResult(
            league_id=league.id,
            season=season.number if fixture is None else fixture.season,
            meeting="league" if fixture is None else fixture.meeting,
            status="counted" if objection is None else "void",
            sides=(_side(match, 0), _side(match, 1)),
            winner=max((0, 1), key=lambda side: table.standing[side]),
            ended_by=table.game.phase.by,
            played_at=await fixtures.ended_at(self.database, table.id) or self._now(),
            fixture_id=None if fixture is None else fixture.id,
            table_id=table.id,
        )
        return result, objection

    async def _match(self, table_id: str) -> list[_Played]:
        """The games of a match from the first to the one of this name."""
        # Its history is told once nobody writes there any more; only then does the table stand as it ended.
        events = await self.tables.history(table_id)
        played = [_Played(await self.tables.find(table_id), events)]
        while (table := played[0].table).agreement.won and table.agreement.previous is not None:
            earlier = await self.tables.find(table.agreement.previous)
            played.insert(0, _Played(earlier, await self.tables.history(earlier.id)))
        return played

    async def _collect_left(self, collecting: Awaitable[LeagueResult | None], table_id: str) -> LeagueResult | None:
        """Collect what was left; a table that cannot be read is told of once, and keeps nothing else waiting."""
        try:
            return await collecting
        except StorageError:
            raise
        except Damaged as error:
            self._unreadable.add(table_id)
            _log.error("the result of table %s cannot be collected: %s", table_id, error)
            return None
        except Exception:
            self._unreadable.add(table_id)
            _log.exception("the result of table %s cannot be collected", table_id)
            return None

    async def _collect_surely(self, table_id: str) -> None:
        """Collect a table's result, however often the disk refuses it."""
        while not self._closed:
            try:
                await self.collect(table_id)
            except StorageError as error:
                _log.warning("the result of table %s is not in its league yet, and is tried again: %s", table_id, error)
                await asyncio.sleep(RETRY_AFTER)
            else:
                return

    def _work(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something by and by; it is kept until it has ended."""
        if self._closed or name in self._at_work:
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._at_work[name] = task
        task.add_done_callback(lambda done: self._done(name, done))

    def _done(self, name: str, task: asyncio.Task[None]) -> None:
        self._at_work.pop(name, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s: %s", name, error, exc_info=None if isinstance(error, StorageError | Damaged) else error)

    def _tell(self, league: League, result: LeagueResult) -> None:
        """Tell every listener. What is stored has happened, so one that fails takes nothing back."""
        for listener in self._listeners:
            try:
                listener(league, result)
            except Exception:
                _log.exception("a listener did not hear of result %s", result.id)


def is_on(fixture: Fixture, season: Season) -> bool:
    """Whether a fixture belongs to what is played now, the league itself or its playoffs."""
    return fixture.meeting == ("playoff" if season.stage == "playoffs" else "league")


def _objection(fixture: Fixture | None, season: Season, table: Table, members: Collection[int]) -> str | None:
    """Why what a table brings does not count."""
    players = {seat.player.id for seat in table.seats if seat.player is not None}
    if table.agreement.fixture is None and not players <= set(members):
        return "one of them does not play in the league"
    if table.agreement.fixture is None:
        return None if season.stage == "playing" else "the league was not being played when it ended"
    if fixture is None:
        return "its fixture was taken back"
    if players != fixture.players:
        return "others were to meet"
    if fixture.season != season.number:
        return f"season {fixture.season} was closed before it ended"
    if fixture.result_id is not None:
        return "its fixture had a result before it ended"
    if not is_on(fixture, season):
        return "the playoffs had begun before it ended"
    return None


def _side(match: Sequence[_Played], side: int) -> Side:
    """What a player has from a match; the holes of games that were broken off do not count."""
    player = match[-1].table.seats[side].player
    assert isinstance(player, Player)
    ends = [(game.table, game.table.game.phase) for game in match]
    won = [(table, phase) for table, phase in ends if isinstance(phase, Over) and phase.side == side]
    whole = [table for table, phase in ends if isinstance(phase, Over) and phase.by not in BROKEN_OFF]
    dealer = first_dealer(match[0].events)
    return Side(
        player=player,
        games=sum(phase.games for _, phase in won),
        legs=len(won),
        holes=sum(table.game.scores[side] for table in whole),
        skunks=sum(_is_skunk(table, phase) for table, phase in won),
        dealt_first=None if dealer is None else dealer == side,
        deeds=together(game_stats(game.events, game.table.rules)[side] for game in match),
    )


def _is_skunk(table: Table, phase: Over) -> bool:
    scores = table.game.scores
    return phase.by not in BROKEN_OFF and is_skunk(table.rules, scores[phase.side], scores[1 - phase.side])
