"""The one table of all presets: what each book says, and where the bot leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.books.comparison import Comparison, Verdict
from engine.books.crib_derby import CRIB_DERBY
from engine.books.encyclopaedia import BRITANNICA, BRITANNICA_FIVE
from engine.books.modern import BICYCLE, CLUB, HOUSE
from engine.books.tournament import ACC

_BY_PRESET: Final = {
    "house": HOUSE,
    "club": CLUB,
    "bicycle": BICYCLE,
    "britannica": BRITANNICA,
    "britannica-five": BRITANNICA_FIVE,
    "crib-derby": CRIB_DERBY,
    "acc": ACC,
}

TABLE: Final = tuple(replace(point, preset=preset) for preset, points in _BY_PRESET.items() for point in points)
"""Every point of every preset, in the order of a game."""


def points_of(preset: str, *verdicts: Verdict) -> tuple[Comparison, ...]:
    """Return the points of a preset with one of these verdicts, or all of them."""
    return tuple(point for point in TABLE if point.preset == preset and (not verdicts or point.verdict in verdicts))


def books_of(preset: str) -> Iterator[str]:
    """Yield the books that a preset is compared with, each once: ``"000"``, or ``"ACC"``."""
    yield from dict.fromkeys(point.source[:3] for point in TABLE if point.preset == preset)
