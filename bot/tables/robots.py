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
    """Return how long a robot waits before it moves; longer where a person may want to speak first."""
    if table.game.window is None:
        return pace
    asked, speaking = waiting_on(table.game), speakers(table.game)
    persons = any(table.seats[other].player is not None for other in speaking)
    return pace * PATIENCE if persons and seat in asked and asked != speaking else pace
