"""The picture of a bracket: the matches of one round, and to the right those that their winners play next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from PIL import Image

from bot.i18n.translation import gettext
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import drawn_names, width_of
from bot.render.scene import Scene, shorten
from bot.render.shapes import BACKGROUND, GOLD, GREY_TEXT, GRID, LEADING, PANEL, SMALLEST, WHITE_TEXT, WIDTH

MATCHES: Final = 8
_EDGE: Final = 30
_TITLE: Final = 58
_HEAD: Final = 62
_ROW: Final = 58
_BASE: Final = 43
_CAPTION: Final = 50
_BETWEEN: Final = 24
_PITCH: Final = _CAPTION + 2 * _ROW + _BETWEEN
_LINK: Final = 56
_COLUMN: Final = (WIDTH - 2 * _EDGE - _LINK) // 2
_INSET: Final = 14
_STROKE: Final = 4
_PALETTE: Final = plot_palette((BACKGROUND, PANEL, LEADING, GRID), (WHITE_TEXT, GREY_TEXT, GOLD))

Standing: TypeAlias = Literal["won", "lost", "open"]

NameSpelling: TypeAlias = Callable[[str], str]
"""Spells a name for a text: shortened, or without marks."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a match. ``name`` is empty while nobody is known; then ``origin`` says who it will be.

    ``seed`` and ``score`` may be empty.
    """

    name: str = ""
    origin: str = ""
    seed: str = ""
    score: str = ""
    standing: Standing = "open"


@dataclass(frozen=True, slots=True)
class Box:
    """One match of a picture: its caption, its two rows, and a note about its result, such as "awarded".

    ``lower`` is None for a bye. ``next_box`` is the place of the match in the right column that the winner plays.
    """

    caption: str
    upper: Entry
    lower: Entry | None
    note: str = ""
    next_box: int | None = None


@dataclass(frozen=True, slots=True)
class BracketScene(Scene):
    """A part of a bracket: a column of matches, and beside it those that follow; there may be only one column."""

    title: str
    heads: tuple[str, ...]
    left: tuple[Box, ...]
    right: tuple[Box, ...] = ()

    kind: ClassVar[str] = "bracket"
    palette = _PALETTE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        lefts, rights = _tops(self)
        head = _EDGE + (78 if self.title else 0)
        body = head + (_HEAD if self.heads else 0)
        rows = max([*lefts, *rights], default=0) + _PITCH
        canvas = Canvas(WIDTH, round(body + rows + _EDGE - _BETWEEN), BACKGROUND, palette)
        canvas.text((_EDGE, _EDGE + 46), self.title, _TITLE, WHITE_TEXT, bold=True, within=WIDTH - 2 * _EDGE)
        wide, names = WIDTH - 2 * _EDGE if not self.right else _COLUMN, self.names
        for column, boxes, tops in ((0, self.left, lefts), (1, self.right, rights)):
            across = _EDGE + column * (_COLUMN + _LINK)
            if boxes and column < len(self.heads):
                canvas.text((across, body - 16), self.heads[column], SMALLEST, GOLD, bold=True, within=wide)
            for box, top in zip(boxes, tops, strict=True):
                _draw_match(canvas, box, (across, round(body + top)), wide, names)
        for box, top in zip(self.left, lefts, strict=True):
            if box.next_box is not None:
                _draw_link(canvas, round(body + _middle(top)), round(body + _middle(rights[box.next_box])))
        return canvas.image

    def describe(self, longest: int) -> str:
        parts = [f"{self.title}."]
        for head, boxes in self.columns:
            parts.append(f"{head}:")
            parts += [describe_match(box, lambda name: shorten(name, longest)) for box in boxes]
        return " ".join(parts)

    @property
    def columns(self) -> list[tuple[str, tuple[Box, ...]]]:
        return [(head, boxes) for head, boxes in zip(self.heads, (self.left, self.right), strict=False) if boxes]

    @property
    def names(self) -> dict[str, str]:
        return drawn_names(entry.name for entry in self.entries if entry.name)

    @property
    def entries(self) -> list[Entry]:
        return [entry for box in (*self.left, *self.right) for entry in (box.upper, box.lower) if entry is not None]


def describe_match(box: Box, spell: NameSpelling) -> str:
    one = _describe_entry(box.upper, spell)
    if box.lower is None:
        return gettext("{match}: {name} has a bye.", match=box.caption, name=one)
    other = _describe_entry(box.lower, spell)
    score = _describe_score(box)
    note = f" ({box.note})" if box.note else ""
    if "won" in {box.upper.standing, box.lower.standing}:
        winner, loser = (one, other) if box.upper.standing == "won" else (other, one)
        return gettext(
            "{match}: {winner} beat {loser}{score}{note}.",
            match=box.caption,
            winner=winner,
            loser=loser,
            score=score,
            note=note,
        )
    return gettext(
        "{match}: {one} v {other}{score}{note}.", match=box.caption, one=one, other=other, score=score, note=note
    )


def _describe_entry(entry: Entry, spell: NameSpelling) -> str:
    if not entry.name:
        return entry.origin
    return f"{spell(entry.name)} ({entry.seed})" if entry.seed else spell(entry.name)


def _describe_score(box: Box) -> str:
    """The score with the winner's first, after a comma; empty where there is none."""
    assert box.lower is not None
    scores = [box.upper.score, box.lower.score]
    if not all(scores):
        return ""
    return ", " + "-".join(scores[::-1] if box.lower.standing == "won" else scores)


