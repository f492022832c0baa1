"""Charts of one line: the chance to win over a game, and the points lost a game over time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render.lettering import draw_text, width_of
from bot.render.palettes import plot_palette
from bot.render.scene import Scene
from bot.render.shapes import (
    BACKGROUND,
    GOLD,
    GREY_TEXT,
    GRID,
    INK,
    PANEL,
    SIDES,
    WHITE_TEXT,
    canvas,
    draw_disc,
    draw_rounded,
)

_WIDTH: Final = 800
_HEIGHT: Final = 560
_EDGE: Final = 32
_TOP: Final = 110
_BOTTOM: Final = 476
_TITLE: Final = 44
_SMALL: Final = 34
_FINE: Final = 2
_STROKE: Final = 5
_INSET: Final = 34
_DISC: Final = 25
_LINE: Final = SIDES[1]
_GROUNDS: Final = (BACKGROUND, PANEL)
_INKS: Final = (WHITE_TEXT, GREY_TEXT, GOLD, GRID, _LINE, INK)

_Line = tuple[float, str]
"""A level line: its value and its label."""


@dataclass(frozen=True, slots=True)
class ChanceChartScene(Scene):
    """The chance to win before each deal and at the end; ``marks`` are the deals of numbered moments, the first 1."""

    kind: ClassVar[str] = "chance"

    chances: tuple[float, ...]
    marks: tuple[int, ...] = ()

    def draw(self) -> Image.Image:
        """Draw the chart."""
        values = [100 * chance for chance in self.chances]
        labels = [str(deal) for deal in range(1, len(values))]
        lines = ((0.0, "0"), (50.0, "50"), (100.0, "100 %"))
        marks = [(deal - 1, str(number)) for number, deal in enumerate(self.marks, 1)]
        return _draw_chart(gettext("Chance to win before each deal"), values, lines, labels, marks)

    @property
    def palette(self) -> Image.Image:
        return plot_palette(_GROUNDS, _INKS)

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

    lost: tuple[float, ...]
    levels: tuple[tuple[str, float], ...]

    def draw(self) -> Image.Image:
        """Draw the chart; the least points lost are at the top, and small differences there count for more."""
        highest = sqrt(max(*self.lost, self.levels[0][1]) * 1.08)
        lines = tuple((highest - sqrt(value), label) for label, value in self.levels)
        values = [highest - sqrt(value) for value in self.lost]
        return _draw_chart(gettext("Points lost a game"), values, lines, (), (), range_of=(0.0, highest))

    @property
    def palette(self) -> Image.Image:
        return plot_palette(_GROUNDS, _INKS)

    def describe(self, longest: int) -> str:
        """Describe the points lost in each game and the levels."""
        games = ", ".join(f"{lost:.1f}" for lost in self.lost)
        levels = ", ".join(f"{label} {value:.1f}" for label, value in self.levels)
        return gettext(
            "Points lost in each game, the oldest first: {games}. Levels: {levels}.", games=games, levels=levels
        )


def _draw_chart(
    title: str,
    values: Sequence[float],
    lines: Iterable[_Line],
    labels: Sequence[str],
    marks: Iterable[tuple[int, str]],
    *,
    range_of: tuple[float, float] = (0.0, 100.0),
) -> Image.Image:
    """Draw a line through values side by side, horizontal lines with labels, and numbered discs at some values."""
    image = canvas(_WIDTH, _HEIGHT, BACKGROUND)
    draw = ImageDraw.Draw(image)
    draw_text(draw, (_EDGE, 70), title, _TITLE, WHITE_TEXT, bold=True, within=_WIDTH - 2 * _EDGE)
    lines = sorted(lines)
    labelled = _apart(lines, range_of)
    left = _EDGE + max(width_of(label, _SMALL) for _, label in lines) + 14
    right = _WIDTH - _EDGE
    low, high = range_of

    def y(value: float) -> int:
        return round(_BOTTOM - _INSET - (_BOTTOM - _TOP - 2 * _INSET) * (value - low) / (high - low))

    def x(place: int) -> int:
        if len(values) == 1:
            return (left + right) // 2
        return round(left + _INSET + (right - left - 2 * _INSET) * place / (len(values) - 1))

    field = canvas(right - left, _BOTTOM - _TOP, PANEL, _FINE)
    inner = ImageDraw.Draw(field)
    for value, _ in lines:
        at = (y(value) - _TOP) * _FINE
        inner.rectangle((0, at, field.width, at + 2 * _FINE - 1), fill=GRID)
    points = [((x(place) - left) * _FINE, (y(value) - _TOP) * _FINE) for place, value in enumerate(values)]
    if len(points) > 1:
        inner.line(points, fill=_LINE, width=_STROKE * _FINE, joint="curve")
    field = field.reduce(_FINE)
    draw_rounded(image, (left, _TOP, right, _BOTTOM), 12, PANEL)
    image.paste(field.crop((6, 6, field.width - 6, field.height - 6)), (left + 6, _TOP + 6))
    for value, label in labelled:
        draw_text(draw, (left - 14, y(value) + 11), label, _SMALL, GREY_TEXT, anchor="r")
    every = ceil(len(labels) / 9) if labels else 1
    for place, label in list(enumerate(labels))[::every]:
        draw_text(draw, (x(place), _BOTTOM + 42), label, _SMALL, GREY_TEXT, anchor="m")
    draw_disc(image, (x(len(values) - 1), y(values[-1])), 20, _LINE)
    used = dict[int, int]()
    for place, label in marks:
        # Several moments of a deal stand below each other.
        down = used[place] = used.get(place, -1) + 1
        spot = x(place), min(y(values[place]) + down * (2 * _DISC + 4), _BOTTOM - _DISC)
        draw_disc(image, spot, 2 * _DISC, GOLD)
        draw_text(draw, (spot[0], spot[1] + 13), label, _SMALL, INK, bold=True, anchor="m")
    return image


def _apart(lines: Sequence[_Line], range_of: tuple[float, float]) -> list[_Line]:
    """Return the lines whose labels have room, from the highest on."""
    room = (range_of[1] - range_of[0]) * _SMALL / (_BOTTOM - _TOP - 2 * _INSET)
    kept: list[_Line] = []
    for line in reversed(lines):
        if not kept or kept[-1][0] - line[0] >= room:
            kept.append(line)
    return kept
