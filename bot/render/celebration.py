"""What a picture shows of a game that is won: the winner's name on a ribbon, crowns and confetti."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Final

from PIL import Image, ImageDraw

from bot.render.canvas import Canvas, Stamp, as_stamp
from bot.render.lettering import largest_size, width_of
from bot.render.shapes import GOLD, INK, PAPER, SIDES, SMALLEST, WIDTH, Colour, mix

_FINE: Final = 4
_CONFETTI: Final[tuple[Colour, ...]] = (*SIDES, GOLD)
_PIECE: Final = 24
_WIDEST_NAME: Final = 560
BANNER: Final = 122
"""The height of the ribbon with the winner's name."""
_POINTS: Final = ((0.02, 0.3), (0.27, 0.56), (0.5, 0.12), (0.73, 0.56), (0.98, 0.3), (0.87, 0.86), (0.13, 0.86))


@lru_cache(maxsize=8)
def crown(size: int) -> Stamp:
    side = size * _FINE
    image = Image.new("RGBA", (side, side), (*GOLD, 0))
    draw = ImageDraw.Draw(image)
    outline = [(x * side, y * side) for x, y in _POINTS]
    draw.polygon(outline, fill=(*GOLD, 255))
    draw.line([*outline, outline[0]], fill=(*INK, 255), width=max(side // 28, 1), joint="curve")
    for x, y in ((0.06, 0.27), (0.5, 0.12), (0.94, 0.27)):
        reach = side * 0.075
        box = (x * side - reach, y * side - reach, x * side + reach, y * side + reach)
        draw.ellipse(box, fill=(*mix(GOLD, PAPER, 0.4), 255), outline=(*INK, 255), width=max(side // 34, 1))
    draw.line((0.2 * side, 0.74 * side, 0.8 * side, 0.74 * side), fill=(*mix(GOLD, INK, 0.5), 255), width=side // 22)
    return as_stamp(image.reduce(_FINE))


def draw_winner(canvas: Canvas, name: str) -> None:
    """Draw the winner's name on a ribbon between two crowns, over the upper ``BANNER`` pixels of a picture."""
    scatter_confetti(canvas, (20, 12, WIDTH - 20, BANNER - 6), 60)
    size = largest_size(name, range(60, SMALLEST - 1, -2), _WIDEST_NAME, bold=True)
    half = min(width_of(name, size, bold=True), _WIDEST_NAME) // 2 + 44
    middle, top, bottom = WIDTH // 2, 18, BANNER - 16
    for side in (-1, 1):
        ends = [(half - 40, top + 14), (half + 56, top + 14), (half + 34, (top + bottom) // 2 + 14)]
        ends += [(half + 56, bottom + 14), (half - 40, bottom + 14)]
        canvas.polygon([(middle + side * x, y) for x, y in ends], mix(GOLD, INK, 0.35))
        canvas.stamp_around(crown(76), (middle + side * (half + 108), (top + bottom) // 2))
    canvas.rounded((middle - half, top, middle + half, bottom), 8, GOLD)
    base = (top + bottom) / 2 + size * 0.34
    canvas.text((middle, base), name, size, INK, bold=True, anchor="m", within=_WIDEST_NAME)


def scatter_confetti(canvas: Canvas, box: tuple[int, int, int, int], number: int) -> None:
    """Strew pieces of paper over a part of a picture, in the same places every time."""
    chance = Random(number)
    left, top, right, bottom = box
    reach = _PIECE // 2
    with canvas.in_true_colours((left - reach, top - reach, right + reach, bottom + reach)) as part:
        for piece in range(number):
            # Each piece has its own strip, so that none lie in a heap.
            x = (right - left) * (piece + chance.random()) / number
            y = (bottom - top) * chance.random()
            part.stamp(
                _piece(piece % len(_CONFETTI), chance.randrange(8)), (round(left + x) - left, round(top + y) - top)
            )


@lru_cache(maxsize=64)
def _piece(colour: int, turn: int) -> Stamp:
    room = _PIECE * _FINE
    mask = Image.new("L", (room, room), 0)
    angle, middle = turn * pi / 8, room / 2
    along, across = (9 * _FINE * cos(angle), 9 * _FINE * sin(angle)), (-4 * _FINE * sin(angle), 4 * _FINE * cos(angle))
    corners = [
        (middle + a * along[0] + b * across[0], middle + a * along[1] + b * across[1])
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return Stamp(_CONFETTI[colour], mask.reduce(_FINE))
