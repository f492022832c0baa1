"""What points on another's peg are worth to a player."""

from __future__ import annotations

from engine.rules import Rules


def stake(rules: Rules, seat: int, other: int) -> float:
    """What a point pegged by ``other`` is worth to ``seat``: as much as his own on his side, a loss on another.

    Of three, each is ahead of but one when another gains, so the loss is shared by two.
    """
    if rules.side_of(seat) == rules.side_of(other):
        return 1.0
    return -1.0 / (len(rules.sides) - 1)
