"""The open tables in memory, as they stand in the file, and the one way in which they change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.i18n.translation import gettext
from bot.models.agreement import Status, TimeLeft
from bot.storage import clocks as kept_times
from bot.storage import table_messages
from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values
from bot.tables import clocks
from bot.tables.errors import NoSuchTable
from bot.tables.seating import places_in, reseated
from bot.tables.table import Notice, Table, Update, closed_because
from bot.tables.table_messages import TableMessages
from engine.events import Event
from engine.game import waiting_on
from engine.state import Over

TOUCHES: Final = timedelta(hours=1)
"""How exactly it is kept when a table was last touched."""

_LIVE: Final = frozenset({"gathering", "playing"})
"""The statuses of tables that are kept in memory."""

_log = logging.getLogger(__name__)


class Audience(Protocol):
    """Whoever is told of what has been stored."""

    def hear(self, update: Update) -> None:
        """Take note of an update, at once and without waiting; the screens may follow later."""


class TableRepository:
    """Every table over one database; ``now`` tells the time in UTC."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self.database = database
        self.messages = TableMessages(database)
        self._now = now
        self._audiences: list[Audience] = []
        self._open: dict[str, Table] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def tell(self, audience: Audience) -> None:
        """Tell this audience too from now on."""
        self._audiences.append(audience)

    async def find(self, table_id: str) -> Table:
        """The table of this name, however it stands. Raises ``NoSuchTable``."""
        if (table := self._open.get(table_id)) is not None:
            return table
        # Under its lock nothing of a table is half written, and nobody plays on while it is read.
        async with self._lock(table_id):
            return await self._load(table_id)

    async def ids_of_player(self, player_id: int, *statuses: Status) -> list[str]:
        """Return the ids of a player's tables of these statuses, the newest first."""
        return await store.list_ids_of_player(self.database, player_id, *statuses)

    async def ids_in_channel(self, channel_id: int, *statuses: Status) -> list[str]:
        """Return the ids of the tables shown in a channel, the newest first: of these statuses, or else not over."""
        return await store.list_ids_in_channel(self.database, channel_id, *statuses)

    async def was_first_game(self, player_id: int, table_id: str) -> bool:
        """Return whether a player finished no game before the one at this table."""
        return await store.was_first_game(self.database, player_id, table_id)

    async def history(self, table_id: str) -> tuple[Event, ...]:
        """Every event of a table from the start."""
        async with self._lock(table_id):
            return await store.list_events(self.database, table_id)

    async def _load(self, table_id: str) -> Table:
        """The table, for one who holds its lock or needs only what does not change any more."""
        if (table := self._open.get(table_id)) is not None:
            return table
        agreement = await store.find(self.database, table_id)
        if agreement is None:
            raise NoSuchTable(gettext("There is no such table; /games lists yours."))
        times = () if agreement.clock is None else await kept_times.read(self.database, table_id)
        events = await store.list_events(self.database, table_id)
        with check_stored_values(f"table {table_id}"):
            table = Table.restored(agreement, events, times)
        if table.status in _LIVE:
            self._open[table_id] = table
        return table

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[Table]:
        """The table, for one who alone may change it. Raises ``NoSuchTable`` for one that was closed."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            if table.status == "closed":
                raise NoSuchTable(closed_because(table))
            yield table

    async def _store(
        self,
        table: Table,
        events: tuple[Event, ...] = (),
        *,
        new: bool = False,
        notice: Notice | None = None,
        moved: Collection[int] = (),
        also: Callable[[Transaction], None] | None = None,
    ) -> Table:
        """Write everything in one transaction, then remember it, then tell.

        ``moved`` are the seats that have acted themselves, and ``also`` writes what belongs to it elsewhere.
        """
        before = None if new else self._open.get(table.id)
        places = places_in(events)
        table = self._settled(table, places, moved)
        async with self._writing(table.id) as writing:
            self._write_agreement(writing, before, table, new=new)
            if places is not None:
                table_messages.reseat(writing, table.id, places)
            store.append_events(writing, table.id, table.version - len(events), events)
            _write_times(writing, before, table)
            if table.status == "over":
                self._write_result(writing, table)
            if also is not None:
                also(writing)
        if table.status in _LIVE:
            self._open[table.id] = table
        else:
            self._open.pop(table.id, None)
        self._tell(Update(table, events, notice))
        return table

    def _settled(self, table: Table, places: tuple[int, ...] | None, moved: Collection[int]) -> Table:
        """The table with all that follows: the end, the players in new seats, the clocks, and when it was touched."""
        now = self._now()
        if isinstance(table.game.phase, Over):
            table = table.agreed(status="over", adjourning=frozenset())
        if places is not None:
            table = replace(table, times=reseated(table.times, places))
            table = table.agreed(seats=reseated(table.seats, places), adjourning=frozenset())
        if now - table.agreement.touched_at >= TOUCHES:
            table = table.agreed(touched_at=now)
        return replace(table, times=_times(table, moved, now)) if table.times else table

    def _write_agreement(self, writing: Transaction, before: Table | None, table: Table, *, new: bool) -> None:
        if new:
            store.add(writing, table.agreement, self._now().isoformat())
        elif before is None or before.agreement != table.agreement:
            store.put_state(writing, table.agreement)
            if before is None or before.seats != table.seats:
                store.put_seats(writing, table.id, table.seats)

    def _write_result(self, writing: Transaction, table: Table) -> None:
        assert isinstance(table.game.phase, Over)
        ended_at = self._now().isoformat()
        store.add_result(writing, table.id, table.game.phase, table.game.scores, ended_at=ended_at)

    @asynccontextmanager
    async def _writing(self, table_id: str) -> AsyncIterator[Transaction]:
        """One transaction about a table. If it fails or is cut short, the disk alone knows how the table stands."""
        try:
            async with self.database.transaction() as writing:
                yield writing
        except BaseException:
            self._open.pop(table_id, None)
            raise

    def _tell(self, update: Update) -> None:
        """Tell every audience. What is stored has happened, so an audience that fails takes nothing back."""
        for audience in self._audiences:
            try:
                audience.hear(update)
            except Exception:
                _log.exception("the audience did not hear of table %s", update.table.id)


def _times(table: Table, moved: Collection[int], now: datetime) -> tuple[TimeLeft, ...]:
    """Everyone's clock now: it runs for a person of whom something is asked while the game is played."""
    clock = table.clock
    assert clock is not None
    asked = waiting_on(table.game) if table.status == "playing" else ()
    times = []
    for seat, time in enumerate(table.times):
        running = seat in asked and table.seats[seat].robot is None
        prompt = str(table.prompt(seat)) if running else None
        times.append(clocks.go_on(time, clock, prompt, now, moved=seat in moved))
    return tuple(times)


def _write_times(writing: Transaction, before: Table | None, table: Table) -> None:
    """Write the clocks that have changed."""
    then = before.times if before is not None else ()
    changed = [(seat, time) for seat, time in enumerate(table.times) if not then or then[seat] != time]
    if changed:
        kept_times.put(writing, table.id, changed)
