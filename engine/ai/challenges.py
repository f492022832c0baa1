"""Check a declared count against the cards on the table and choose the challenge to make."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Challenge
from engine.pegging import peg_points
from engine.scoring import show_total
from engine.view import View
from engine.windows import Window


def true_points(window: Window) -> int:
    """Return the true points of the cards in an open declaration."""
    if window.starter is None:
        return peg_points(window.cards)
    return show_total(window.cards, window.starter, crib=window.what == "crib")


def challenge_due(view: View, windows: Iterable[Window] | None = None) -> Challenge | None:
    """Return the correct and legal challenge of the oldest wrong declaration; None if none may be challenged.

    ``windows`` are those of the declarations open to this seat that are judged, or else all.
    """
    judged = view.own_windows if windows is None else windows
    return next((found for window in judged if (found := _challenge_of(view, window)) is not None), None)


def _challenge_of(view: View, window: Window) -> Challenge | None:
    assert view.seat is not None
    missed, card = true_points(window) - window.declared, window.name
    if missed < 0:
        wanted = [Challenge(view.seat, "too_many", window.seat, card=card)]
    else:
        room = view.to_go(view.rules.side_of(window.seat))
        wanted = [
            Challenge(view.seat, "too_few", window.seat, card=card),
            Challenge(view.seat, "too_few", window.seat, min(missed, room), card),
        ]
    return next((challenge for challenge in wanted if missed and challenge in view.legal), None)
