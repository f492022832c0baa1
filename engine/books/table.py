"""The one table of all presets: what each book says, and where the bot leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.books.comparison import Comparison, Verdict, compared
from engine.books.crib_derby import CRIB_DERBY
from engine.books.encyclopaedia import BRITANNICA, BRITANNICA_FIVE
from engine.books.house import HOUSE
from engine.books.online_club import CLUB
from engine.books.tournament import ACC
from engine.books.us_rules import BICYCLE
from engine.presets import Preset

TABLE: Final[tuple[Comparison, ...]] = (
    *compared("house", HOUSE),
    *compared("club", CLUB),
    *compared("bicycle", BICYCLE),
    *compared("britannica", BRITANNICA),
    *compared("britannica-five", BRITANNICA_FIVE),
    *compared("crib-derby", CRIB_DERBY),
    *compared("acc", ACC),
)
"""Every point of every preset, in the order of a game."""


def points_of(preset: str, *verdicts: Verdict) -> tuple[Comparison, ...]:
    """Return the points of a preset with one of these verdicts, or all of them."""
    return tuple(point for point in TABLE if point.preset == preset and (not verdicts or point.verdict in verdicts))


def offered(preset: Preset, field: str) -> object:
    """Return what a preset offers for a field of ``Rules``.

    That is the preset's one value, or everything that may be chosen: the numbers of players, the lengths, and the ways
    to count skunks by length. For the next dealer it is the rule for single games, then the one within a match.
    """
    match field:
        case "players":
            return preset.players
        case "target":
            return tuple(preset.doubles)
        case "doubles":
            return {target: dict(ways) for target, ways in preset.doubles.items()}
        case "next_dealer":
            return (preset.rules.next_dealer, preset.in_rubber)
        case _:
            return getattr(preset.rules, field)


def books_of(preset: str) -> Iterator[str]:
    """Yield the books that a preset is compared with, each once: ``"000"``, or ``"ACC"``."""
    yield from dict.fromkeys(point.source[:3] for point in TABLE if point.preset == preset)