def _tops(scene: BracketScene) -> tuple[list[float], list[float]]:
    """Return the upper edges of the matches of both columns: each of the right is beside those that lead to it."""
    feeders = [
        [place for place, box in enumerate(scene.left) if box.next_box == one] for one in range(len(scene.right))
    ]
    lefts, rights, row = dict.fromkeys(range(len(scene.left)), 0.0), [], 0
    for leading in feeders:
        for step, place in enumerate(leading):
            lefts[place] = float(_PITCH * (row + step))
        rows = max(len(leading), 1)
        rights.append(_PITCH * (row + (rows - 1) / 2))
        row += rows
    for place, box in enumerate(scene.left):
        if box.next_box is None:
            lefts[place] = float(_PITCH * row)
            row += 1
    return [lefts[place] for place in range(len(scene.left))], rights


def _middle(top: float) -> float:
    return top + _CAPTION + _ROW


def _draw_match(canvas: Canvas, box: Box, at: tuple[int, int], wide: int, names: dict[str, str]) -> None:
    left, top = at
    caption = f"{box.caption} ({box.note})" if box.note else box.caption
    canvas.text((left, top + _CAPTION - 10), caption, SMALLEST, GREY_TEXT, within=wide)
    panel = top + _CAPTION
    canvas.rounded((left, panel, left + wide, panel + 2 * _ROW), 10, PANEL)
    entries = (box.upper, box.lower or Entry(origin=gettext("bye")))
    scores = max(width_of(entry.score, SMALLEST, bold=True) for entry in entries)
    seeds = max(width_of(entry.seed, SMALLEST) for entry in entries)
    for row, entry in enumerate(entries):
        above = panel + row * _ROW
        _draw_entry(canvas, entry, (left, above), (wide, seeds, scores), names.get(entry.name, ""))
    canvas.line((left, panel + _ROW, left + wide - 1, panel + _ROW), fill=GRID, width=2)


def _draw_entry(canvas: Canvas, entry: Entry, at: tuple[int, int], widths: tuple[int, int, int], name: str) -> None:
    (left, top), (wide, seeds, scores) = at, widths
    won = entry.standing == "won"
    if won:
        canvas.gold_row(left, top + 1, left + wide, top + _ROW - 1)
    base, right = top + _BASE, left + wide - _INSET
    begin = left + _INSET
    if seeds:
        canvas.text((begin + seeds, base), entry.seed, SMALLEST, GREY_TEXT, anchor="r")
        begin += seeds + _INSET
    if scores:
        canvas.text((right, base), entry.score, SMALLEST, WHITE_TEXT, bold=won, anchor="r")
        right -= scores + _INSET
    colour = WHITE_TEXT if entry.name and entry.standing != "lost" else GREY_TEXT
    canvas.text((begin, base), name or entry.origin, SMALLEST, colour, bold=won, within=right - begin)


def _draw_link(canvas: Canvas, start: int, end: int) -> None:
    left = _EDGE + _COLUMN
    half, right = left + _LINK // 2, left + _LINK
    for line in ((left, start, half, start), (half, start, half, end), (half, end, right, end)):
        canvas.line(line, fill=GREY_TEXT, width=_STROKE)
