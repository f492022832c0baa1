"""The worth of a game in a league: its skunk line, and the games that it counts for."""

from __future__ import annotations

from typing import Final

from engine.rules import Rules

BROKEN_OFF: Final = frozenset({"resigned", "time"})
"""The ways in which games end at a table whose holes do not count."""

UNPLAYED: Final = BROKEN_OFF | {"forfeit"}
"""The ways in which a result comes about without a finished game."""

_SKUNK: Final = 30
"""The margin beyond which a loser is skunked where the rules have no double games, as in tournaments."""


def skunk_line(rules: Rules) -> int:
    """The holes below which a loser is skunked: 91 of 121 in tournaments, the highest line where there are several."""
    return max((below for below, _ in rules.doubles), default=rules.target - _SKUNK)


def is_skunk(rules: Rules, won: int, lost: int) -> bool:
    """Return whether a single game with these scores was a skunk; one that was broken off is not."""
    return won == rules.target and lost < skunk_line(rules)


def games_of(rules: Rules, won: int, lost: int) -> int:
    """Return the number of games that a single game counts for, with its doubles; an unfinished one counts one."""
    return rules.games_won((won, lost), 0) if won == rules.target else 1
