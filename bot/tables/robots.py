"""The robots at the tables: when they are asked, they think for a moment and move."""

from __future__ import annotations

import random
from typing import Final

from bot.tables.table import Table
from engine.actions import Accept, Move
from engine.ai.robots import CLUB, LEVELS, choose
from engine.game import speakers, waiting_on

__all__ = ["LEVELS", "lets_it_stand", "move_of", "pause"]

PATIENCE: Final = 5
"""How many times as long a robot takes for a move that closes a window to which a person may still speak."""


def move_of(table: Table, seat: int) -> Move:
    """What the robot on this seat does; it is shown the seat's view and nothing else.

    For a person whose time is over a club robot moves.
    """
    return choose(table.view(seat), table.seats[seat].robot or CLUB, random.random)


def lets_it_stand(table: Table, seat: int, move: Move) -> bool:
    """Whether a robot keeps its satisfaction to itself, for its partner is a person who may see more.

    Where the robot is asked and its partner is not, it says so in the end, or the game would not go on.
    """
    if not isinstance(move, Accept):
        return False
    asked = waiting_on(table.game)
    side = table.rules.sides[table.rules.side_of(seat)]
    partners = [other for other in side if table.seats[other].player is not None]
    return bool(partners) and (seat not in asked or any(partner in asked for partner in partners))


def pause(table: Table, seat: int, pace: float) -> float:
    """How long a robot takes before it moves; longer where it would act before a person could speak."""
    if table.game.window is None:
        return pace
    asked, speaking = waiting_on(table.game), speakers(table.game)
    persons = any(table.seats[other].player is not None for other in speaking)
    return pace * PATIENCE if persons and seat in asked and asked != speaking else pace
