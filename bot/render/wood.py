"""Wooden planks whose grain follows a formula, so that every board looks the same."""

from __future__ import annotations

from functools import lru_cache
from math import exp, sin
from typing import Final

from PIL import Image, ImageDraw

from bot.render.shapes import BACKGROUND, WIDTH, WOOD_DARK, Colour, canvas, rounded_mask

_FINE: Final = 3
"""How many times higher the wood is drawn before it is reduced; its grain runs horizontally."""

_STEP: Final = 25
"""The distance between the points of a line of grain."""

_TRUNK: Final = 1040
"""The height of the highest board."""

_KNOT: Final = 330
"""The vertical position of the knot."""

_DEPTH: Final = 0.09
"""The contrast of the grain."""

_RING: Final = 9.0
"""The mean width of a growth ring."""

CORNER_RADIUS: Final = 26
"""The corner radius of a board."""


def dark_board(height: int) -> Image.Image:
    """A dark wooden board of the full width, as a frame for lighter wood or a chart."""
    image = canvas(WIDTH, height, BACKGROUND)
    image.paste(plank(WIDTH, height, WOOD_DARK), (0, 0), rounded_mask(WIDTH, height, CORNER_RADIUS))
    return image


def plank(width: int, height: int, colour: Colour, cut: float = 0.0) -> Image.Image:
    """A piece of wood; ``cut`` chooses its part of the trunk."""
    return _trunk(colour, cut, -(-height // _TRUNK) * _TRUNK).crop((0, 0, width, height))


@lru_cache(maxsize=4)
def _trunk(colour: Colour, cut: float, height: int) -> Image.Image:
    """The wood from which the planks of one colour are cut; cached, because the grain is slow to draw."""
    image = Image.new("RGB", (WIDTH, height * _FINE), colour)
    draw = ImageDraw.Draw(image)
    across = range(0, WIDTH + _STEP, _STEP)
    above = [(x, -60.0 * _FINE) for x in across]
    rise = -40.0
    ring = 0
    while rise < height + 40:
        below = [(x, _grain(x, rise, cut) * _FINE) for x in across]
        draw.polygon([*above, *reversed(below)], fill=_tone(colour, ring, cut))
        above = below
        rise += _RING * (0.55 + 0.45 * sin(ring * 2.4 + cut) ** 2)
        ring += 1
    draw.polygon([*above, (WIDTH, image.height), (0, image.height)], fill=_tone(colour, ring, cut))
    return image.reduce((1, _FINE))


def _grain(x: float, rise: float, cut: float) -> float:
    """The vertical position of a line of grain: long waves that bend around a knot."""
    wave = 7 * sin(x / 210 + rise / 90 + cut) + 2.5 * sin(x / 63 + rise / 31 + 2 * cut)
    from_knot = rise - _KNOT
    beside = (x - WIDTH * (0.5 + 0.35 * sin(cut + 2))) / 150
    bulge = 26 * exp(-beside * beside) * from_knot / (18 + abs(from_knot)) * exp(-abs(from_knot) / 160)
    return rise + wave + bulge


def _tone(colour: Colour, ring: int, cut: float) -> Colour:
    """The colour of a growth ring; there are few, so that the file stays small."""
    shade = 0.6 * sin(ring * 0.23 + cut) + 0.4 * sin(ring * 1.9 + 2 * cut)
    share = 1 + _DEPTH * round(shade * 4) / 4
    red, green, blue = (min(255, round(part * share)) for part in colour)
    return red, green, blue
