"""Check a declared count against the cards on the table and choose the challenge to make."""

from __future__ import annotations

from engine.actions import Challenge
from engine.pegging import peg_points
from engine.scoring import show_total
from engine.view import View


def true_points(view: View) -> int:
    """Return the true points of the cards in the open declaration."""
    window = view.window
    assert window is not None
    if window.starter is None:
        return peg_points(window.cards)
    return show_total(window.cards, window.starter, crib=window.what == "crib")


def challenge_due(view: View) -> Challenge | None:
    """Return the correct and legal challenge; None if the declaration is true or may not be challenged."""
    if view.window is None or view.seat is None:
        return None
    said, true = view.window.declared, true_points(view)
    challenge = Challenge(view.seat, "too_many" if said > true else "too_few")
    return challenge if said != true and challenge in view.legal else None
