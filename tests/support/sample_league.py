"""A league with its members, without Discord, for the tests of leagues."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.leagues.access import Asker, LeagueError
from bot.leagues.change_log import entry_text
from bot.leagues.office import issue_code
from bot.leagues.score_entry import EnteredScore
from bot.leagues.service import Leagues
from bot.models.league import Fixture, League
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.storage import leagues as stored_leagues
from bot.storage import players
from bot.tables.table import Table
from engine.actions import Resign
from tests.support.seated_tables import Room, room_over

GUILD = 1
CHANNEL = 2


@dataclass
class Club:
    """A room whose tables belong to a league; Dee manages the server."""

    room: Room
    leagues: Leagues
    boss: Asker

    def __post_init__(self) -> None:
        self.ann, self.ben, self.cy, self.dee = self.room.ann, self.room.ben, self.room.cy, self.room.dee

    async def league(self, *members: Player, name: str = "Thursdays", begin: bool = True, **agreed: Any) -> League:
        """Return a league of these members, with its season begun if wanted; a game is one unless agreed otherwise."""
        if not agreed.keys() & {"preset", "scheme", "options"}:
            agreed["options"] = {"doubles": "none"}
        league = await self.leagues.setup.create(GUILD, self.boss, name, agreed)
        for member in members:
            await self.leagues.members.join(league, member)
        if begin and league.format != "open":
            await self.leagues.seasons.begin(league, self.boss)
        return league

    async def single(self, **agreed: Any) -> tuple[League, Fixture]:
        """Return a league in which Ann and Ben meet once, and their fixture."""
        league = await self.league(self.ann, self.ben, format="single", **agreed)
        [fixture] = await self.leagues.fixtures.find_all(league)
        return league, fixture

    async def adopt(self, name: str, guild_id: int = GUILD) -> League:
        """Let the manager of a server adopt an imported league, with a new code."""
        league = await stored_leagues.find_by_name(self.room.database, None, name)
        assert league is not None
        return await self.leagues.setup.adopt(guild_id, self.boss, await issue_code(self.room.database, league))

    async def people(self, many: int) -> list[Player]:
        """Return this many members of the server, in the order of their ids."""
        return [await players.meet(self.room.database, 700 + number, f"P{number:02}") for number in range(many)]

    async def open(self, league: League, host: Player, against: Player | Fixture) -> Table:
        return await self.leagues.games.open(
            await self.leagues.games.opening(league, host, against, channel_id=CHANNEL)
        )

    async def sit_down(self, league: League, host: Player, against: Player | Fixture) -> Table:
        table = await self.open(league, host, against)
        guest = table.seats[1].player
        assert guest is not None
        return await self.room.tables.accept(table.id, guest)

    async def score_some(self, table: Table) -> None:
        """Play until both players have some points."""
        while min((await self.room.tables.find(table.id)).game.scores) < 3:
            await self.room.take_turn(table.id)

    async def pause(self, table: Table) -> None:
        for seat in table.seats:
            await self.room.tables.adjourn(table.id, seat.player)

    async def give_up(self, table: Table, player: Player) -> Table:
        """Let somebody resign, and wait until the league has the result."""
        now = await self.room.tables.find(table.id)
        over = (await self.room.tables.act(table.id, player, None, Resign(now.seat_of(player)))).table
        await until_collected(self.leagues)
        return over

    async def beats(self, league: League, winner: Player, loser: Player) -> Table:
        return await self.give_up(await self.sit_down(league, winner, loser), loser)

    async def enter(self, league: League, winner: Player, loser: Player, lost: int = 100, **more: Any) -> LeagueResult:
        """Enter a game over the board that counts: the winner enters it, the loser confirms it."""
        score = EnteredScore(holes=(league.rules.target, lost))
        entered = await self.leagues.results.enter(league, Asker(winner), (winner, loser), score, **more)
        return await self.leagues.review.confirm(entered, Asker(loser))

    async def settle_all(self, league: League, *, to: str = "first") -> None:
        """Award every fixture without a result to its first or second player, or to the older member."""
        for fixture in await self.leagues.fixtures.find_all(league):
            if fixture.second is not None and fixture.result_id is None:
                both = (fixture.first, fixture.second)
                winner = min(both, key=lambda player: player.id) if to == "older" else both[to == "second"]
                await self.leagues.forfeits.award(league, self.boss, fixture, winner, "nobody came")

    async def play_rounds(self, league: League, settle: Callable[[], Awaitable[None]] | None = None) -> None:
        """Settle round after round, all by forfeits unless told otherwise, until no other can be drawn."""
        while True:
            await (settle() if settle else self.settle_all(league))
            try:
                await self.leagues.seasons.next_round(league, self.boss)
            except LeagueError:
                return

    async def table(self, league: League) -> list[tuple[str, int, int]]:
        return [(line.player.name, line.rank, line.points) for line, _ in await self.leagues.standings.table(league)]

    async def log(self, league: League) -> list[str]:
        entries = await self.leagues.log.entries(league, self.boss, many=100)
        return [entry_text(entry, league) for entry in entries]

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        return await self.room.database.rows(statement)

    async def reopen(self) -> Leagues:
        """Return the tables and leagues as another process would load them."""
        await self.leagues.close()
        tables = await self.room.again()
        self.leagues = Leagues(tables, self.room.wall, random.Random(2))
        tables.tell(self.leagues)
        return self.leagues


async def until_collected(leagues: Leagues) -> None:
    """Wait until no result is being collected, and the ratings follow them."""
    await leagues.collector._background.wait("results", tries=True)
    await leagues.collector._background.wait("ratings")


async def refused(asked: Awaitable[Any], why: str | None = None, *, error: Any = LeagueError) -> None:
    with pytest.raises(error, match=why):
        await asked


@asynccontextmanager
async def club_over(path: Path) -> AsyncIterator[Club]:
    async with room_over(path) as room:
        club = Club(room, Leagues(room.tables, room.wall, random.Random(1)), Asker(room.dee, manages_server=True))
        room.tables.tell(club.leagues)
        try:
            yield club
        finally:
            await club.leagues.close()
