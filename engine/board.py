"""The board: its streets and lines, and how many games a win counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rules import Rules

STREET: Final = 30
"""The holes of one street: up the outside and back down the inside (001:15)."""


def games_won(rules: Rules, scores: Sequence[int], winner: int) -> int:
    """Return how many games a win counts: 1, or more if the lowest loser is below a line (000:103, 003:101)."""
    lowest = min(score for side, score in enumerate(scores) if side != winner)
    for below, games in sorted(rules.doubles):
        if lowest < below:
            return games
    return 1
