"""A process to be killed: people and robots play over one file, and every update is written down at once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.models.agreement import Clock
from bot.models.errors import TableError
from bot.models.player import Player
from bot.storage import players
from bot.storage.database import Database
from bot.tables.service import Opening, Tables
from bot.tables.table import Table, Update
from engine.errors import IllegalAction
from engine.presets import find
from engine.record import event_to_dict


class Club:
    """The people at the tables. They answer everything, and often press twice."""

    def __init__(self, tables: Tables, heard: int, most: int, chance: random.Random, updates: int) -> None:
        self.tables = tables
        self.heard = heard
        self.most = most
        self.chance = chance
        self.updates = updates
        self.open: set[str] = set()
        self.nothing_open = asyncio.Event()

    def hear(self, update: Update) -> None:
        """Write the update to disk at once, and let the players whose turn it is answer."""
        table = update.table
        told = {"table": table.id, "version": table.version, "events": list(map(event_to_dict, update.events))}
        os.write(self.heard, json.dumps(told).encode() + b"\n")
        self.updates -= table.status == "playing"
        if table.status == "playing" and not self.updates:
            os.kill(os.getpid(), signal.SIGKILL)
        self.look_at(table)

    async def play(self) -> None:
        async with asyncio.TaskGroup() as self.tasks:
            for table in await self.tables.resume():
                self.look_at(table)
            while len(self.open) < self.most:
                await self._begin()
            if self.open:
                await self.nothing_open.wait()

    def look_at(self, table: Table) -> None:
        if table.status in {"over", "closed"}:
            self.open.discard(table.id)
            if self.most:
                self.tasks.create_task(self._follow(table))
            elif not self.open:
                self.nothing_open.set()
            return
        self.open.add(table.id)
        for number, seat in enumerate(table.seats):
            if seat.player is None:
                continue
            if table.status == "gathering" and not seat.agreed:
                self.tasks.create_task(self._answer(self.tables.accept(table.id, seat.player)))
            view = table.view(number)
            if view.prompt is not None:
                for _ in range(self.chance.randint(1, 2)):
                    move = self.chance.choice(view.legal)
                    act = self.tables.act(table.id, seat.player, view.prompt, move)
                    self.tasks.create_task(self._answer(act))

    async def _answer(self, answer):
        """Make a move twice; the second press comes too late."""
        with suppress(TableError, IllegalAction):
            await answer

    async def _follow(self, over: Table) -> None:
        """Begin another game: with the same players, or at a new table."""
        people = [seat.player for seat in over.seats if seat.player is not None]
        if self.chance.random() < 0.5:
            await asyncio.gather(*(self._answer(self.tables.again(over.id, player)) for player in people))
        else:
            await self._begin()

    async def _begin(self) -> None:
        ann, ben = [await self._meet(number) for number in (1, 2)]
        seats = self.chance.choice([2, 2, 3, 4])
        with_robot = seats > 2 or self.chance.random() < 0.4
        preset, challenge = self.chance.choice(["house", "bicycle"]), self.chance.choice([None, "challenge"])
        rules = find(preset, target=61, players=seats, counting=challenge, ceremony=self.chance.random() < 0.3)
        opening = Opening(
            host=ann,
            invited=() if with_robot and seats < 4 else (ben,),
            robots=("easy",) * (seats - 1 - (seats == 4)) if with_robot else (),
            best_of=self.chance.choice([1, 3]),
            clock=self.chance.choice([None, Clock(turn=3_600, game=36_000)]),
            guild_id=1,
            channel_id=1,
            place="here",
            preset="house",
            rules=rules,
        )
        await self.tables.open(opening)

    async def _meet(self, number: int) -> Player:
        return await players.meet(self.tables.database, number, f"Player {number}")


async def main(path: str, heard: str, most: str, seed: str, updates: str) -> None:
    database = await Database.open(Path(path))
    tables = Tables(database, lambda: datetime.now(UTC))
    heard_of = os.open(heard, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    club = Club(tables, heard_of, int(most), random.Random(seed), int(updates))
    tables.tell(club)
    await club.play()
    await tables.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
