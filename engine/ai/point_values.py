"""The value of a point for one seat to another."""

from __future__ import annotations

from engine.view import View


def point_value(view: View, other: int) -> float:
    """Return the value to the seat of a view of a point pegged by ``other``: 1 on its side, negative on another side.

    With three players a point for one is a loss shared by the two others.
    """
    assert view.seat is not None
    side_of = view.rules.side_of
    if side_of(view.seat) == side_of(other):
        return 1.0
    return -1.0 / (len(view.rules.sides) - len(view.closed) - 1)
