"""What a robot makes of another's declaration: it counts the cards that lie open, and may overlook an error."""

from __future__ import annotations

from engine.actions import Challenge
from engine.pegging import peg_points
from engine.scoring import show_total
from engine.view import View


def true_points(view: View) -> int:
    """What the cards of the open declaration are worth; they lie on the table for all to count."""
    window = view.window
    assert window is not None
    if window.starter is None:
        return peg_points(window.cards)
    return show_total(window.cards, window.starter, crib=window.what == "crib")


def objection(view: View) -> Challenge | None:
    """The challenge that is right and may be made; None where the declaration is true, or too little is merely lost."""
    if view.window is None or view.seat is None:
        return None
    said, true = view.window.declared, true_points(view)
    challenge = Challenge(view.seat, "too_many" if said > true else "too_few")
    return challenge if said != true and challenge in view.legal else None
