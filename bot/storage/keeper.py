"""Several processes on one PostgreSQL database: which servers each keeps, and what the others have changed.

A process runs its own shards, and has the home lock of each. Of every shard one process has the keeper's lock: it
keeps the clocks of the shard's games, moves their robots and makes their posts. That is the process whose shard it is,
or any other while that one does not run. Both are advisory locks of PostgreSQL, which end with their connection.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import psycopg
from psycopg import AsyncConnection, Notify

from bot.background import Background
from bot.models.errors import StorageUnavailable
from bot.models.storage import Change, PostgresAddress, Shards, shard_of
from bot.storage.sessions import HOME_LOCK, OTHER_HOMES, connect, convert_errors

_KEEPER: Final = 0x43524945
_CHANNEL: Final = "cribbage_tables"
_LOCKS: Final = "cribbage_shards"
"""The channel of processes that take or leave shards: the others look at the locks at once."""

_TOLD: Final = re.compile(
    r"(?P<name>[0-9a-f]{8}) (?P<guild>[0-9]{1,19}) (?P<what>[0-9]{1,18}|messages|show|erased) (?P<table>[^\s]{1,100})",
    re.ASCII,
)
"""What a process tells of a change, as ``Keeper.announcement`` writes it."""

ROUND: Final = 10.0
"""Seconds between two looks at the locks: what a killed process kept is taken over after as many."""

HOME_TAKEN: Final = (
    "another process runs the same shards on this database; stop it first, or set SHARDS to other shards. "
    "A process that was killed on another machine is missed after 20 seconds."
)

_log = logging.getLogger(__name__)


class ChangeListener(Protocol):
    """The receiver of what other processes do."""

    def changed_elsewhere(self, table_id: str, what: Change, guild_id: int | None) -> None:
        """Note what another process has changed of a table."""

    def lost_track(self) -> None:
        """Note that other processes may have changed any table."""

    def took_over(self, is_taken: Callable[[int | None], bool]) -> None:
        """Note that this process keeps more than before: ``is_taken`` says so of a server, or of DMs for None."""


class Keeper:
    """The shards that this process keeps, on a connection of its own."""

    def __init__(self, address: PostgresAddress, shards: Shards) -> None:
        self.shards = shards
        self.processes = 1
        """The processes that run on the database, this one included."""
        self._address = address
        self._name = secrets.token_hex(4)
        self.kept: frozenset[int] = frozenset()
        """The shards that this process keeps."""
        self._listener: ChangeListener | None = None
        self._session: AsyncConnection[Any] | None = None
        self._background = Background(_log, psycopg.Error)

    async def start(self) -> None:
        """Take the home locks and what is free. Raises ``StorageError`` where another process runs these shards."""
        self._session = await self._connected()
        await self._look(self._session)
        self._background.repeat("locks of shards", self._attend, ROUND / 10, at_once=True)

    async def close(self) -> None:
        """Leave everything to the other processes."""
        await self._background.close()
        self.kept = frozenset()
        if self._session is not None:
            await self._session.close()

    def listen(self, listener: ChangeListener) -> None:
        """Tell this listener from now on."""
        self._listener = listener

    def keeps(self, guild_id: int | None) -> bool:
        """Return whether this process keeps a server, or DMs for None."""
        return shard_of(guild_id, self.shards.count) in self.kept

    @property
    def may_have_others(self) -> bool:
        """Return whether other processes may run: not where this one has all shards."""
        return len(self.shards.ids) < self.shards.count

    def announcement(self, table_id: str, what: Change, guild_id: int | None) -> tuple[str, tuple[str, str]]:
        """Return the statement with its values that tells the other processes of a change, once it is committed."""
        return "SELECT pg_notify(?, ?)", (_CHANNEL, f"{self._name} {guild_id or 0} {what} {table_id}")

    async def _connected(self) -> AsyncConnection[Any]:
        with convert_errors():
            session = await connect(self._address)
            try:
                for shard in self.shards.ids:
                    cursor = await session.execute("SELECT pg_try_advisory_lock(%s, %s)", (HOME_LOCK, shard))
                    if await cursor.fetchone() != (1,):
                        raise StorageUnavailable(HOME_TAKEN)
                await session.execute(f"LISTEN {_CHANNEL}; LISTEN {_LOCKS}; NOTIFY {_LOCKS}, '{self._name}'".encode())
            except BaseException:
                # Whatever ends it: the server keeps the locks of a session for as long as it lasts.
                await session.close()
                raise
        return session

    async def _attend(self) -> None:
        """Look at the locks again and again, and pass on what other processes tell, whatever happens to the server."""
        session = self._session or await self._reconnected()
        looks_at = time.monotonic() + ROUND
        while True:
            try:
                # After one the loop ends, with all that came together: while it waits the session can do nothing else.
                async for notify in session.notifies(timeout=max(looks_at - time.monotonic(), 0.0), stop_after=1):
                    if notify.channel == _CHANNEL:
                        self._hear(notify)
                    elif notify.payload != self._name:
                        looks_at = 0.0
                if time.monotonic() >= looks_at:
                    await self._look(session)
                    looks_at = time.monotonic() + ROUND
            except Exception as error:
                # Whatever it is: a process that no longer listens would lose its locks at the next fault unseen, and a
                # second bot would start on its shards.
                self.kept = frozenset()
                _log.warning("PostgreSQL is lost; other processes may keep the clocks now: %r", error)
                with suppress(Exception):
                    await session.close()
                session = self._session = await self._reconnected()

    async def _reconnected(self) -> AsyncConnection[Any]:
        while True:
            try:
                session = await self._connected()
                await self._look(session)
            except Exception as error:
                _log.warning("PostgreSQL is still lost: %r", error)
                await asyncio.sleep(ROUND / 2)
            else:
                self._tell(lambda listener: listener.lost_track())
                return session

    async def _look(self, session: AsyncConnection[Any]) -> None:
        """Take what nobody keeps, and leave to others what is theirs."""
        cursor = await session.execute(OTHER_HOMES, (HOME_LOCK,))
        homes = await cursor.fetchall()
        others = {shard for shard, _ in homes}
        self.processes = 1 + len({process for _, process in homes})
        left = self.kept & others
        self.kept -= left
        for shard in left:
            await session.execute("SELECT pg_advisory_unlock(%s, %s)", (_KEEPER, shard))
        if left:
            await session.execute(f"NOTIFY {_LOCKS}, '{self._name}'".encode())
        before = self.kept
        for shard in sorted(set(range(self.shards.count)) - others - before):
            cursor = await session.execute("SELECT pg_try_advisory_lock(%s, %s)", (_KEEPER, shard))
            if await cursor.fetchone() == (1,):
                self.kept |= {shard}
        if self.kept != before or left:
            _log.info("this process keeps the shards %s of %d", sorted(self.kept), self.shards.count)
        if self.kept > before:
            taken, count = self.kept - before, self.shards.count
            self._tell(lambda listener: listener.took_over(lambda guild_id: shard_of(guild_id, count) in taken))

    def _hear(self, notify: Notify) -> None:
        told = _TOLD.fullmatch(notify.payload)
        if told is None:
            _log.warning("a notification on %s that no bot sends was left out", _CHANNEL)
        elif told["name"] != self._name:
            table_id, what, guild_id = told["table"], told["what"], int(told["guild"]) or None
            change: Change = int(what) if what.isdecimal() else what
            self._tell(lambda listener: listener.changed_elsewhere(table_id, change, guild_id))

    def _tell(self, call: Callable[[ChangeListener], None]) -> None:
        """Tell the listener something; a fault of its own leaves the locks as they are."""
        if self._listener is not None:
            try:
                call(self._listener)
            except Exception:
                _log.exception("a change on PostgreSQL was heard, and could not be shown")
