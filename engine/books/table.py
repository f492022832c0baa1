"""The table of all presets: what each book says on a point of the rules, and what the bot does.

It is in a file for each book. A point there is about a preset of its file, or ``only`` about one of several. A sentence
such as ``$ties`` is one of ``shared.toml``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Template
from typing import Final

from engine.messages import read_texts


class Verdict(StrEnum):
    """Whether the bot does what the book says, fills a gap that the book leaves, or does something else."""

    FOLLOWS = "follows"
    SILENT = "silent"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One point on which a preset is compared with its book.

    ``about`` is a field of ``Rules``, or a topic for which there is no field. ``source`` is a book and a line
    (``"003:103"``), a whole book that has no such rule (``"003"``), or a rule of the Cribbage Congress
    (``"ACC, rule 8.4"``). ``book`` is what the book says, or what it leaves out; ``here`` is what the bot does and why,
    empty where it follows the book.
    """

    about: str
    source: str
    verdict: Verdict
    book: str
    here: str
    preset: str


_SHARED: Final = read_texts(__package__, "shared.toml")

TITLES: Final[Mapping[str, str]] = _SHARED["titles"]
"""The heading of each point; the first ones are the fields of ``Rules``."""

_BOOKS: Final = {
    "house": ("house",),
    "club": ("club",),
    "bicycle": ("bicycle",),
    "britannica": ("britannica", "britannica-five"),
    "crib-derby": ("crib-derby",),
    "acc": ("acc",),
}
"""The files of the books, and the presets that each compares with its own."""


def _points(book: str, preset: str) -> Iterator[Comparison]:
    for point in read_texts(__package__, f"{book}.toml")["points"]:
        if point.get("only", preset) == preset:
            (verdict,) = point.keys() & set(Verdict)
            told, here = (Template(point.get(name, "")).substitute(_SHARED["sentences"]) for name in (verdict, "here"))
            yield Comparison(point["about"], point["source"], Verdict(verdict), told, here, preset)


TABLE: Final = tuple(point for book, presets in _BOOKS.items() for preset in presets for point in _points(book, preset))
"""Every point of every preset, in the order of a game."""


def points_of(preset: str, *verdicts: Verdict) -> tuple[Comparison, ...]:
    """Return the points of a preset with one of these verdicts, or all of them."""
    return tuple(point for point in TABLE if point.preset == preset and (not verdicts or point.verdict in verdicts))


def books_of(preset: str) -> Iterator[str]:
    """Yield the books that a preset is compared with, each once: ``"000"``, or ``"ACC"``."""
    yield from dict.fromkeys(point.source[:3] for point in TABLE if point.preset == preset)
