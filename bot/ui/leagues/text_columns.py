"""Tables as text in columns, narrow enough for a phone."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDEST: Final = 36
"""The letters on one line of a phone, within a code block."""

_LONGEST_NAME: Final = 18
_SHORTEST_NAME: Final = 7
_LEAST: Final = 4
"""Beside numbers that leave a name less room than this, the lines are longer than a phone's."""

_FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row: the cell before the name, the name, and the cells after it."""

    before: str
    name: str
    cells: tuple[str, ...]


def text_table(heads: Sequence[str], rows: Sequence[TextRow]) -> str:
    """The rows under their heads in a code block; names are shortened to fit a phone."""
    before = max((_width(row.before) for row in rows), default=0)
    widths = [max([len(head), *(_width(row.cells[at]) for row in rows)]) for at, head in enumerate(heads)]
    left = max(WIDEST - before - 1 - sum(widths) - len(widths), _LEAST)
    longest = max((_width(plain_name(row.name)) for row in rows), default=0)
    name = max(min(left, longest, _LONGEST_NAME), min(left, _SHORTEST_NAME))
    lines = [_line("", before, "", name, heads, widths)]
    lines += [_line(row.before, before, row.name, name, row.cells, widths) for row in rows]
    return "\n".join([_FENCE, *lines, _FENCE])


def plain_name(name: str) -> str:
    """A name without backticks, line breaks and control characters."""
    seen = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C")
    return " ".join(seen.replace("`", "'").split())


def _line(before: str, wide: int, name: str, room: int, cells: Sequence[str], widths: Sequence[int]) -> str:
    parts = [before.rjust(wide), _padded(plain_name(name), room)]
    parts += [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return " ".join(parts).rstrip()


def _padded(name: str, room: int) -> str:
    """Return a name in exactly this number of columns."""
    if _width(name) > room:
        while name and _width(name) > room - 1:
            name = name[:-1]
        name += "…"
    return name + " " * (room - _width(name))


def _width(text: str) -> int:
    """The columns of a text: East Asian wide letters take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
