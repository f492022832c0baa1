"""The book of a league: what there is, who may write in it, and one change after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from weakref import WeakValueDictionary

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.errors import LeagueError, NoSuchLeague, NotManager
from bot.leagues.ratings import Ratings
from bot.models.league import League, LogEntry, Season
from bot.models.player import Player
from bot.storage import leagues as kept
from bot.storage import members as people
from bot.storage.database import Transaction
from bot.tables.service import Tables


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, whether he may manage the server, and his roles there."""

    player: Player
    manages_server: bool = False
    roles: frozenset[int] = frozenset()


class Book:
    """What is written of all leagues; ``now`` tells the time in UTC, and ``chance`` draws lots."""

    def __init__(self, tables: Tables, now: Callable[[], datetime], chance: random.Random | None = None) -> None:
        self.tables = tables
        self.database = tables.database
        self.ratings = Ratings(tables.database)
        self._now = now
        self._chance = chance or random.SystemRandom()
        self._naming = asyncio.Lock()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def named(self, guild_id: int, name: str | None = None) -> League:
        """A server's league of this name; without a name its latest one. Raises ``NoSuchLeague``."""
        if name is None:
            return await self._latest(guild_id)
        league = await kept.named(self.database, guild_id, name)
        if league is None:
            raise NoSuchLeague(
                gettext("There is no league called {name} here; /league list shows those there are.", name=name)
            )
        return league

    async def of_guild(self, guild_id: int) -> list[League]:
        """A server's leagues, the newest first."""
        return await kept.of_guild(self.database, guild_id)

    async def mine(self, guild_id: int, player: Player) -> list[League]:
        """The leagues of a server in which somebody plays, the newest first."""
        return await people.of_player(self.database, guild_id, player.id)

    async def league(self, guild_id: int, league_id: int) -> League:
        """A server's league of this id, as buttons know it. Raises ``NoSuchLeague``."""
        league = await kept.find(self.database, league_id)
        if league is None or league.guild_id != guild_id:
            raise NoSuchLeague(gettext("There is no such league here; /league list shows those there are."))
        return league

    async def seasons(self, league: League) -> list[Season]:
        """Every season of a league, the latest first."""
        return await kept.seasons(self.database, league.id)

    async def season(self, league: League, number: int | None = None) -> Season:
        """A season of a league; without a number the one that is open. Raises ``LeagueError``."""
        for season in await self.seasons(league):
            if number is None or season.number == number:
                return season
        raise LeagueError(
            gettext(
                "{name} has no season {number}; /league history shows those there were.",
                name=league.name,
                number=number,
            )
        )

    async def managers(self, league: League) -> list[Player]:
        """Who runs a league by name, besides those who have the role or manage the server."""
        return await people.managers(self.database, league.id)

    async def is_manager(self, league: League, asker: Asker) -> bool:
        """Whether somebody may change what is written of a league."""
        if asker.manages_server or league.manager_role in asker.roles:
            return True
        return any(player.id == asker.player.id for player in await self.managers(league))

    async def log(self, league: League, asker: Asker, *, many: int = 25, skip: int = 0) -> list[LogEntry]:
        """What was changed and by whom, the latest first; managers alone read it."""
        await self._check_manager(league, asker)
        return await people.log(self.database, league.id, many=many, skip=skip)

    def today(self, league: League) -> date:
        """Which day it is where the league plays."""
        return calendar.today(league.zone, self._now())

    async def _latest(self, guild_id: int) -> League:
        leagues = await self.of_guild(guild_id)
        if not leagues:
            raise NoSuchLeague(gettext("There is no league here yet; /league create makes one."))
        return leagues[0]

    async def _check_manager(self, league: League, asker: Asker) -> None:
        if not await self.is_manager(league, asker):
            raise NotManager(gettext("Only those who run {name} may do this.", name=league.name))

    async def _standing(self, league: League) -> tuple[League, Season]:
        """A league and its open season as they stand now. Raises ``NoSuchLeague``."""
        now = await kept.find(self.database, league.id)
        if now is None or now.guild_id != league.guild_id:
            raise NoSuchLeague(gettext("There is no league called {name} here any more.", name=league.name))
        return now, await self.season(now)

    def _lock(self, league: League) -> asyncio.Lock:
        return self._locks.setdefault(league.id, asyncio.Lock())

    def _note(self, writing: Transaction, league: League, asker: Asker | None, what: str, reason: str = "") -> None:
        """Write into the log what somebody changes."""
        who = None if asker is None else asker.player.id
        people.note(writing, league.id, self._now(), who, what, _trimmed(reason))


def check_reason(reason: str) -> str:
    """A reason that somebody gives, trimmed. Raises ``LeagueError`` where there is none."""
    if not _trimmed(reason):
        raise LeagueError(gettext("Say why, for the log of the league keeps the reason."))
    return _trimmed(reason)


def _trimmed(reason: str) -> str:
    return " ".join(reason.split())[:500]
