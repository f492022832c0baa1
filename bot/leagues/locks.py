"""A lock for each league, so that one caller at a time changes it."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from bot.models.league import League


class LeagueLocks:
    """A lock for each league that somebody is changing."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, league: League) -> asyncio.Lock:
        """The lock of a league, the same one for everybody who asks while it is in use."""
        return self._locks.setdefault(league.id, asyncio.Lock())
