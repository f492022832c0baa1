"""A process to be killed: beside another one it plays the games of one PostgreSQL database, those of the other too."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime

from bot.models.agreement import Clock
from bot.models.player import Player
from bot.models.storage import PostgresAddress, Shards
from bot.storage import keeper, players
from bot.storage.database import Database
from bot.storage.errors import StaleWrite
from bot.tables import outages, timekeeper
from bot.tables.errors import TableError
from bot.tables.service import Opening, Tables
from bot.tables.table import Table, Update
from engine.errors import IllegalAction
from engine.presets import find
from engine.record import event_to_dict

SILENT = 100
"""The number from which on people accept and never move, so that their clocks run out."""

SHORT = Clock(turn=30, when_over="forfeit")

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
FASTER = 20
"""How much faster than time the clocks run in all of these processes."""

PEOPLE = 8
ACTORS = 3


class Club:
    """The people at all tables, whoever opened them; they answer from this process."""

    def __init__(self, tables: Tables, heard: int, games: int, chance: random.Random) -> None:
        self.tables = tables
        self.heard = heard
        self.games = games
        self.chance = chance

    def hear(self, update: Update) -> None:
        """Write the update to disk at once."""
        table, notice = update.table, update.notice
        told = {"table": table.id, "version": table.version, "events": list(map(event_to_dict, update.events))}
        if notice is not None:
            told["notice"] = [notice.kind, notice.seat]
        os.write(self.heard, json.dumps(told).encode() + b"\n")

    async def play(self) -> None:
        """Open games until there are as many as wanted, and play until all are over."""
        await self.tables.resume()
        await asyncio.gather(*(self._act_on() for _ in range(ACTORS)))

    async def _act_on(self) -> None:
        while True:
            ((many, left),) = await self.tables.database.rows(
                "SELECT count(*), sum(iif(status IN ('gathering', 'playing'), 1, 0)) FROM tables"
            )
            if many >= self.games and not left:
                return
            if many < self.games and (left or 0) < 12:
                await self._begin()
            names = await self.tables.database.rows("SELECT id FROM tables WHERE status IN ('gathering', 'playing')")
            for (name,) in self.chance.sample(names, min(len(names), 6)):
                for _ in range(self.chance.randint(1, 6)):
                    await self._answer_at(await self.tables.find(name))
            await asyncio.sleep(0.01)

    async def _answer_at(self, table: Table) -> None:
        """Let one of those who are asked answer, in the state that this process knows."""
        if table.status not in {"gathering", "playing"}:
            return
        for number, seat in enumerate(table.seats):
            if seat.player is None or (table.status == "playing" and (seat.player.discord_id or 0) >= SILENT):
                continue
            with suppress(TableError, IllegalAction, StaleWrite):
                if table.status == "gathering" and not seat.agreed:
                    await self.tables.accept(table.id, seat.player)
                    return
                view = table.view(number)
                if table.status == "playing" and view.prompt is not None:
                    move = self.chance.choice(view.legal)
                    await self.tables.act(table.id, seat.player, str(view.prompt), move)
                    return

    async def _begin(self) -> None:
        is_silent = self.chance.random() < 0.25
        first = SILENT * is_silent + self.chance.randrange(1, PEOPLE, 2)
        ann, ben = [await self._meet(number) for number in (first, first + 1)]
        with_robot = not is_silent and self.chance.random() < 0.3
        opening = Opening(
            host=ann,
            invited=() if with_robot else (ben,),
            robots=("easy",) if with_robot else (),
            clock=None if with_robot else SHORT if is_silent else self.chance.choice([None, Clock(turn=3_600)]),
            guild_id=self.chance.choice([None, 1 << 22, 2 << 22, 3 << 22]),
            channel_id=1,
            place="here",
            preset="house",
            rules=find("house", target=61),
        )
        with suppress(TableError):
            await self.tables.open(opening)

    async def _meet(self, number: int) -> Player:
        return await players.meet(self.tables.database, number, f"Player {number}")


def _now() -> datetime:
    return BEGINNING + (datetime.now(UTC) - BEGINNING) * FASTER


async def main(url: str, shard: str, heard: str, games: str, seed: str) -> None:
    keeper.ROUND = 0.4  # type: ignore[misc]
    timekeeper.SWEEP = 0.3  # type: ignore[misc]
    outages.LEAP *= FASTER  # type: ignore[misc]
    database = await Database.open(PostgresAddress(url), owner=True, shards=Shards((int(shard),), 2))
    tables = Tables(database, _now, keeps_time=True, steady=lambda: time.monotonic() * FASTER)
    heard_of = os.open(heard, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    club = Club(tables, heard_of, int(games), random.Random(seed))
    tables.tell(club)
    await club.play()
    await tables.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
