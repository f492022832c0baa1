"""All the tables: opening them, acting at them, and telling everyone after it is stored."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol
from weakref import WeakValueDictionary

from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.storage.errors import StorageError
from bot.storage.players import Player
from bot.storage.tables import Agreement, Place, Seat
from bot.tables import robots
from bot.tables.errors import NoSuchTable, NotSeated, Stale, TableError
from bot.tables.packs import fresh_seed, pack
from bot.tables.table import Table, Update, check_seat
from engine.actions import ChooseDealer, Move
from engine.errors import CribbageError
from engine.events import DealerChosen, Event
from engine.game import apply, chance, shuffle_in
from engine.rules import NextDealer, Rules
from engine.state import Game, Over

RETRY_AFTER: Final = 5.0
"""Seconds after which a robot tries once more what the disk has refused."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_log = logging.getLogger(__name__)


class Audience(Protocol):
    """Whoever is told of what has been stored."""

    def hear(self, update: Update) -> None:
        """Take note of an update, at once and without waiting; the screens may follow later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What somebody asks for who opens a table. ``invited`` None is an open seat that anyone may take."""

    host: Player
    invited: Player | None = None
    robot: str | None = None
    guild_id: int | None
    channel_id: int
    place: Place
    preset: str
    rules: Rules


