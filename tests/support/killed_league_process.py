"""A process to be killed: members of a league play games and resign at once, until the process kills itself."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.leagues.access import Asker, LeagueError
from bot.leagues.fixture_games import GameUnderWay
from bot.leagues.service import Leagues
from bot.models.errors import TableError
from bot.models.league import League
from bot.models.player import Player
from bot.storage import players
from bot.storage.database import Database
from bot.tables.service import Tables
from bot.tables.table import Table, Update
from engine.actions import Resign
from engine.errors import IllegalAction
from tests.support.sample_league import until_collected

GUILD = 1


class Killer:
    """Counts the ends of league matches before any league sees them, and kills the process at one of them."""

    def __init__(self, league: int, matches: int, later: float) -> None:
        self.league = league
        self.matches = matches
        self.later = later

    def hear(self, update: Update) -> None:
        if not update.table.match_over or update.table.agreement.league != self.league:
            return
        self.matches -= 1
        if self.matches == 0:
            threading.Timer(self.later, _kill).start() if self.later else _kill()


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Club:
    def __init__(self, tables: Tables, leagues: Leagues, people: list[Player], chance: random.Random) -> None:
        self.leagues = leagues
        self.tables = tables
        self.people = people
        self.chance = chance

    async def play(self) -> None:
        while True:
            league = self.chance.choice(await self.leagues.directory.of_guild(GUILD))
            with suppress(LeagueError, TableError, IllegalAction):
                await self._meet(league, *self.chance.sample(self.people, 2))

    async def end(self, table: Table) -> None:
        """Let somebody resign; unless that decides the match, the next game begins."""
        if table.status == "playing":
            seat = self.chance.randrange(2)
            player = table.seats[seat].player
            assert player is not None
            table = (await self.tables.act(table.id, player, None, Resign(seat))).table
        if table.status == "over" and not table.match_over:
            player = table.seats[0].player
            assert player is not None
            await self.tables.again(table.id, player)

    async def _meet(self, league: League, one: Player, other: Player) -> None:
        try:
            table = await self.leagues.games.open(await self.leagues.games.opening(league, one, other, channel_id=2))
        except GameUnderWay as under_way:
            table = under_way.table
        for seat in table.seats:
            if table.status == "gathering" and seat.player is not None and not seat.agreed:
                table = await self.tables.accept(table.id, seat.player)
        await self.end(table)


async def _founded(leagues: Leagues, people: list[Player]) -> None:
    """Return a league with open play, fixtures, and matches of three games."""
    boss = Asker(people[0], manages_server=True)
    for name, agreed in (("Open", {}), ("Double", {"format": "double"}), ("Matches", {"best_of": 3})):
        league = await leagues.setup.create(GUILD, boss, name, agreed)
        for player in people:
            await leagues.members.join(league, player)
        if name == "Double":
            await leagues.seasons.begin(league, boss)


async def main(path: str, seed: str, league: str, matches: str, later: str) -> None:
    database = await Database.open(Path(path))
    tables, chance = Tables(database, lambda: datetime.now(UTC)), random.Random(seed)
    leagues = Leagues(tables, lambda: datetime.now(UTC), chance)
    people = [await players.meet(database, number, f"Player {number}") for number in range(1, 7)]
    club = Club(tables, leagues, people, chance)
    if int(matches):
        tables.tell(Killer(int(league), int(matches), float(later)))
    tables.tell(leagues)
    under_way = await tables.resume()
    await leagues.resume()
    if int(matches):
        if not await leagues.directory.of_guild(GUILD):
            await _founded(leagues, people)
        await asyncio.gather(*(club.play() for _ in range(3)))
    while under_way:
        for table in under_way:
            await club.end(table)
        under_way = [table for table in under_way if (await tables.find(table.id)).status == "playing"]
    await until_collected(leagues)
    await leagues.close()
    await tables.close()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
