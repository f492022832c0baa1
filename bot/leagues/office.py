"""The office of leagues: what all of their nouns share, how leagues are found, and the one way to change them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from datetime import datetime
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.background import Background
from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker, LeagueError, NoSuchLeague, meant, refusal
from bot.leagues.change_log import ChangeLog, Logged, log_entry
from bot.leagues.news import NewsService
from bot.leagues.ratings import RatingService
from bot.models.league import League, Season
from bot.models.league_news import NewsItem, NewsKind
from bot.models.player import Player
from bot.storage import store
from bot.storage.database import Database, Transaction
from bot.tables.service import Tables

_log = logging.getLogger(__name__)
_LONGEST_NAME: Final = 100
"""The letters of a name with which others are compared."""


class LeagueDirectory:
    """Finds leagues and seasons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild_id: int) -> list[League]:
        """The leagues of a server, newest first."""
        return await store.leagues.list_by_guild(self._database, guild_id)

    async def of_player(self, guild_id: int, player: Player) -> list[League]:
        """The leagues of a server in which somebody plays, newest first."""
        return await store.members.list_leagues_of_player(self._database, guild_id, player.id)

    async def find_by_name(self, guild_id: int, name: str | None = None) -> League:
        """The league of this name in a server, or its newest one without a name. Raises ``NoSuchLeague``."""
        if name is None:
            for newest in await self.of_guild(guild_id):
                return newest
            raise NoSuchLeague(gettext("There's no league here yet. Make one with /league create."))
        league = await store.leagues.find_by_name(self._database, guild_id, name)
        if league is None:
            like = meant(name[:_LONGEST_NAME], [one.name for one in await self.of_guild(guild_id)])
            text = gettext("There's no league called {name} here.{like} See /league list.", name=name, like=like)
            raise NoSuchLeague(text)
        return league

    async def find(self, guild_id: int, league_id: int) -> League:
        """The league of this id in a server, as buttons name it. Raises ``NoSuchLeague``."""
        league = await store.leagues.find(self._database, league_id)
        if league is None or league.guild_id != guild_id:
            raise NoSuchLeague(gettext("I can't find that league here. See /league list."))
        return league

    async def of_news(self, item: NewsItem) -> League | None:
        """The league of news, as long as it belongs to a server."""
        league = await store.leagues.find(self._database, item.league_id)
        return None if league is None or league.guild_id is None else league

    async def find_for_member(self, league_id: int, player: Player) -> League:
        """The league of this id for one of its members, who asks outside its server. Raises ``NoSuchLeague``."""
        league = await store.leagues.find(self._database, league_id)
        if league is not None and league.guild_id is not None:
            members = await store.members.list_members(self._database, league.id)
            own = await store.teams.find_member(self._database, league, player)
            if any(member.player.id == own.id for member in members):
                return league
        raise NoSuchLeague(gettext("I can't find that league here. See /league list."))

    async def current(self, league: League) -> tuple[League, Season]:
        """A league and its open season as they are stored now. Raises ``NoSuchLeague``."""
        now = await store.leagues.find(self._database, league.id)
        if now is None or now.guild_id != league.guild_id:
            raise NoSuchLeague(gettext("The league {name} was deleted.", name=league.name))
        return now, await self.season(now)

    async def seasons(self, league: League) -> list[Season]:
        """Every season of a league, latest first."""
        return await store.leagues.list_seasons(self._database, league.id)

    async def season(self, league: League, number: int | None = None) -> Season:
        """The season of this number, or the open one without a number. Raises ``LeagueError``."""
        for season in await self.seasons(league):
            if number is None or season.number == number:
                return season
        raise refusal("{name} has no season {number}. See /league history.", name=league.name, number=number)