class Tables:
    """Every table that is open, over one database.

    ``now`` tells the time in UTC; ``pace`` is how many seconds a robot takes to move.
    """

    def __init__(self, database: Database, now: Callable[[], datetime], *, pace: float = 0.0) -> None:
        self.database = database
        self._now = now
        self._pace = pace
        self._audience: Audience | None = None
        self._open: dict[str, Table] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._thought = asyncio.Lock()
        self._closed = False

    def tell(self, audience: Audience) -> None:
        """Tell this audience from now on."""
        self._audience = audience

    async def close(self) -> None:
        """Let the robots go; whatever is stored stays stored."""
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)
        # One that was let go before it had begun to think could not strike itself off.
        self._thinking.clear()

    async def resume(self) -> list[Table]:
        """Take up every table that was open when the last run ended, and wake the robots that are asked.

        A table that cannot be read does not keep the others from going on.
        """
        tables = []
        for name in await store.with_status(self.database, "gathering", "playing"):
            try:
                tables.append(await self.find(name))
            except CribbageError as error:
                _log.error("table %s cannot be taken up again: %s", name, error)
        # Robots that moved meanwhile would keep the last tables waiting.
        for table in tables:
            self._wake(table)
        return tables

    async def find(self, table_id: str) -> Table:
        """The table of this name, open or over. Raises ``NoSuchTable``."""
        if (table := self._open.get(table_id)) is not None:
            return table
        # Under its lock nothing of a table is half written, and nobody plays on while it is read.
        async with self._lock(table_id):
            return await self._load(table_id)

    async def open(self, opening: Opening) -> Table:
        """Open a table: at once with a robot, or with an invitation or an open seat to be taken."""
        host = Seat(opening.host, agreed=True)
        other = Seat(opening.invited, opening.robot, agreed=opening.robot is not None)
        if opening.invited is not None and opening.invited.id == opening.host.id:
            raise TableError("You cannot play against yourself; invite somebody else, or the robot.")
        if opening.robot is not None and opening.robot not in robots.LEVELS:
            raise TableError(f"There is no robot {opening.robot!r}; choose {' or '.join(robots.LEVELS)}.")
        agreement = Agreement(
            id=_new_id(),
            guild_id=opening.guild_id,
            channel_id=opening.channel_id,
            place=opening.place,
            preset=opening.preset,
            rules=opening.rules,
            status="gathering",
            seed=fresh_seed(),
            previous=None,
            seats=(host, other),
        )
        return await self._found(agreement)

    async def move_to(self, table_id: str, channel_id: int, place: Place) -> Table:
        """The table stands elsewhere from now on: in a thread of its own, or in the channel instead of DMs."""
        async with self._locked(table_id) as table:
            moved = replace(table, agreement=replace(table.agreement, channel_id=channel_id, place=place))
            async with self._writing(table_id) as writing:
                store.put_place(writing, table_id, channel_id, place)
            if table_id in self._open:
                self._open[table_id] = moved
            return moved

    async def accept(self, table_id: str, player: Player) -> Table:
        """Say yes to an invitation, or take an open seat; the game begins when every seat is filled."""
        async with self._locked(table_id) as table:
            if table.status != "gathering":
                raise Stale("This game has begun already.")
            seats = _seated(table, player)
            if not all(seat.agreed for seat in seats):
                return await self._store(table.agreed(seats=seats), ())
            return await self._begin(table.agreed(seats=seats, status="playing"))

    async def decline(self, table_id: str, player: Player) -> Table:
        """Say no to an invitation, or take one's own back; the table is closed."""
        async with self._locked(table_id) as table:
            if table.status != "gathering":
                raise Stale("This game has begun already; /resign gives it up.")
            table.seat_of(player)
            return await self._store(table.agreed(status="closed"), ())

    async def act(self, table_id: str, player: Player, prompt: str | None, move: Move) -> Update:
        """Try a move: decide, store, then tell. Raises before anything has changed.

        ``prompt`` is what the player was asked when he chose; None stands for a move that answers no screen.
        """
        async with self._locked(table_id) as table:
            seat = table.seat_of(player)
            check_seat(move, seat)
            return await self._act(table, seat, prompt, move)

    async def again(self, table_id: str, player: Player) -> Table:
        """Play another game with the same people and rules; the first deal falls as the rules say.

        A game has one that follows it and no more: where that was declined or is over, it is returned as it is.
        """
        async with self._lock(table_id):
            old = await self._load(table_id)
            seat = old.seat_of(player)
            if old.status != "over":
                raise Stale("This game is not over yet.")
            following = await store.after(self.database, table_id)
            if following is None:
                seats = tuple(replace(chair, agreed=chair.robot is not None) for chair in old.seats)
                seats = (*seats[:seat], replace(seats[seat], agreed=True), *seats[seat + 1 :])
                return await self._found(
                    replace(
                        old.agreement, id=_new_id(), status="gathering", seed=fresh_seed(), previous=old.id, seats=seats
                    )
                )
        table = await self.find(following)
        return await self.accept(following, player) if table.status == "gathering" else table

    async def history(self, table_id: str) -> tuple[Event, ...]:
        """Every event of a table from the start."""
        async with self._lock(table_id):
            return await store.events(self.database, table_id)

    async def _found(self, agreement: Agreement) -> Table:
        """Keep a new table; where nobody need be asked, the game begins in the same breath."""
        table = Table.opened(agreement)
        async with self._lock(table.id):
            if all(seat.agreed for seat in table.seats):
                return await self._begin(table.agreed(status="playing"), new=True)
            return await self._store(table, (), new=True)

    async def _begin(self, table: Table, *, new: bool = False) -> Table:
        """Choose the first dealer and deal."""
        dealer = await self._first_dealer(table.agreement)
        events: tuple[Event, ...] = ()
        game = table.game
        if dealer is not None:
            game, events = apply(game, ChooseDealer(dealer))
        game, dealt = _deal_on(game, table.agreement.seed)
        return await self._store(table.after(game, (*events, *dealt)), (*events, *dealt), new=new)

    async def _first_dealer(self, agreement: Agreement) -> int | None:
        """Who deals first without a cut, in a game that follows another."""
        rules = agreement.rules
        if agreement.previous is None or rules.next_dealer is NextDealer.CUT:
            return None
        if rules.next_dealer is NextDealer.ALTERNATE:
            told = await store.events(self.database, agreement.previous)
            return next((event.seat + 1) % rules.players for event in told if isinstance(event, DealerChosen))
        last = (await self._load(agreement.previous)).game
        return next(
            seat
            for seat in range(rules.players)
            if isinstance(last.phase, Over) and rules.side_of(seat) != last.phase.side
        )

    async def _act(self, table: Table, seat: int, prompt: str | None, move: Move) -> Update:
        if table.status == "gathering":
            raise TableError("This game has not begun; it waits for the other player.")
        asked = table.view(seat).prompt
        if prompt is not None and prompt != str(asked):
            raise Stale("That was asked earlier; the screen now shows what is asked.")
        game, events = apply(table.game, move)
        game, dealt = _deal_on(game, table.agreement.seed)
        events = (*events, *dealt)
        return Update(await self._store(table.after(game, events), events), events)

    async def _store(self, table: Table, events: tuple[Event, ...], *, new: bool = False) -> Table:
        """Write everything in one transaction, then remember it, then tell."""
        over = table.game.phase if isinstance(table.game.phase, Over) else None
        if over is not None:
            table = table.agreed(status="over")
        before = self._open.get(table.id)
        async with self._writing(table.id) as writing:
            if new:
                store.add(writing, table.agreement, self._now().isoformat())
            elif before is None or before.agreement != table.agreement:
                store.put_status(writing, table.id, table.status)
                store.put_seats(writing, table.id, table.seats)
            store.append(writing, table.id, table.version - len(events), events)
            if over is not None:
                ended_at = self._now().isoformat()
                store.add_result(writing, table.id, over, table.game.scores, ended_at=ended_at)
        if table.status in {"over", "closed"}:
            self._open.pop(table.id, None)
        else:
            self._open[table.id] = table
        self._tell(Update(table, events))
        self._wake(table)
        return table

    async def _load(self, table_id: str) -> Table:
        """The table, for one who holds its lock or needs only what does not change any more."""
        if (table := self._open.get(table_id)) is not None:
            return table
        agreement = await store.find(self.database, table_id)
        if agreement is None:
            raise NoSuchTable("There is no such table; /games lists yours.")
        table = Table.restored(agreement, await store.events(self.database, table_id))
        if table.status in {"gathering", "playing"}:
            self._open[table_id] = table
        return table

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

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
        """Tell the audience. What is stored has happened, so an audience that fails takes nothing back."""
        if self._audience is None:
            return
        try:
            self._audience.hear(update)
        except Exception:
            _log.exception("the audience did not hear of table %s", update.table.id)

    @asynccontextmanager
    async def _locked(self, table_id: str) -> AsyncIterator[Table]:
        """The table, for one who alone may change it. Raises ``NoSuchTable`` for one that was closed."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            if table.status == "closed":
                raise NoSuchTable("This table was closed before the game began; start another with /play.")
            yield table

    def _wake(self, table: Table) -> None:
        """See to it that a robot that is asked will move."""
        if self._closed or table.robot_asked() is None or table.id in self._thinking:
            return
        task = asyncio.create_task(self._think(table.id), name=f"robots at {table.id}")
        self._thinking[table.id] = task
        task.add_done_callback(_complain)

    async def _think(self, table_id: str) -> None:
        """Move for the robots of a table until a person is asked, or the game is over."""
        wait = self._pace
        try:
            while True:
                await asyncio.sleep(wait)
                try:
                    if not await self._move_robot(table_id):
                        return
                except StorageError as error:
                    _log.warning("the robot at table %s could not move, and tries again: %s", table_id, error)
                    wait = RETRY_AFTER
                else:
                    wait = self._pace
        finally:
            self._thinking.pop(table_id, None)

    async def _move_robot(self, table_id: str) -> bool:
        """Move for a robot that is asked; False if none is."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            seat = table.robot_asked()
            if seat is not None:
                async with self._thought:
                    # However many robots are asked at once, everything else has its turn between two thoughts.
                    await asyncio.sleep(0)
                    move = robots.move_of(table, seat)
                await self._act(table, seat, None, move)
        return seat is not None


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def _deal_on(game: Game, seed: bytes) -> tuple[Game, tuple[Event, ...]]:
    """Cut and deal as far as the game waits for the shuffle alone."""
    events: tuple[Event, ...] = ()
    while (wanted := chance(game)) is not None:
        game, brought = shuffle_in(game, pack(seed, *wanted))
        events += brought
    return game, events


def _seated(table: Table, player: Player) -> tuple[Seat, ...]:
    """The seats once this player has said yes, or has taken the first open one."""
    seats = list(table.seats)
    for number, seat in enumerate(seats):
        if seat.player is not None and seat.player.id == player.id:
            if seat.agreed:
                raise TableError("You have a seat already; the game begins when the other player accepts.")
            seats[number] = replace(seat, agreed=True)
            return tuple(seats)
    for number, seat in enumerate(seats):
        if seat.player is None and seat.robot is None:
            seats[number] = Seat(player, agreed=True)
            return tuple(seats)
    names = " and ".join(table.names)
    raise NotSeated(f"This invitation is not for you but for {names}; start your own game with /play.")


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a robot could not move: %s", error, exc_info=error)
