"""The board in text: both pegs of each side on their way down the streets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import gettext
from engine.board import STREET
from engine.view import View

_CELLS: Final = {121: 6, 61: 12}
"""How many places a street has on the drawn track, by the length of the game."""

_WIDEST: Final = 20
"""How many letters of a name, or of the names of partners, fit a phone beside the score."""


def track(front: int, back: int, target: int) -> str:
    """One side's track: ``o`` the hindmost peg, ``@`` the foremost, a bar after every street of thirty holes."""
    cells = _CELLS[target]
    streets = target // STREET
    marks = ["."] * (cells * streets + 1)
    for peg, mark in ((back, "o"), (front, "@")):
        if peg:
            marks[min((peg - 1) * cells // STREET, len(marks) - 1)] = mark
    rows = ["".join(marks[start : start + cells]) for start in range(0, cells * streets, cells)]
    return "|".join(rows) + "|" + marks[-1]


def board(view: View, names: Sequence[str]) -> str:
    """The whole board as fixed-width text, one peg-row a side under its name and score."""
    lines = []
    for side, seats in enumerate(view.rules.sides):
        front, back = view.scores[side], view.hindmost[side]
        lines.append(f"{_called([names[seat] for seat in seats])} {front}")
        lines.append(track(front, back, view.rules.target))
    text = "\n".join(lines).replace("`", "'")
    return f"```\n{text}\n```"


def scores(view: View, names: Sequence[str], whys: Sequence[str]) -> str:
    """The scores in one line, each with its last gain and what for: ``Ann 34 (+6, hand), Ben 29 (+2, pair)``."""
    told = []
    for side, seats in enumerate(view.rules.sides):
        front, back = view.scores[side], view.hindmost[side]
        told.append(
            f"{gettext(' and ').join(names[seat] for seat in seats)} **{front}**{_gain(front - back, whys[side])}"
        )
    return ", ".join(told)


def _gain(holes: int, why: str) -> str:
    """How far the last score has brought a side, and what for: from where the hindmost peg stands."""
    if not holes:
        return ""
    return f" (+{holes}, {why})" if why else f" (+{holes})"


def _called(names: Sequence[str]) -> str:
    """A side on the board: partners share a row, each with as much of the name as fits."""
    room = _WIDEST - 3 * (len(names) - 1)
    most = next(most for most in range(room, 0, -1) if sum(min(len(name), most) for name in names) <= room)
    return " & ".join(name[:most] for name in names)
