"""The robots at the tables: when they are asked, they think for a moment and move."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from bot import metrics
from bot.analysis.pool import AnalysisPool
from bot.analysis.thinking import robot_move
from bot.background import LONGEST_WAIT, Background
from bot.storage import preferences
from bot.tables.repository import TableRepository, twice_if_stale
from bot.tables.table import Table, describe_table
from engine.actions import Accept, Move, Resign
from engine.ai.levels import CLUB, EXPERT, levels_of
from engine.ai.robots import choose
from engine.events import Event
from engine.game import apply, speakers, waiting_on
from engine.state import Game, Over

PATIENCE: Final = 5
"""How many times as long a robot takes for a move that ends the right of a person to challenge."""

RETRY_AFTER: Final = 5.0
"""Seconds after which a robot tries once more what the disk has refused."""


class Robots:
    """Lets the robots at all tables move: one after the other, each after a pause of about ``pace`` seconds.

    Those that think for long do so in the ``pool``, or in this process without one. ``act`` makes a move at a table.
    """

    def __init__(
        self,
        tables: TableRepository,
        background: Background,
        act: Callable[[Table, int, None, Move], Awaitable[object]],
        pace: float,
        pool: AnalysisPool | None,
    ) -> None:
        self._tables = tables
        self._background = background
        self._act = act
        self._pace = pace
        self._pool = pool
        self._thinking = background.running("robots")
        self._thought = asyncio.Lock()

    def wake(self, table: Table) -> None:
        """Start the robots of a table, unless they are moving already. One of them is asked to move."""
        if table.id in self._thinking or not self._tables.keeps(table):
            return
        if self._pool is not None and any(thinks_long(seat.robot) for seat in table.seats):
            self._pool.start()
        place = f"a robot could not move in {describe_table(table)}"
        think = partial(self._think, table.id, set())
        self._background.want("robots", table.id, think, lambda: place, first=RETRY_AFTER, longest=LONGEST_WAIT)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the turn to think: everything else has its turn between two thoughts, however many are asked."""
        async with self._thought:
            await asyncio.sleep(0)
            yield

    async def _think(self, table_id: str, silent: set[tuple[int, int]]) -> None:
        """Move for the robots of a table until a person is asked or the game is over."""
        moves = True
        while moves:
            table = self._tables.in_memory(table_id)
            seat = None if table is None else table.robot_asked()
            wait = self._pace if table is None or seat is None else pause(table, seat, self._pace)
            # Whoever wants no pause still gets the time to challenge.
            is_short = table is not None and 0 < wait <= self._pace and await self._are_quick(table)
            await asyncio.sleep(0 if is_short else wait)
            moves = await self._move(table_id, silent)

    async def _are_quick(self, table: Table) -> bool:
        people = [seat.player.id for seat in table.seats if seat.player is not None]
        return all([(await preferences.read(self._tables.database, one)).quick_robots for one in people])

    @twice_if_stale
    async def _move(self, table_id: str, silent: set[tuple[int, int]]) -> bool:
        """Move for a robot that is asked; return False if none is.

        ``silent`` holds each robot that leaves the answer to its partner, with the number of events at that time.
        """
        thought: tuple[int, int, Move] | None = None
        while True:
            async with self._tables.held(table_id) as table:
                seat = table.robot_asked(frozenset(one for version, one in silent if version == table.version))
                if seat is None or not self._tables.keeps(table):
                    return False
                robot = table.seats[seat].robot or CLUB
                pool = self._pool if thinks_long(robot) else None
                if pool is None:
                    async with self.turn():
                        thought = table.version, seat, move_of(table, seat)
                if thought is not None and thought[:2] == (table.version, seat):
                    move = thought[2]
                    if lets_it_stand(table, seat, move):
                        silent.add((table.version, seat))
                    else:
                        await self._act(table, seat, None, move)
                        metrics.ACTS.labels("robot").inc()
                    return True
            assert pool is not None
            # It thinks for longer than people can wait. They may act meanwhile; if they did, it thinks again.
            move = await pool.run_urgently(robot_move, table.view(seat), robot, random.getrandbits(64))
            thought = table.version, seat, move


def thinks_long(robot: str | None) -> bool:
    return robot is not None and EXPERT in levels_of(robot)


def move_of(table: Table, seat: int) -> Move:
    """Return the move of the robot on this seat, which is given the seat's view and nothing else.

    A club robot moves for a person whose time is over.
    """
    return choose(table.view(seat), table.seats[seat].robot or CLUB, random.random)


def lets_it_stand(table: Table, seat: int, move: Move) -> bool:
    """Return whether a robot leaves the answer to its partner, who is a person and may notice more.

    Where the robot is asked and its partner is not, the robot answers, because the game could not go on otherwise.
    """
    if not isinstance(move, Accept):
        return False
    asked = waiting_on(table.game)
    side = table.rules.sides[table.rules.side_of(seat)]
    partners = [other for other in side if table.seats[other].player is not None]
    return bool(partners) and (seat not in asked or any(partner in asked for partner in partners))


def pause(table: Table, seat: int, pace: float) -> float:
    """Return how long a robot waits before it moves; longer where a person may want to challenge first.

    A move ends the right of the robot's own side alone, but by the laws of the first edition that of everybody.
    """
    asked, speaking = waiting_on(table.game), speakers(table.game)
    ended = range(table.players) if table.rules.first_edition else table.rules.sides[table.rules.side_of(seat)]
    persons = any(table.seats[other].player is not None for other in speaking if other in ended)
    return pace * PATIENCE if persons and seat in asked and asked != speaking else pace


def give_up_alone(table: Table, game: Game) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after the robot that is behind gives up, if a person has left it to two robots."""
    if any(table.seats[seat].player is not None for seat in game.seats):
        return game, ()
    return apply(game, Resign(min(game.seats, key=lambda seat: game.scores[game.rules.side_of(seat)])))


def games_if_left(table: Table, seat: int) -> int:
    """Return how many games count as lost if this seat resigns now; 0 if the others play on or nothing counts."""
    if table.is_unplayed:
        return 0
    if games := table.view(seat).games_if_given_up:
        return games
    game, _ = give_up_alone(table, apply(table.game, Resign(seat))[0])
    return game.phase.games if isinstance(game.phase, Over) else 0
