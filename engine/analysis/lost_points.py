"""The points that players of each level lose by a decision, and the level of somebody who loses so many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.ai.levels import CASUAL, CLUB, EASY, EXPERT, STEADY

LOST_A_DECISION: Final[Mapping[str, float]] = {EASY: 0.645, CASUAL: 0.44, STEADY: 0.265, CLUB: 0.165, EXPERT: 0.0025}
"""The mean points lost by a decision, in games between two robots of a level."""

DECISIONS: Final = 31
"""How many decisions a player has in a game on average."""


def level_of(lost: float, decisions: int) -> str | None:
    """Return the level that loses about as many points by as many decisions; None without decisions."""
    if not decisions:
        return None
    each = lost / decisions
    return min(LOST_A_DECISION, key=lambda level: abs(LOST_A_DECISION[level] - each))
