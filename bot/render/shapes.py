"""The colours and sizes of all pictures, and masks of smooth shapes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

Colour: TypeAlias = tuple[int, int, int]

CARD_FILES: Final = Path(__file__).parent / "card_files"
"""The folder of the pictures that are drawn once and for all."""


@lru_cache(maxsize=4)
def read_picture(file: Path) -> Image.Image:
    """Read one of these files in true colours; cached: do not draw on it."""
    with Image.open(file) as picture:
        return picture.convert("RGB")


WIDTH: Final = 1000
SMALLEST: Final = 42
"""The smallest letters and figures: 11 pixels high on a phone that shows the picture 265 pixels wide."""

BACKGROUND: Final[Colour] = (30, 31, 36)
"""The background of tables and charts: a little darker than Discord's dark theme."""
PANEL: Final[Colour] = (43, 45, 52)
"""Panels on the background: every other row of a table, the field of a chart."""
LEADING: Final[Colour] = (70, 60, 34)
GRID: Final[Colour] = (78, 81, 92)
"""Thin lines and frames on the background or a panel."""
TABLE_GREEN: Final[Colour] = (22, 84, 62)
TABLE_DARK_GREEN: Final[Colour] = (14, 58, 43)
"""The rim of the play area, and panels on it."""
WOOD: Final[Colour] = (184, 126, 74)
WOOD_DARK: Final[Colour] = (88, 50, 26)
"""The lanes and the frame of the board."""
WOOD_LIGHT: Final[Colour] = (214, 164, 108)
PAPER: Final[Colour] = (250, 249, 244)
INK: Final[Colour] = (24, 24, 28)
"""Text on white or gold."""
WHITE_TEXT: Final[Colour] = (244, 243, 238)
"""Text on the background, the play area and dark wood."""
GREY_TEXT: Final[Colour] = (182, 188, 192)
GOLD: Final[Colour] = (244, 194, 77)
"""What should be seen first: the winner, the last card played."""
SHADOW: Final[Colour] = (8, 12, 12)

SIDES: Final[tuple[Colour, ...]] = ((236, 98, 88), (86, 164, 246), (246, 204, 76), (238, 240, 242))
"""The pegs and lines of the sides: red, blue, yellow and white, which colour-blind people can tell apart too."""

_FINE: Final = 4
"""How many times larger a mask is drawn before it is reduced."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(part + (its - part) * share) for part, its in zip(one, other, strict=True))
    return red, green, blue


@lru_cache(maxsize=128)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A mask of a rectangle with round corners; cached: do not draw on it."""
    radius = min(radius, width // 2, height // 2)
    mask = Image.new("L", (width, height), 255)
    if not radius:
        return mask
    corners = disc_mask(radius * 2)
    for left, x in ((0, 0), (radius, width - radius)):
        for top, y in ((0, 0), (radius, height - radius)):
            mask.paste(corners.crop((left, top, left + radius, top + radius)), (x, y))
    return mask


@lru_cache(maxsize=128)
def disc_mask(diameter: int) -> Image.Image:
    """A mask of a smooth disc; cached: do not draw on it."""
    fine = Image.new("L", (diameter * _FINE, diameter * _FINE), 0)
    ImageDraw.Draw(fine).ellipse((0, 0, diameter * _FINE - 1, diameter * _FINE - 1), fill=255)
    return fine.reduce(_FINE)
