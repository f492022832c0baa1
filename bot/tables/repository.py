"""The tables over one database: open ones in memory, and the one way in which a table changes."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import Any, Final, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from bot.analysis.pool import PoolError
from bot.background import Background, Work
from bot.i18n.translation import gettext
from bot.memory import Latest
from bot.models.agreement import Sealed, Status, TimeLeft
from bot.models.errors import NO_SUCH_GAME, NoSuchTable, StaleWrite
from bot.models.player import Player
from bot.models.storage import Change
from bot.storage import finished_games
from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values
from bot.storage.table_messages import TableMessages
from bot.tables import clocks
from bot.tables.outages import WORTH_TELLING, Outages
from bot.tables.shuffle import commitment
from bot.tables.table import Notice, Occasion, Table, UnsentNotice, Update, closed_because, describe_table
from engine.course import Course
from engine.events import DealerChosen, Event, ForDealCut
from engine.game import waiting_on
from engine.record import FirstDealer, Record
from engine.rules import Rules
from engine.state import Over
from engine.view import View

P = ParamSpec("P")
T = TypeVar("T")

TOUCHES: Final = timedelta(hours=1)
"""How precisely the last touch of a table is stored."""

MOST_ENDED: Final = 50
"""How many games that are over are kept in memory: an end is drawn, counted and reviewed from the same events."""

MOST_PAUSED_VIEWS: Final = 2_000
"""How many players' views of paused games are kept in memory, of some kilobytes each."""

_PAUSED: Final = frozenset({"adjourned", "idle"})

_LIVE: Final = frozenset({"gathering", "playing"})
_log = logging.getLogger(__name__)


class Audience(Protocol):
    """The receivers of updates after they are stored."""

    def hear(self, update: Update) -> None:
        """Note an update at once, without waiting; screens may follow later."""


