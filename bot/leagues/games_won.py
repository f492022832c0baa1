"""What the scores of a game come to in a league: its skunk line, and the games it counts for."""

from __future__ import annotations

from typing import Final

from engine.board import games_won
from engine.rules import Rules

BROKEN_OFF: Final = frozenset({"resigned", "time"})
"""How games end at our tables of which the holes do not count."""

UNPLAYED: Final = BROKEN_OFF | {"forfeit"}
"""How a result comes about without a game that was played to its end."""

_SKUNK: Final = 30
"""Where a book knows no double games, who loses by more than this is skunked, as in tournaments."""


def skunk_line(rules: Rules) -> int:
    """Who loses below so many holes is skunked: 91 of 121 in tournaments, the highest line where there are several."""
    return max((below for below, _ in rules.doubles), default=rules.target - _SKUNK)


def is_skunk(rules: Rules, won: int, lost: int) -> bool:
    """Whether a single game with these scores was a skunk; one that was broken off is not."""
    return won == rules.target and lost < skunk_line(rules)


def games_of(rules: Rules, won: int, lost: int) -> int:
    """How many games a single game counts for, with its doubles; one that was broken off is one."""
    return games_won(rules, (won, lost), 0) if won == rules.target else 1
