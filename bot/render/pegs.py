"""Small things on pictures: each side's pegs in their own colour and shape, holes, crowns and confetti."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.i18n.translation import N_
from bot.render.canvas import Canvas, Stamp, as_stamp
from bot.render.shapes import GOLD, INK, PAPER, SHADOW, SIDES, Colour, mix

PEG_NAMES: Final = (N_("red, round"), N_("blue, square"), N_("yellow, triangular"), N_("white, diamond"))
_FINE: Final = 4
_HOLE: Final[Colour] = (26, 14, 8)
_CORNERS: Final[tuple[tuple[float, ...], ...]] = (
    (),
    (0.25, 0.75, 1.25, 1.75),
    (0.5 + 1, 0.5 + 1 + 2 / 3, 0.5 + 1 + 4 / 3),
    (0, 0.5, 1, 1.5),
)
"""The angles of the corners of each side's peg, in half turns; the first peg is round."""

_REACH: Final = (1.0, 1.19, 1.24, 1.2)
"""The radius of each shape's corners compared with a round peg, so that all shapes look equally large."""

_DROP: Final = (0.0, 0.0, 0.16, 0.0)
"""The vertical offset of each shape, as a share of its radius."""


@lru_cache(maxsize=64)
def peg(side: int, size: int, *, hollow: bool = False) -> Stamp:
    """A side's peg with its shadow: the front peg is solid, the back peg hollow."""
    colour = SIDES[side]
    rings = (
        (0.5, INK),
        (0.45, PAPER),
        (0.37, mix(colour, INK, 0.25)),
        (0.34, colour),
        (0.24 if hollow else 0.17, _HOLE if hollow else mix(colour, PAPER, 0.5)),
    )
    return as_stamp(Image.alpha_composite(_draw_shadow(side, size), _draw_rings(side, size, rings)))


@lru_cache(maxsize=64)
def symbol(side: int, size: int) -> Stamp:
    """A side's colour and shape without a shadow, for use beside its name."""
    return as_stamp(_draw_rings(side, size, ((0.5, INK), (0.44, SIDES[side]))))


def _draw_rings(side: int, size: int, rings: Sequence[tuple[float, Colour]]) -> Image.Image:
    """Draw a side's shape in rings of several colours, in the middle of a picture of twice its size."""
    room = size * 2 * _FINE
    image = Image.new("RGBA", (room, room), (*INK, 0))
    draw = ImageDraw.Draw(image)
    for share, tone in rings:
        _draw_shape(draw, side, (room / 2, room / 2), size * _FINE * share, (*tone, 255))
    return image.reduce(_FINE)


def _draw_shadow(side: int, size: int) -> Image.Image:
    """The shadow of a peg; it is blurred at its final size, which is much faster."""
    room = size * 2 * _FINE
    shade = Image.new("L", (room, room), 0)
    sunk = room / 2 + size * _FINE * 0.12
    _draw_shape(ImageDraw.Draw(shade), side, (sunk, sunk + size * _FINE * 0.04), size * _FINE / 2, 150)
    image = Image.new("RGBA", (2 * size, 2 * size), (*SHADOW, 0))
    image.putalpha(shade.reduce(_FINE).filter(ImageFilter.GaussianBlur(size * 0.07)))
    return image


@lru_cache(maxsize=8)
def hole(size: int) -> Stamp:
    """A drilled hole: dark, with a light lower rim."""
    room = (size + 4 + size % 2) * _FINE
    image = Image.new("RGBA", (room, room), (*PAPER, 0))
    draw = ImageDraw.Draw(image)
    middle, radius = room / 2, size * _FINE / 2
    lit = middle + _FINE * 1.4
    draw.ellipse((middle - radius, lit - radius, middle + radius, lit + radius), fill=(*PAPER, 90))
    draw.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill=(*_HOLE, 255))
    return as_stamp(image.reduce(_FINE))


def _draw_shape(
    draw: ImageDraw.ImageDraw,
    side: int,
    centre: tuple[float, float],
    radius: float,
    fill: int | tuple[int, int, int, int],
) -> None:
    x, y = centre[0], centre[1] + radius * _DROP[side]
    reach = radius * _REACH[side]
    if not _CORNERS[side]:
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=fill)
        return
    draw.polygon([(x + reach * cos(turn * pi), y + reach * sin(turn * pi)) for turn in _CORNERS[side]], fill=fill)


# What is won.

_CONFETTI: Final[tuple[Colour, ...]] = (*SIDES, GOLD)
_PIECE: Final = 24
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
