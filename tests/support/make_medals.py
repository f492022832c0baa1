"""Draw ``bot/render/card_files/medals.png``, the medals of achievements: ``python -m tests.support.make_medals``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from bot.render import shapes
from bot.render.canvas import Canvas
from bot.render.lettering import font
from bot.render.player_stats import BRONZE, MEDAL, MEDALS_IN_A_ROW, SHEET, SILVER, BadgesScene
from bot.render.shapes import Colour, mix
from engine.analysis.achievements import KINDS
from tests.support.make_pegs import as_stamp

_FINE: Final = 4
_TEETH: Final = 20

_GOLD: Final = shapes.GOLD
_GREEN: Final = shapes.TABLE_DARK_GREEN
_WHITE: Final = shapes.PAPER
_INK: Final = shapes.INK

_METALS: Final[Mapping[str, Colour]] = {
    **dict.fromkeys(("hand_29", "hand_28", "double_skunk", "beat_expert", "games_1000", "sharp_eye"), _GOLD),
    **dict.fromkeys(
        ("hand_24", "crib_20", "skunk_survived", "comeback", "seven_wins", "games_100", "four_alike"), SILVER
    ),
}
"""The metal of each medal; the others are of bronze."""


class _Pen:
    """Draws on a medal; all places and sizes are parts of its diameter, and the middle is (0.5, 0.5)."""

    def __init__(self, image: Image.Image, metal: Colour) -> None:
        self.metal = metal
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._side = image.width

    def _at(self, *points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x * self._side, y * self._side) for x, y in points]

    def medal(self) -> None:
        """Draw the rim with its teeth and the green field."""
        rim = []
        for step in range(2 * _TEETH):
            reach = 0.495 if step % 2 == 0 else 0.455
            rim.append((0.5 + reach * cos(step * pi / _TEETH), 0.5 + reach * sin(step * pi / _TEETH)))
        self.fill(*rim, colour=mix(self.metal, _INK, 0.35))
        self.disc((0.5, 0.5), 0.45, self.metal)
        self.disc((0.5, 0.5), 0.405, mix(self.metal, _WHITE, 0.45))
        self.disc((0.5, 0.5), 0.39, mix(self.metal, _INK, 0.35))
        self.disc((0.5, 0.5), 0.375, _GREEN)

    def fill(self, *points: tuple[float, float], colour: Colour = _WHITE) -> None:
        self._draw.polygon(self._at(*points), fill=(*colour, 255))

    def disc(self, at: tuple[float, float], radius: float, colour: Colour = _WHITE) -> None:
        self.oval(at, radius, radius, colour)

    def oval(self, at: tuple[float, float], across: float, down: float, colour: Colour = _WHITE) -> None:
        (x, y), side = at, self._side
        box = ((x - across) * side, (y - down) * side, (x + across) * side, (y + down) * side)
        self._draw.ellipse(box, fill=(*colour, 255))

    def line(self, *points: tuple[float, float], width: float = 0.05, colour: Colour = _WHITE) -> None:
        """Draw a line with round corners and ends."""
        thick = round(width * self._side)
        self._draw.line(self._at(*points), fill=(*colour, 255), width=thick, joint="curve")
        for x, y in points:
            self.disc((x, y), width / 2, colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour = _WHITE) -> None:
        (x0, y0), (x1, y1) = self._at((left, top), (right, bottom))
        self._draw.rounded_rectangle((x0, y0, x1, y1), 0.02 * self._side, fill=(*colour, 255))

    def text(self, words: str, base: float, size: float, colour: Colour = _WHITE, *, middle: float = 0.5) -> None:
        """Draw words around a middle on a base line."""
        letters = font(round(size * self._side), bold=True)
        ((x, y),) = self._at((middle, base))
        self._draw.text((x, y), words, font=letters, fill=(*colour, 255), anchor="ms")

    def card(self, at: tuple[float, float], turn: float, colour: Colour = _WHITE) -> None:
        """Draw a small card that is turned by so many radians."""
        for half_across, half_down, shade in ((0.078, 0.108, _INK), (0.07, 0.1, colour)):
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            turned = [
                (
                    at[0] + x * half_across * cos(turn) - y * half_down * sin(turn),
                    at[1] + x * half_across * sin(turn) + y * half_down * cos(turn),
                )
                for x, y in corners
            ]
            self.fill(*turned, colour=shade)

    def star(self, at: tuple[float, float], radius: float, colour: Colour) -> None:
        reaches = [radius if step % 2 == 0 else radius * 0.42 for step in range(10)]
        angles = [step * pi / 5 - pi / 2 for step in range(10)]
        points = [
            (at[0] + reach * cos(angle), at[1] + reach * sin(angle))
            for reach, angle in zip(reaches, angles, strict=True)
        ]
        self.fill(*points, colour=colour)


def _hand(points: str, pen: _Pen) -> None:
    """Draw the points of a hand above four small cards."""
    pen.text(points, 0.55, 0.36)
    for place in range(4):
        pen.card((0.35 + place * 0.1, 0.7), (place - 1.5) * 0.16)


def _crib(pen: _Pen) -> None:
    """Draw a box with a card, under the points."""
    pen.text("20+", 0.52, 0.29)
    pen.card((0.5, 0.64), 0.2)
    pen.box(0.31, 0.64, 0.69, 0.78, pen.metal)
    pen.box(0.29, 0.61, 0.71, 0.67, mix(pen.metal, _WHITE, 0.45))


def _four_alike(pen: _Pen) -> None:
    for place in range(4):
        pen.card((0.3 + place * 0.133, 0.44 + 0.05 * abs(place - 1.5)), (place - 1.5) * 0.22)
    pen.text("12", 0.79, 0.22, pen.metal)


def _pegging(pen: _Pen) -> None:
    """Draw two pegs in a row of holes."""
    for x in (0.26, 0.38, 0.5, 0.62, 0.74):
        pen.disc((x, 0.68), 0.03, _INK)
    for x, colour in ((0.38, shapes.SIDES[1]), (0.62, shapes.SIDES[0])):
        pen.line((x, 0.34), (x, 0.66), width=0.055, colour=colour)
        pen.disc((x, 0.31), 0.065, colour)


def _skunk(pen: _Pen, at: float = 0.0, size: float = 1.0) -> None:
    """Draw a skunk from its side with a striped tail, at so far to the right of the middle."""

    def place(x: float, y: float) -> tuple[float, float]:
        return 0.5 + at + (x - 0.5) * size, 0.52 + (y - 0.5) * size

    def oval(x: float, y: float, across: float, down: float, colour: Colour) -> None:
        pen.oval(place(x, y), across * size, down * size, colour)

    for colour, wide in ((_INK, 0.17), (_WHITE, 0.07)):
        tail = [place(x, y) for x, y in ((0.66, 0.62), (0.74, 0.5), (0.73, 0.36), (0.63, 0.28))]
        pen.line(*tail, width=wide * size, colour=colour)
    oval(0.5, 0.62, 0.2, 0.12, _INK)
    oval(0.31, 0.56, 0.1, 0.09, _INK)
    oval(0.22, 0.59, 0.04, 0.035, _INK)
    pen.line(place(0.3, 0.49), place(0.42, 0.53), place(0.6, 0.54), width=0.045 * size)
    oval(0.28, 0.55, 0.018, 0.02, _WHITE)
    for x in (0.38, 0.47, 0.56, 0.64):
        pen.line(place(x, 0.7), place(x, 0.76), width=0.05 * size, colour=_INK)


def _double_skunk(pen: _Pen) -> None:
    _skunk(pen, -0.02, 0.85)
    pen.text("\N{MULTIPLICATION SIGN}2", 0.42, 0.2, pen.metal, middle=0.4)


def _skunk_survived(pen: _Pen) -> None:
    """Draw an arrow that crosses a dashed line upwards."""
    for x in (0.2, 0.36, 0.58, 0.74):
        pen.line((x, 0.56), (x + 0.06, 0.56), width=0.035, colour=shapes.SIDES[0])
    pen.line((0.5, 0.76), (0.5, 0.4), width=0.09)
    pen.fill((0.5, 0.22), (0.34, 0.44), (0.66, 0.44))


def _comeback(pen: _Pen) -> None:
    """Draw a line that falls and then rises far."""
    pen.line((0.2, 0.44), (0.34, 0.62), (0.46, 0.66), (0.7, 0.36), width=0.06)
    pen.fill((0.8, 0.24), (0.77, 0.45), (0.6, 0.3))


def _one_hole(pen: _Pen) -> None:
    """Draw two pegs, one hole apart."""
    pen.text("+1", 0.6, 0.36)
    for x in (0.32, 0.44, 0.56, 0.68):
        pen.disc((x, 0.72), 0.032, _INK)
    pen.disc((0.56, 0.72), 0.045, shapes.SIDES[0])
    pen.disc((0.68, 0.72), 0.045, shapes.SIDES[1])


def _sharp_eye(pen: _Pen) -> None:
    upper = [(0.2 + step * 0.03, 0.5 - 0.17 * sin(step * pi / 20)) for step in range(21)]
    lower = [(x, 1.0 - y) for x, y in reversed(upper)]
    pen.fill(*upper, *lower)
    pen.disc((0.5, 0.5), 0.13, shapes.SIDES[1])
    pen.disc((0.5, 0.5), 0.065, _INK)
    pen.disc((0.46, 0.455), 0.03)


def _right_counts(pen: _Pen) -> None:
    pen.line((0.28, 0.52), (0.44, 0.68), (0.73, 0.34), width=0.11)


def _robot(pen: _Pen) -> None:
    """Draw the head of a robot under a crown."""
    pen.fill(
        (0.33, 0.22), (0.42, 0.3), (0.5, 0.18), (0.58, 0.3), (0.67, 0.22), (0.65, 0.38), (0.35, 0.38), colour=_GOLD
    )
    pen.box(0.28, 0.4, 0.72, 0.72)
    for x in (0.4, 0.6):
        pen.disc((x, 0.52), 0.05, _INK)
    pen.line((0.4, 0.64), (0.6, 0.64), width=0.035, colour=_INK)
    for x in (0.24, 0.76):
        pen.line((x, 0.5), (x, 0.6), width=0.05)


def _nights(pen: _Pen) -> None:
    """Draw a crescent moon and stars."""
    pen.disc((0.46, 0.5), 0.24, shapes.GOLD)
    pen.disc((0.56, 0.43), 0.21, _GREEN)
    for at, radius in (((0.66, 0.34), 0.07), ((0.6, 0.52), 0.05), ((0.73, 0.55), 0.04)):
        pen.star(at, radius, _WHITE)


def _seven(pen: _Pen) -> None:
    pen.text("7", 0.61, 0.44)
    for x, y in ((0.34, 0.69), (0.5, 0.73), (0.66, 0.69)):
        pen.star((x, y), 0.075, pen.metal)


def _games(many: str, size: float, pen: _Pen) -> None:
    """Draw a number of games above a row of holes with a peg."""
    pen.text(many, 0.57, size)
    for x in (0.32, 0.41, 0.5, 0.59, 0.68):
        pen.disc((x, 0.7), 0.026, pen.metal)


_SYMBOLS: Final[Mapping[str, Callable[[_Pen], None]]] = {
    "hand_29": partial(_hand, "29"),
    "hand_28": partial(_hand, "28"),
    "hand_24": partial(_hand, "24"),
    "crib_20": _crib,
    "four_alike": _four_alike,
    "pegging": _pegging,
    "skunk": _skunk,
    "double_skunk": _double_skunk,
    "skunk_survived": _skunk_survived,
    "comeback": _comeback,
    "one_hole": _one_hole,
    "sharp_eye": _sharp_eye,
    "right_counts": _right_counts,
    "beat_expert": _robot,
    "ten_nights": _nights,
    "seven_wins": _seven,
    "games_10": partial(_games, "10", 0.36),
    "games_100": partial(_games, "100", 0.29),
    "games_1000": partial(_games, "1000", 0.24),
}


def medal(kind: str) -> Image.Image:
    """The medal of a kind of achievement, with a transparent background."""
    side = MEDAL * _FINE
    image = Image.new("RGBA", (side, side), (*shapes.BACKGROUND, 0))
    pen = _Pen(image, _METALS.get(kind, BRONZE))
    pen.medal()
    _SYMBOLS[kind](pen)
    return image.reduce(_FINE)


def main() -> None:
    """Draw all medals on one sheet."""
    rows = -(-len(KINDS) // MEDALS_IN_A_ROW)
    sheet = Canvas(MEDAL * MEDALS_IN_A_ROW, MEDAL * rows, shapes.BACKGROUND, BadgesScene.palette)
    for place, kind in enumerate(KINDS):
        centre = (MEDAL * (place % MEDALS_IN_A_ROW + 0.5), MEDAL * (place // MEDALS_IN_A_ROW + 0.5))
        sheet.stamp_around(as_stamp(medal(kind)), centre)
    sheet.image.palette = BadgesScene.palette.image.palette
    sheet.image.save(SHEET, optimize=True)


if __name__ == "__main__":
    main()