class TableRepository:
    """Every table over one database; ``now`` and ``steady`` tell the time, as they do for ``Outages``."""

    def __init__(
        self, database: Database, now: Callable[[], datetime], steady: Callable[[], float] | None = None
    ) -> None:
        self.database = database
        self.ids_of_player = partial(store.list_ids_of_player, database)
        self.ids_in_channel = partial(store.list_ids_in_channel, database)
        self.places_playing = partial(store.list_places_playing, database)
        self.streaks = partial(finished_games.read_streaks, database)
        self.next_id = partial(store.find_next_id, database)
        self.messages = TableMessages(database)
        self.outages = Outages(now, steady)
        self._now = now
        self._audiences: defaultdict[Occasion, list[Audience]] = defaultdict(list)
        self._open: dict[str, Table] = {}
        self._ended: Latest[str, Table] = Latest(MOST_ENDED)
        self._courses: Latest[str, Course] = Latest(MOST_ENDED)
        self._paused_views: Latest[tuple[str, int], View] = Latest(MOST_PAUSED_VIEWS)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._background = Background(_log, PoolError)
        self._out_of_reach: set[tuple[str, int]] = set()
        """The tables played in DMs, each with a player who takes no DMs now."""
        self.redraw: Callable[[Update], None] | None = None
        """Called with each table that another process has changed, once it is read again, and what happened there.

        The events are known of a table that was in memory. Tables that this process neither keeps nor has in memory are
        left out.
        """
        self.show_again: Callable[[str], None] | None = None
        """Called with the id of each table that this process keeps and is asked to show again."""
        self.forget_person: Callable[[int | None], None] | None = None
        """Called with the Discord account, if any, of each erased person, to drop other copies of their name."""

    def tell(self, audience: Audience, of: Occasion = "change") -> None:
        """Tell this audience of every update from now on, or of those after which a deal or a game is over."""
        self._audiences[of].append(audience)

    def note_reach(self, table: Table, seat: int, *, is_reached: bool) -> None:
        """Note whether a player takes the messages of a game in DMs; a change is told to the audiences."""
        player = table.seats[seat].player
        if player is None or table.place != "dm" or table.status != "playing":
            return
        place = table.id, player.id
        if is_reached is (place not in self._out_of_reach):
            return
        (self._out_of_reach.discard if is_reached else self._out_of_reach.add)(place)
        self._tell(Update(table, (), Notice("in_reach" if is_reached else "out_of_reach", seat)))

    def seats_out_of_reach(self, table: Table) -> frozenset[int]:
        """Return the seats whose players take no messages of a game, as far as one was refused and none taken since."""
        players = enumerate(seat.player for seat in table.seats)
        return frozenset(seat for seat, one in players if one and (table.id, one.id) in self._out_of_reach)

    def show_elsewhere(self, table_id: str) -> None:
        """Let the process that keeps a table show it again, if that is another one."""
        table = self.in_memory(table_id)
        if table is None or not self.keeps(table):
            self._reread(partial(self._ask_keeper, table_id))

    def keeps(self, table: Table) -> bool:
        """Return whether this process keeps a table: its clocks, its robots and its messages."""
        return self.database.keeps(table.kept_for)

    def is_home(self, table: Table) -> bool:
        """Return whether the server of a table is of this process's own shards."""
        return self.database.is_home(table.agreement.guild_id)

    def changed_elsewhere(self, table_id: str, what: Change, guild_id: int | None) -> None:
        """Forget what is in memory of a table that another process has changed, and read it again if that matters."""
        if what == "erased":
            account = int(table_id) if table_id.isdecimal() else 0
            self._reread(partial(self.forget_people, account or None))
            return
        self.messages.forget(table_id)
        if what == "show" and self.show_again is not None and self.database.keeps(guild_id):
            self.show_again(table_id)
        if not isinstance(what, int):
            return
        for key in [key for key in self._paused_views if key[0] == table_id]:
            del self._paused_views[key]
        if self.in_memory(table_id) is not None or self.database.keeps(guild_id):
            self._reread(partial(self._read_again, table_id, what))

    def lost_track(self) -> None:
        """Forget everything in memory, because other processes may have changed it."""
        self.messages.forget_all()
        self._paused_views.clear()
        self._reread(self.forget_people)
        for table_id in [*self._open, *self._ended]:
            self.changed_elsewhere(table_id, sys.maxsize, None)

    async def find(self, table_id: str) -> Table:
        """Return the table of this id in any status. Raises ``NoSuchTable``."""
        if (table := self._open.get(table_id) or self._ended.get(table_id)) is not None:
            return table
        # While its lock is held a table is never half written, and nobody plays on while it is read.
        async with self.held(table_id) as table:
            return table

    async def views_of_player(self, player: Player, *statuses: Status) -> dict[str, View]:
        """Return what a player sees at each of their tables of these statuses, by the id of the table.

        What they see at a paused game is read once and then kept, as far as there is room: it stays the same until the
        game is resumed.
        """
        views = {}
        for table_id in await self.ids_of_player(player.id, *statuses):
            view = self._paused_views.get((table_id, player.id))
            if view is None:
                table = await self.find(table_id)
                view = table.view(table.seat_of(player))
                if table.status in _PAUSED:
                    self._paused_views[table_id, player.id] = view
            views[table_id] = view
        return views

    async def count_by_status(self) -> dict[Status, int]:
        return await store.count_by_status(self.database, "gathering", "playing", "adjourned", "idle")

    async def history(self, table_id: str) -> tuple[Event, ...]:
        async with self._lock(table_id):
            return await self._history(table_id)

    async def course(self, table_id: str, rules: Rules) -> Course:
        """Return what happened at a table from the start; that of a game that ended lately is one for all readers."""
        async with self._lock(table_id):
            history = await self._history(table_id)
            return self._courses.get(table_id) or Course(history, rules)

    def describe(self, table_id: str) -> str:
        table = self.in_memory(table_id)
        return f"game {table_id}" if table is None else describe_table(table)

    async def forget_people(self, account: int | None = None) -> None:
        """Read every game that is over or that somebody left from the database again: somebody was erased there.

        ``account`` is their Discord account. What else names people is dropped from memory too.
        """
        left = [table.id for table in self._open.values() if table.game.closed]
        self._ended.clear()
        self._courses.clear()
        for table_id in {*left, *self._locks.keys()}:
            # Whoever acts there now, or is reading it, would keep the players as they were.
            async with self._lock(table_id):
                self._ended.pop(table_id, None)
                self._courses.pop(table_id, None)
                if table_id in self._open and self._open[table_id].game.closed:
                    del self._open[table_id]
        if self.forget_person is not None:
            self.forget_person(account)

    def _reread(self, reading: Work) -> None:
        self._background.start("tables of other processes", reading, key=object())

    async def _read_again(self, table_id: str, revision: int) -> None:
        async with self._lock(table_id):
            before = table = self.in_memory(table_id)
            if table is None or table.revision < revision:
                self._forget(table_id)
                table = await self._load(table_id)
                self._was_changed(table)
        if self.redraw is not None:
            many = 0 if before is None else max(table.version - before.version, 0)
            self.redraw(Update(table, table.recent[-many:] if many else ()))

    async def _ask_keeper(self, table_id: str) -> None:
        table = await self.find(table_id)
        if not self.keeps(table):
            async with self.database.transaction() as writing:
                self.database.announce(writing, table_id, "show", table.kept_for)

    def _was_changed(self, table: Table) -> None:
        """Do what is to be done about a table that this process or another one has changed."""

    def in_memory(self, table_id: str) -> Table | None:
        """Return the table if it is in memory: an open one, or one of the last that ended."""
        return self._open.get(table_id) or self._ended.get(table_id)

    async def _history(self, table_id: str) -> tuple[Event, ...]:
        """Return every event of a table to a caller that holds its lock or reads a game that is over."""
        if (course := self._courses.get(table_id)) is not None:
            return course.events
        history = await store.list_events(self.database, table_id)
        if (table := self._ended.get(table_id)) is not None:
            self._courses[table_id] = Course(history, table.rules)
        return history

    async def _load(self, table_id: str) -> Table:
        """Return the table to a caller that holds its lock or needs only what does not change any more."""
        if (table := self.in_memory(table_id)) is not None:
            return table
        agreement = await store.find(self.database, table_id)
        if agreement is None:
            raise NoSuchTable(gettext(NO_SUCH_GAME))
        times = () if agreement.clock is None else await store.read_clocks(self.database, table_id)
        history = await store.list_events(self.database, table_id)
        added = await store.list_contributions(self.database, table_id)
        with check_stored_values(f"table {table_id}"):
            table = Table.restored(agreement, history, times, added)
        if table.status in _LIVE:
            self._open[table_id] = table
        elif table.status == "over":
            self._ended[table_id] = table
            self._courses[table_id] = Course(history, table.rules)
        return table

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def move_touches(self, later: Callable[[datetime], datetime]) -> dict[str, datetime]:
        """Move the last touch of the open tables that this process keeps; returns what is to be stored of it."""
        touches = {}
        for table in [table for table in self._open.values() if self.keeps(table)]:
            at = later(table.agreement.touched_at)
            # No touch is stored more precisely.
            if abs(at - table.agreement.touched_at) > TOUCHES:
                touches[table.id] = at
                self._open[table.id] = table.agreed(touched_at=at)
        return touches

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[Table]:
        """Give the table of any status to the only caller that may change it now. Raises ``NoSuchTable``."""
        async with self._lock(table_id):
            yield await self._load(table_id)

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[Table]:
        """Hold the table for a player, who may act there. Raises ``NoSuchTable`` if it was closed."""
        async with self.held(table_id) as table:
            for seat in table.seats:
                if seat.player is not None:
                    self._paused_views.pop((table_id, seat.player.id), None)
            if table.status == "closed":
                raise NoSuchTable(closed_because(table))
            yield table

    async def save(
        self,
        table: Table,
        events: tuple[Event, ...] = (),
        *,
        new: bool = False,
        notice: Notice | None = None,
        moved: Collection[int] = (),
        also: Callable[[Transaction], None] | None = None,
        stood_since: datetime | None = None,
    ) -> Table:
        """Write everything in one transaction, keep it in memory, then tell the audiences; the caller holds the table.

        Its clocks are given back what they have lost; ``stood_since`` is when a time began, just over, in which nobody
        could act there. ``moved`` are the seats whose players have just acted, and ``also`` writes more in the same
        transaction.
        """
        is_kept = bool(table.times) and self.keeps(table)
        with self.outages.giving_back(table, stood_since, is_kept=is_kept) as (given, seconds):
            if seconds >= WORTH_TELLING and notice is None and table.status == "playing":
                notice = Notice("time_given_back", seconds=seconds)
            before = None if new else self._open.get(table.id)
            # At each seat the place that its player had before, if a cut for the deal has moved the players.
            places = next((event.places for event in events if isinstance(event, ForDealCut) and event.places), None)
            table = self._with_consequences(given, places, moved)
            async with self._writing(table.id) as writing:
                self._write_agreement(writing, before, table, new=new)
                store.append_events(writing, table.id, table.version - len(events), events)
                if table.times:
                    _write_times(writing, before, table)
                if before is None or table.contributions is not before.contributions:
                    _write_contributions(writing, before, table, places)
                if isinstance(table.game.phase, Over):
                    ended_at = self._now().isoformat()
                    store.add_result(writing, table.id, table.game.phase, table.game.scores, ended_at=ended_at)
                if also is not None:
                    also(writing)
                if notice is not None:
                    UnsentNotice(table, notice, self._now()).write(writing)
                self.database.announce(writing, table.id, table.revision, table.kept_for)
        if table.status in _LIVE:
            self._open[table.id] = table
        else:
            self._open.pop(table.id, None)
        if table.status == "over":
            self._ended[table.id] = table
        if table.status in {"over", "closed"} and self._out_of_reach:
            self._out_of_reach = {one for one in self._out_of_reach if one[0] != table.id}
        self._tell(Update(table, events, notice))
        self._was_changed(table)
        return table

    def _with_consequences(self, table: Table, places: tuple[int, ...] | None, moved: Collection[int]) -> Table:
        """Return the table with what follows from it: the end, players in new seats, clocks, and the last touch."""
        now = self._now()
        if isinstance(table.game.phase, Over):
            table = table.agreed(status="over", adjourning=frozenset())
        if places is not None:
            table = replace(table, times=_in_new_seats(table.times, places))
            table = table.agreed(seats=_in_new_seats(table.seats, places), adjourning=frozenset())
        if now - table.agreement.touched_at >= TOUCHES:
            table = table.agreed(touched_at=now)
        table = table.agreed(revision=table.revision + 1)
        return replace(table, times=_times(table, moved, now)) if table.times else table

    def _write_agreement(self, writing: Transaction, before: Table | None, table: Table, *, new: bool) -> None:
        if new:
            store.add(writing, table.agreement, self._now().isoformat())
        elif before is not None and before.agreement == replace(table.agreement, revision=before.revision):
            store.put_revision(writing, table.agreement)
        else:
            store.put_state(writing, table.agreement)
            if before is None or before.seats != table.seats:
                store.put_seats(writing, table.id, table.seats)

    @asynccontextmanager
    async def _writing(self, table_id: str) -> AsyncIterator[Transaction]:
        """Open a transaction about a table. If it fails, the table is read from the database again."""
        try:
            async with self.database.transaction() as writing:
                yield writing
        except BaseException:
            self._forget(table_id)
            raise

    def _forget(self, table_id: str) -> None:
        self._open.pop(table_id, None)
        self._ended.pop(table_id, None)
        self._courses.pop(table_id, None)
        self.messages.forget(table_id)

    def _tell(self, update: Update) -> None:
        """Tell every audience. The update is stored already, so an audience that fails changes nothing."""
        for occasion in update.occasions:
            for audience in self._audiences[occasion]:
                try:
                    audience.hear(update)
                except Exception:
                    _log.exception("the audience did not hear of %s", describe_table(update.table))


