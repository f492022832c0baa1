"""The robots at the tables: when they are asked, they think for a moment and move."""

from __future__ import annotations

import random

from bot.tables.table import Table
from engine.actions import Move
from engine.ai.robots import LEVELS, choose

__all__ = ["LEVELS", "move_of"]


def move_of(table: Table, seat: int) -> Move:
    """What the robot on this seat does; it is shown the seat's view and nothing else."""
    level = table.seats[seat].robot
    assert level is not None
    return choose(table.view(seat), level, random.random)
