"""Pegs and holes seen from above; each side's pegs have their own colour and shape."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.i18n.translation import N_
from bot.render.canvas import Stamp, as_stamp
from bot.render.shapes import INK, PAPER, SHADOW, SIDES, Colour, mix

PEG_NAMES: Final = (N_("red, round"), N_("blue, square"), N_("yellow, triangular"), N_("white, diamond"))
"""The pegs of each side in words."""

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
