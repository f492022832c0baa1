"""Draw the wood of the boards, ``bot/render/card_files/wood_*.png``: ``python -m tests.support.make_wood``."""

from __future__ import annotations

from math import exp, sin
from typing import Final

from PIL import Image, ImageDraw

from bot.render import shapes
from bot.render.empty_board import WOOD_FILES

_FINE_GRAIN: Final = 3
"""How many times higher the wood is drawn before it is reduced; its grain runs horizontally."""

_GRAIN_STEP: Final = 25
"""The distance between the points of a line of grain."""

_KNOT: Final = 330
"""The vertical position of the knot."""

_DEPTH: Final = 0.09
"""The contrast of the grain."""

_RING: Final = 9.0
"""The mean width of a growth ring."""


def trunk(colour: shapes.Colour, cut: float, height: int) -> Image.Image:
    """Wood of a colour; ``cut`` chooses a part of the tree."""
    image = Image.new("RGB", (shapes.WIDTH, height * _FINE_GRAIN), colour)
    draw = ImageDraw.Draw(image)
    across = range(0, shapes.WIDTH + _GRAIN_STEP, _GRAIN_STEP)
    above = [(x, -60.0 * _FINE_GRAIN) for x in across]
    rise = -40.0
    ring = 0
    while rise < height + 40:
        below = [(x, _grain(x, rise, cut) * _FINE_GRAIN) for x in across]
        draw.polygon([*above, *reversed(below)], fill=_tone(colour, ring, cut))
        above = below
        rise += _RING * (0.55 + 0.45 * sin(ring * 2.4 + cut) ** 2)
        ring += 1
    draw.polygon([*above, (shapes.WIDTH, image.height), (0, image.height)], fill=_tone(colour, ring, cut))
    return image.reduce((1, _FINE_GRAIN))


def _grain(x: float, rise: float, cut: float) -> float:
    """The vertical position of a line of grain: long waves that bend around a knot."""
    wave = 7 * sin(x / 210 + rise / 90 + cut) + 2.5 * sin(x / 63 + rise / 31 + 2 * cut)
    from_knot = rise - _KNOT
    beside = (x - shapes.WIDTH * (0.5 + 0.35 * sin(cut + 2))) / 150
    bulge = 26 * exp(-beside * beside) * from_knot / (18 + abs(from_knot)) * exp(-abs(from_knot) / 160)
    return rise + wave + bulge


def _tone(colour: shapes.Colour, ring: int, cut: float) -> shapes.Colour:
    """The colour of a growth ring; there are few, so that the file stays small."""
    shade = 0.6 * sin(ring * 0.23 + cut) + 0.4 * sin(ring * 1.9 + 2 * cut)
    share = 1 + _DEPTH * round(shade * 4) / 4
    red, green, blue = (min(255, round(part * share)) for part in colour)
    return red, green, blue


def main() -> None:
    """Draw the dark wood, which is also higher than any board, and the light wood of the field."""
    for colour, cut, height in ((shapes.WOOD_DARK, 0.0, 2080), (shapes.WOOD, 2.0, 1040)):
        wood = trunk(colour, cut, height)
        wood.quantize(256, dither=Image.Dither.NONE).save(WOOD_FILES[colour], optimize=True)


if __name__ == "__main__":
    main()
