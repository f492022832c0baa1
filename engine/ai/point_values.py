"""The value of a point for one seat to another."""

from __future__ import annotations

from engine.rules import Rules


def point_value(rules: Rules, seat: int, other: int) -> float:
    """Return the value to ``seat`` of a point pegged by ``other``: 1 on the same side, negative on another side.

    With three players a point for one is a loss shared by the two others.
    """
    if rules.side_of(seat) == rules.side_of(other):
        return 1.0
    return -1.0 / (len(rules.sides) - 1)
