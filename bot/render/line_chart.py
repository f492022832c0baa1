"""Charts of one line, and the field that all charts over time share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar, Final, TypeAlias

from PIL import Image

from bot.i18n.translation import gettext
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import width_of
from bot.render.scene import Scene
from bot.render.shapes import BACKGROUND, GOLD, GREY_TEXT, GRID, INK, PANEL, SIDES, WHITE_TEXT

PLOT_WIDTH: Final = 800
"""The width; it is smaller than that of other pictures, so that a phone shows larger letters."""

EDGE: Final = 32
SMALL: Final = 34
STROKE: Final = 5
LINE: Final = SIDES[1]
GROUNDS: Final = (BACKGROUND, PANEL)
_HEIGHT: Final = 560
_TOP: Final = 110
_BOTTOM: Final = 476
_TITLE: Final = 44
_DISC: Final = 25
_PALETTE: Final = plot_palette(GROUNDS, (WHITE_TEXT, GREY_TEXT, GOLD, GRID, LINE, INK))

Line: TypeAlias = tuple[float, str]
"""A level line: its value and its label."""


class Field:
    """The field of a chart, with level lines whose labels are left of it, and its range of values.

    ``rows`` are its top and bottom. Points keep ``inset`` pixels from its sides, and from its top and bottom.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        values: tuple[float, float],
        rows: tuple[int, int],
        right: int,
        inset: tuple[int, int],
    ) -> None:
        self._lines = sorted(lines)
        self._low, self._high = values
        self._top, self._bottom = rows
        self._aside, self._inset = inset
        self.left = EDGE + max(width_of(label, SMALL) for _, label in lines) + 14
        self.right = right

    def x(self, share: float) -> float:
        """The place of a share of the field's width."""
        return self.left + self._aside + (self.right - self.left - 2 * self._aside) * share

    def y(self, value: float) -> int:
        """The place of a value."""
        share = (value - self._low) / (self._high - self._low)
        return round(self._bottom - self._inset - (self._bottom - self._top - 2 * self._inset) * share)

    def draw(self, canvas: Canvas, thick: int = 1) -> None:
        """Draw the panel, and the lines with those labels that have room, from the highest on."""
        canvas.rounded((self.left, self._top, self.right, self._bottom), 12, PANEL)
        room = (self._high - self._low) * SMALL / (self._bottom - self._top - 2 * self._inset)
        last: float | None = None
        for value, label in reversed(self._lines):
            y = self.y(value)
            canvas.rectangle((self.left + 6, y, self.right - 7, y + thick - 1), GRID)
            if last is None or last - value >= room:
                canvas.text((self.left - 14, y + 11), label, SMALL, GREY_TEXT, anchor="r")
                last = value


@dataclass(frozen=True, slots=True)
class ChanceChartScene(Scene):
    """The chance to win before each deal and at the end; ``marks`` are the deals of numbered moments, the first 1."""

    kind: ClassVar[str] = "chance"
    palette = _PALETTE

    chances: tuple[float, ...]
    marks: tuple[int, ...] = ()

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the chart."""
        values = [100 * chance for chance in self.chances]
        field = _field(((0.0, "0"), (50.0, "50"), (100.0, "100 %")), 100.0)
        canvas = _draw_line(gettext("Chance to win before each deal"), field, values, palette)
        xs, deals = _xs(field, len(values)), len(values) - 1
        for place in range(0, deals, max(ceil(deals / 9), 1)):
            canvas.text((xs[place], _BOTTOM + 42), str(place + 1), SMALL, GREY_TEXT, anchor="m")
        used = dict[int, int]()
        for number, deal in enumerate(self.marks, 1):
            # Several moments of a deal stand below each other.
            down = used[deal] = used.get(deal, -1) + 1
            x, y = xs[deal - 1], min(field.y(values[deal - 1]) + down * (2 * _DISC + 4), _BOTTOM - _DISC)
            canvas.disc((x, y), 2 * _DISC, GOLD)
            canvas.text((x, y + 13), str(number), SMALL, INK, bold=True, anchor="m")
        return canvas.image

    def describe(self, longest: int) -> str:
        """Describe the chance before each deal and the deals of the moments."""
        chances = ", ".join(f"{deal}: {chance:.0%}" for deal, chance in enumerate(self.chances[:-1], 1))
        end = gettext("You won.") if self.chances[-1] else gettext("You lost.")
        text = gettext("Your chance to win before each deal: {chances}. {end}", chances=chances, end=end)
        if not self.marks:
            return text
        marks = ", ".join(
            gettext("{number} in deal {deal}", number=n, deal=deal) for n, deal in enumerate(self.marks, 1)
        )
        return gettext("{text} Moments: {marks}.", text=text, marks=marks)


@dataclass(frozen=True, slots=True)
class ProgressChartScene(Scene):
    """The points lost in each game, the oldest first, and the lines of the levels by their labels."""

    kind: ClassVar[str] = "progress"
    palette = _PALETTE

    lost: tuple[float, ...]
    levels: tuple[tuple[str, float], ...]

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the chart; the least points lost are at the top, and small differences there count for more."""
        highest = sqrt(max(*self.lost, self.levels[0][1]) * 1.08)
        lines = tuple((highest - sqrt(value), label) for label, value in self.levels)
        values = [highest - sqrt(value) for value in self.lost]
        return _draw_line(gettext("Points lost a game"), _field(lines, highest), values, palette).image

    def describe(self, longest: int) -> str:
        """Describe the points lost in each game and the levels."""
        games = ", ".join(f"{lost:.1f}" for lost in self.lost)
        levels = ", ".join(f"{label} {value:.1f}" for label, value in self.levels)
        return gettext(
            "Points lost in each game, the oldest first: {games}. Levels: {levels}.", games=games, levels=levels
        )


def _field(lines: Sequence[Line], highest: float) -> Field:
    return Field(lines, (0.0, highest), (_TOP, _BOTTOM), PLOT_WIDTH - EDGE, (34, 34))


def _xs(field: Field, many: int) -> list[int]:
    """The places of values side by side."""
    return [round(field.x(place / (many - 1) if many > 1 else 0.5)) for place in range(many)]


def _draw_line(title: str, field: Field, values: Sequence[float], palette: Palette | None) -> Canvas:
    """Draw a line through values side by side in a field below a title."""
    canvas = Canvas(PLOT_WIDTH, _HEIGHT, BACKGROUND, palette)
    canvas.text((EDGE, 70), title, _TITLE, WHITE_TEXT, bold=True, within=PLOT_WIDTH - 2 * EDGE)
    field.draw(canvas, 2)
    spots = list(zip(_xs(field, len(values)), map(field.y, values), strict=True))
    if len(spots) > 1:
        canvas.curves([spots], LINE, STROKE)
    canvas.disc(spots[-1], 20, LINE)
    return canvas
