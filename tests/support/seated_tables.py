"""People at tables without Discord, for the tests of tables, charts and speed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.models.agreement import Agreement, Clock, Seat
from bot.models.player import Player
from bot.storage import players, tables
from bot.storage import tables as store
from bot.storage.database import Database
from bot.tables.repository import record_of
from bot.tables.service import Opening, Tables, _new_id
from bot.tables.shuffle import check, fresh_seed
from bot.tables.table import Notice, Table, Update
from engine.actions import Accept, ClaimHeels, Declare, Move, Play, Resign, TakeBack
from engine.audit import audit
from engine.presets import find
from engine.record import Record, event_to_dict
from engine.rules import Pegging, Rules
from engine.scoring import peg_points, show_total
from engine.view import View
from tests.support.blank_database import opened, read_stored

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


@dataclass
class Recorder:
    """A publisher that checks every update: its events must be in the file already."""

    path: Path
    updates: list[Update] = field(default_factory=list)

    def hear(self, update: Update) -> None:
        told = [event_to_dict(event) for event in update.events]
        if told:
            version = update.table.version
            assert stored_events(self.path, update.table.id, version - len(told))[: len(told)] == told
        self.updates.append(update)


@dataclass
class Wall:
    """A clock with a fixed time, which a test can move."""

    now: datetime = NOW
    elapsed: float = 0.0

    def __call__(self) -> datetime:
        return self.now

    def steady(self) -> float:
        return self.elapsed

    def passes(self, **time: float) -> datetime:
        self.elapsed += timedelta(**time).total_seconds()
        return self.leaps(**time)

    def leaps(self, **time: float) -> datetime:
        self.now += timedelta(**time)
        return self.now


@dataclass
class Room:
    """Tables over one file, four people, and a clock."""

    path: Path
    database: Database
    tables: Tables
    heard: Recorder
    ann: Player
    ben: Player
    cy: Player
    dee: Player
    wall: Wall

    def opening(self, rules: Rules | None = None, **options: Any) -> Opening:
        """Let Ann open a table; nobody is invited unless the options say so."""
        asked = {"host": self.ann, "guild_id": 1, "channel_id": 2, "place": "here", "preset": "house", **options}
        if "robot" in asked:
            asked["robots"] = (asked.pop("robot"),)
        if isinstance(asked.get("invited"), Player):
            asked["invited"] = (asked["invited"],)
        return Opening(rules=rules or find("house", target=61), **asked)

    async def sit_down(self, rules: Rules | None = None, **options: Any) -> Table:
        """Return a table of Ann and Ben with the cards dealt."""
        table = await self.tables.open(self.opening(rules, invited=self.ben, **options))
        return await self.tables.accept(table.id, self.ben)

    async def gather(self, rules: Rules, **options: Any) -> Table:
        """Return a table with as many people as the rules need, and the cards dealt."""
        guests = (self.ben, self.cy, self.dee)[: rules.players - 1]
        table = await self.tables.open(self.opening(rules, invited=guests, **options))
        for guest in guests:
            table = await self.tables.accept(table.id, guest)
        return table

    async def sit_down_with_robot(self, level: str = "club") -> Table:
        """Return a table of Ann and a robot that does not move yet."""
        table = await self.tables.open(self.opening(robot=level))
        await self.again()
        return await self.tables.find(table.id)

    async def robots_sit_down(self, level: str = "club", rules: Rules | None = None) -> Table:
        seat, rules = Seat(robot=level, agreed=True), rules or find("house", target=61)
        return await self.tables._create_table(
            Agreement(
                id=_new_id(),
                guild_id=None,
                channel_id=2,
                place="here",
                preset="house",
                rules=rules,
                status="gathering",
                seed=fresh_seed(),
                previous=None,
                seats=(seat,) * rules.players,
            )
        )

    async def take_turn(self, table_id: str) -> Update:
        """Let the first player whose turn it is make a sound move."""
        table = await self.tables.find(table_id)
        seat = table.view(None).waiting_on[0]
        view, player = table.view(seat), table.seats[seat].player
        assert player is not None
        return await self.tables.act(table_id, player, view.prompt, sound_move(view))

    async def move(self, table: Table, seat: int) -> Table:
        now = await self.tables.find(table.id)
        player = now.seats[seat].player
        assert player is not None
        return (await self.tables.act(table.id, player, None, sound_move(now.view(seat)))).table

    async def act(self, table: Table, move: Move) -> Table:
        player = table.seats[move.seat].player
        assert player is not None
        return (await self.tables.act(table.id, player, None, move)).table

    async def give_up(self, table: Table, player: Player) -> Table:
        seat = (await self.tables.find(table.id)).seat_of(player)
        return (await self.tables.act(table.id, player, None, Resign(seat))).table

    async def in_the_play(self, clock: Clock, rules: Rules | None = None) -> Table:
        """Return a table of Ann and Ben in the play, after both have discarded."""
        table = await self.sit_down(rules, clock=clock)
        for seat in (0, 1):
            table = await self.move(table, seat)
        return table

    async def play_until(self, table: Table, found: Callable[[View], bool], moved: Callable[[View], Move]) -> Table:
        """Let the first player who is asked move, also for robots that sleep, until a view is as wanted."""
        for _ in range(1_000):
            view = table.view(None)
            if found(view):
                return table
            seat = view.waiting_on[0]
            await self.tables._act(table, seat, None, moved(table.view(seat)))
            table = await self.tables.find(table.id)
        raise AssertionError("it never came to that")

    async def later(self, **time: float) -> None:
        """Let time pass, and let the bot look at the clocks."""
        self.wall.passes(**time)
        await self.tables.timekeeper.tick()

    async def prove(self, table_id: str) -> Record:
        """Check the record of a game that is over under the laws and against its shuffle, and return it."""
        record = audit((await record_of(self.tables, table_id)).to_dict())
        assert record.seed is not None
        findings = check(record.commitment, record.seed, record.events, record.contributions)
        assert [finding for finding in findings if not finding.agrees] == []
        return record

    def notices(self, *kinds: str) -> list[Notice]:
        told = [update.notice for update in self.heard.updates if update.notice is not None]
        return [notice for notice in told if not kinds or notice.kind in kinds]

    async def play_out(self, table_id: str) -> Table:
        while (await self.tables.find(table_id)).status == "playing":
            await self.take_turn(table_id)
        return await self.tables.find(table_id)

    async def play_first_deal(self, table_id: str) -> Table:
        """Let Ann play against robots until the game counts even if she gives it up."""
        while (table := await self.tables.find(table_id)).is_unplayed:
            if (seat := table.seat_of(self.ann)) in table.view(None).waiting_on:
                await self.move(table, seat)
            else:
                await asyncio.gather(*self.tables.robots._thinking.values())
        return table

    async def again(self) -> Tables:
        """Return the tables as another process would load them."""
        await self.tables.close()
        self.tables = Tables(self.database, self.wall, steady=self.wall.steady)
        self.tables.tell(self.heard)
        return self.tables

    async def same_in_memory_and_on_disk(self) -> None:
        """Check that every table in memory is the same as in the file."""
        for table in self.tables._open.values():
            agreement = await store.find(self.database, table.id)
            assert agreement is not None, "a table of which the file knows nothing"
            times = await tables.read_clocks(self.database, table.id)
            events, added = await store.list_events(self.database, table.id), table.contributions
            assert await store.list_contributions(self.database, table.id) == added
            assert Table.restored(agreement, events, times, added) == table
            assert table.status in {"gathering", "playing"}


@asynccontextmanager
async def room_over(path: Path) -> AsyncIterator[Room]:
    """Open the room, and compare it with its file when it closes."""
    database = await opened(path)
    names, wall = ("Ann", "Ben", "Cy", "Dee"), Wall()
    people = [await players.meet(database, number, name) for number, name in enumerate(names, 70)]
    room = Room(path, database, Tables(database, wall, steady=wall.steady), Recorder(path), *people, wall)
    room.tables.tell(room.heard)
    try:
        yield room
        await room.tables.close()
        await room.same_in_memory_and_on_disk()
    finally:
        await room.tables.close()
        await database.close()


def sound_move(view: View) -> Move:
    """Return the first legal move that breaks no law; declarations are true."""
    if view.window is not None and Accept(view.seat) in view.legal:
        return Accept(view.seat)
    if view.shown is not None and any(isinstance(move, Declare) for move in view.legal):
        assert view.starter is not None
        seat, what, cards = view.shown
        return Declare(seat, show_total(cards, view.starter, crib=what == "crib"))
    # What stands last is what a player may do besides: go falsely, or stop.
    move = next(move for move in view.legal if not isinstance(move, TakeBack | ClaimHeels))
    if isinstance(move, Play) and view.rules.pegging is Pegging.DECLARED:
        return replace(move, declared=peg_points((*(card for _, card in view.at_own_turn().series), move.card)))
    return move


def stored_events(path: Path, table_id: str, first: int = 0) -> list[dict[str, Any]]:
    """Return the events of a table, from this one on, as another program reads them from the file."""
    query = "SELECT body FROM events WHERE table_id = ? AND version >= ? ORDER BY version"
    rows = read_stored(path, query, (table_id, first))
    return [json.loads(body) for (body,) in rows]
