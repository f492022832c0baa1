"""The robots at the tables: when they are asked, they think for a moment and move."""

from __future__ import annotations

import random
from typing import Final

from bot.analysis.pool import AnalysisPool
from bot.analysis.thinking import robot_move
from bot.tables.table import Table
from engine.actions import Accept, Move, Resign
from engine.ai.levels import CLUB, EXPERT, LEVELS
from engine.ai.robots import choose
from engine.events import Event
from engine.game import apply, speakers, waiting_on
from engine.state import Game, Over

__all__ = [
    "LEVELS",
    "games_if_left",
    "give_up_alone",
    "lets_it_stand",
    "long_thought",
    "move_of",
    "pause",
    "thinks_for_long",
]

PATIENCE: Final = 5
"""How many times as long a robot takes for a move that ends the right of a person to challenge."""


def move_of(table: Table, seat: int) -> Move:
    """Return the move of the robot on this seat, which is given the seat's view and nothing else.

    A club robot moves for a person whose time is over.
    """
    return choose(table.view(seat), table.seats[seat].robot or CLUB, random.random)


def thinks_for_long(table: Table, seat: int) -> bool:
    """Return whether the robot on this seat thinks for longer than a process that serves people can wait."""
    return table.seats[seat].robot == EXPERT


async def long_thought(pool: AnalysisPool, table: Table, seat: int) -> Move:
    """Return the move of a robot that thinks in a process of its own. Raises ``PoolError``."""
    return await pool.run_urgently(robot_move, table.view(seat), EXPERT, random.getrandbits(64))


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
