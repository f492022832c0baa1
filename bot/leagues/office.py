"""The office of leagues: what all of their nouns share, and the one way in which a league is changed."""

from __future__ import annotations

import asyncio
import logging
import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from datetime import datetime
from typing import Any
from weakref import WeakValueDictionary

from bot.background import Background
from bot.leagues.access import AccessChecks, Asker, ChangeLog, trimmed_reason
from bot.leagues.directory import LeagueDirectory
from bot.leagues.news import NewsService
from bot.leagues.ratings import RatingService
from bot.models.league import League, Season
from bot.models.league_news import NewsItem, NewsKind
from bot.storage import members as stored_members
from bot.storage.database import Transaction
from bot.tables.service import Tables

_log = logging.getLogger(__name__)


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
        self.ratings = RatingService(self.database)
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

    def write_log(self, writing: Transaction, league: League, asker: Asker | None, what: str, reason: str = "") -> None:
        """Write an entry of a league's log within a transaction; ``asker`` is None for the bot itself."""
        who = None if asker is None else asker.player.id
        stored_members.add_log_entry(writing, league.id, self.now(), who, what, trimmed_reason(reason))

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

    def log(self, what: str, reason: str = "") -> None:
        """Write an entry of the log."""
        self._office.write_log(self.write, self.league, self.asker, what, reason)

    def news(self, kind: NewsKind, *, held: bool = False, **facts: Any) -> None:
        """Tell members of something, of the open season unless ``facts`` name another."""
        about = {"league_id": self.league.id, "season": self.season.number, "at": self._office.now(), **facts}
        self._office.news.add(self.write, NewsItem(kind=kind, **about), held=held)

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