def twice_if_stale(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a method that changes a table begin once more where another process has changed the table meanwhile.

    What was read before is forgotten by then, and nothing was written.
    """

    @wraps(method)
    async def call(*args: P.args, **options: P.kwargs) -> T:
        try:
            return await method(*args, **options)
        except StaleWrite:
            return await method(*args, **options)

    return call


def _in_new_seats(things: Sequence[T], places: Sequence[int]) -> tuple[T, ...]:
    return tuple(things[place] for place in places) if things else ()


def _times(table: Table, moved: Collection[int], now: datetime) -> tuple[TimeLeft, ...]:
    """Return everyone's clock now: a clock runs while the game is played and its player has to act."""
    clock = table.clock
    assert clock is not None
    asked = waiting_on(table.game) if table.status == "playing" else ()
    times = []
    for seat, time in enumerate(table.times):
        running = seat in asked and table.seats[seat].robot is None
        prompt = table.prompt(seat) if running else None
        times.append(clocks.updated_clock(time, clock, prompt, now, moved=seat in moved))
    return tuple(times)


def _write_contributions(
    writing: Transaction, before: Table | None, table: Table, places: tuple[int, ...] | None
) -> None:
    """Write what was added to the shuffle since, by players who have new seats now if there are ``places``.

    Everything is written again once a player has left an invitation, and where the table before this one is not known.
    """
    known = () if before is None else before.contributions
    if (first := len(known)) and table.contributions[:first] != known:
        store.clear_contributions(writing, table.id)
        first = 0
    for number, contribution in enumerate(table.contributions[first:], first):
        player = table.seats[contribution.seat if places is None else places.index(contribution.seat)].player
        assert player is not None
        store.add_contribution(writing, table.id, number, player.id, contribution)


def _write_times(writing: Transaction, before: Table | None, table: Table) -> None:
    then = before.times if before is not None else ()
    changed = [(seat, time) for seat, time in enumerate(table.times) if not then or then[seat] != time]
    if changed:
        store.put_clocks(writing, table.id, changed)


# A game as a record for download.

_POSTED: Final[Mapping[Sealed | None, bool]] = {"shown": True, "late": False}


async def record_of(tables: TableRepository, table_id: str, guild_id: int | None = None) -> Record:
    """The record of a game; its seed is in it once the game is over. Raises ``NoSuchTable``.

    People are called as they are in the server ``guild_id`` if the game is one of it, or else by their accounts.
    """
    table = (await tables.find(table_id)).seen_from(guild_id)
    seed, events = table.agreement.seed, await tables.history(table_id)
    return Record(
        game=table.id,
        preset=table.agreement.preset,
        rules=table.rules,
        seats=table.names,
        commitment=commitment(seed),
        seed=seed.hex() if table.status == "over" else None,
        events=events,
        first_dealer=_first_dealer(table, events),
        contributions=table.contributions,
        posted=_POSTED.get(table.agreement.sealed),
    )


def _first_dealer(table: Table, events: Sequence[Event]) -> FirstDealer | None:
    """Return who named the first dealer, or None where the cards are cut for the deal or nobody deals yet."""
    kinds = {type(event) for event in events}
    if ForDealCut in kinds or DealerChosen not in kinds:
        return None
    return "league" if table.agreement.first_dealer is not None else "previous"