class Office(ABC):
    """What the nouns of leagues share: one database, its tables, the clock, chance, locks, and work in the background.

    ``now`` gives the time in UTC, and ``chance`` draws lots. ``Leagues`` puts the nouns together.
    """

    def __init__(self, tables: Tables, now: Callable[[], datetime], chance: random.Random | None = None) -> None:
        self.tables = tables
        self.database = tables.database
        self.now = now
        self.chance = chance or random.SystemRandom()
        self.background = Background(_log)
        self.directory = LeagueDirectory(self.database)
        self.access = AccessChecks(self.database)
        self.log = ChangeLog(self.database, self.access)
        self.ratings = RatingService(
            self.database, lambda ratings: self.background.start("ratings", ratings.bring_up_to_date)
        )
        self.news = NewsService(self.database, self.access, now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, league: League) -> asyncio.Lock:
        """The lock of a league, the same one for everybody who asks while it is in use."""
        return self._locks.setdefault(league.id, asyncio.Lock())

    @asynccontextmanager
    async def change(
        self, league: League, asker: Asker | None = None, *, managers: bool = True
    ) -> AsyncIterator[Change]:
        """Let one caller at a time change a league, and tell members afterwards; what is written is all or nothing.

        Every result that has ended there is collected before. ``asker`` is None where the bot itself changes the
        league. Raises ``NotManager`` for anyone who does not run the league, if only ``managers`` may make this change,
        and ``NoSuchLeague`` if it was deleted meanwhile.
        """
        async with self.lock(league):
            league, season = await self.directory.current(league)
            await self.collect_ended(league, season)
            change = Change(self, league, season, asker)
            if managers and asker is not None:
                await self.access.check_manager(league, asker)
            yield change
            await change.commit()
            await self.add_up_teams(league)
        self.news.announce()

    def write_log(
        self, writing: Transaction, league: League, asker: Asker | None, kind: Logged, reason: str = "", /, **facts: Any
    ) -> None:
        """Write an entry of a league's log within a transaction; ``asker`` is None for the bot itself."""
        who = None if asker is None else asker.player
        store.members.add_log_entry(writing, league.id, log_entry(self.now(), who, kind, reason, **facts))

    @abstractmethod
    async def collect_ended(self, league: League, season: Season) -> None:
        """Collect every result that has ended in a league; the caller holds the lock of the league."""

    @abstractmethod
    async def add_up_teams(self, league: League) -> None:
        """Add up what teams have played since; the caller holds the lock of the league."""


class Change:
    """A change of a league, with the league and its open season as they are now.

    What goes to ``write`` is committed at the end of ``Office.change``, or by ``commit``.
    """

    def __init__(self, office: Office, league: League, season: Season, asker: Asker | None) -> None:
        self._office = office
        self.league = league
        self.season = season
        self.asker = asker
        self.now = office.now
        self.write = office.database.transaction()

    async def check_manager(self) -> None:
        """Raise ``NotManager`` unless the asker runs the league."""
        assert self.asker is not None
        await self._office.access.check_manager(self.league, self.asker)

    def log(self, kind: Logged, reason: str = "", /, **facts: Any) -> None:
        """Write an entry of the log."""
        self._office.write_log(self.write, self.league, self.asker, kind, reason, **facts)

    def news(self, kind: NewsKind, *, held: bool = False, **facts: Any) -> None:
        """Tell members of something in the open season; it is ``held`` as ``NewsService.add`` says."""
        item = NewsItem(kind=kind, league_id=self.league.id, season=self.season.number, at=self.now(), **facts)
        self._office.news.add(self.write, item, held=held)

    def mark_outdated(self, player_id: int) -> None:
        """Note that a player has come or gone: their opponents' messages gain or lose the button to play."""
        self._office.news.mark_outdated(self.write, self.league, player_id)

    def within(self, writing: Transaction) -> Change:
        """The same change, written with another transaction, which its owner commits."""
        inside = copy(self)
        inside.write = writing
        return inside

    async def commit(self) -> None:
        """Commit what was written so far, so that it can be read again."""
        async with self.write:
            self.write = self._office.database.transaction()


class LeagueService:
    """A noun of the leagues. What it needs of others it reaches through the office."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._database = office.database
        self._now = office.now


_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _LENGTH = 3, 4
"""A code is three groups of four letters: more than 10 to the power of 17 codes."""


async def issue_code(database: Database, league: League) -> str:
    """Return a new code for a league, in place of the one before. Raises ``LeagueError`` if a server has adopted it."""
    if league.guild_id is not None:
        raise LeagueError(f"{league.name} already belongs to server {league.guild_id}, so it needs no code.")
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    async with database.transaction() as writing:
        store.leagues.put_adoption_code(writing, league.id, digest(code))
    return code


def digest(code: str) -> str:
    """Return what is stored of a code; capitals, blanks and dashes make no difference."""
    return hashlib.sha256("".join(filter(str.isalnum, code.casefold())).encode()).hexdigest()
