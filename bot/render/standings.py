"""The picture of the standings: ranks, moves, names, and the columns that decide the ranking."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import N_, gettext
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import distinct_names, width_of, wrap
from bot.render.scene import Scene, shorten
from bot.render.shapes import (
    BACKGROUND,
    GOLD,
    GREY_TEXT,
    LEADING,
    PANEL,
    SMALLEST,
    WHITE_TEXT,
    WIDTH,
    Colour,
)

_FOOT_MIN_NAME: Final = 16
"""The shortest name length at which a description still includes the foot."""
_MOVES_MIN_NAME: Final = 12
"""The shortest name length at which a description still includes the moves."""

_ROW: Final = 68
_BASE: Final = 49
_EDGE: Final = 34
_BLEED: Final = 16

_GAP: Final = 28
_BELOW_LEADERS: Final = 12
_LETTERS: Final = 46
_TITLE: Final = 58
_HEAD: Final = 56
_FOOT_LINE: Final = 52
_MIN_NAME: Final = 250
"""The smallest width for names; columns are left out before names get less, and longer names are shortened."""

_ARROW: Final = 26
_UP: Final[Colour] = (138, 216, 152)
_DOWN: Final[Colour] = (248, 156, 138)
_PALETTE: Final = plot_palette((BACKGROUND, PANEL, LEADING), (WHITE_TEXT, GREY_TEXT, GOLD, _UP, _DOWN))
_NOBODY: Final = N_("Nobody is in these standings yet.")
_NEW: Final = N_("new")


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line; ``moved`` is the number of places up since the last standings, ``None`` for a new player."""

    rank: str
    name: str
    cells: tuple[str, ...]
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class StandingsScene(Scene):
    """The standings of a league; every player with the rank of the first line leads.

    The description has every column. ``drawn`` are the places of the columns of the picture, the most important first:
    the last of them are left out where names would have too little room. Without it every column is drawn if it fits.
    """

    title: str
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    foot: str = ""
    drawn: tuple[int, ...] | None = None

    kind: ClassVar[str] = "standings"
    palette = _PALETTE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        columns = _columns(self)
        heads = _EDGE + (78 if self.title else 0)
        body = heads + (_HEAD if self.heads and self.lines else 0)
        rows = len(self.lines) or 2
        end = body + _ROW * rows + (_BELOW_LEADERS if 0 < self.leaders < len(self.lines) else 0)
        across = WIDTH - 2 * _EDGE
        foot = wrap(self.foot, SMALLEST, across)
        canvas = Canvas(WIDTH, end + _EDGE + (_FOOT_LINE * len(foot) + 8 if foot else 0), BACKGROUND, palette)
        canvas.text((_EDGE, _EDGE + 46), self.title, _TITLE, WHITE_TEXT, bold=True, within=across)
        if self.lines:
            for column, right in columns.cells.items():
                if column < len(self.heads):
                    canvas.text((right, body - 14), self.heads[column], SMALLEST, GREY_TEXT, anchor="r")
            _draw_lines(canvas, self, columns, body)
        else:
            canvas.text(
                (WIDTH // 2, body + _ROW + 12), gettext(_NOBODY), _LETTERS, GREY_TEXT, anchor="m", within=across
            )
        for place, words in enumerate(foot):
            canvas.text((_EDGE, end + 60 + _FOOT_LINE * place), words, SMALLEST, GREY_TEXT)
        return canvas.image

    def describe(self, longest: int) -> str:
        """Describe the standings line by line; very short names leave out the foot and the moves."""
        heads = gettext("Place, name, {heads}:", heads=", ".join(self.heads)) if self.heads and self.lines else ""
        compared = self.shows_moves and longest >= _MOVES_MIN_NAME
        rows = [_describe_line(line, longest, compared=compared) for line in self.lines] or [gettext(_NOBODY)]
        foot = _sentence(self.foot) if longest >= _FOOT_MIN_NAME else ""
        return " ".join(part for part in (_sentence(self.title), heads, *rows, foot) if part)

    @property
    def names(self) -> tuple[str, ...]:
        return distinct_names(tuple(line.name for line in self.lines))

    @property
    def leaders(self) -> int:
        """The number of lines that share the first place; 0 on later pages."""
        return len(list(takewhile(lambda line: line.rank in {"1", "1="}, self.lines)))

    @property
    def shows_moves(self) -> bool:
        """Return whether the standings show moves, which needs earlier standings with any of these players."""
        return any(line.moved is not None for line in self.lines)


def _describe_line(line: Line, longest: int, *, compared: bool) -> str:
    moved = _describe_move(line.moved) if compared else ""
    return " ".join(part for part in (line.rank, shorten(line.name, longest), moved, *line.cells) if part) + "."


def _sentence(words: str) -> str:
    return words if not words or words[-1] in ".!?:…" else words + "."


def _describe_move(moved: int | None) -> str:
    if moved is None:
        return f"({gettext(_NEW)})"
    return gettext("({way} {moved})", way=gettext("up" if moved > 0 else "down"), moved=abs(moved)) if moved else ""


@dataclass(frozen=True, slots=True)
class _Columns:
    """The positions of the columns: the right edges of ranks and cells, the left edges of moves and names."""

    rank: int
    moved: int
    name: int
    name_width: int
    cells: dict[int, int]


def _columns(scene: StandingsScene) -> _Columns:
    """Lay out the columns: each is as wide as its widest text, and names get the rest."""
    rank = _EDGE + max((width_of(line.rank, _LETTERS, bold=True) for line in scene.lines), default=0)
    moved = rank + _GAP
    name = moved + (_moved_width(scene) + _GAP if scene.shows_moves else 0)
    right = WIDTH - _EDGE
    widths: dict[int, int] = {}
    many = max([len(scene.heads), *(len(line.cells) for line in scene.lines)])
    for column in range(many) if scene.drawn is None else scene.drawn:
        width = _cell_width(scene, column) + _GAP
        if right - name - sum(widths.values()) - width < _MIN_NAME:
            break
        widths[column] = width
    rights: dict[int, int] = {}
    for column in sorted(widths, reverse=True):
        rights[column] = right
        right -= widths[column]
    return _Columns(rank, moved, name, right - name, rights)


def _cell_width(scene: StandingsScene, column: int) -> int:
    head = width_of(scene.heads[column], SMALLEST) if column < len(scene.heads) else 0
    cells = [line.cells[column] for line in scene.lines if column < len(line.cells)]
    return max(head, max((width_of(cell, _LETTERS, bold=True) for cell in cells), default=0))


def _moved_width(scene: StandingsScene) -> int:
    numbers = [width_of(str(abs(line.moved)), SMALLEST) for line in scene.lines if line.moved]
    words = [width_of(gettext(_NEW), SMALLEST) for line in scene.lines if line.moved is None]
    return max([_ARROW, *words, *(_ARROW + 6 + number for number in numbers)])


def _draw_lines(canvas: Canvas, scene: StandingsScene, columns: _Columns, top: int) -> None:
    for place, (line, name) in enumerate(zip(scene.lines, scene.names, strict=True)):
        leads = place < scene.leaders
        above = top + _ROW * place + (0 if leads or not scene.leaders else _BELOW_LEADERS)
        ground = (_EDGE - _BLEED, above, WIDTH - _EDGE + _BLEED, above + _ROW)
        if leads:
            canvas.gold_row(*ground)
        elif (place - scene.leaders) % 2 == 0:
            canvas.rounded(ground, 8, PANEL)
        base = above + _BASE
        if scene.shows_moves:
            _draw_move(canvas, line.moved, columns.moved, base)
        rank = GOLD if leads else GREY_TEXT
        canvas.text((columns.rank, base), line.rank, _LETTERS, rank, bold=True, anchor="r")
        canvas.text((columns.name, base), name, _LETTERS, WHITE_TEXT, bold=leads, within=columns.name_width)
        for column, right in columns.cells.items():
            if column < len(line.cells):
                canvas.text((right, base), line.cells[column], _LETTERS, WHITE_TEXT, bold=leads, anchor="r")


def _draw_move(canvas: Canvas, moved: int | None, left: int, base: int) -> None:
    if moved is None:
        canvas.text((left, base - 1), gettext(_NEW), SMALLEST, GREY_TEXT)
        return
    if not moved:
        canvas.rectangle((left + 3, base - 18, left + _ARROW - 4, base - 14), GREY_TEXT)
        return
    colour, high, low = (_UP if moved > 0 else _DOWN), base - 26.4, base - 5.6
    tip, foot = (high, low) if moved > 0 else (low, high)
    canvas.polygon([(left, foot), (left + _ARROW / 2, tip), (left + _ARROW, foot)], colour)
    canvas.text((left + _ARROW + 6, base - 2), str(abs(moved)), SMALLEST, colour)
