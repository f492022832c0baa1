"""What every picture is painted with: one set of colours, and shapes with smooth edges."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

Colour: TypeAlias = tuple[int, int, int]

WIDTH: Final = 1000
"""How wide a picture is; a phone shows it some 400 wide, so that letters are 30 high or more."""

BACKGROUND: Final[Colour] = (30, 31, 36)
"""The ground behind tables and plots: a little darker than a chat in the dark theme."""
PANEL: Final[Colour] = (43, 45, 52)
"""What lies on the night: every other line of a table, the field of a plot."""
GRID: Final[Colour] = (78, 81, 92)
"""Thin lines and frames on the night or on a panel."""
TABLE_GREEN: Final[Colour] = (22, 84, 62)
"""The table cloth that cards lie on."""
TABLE_DARK_GREEN: Final[Colour] = (14, 58, 43)
"""The cloth in the shadow, and panels upon it."""
WOOD: Final[Colour] = (156, 98, 53)
"""The board."""
WOOD_DARK: Final[Colour] = (88, 50, 26)
"""Grain, edges and holes of the board."""
WOOD_LIGHT: Final[Colour] = (214, 164, 108)
"""Inlays of the board."""
PAPER: Final[Colour] = (250, 249, 244)
"""The face of a card."""
INK: Final[Colour] = (24, 24, 28)
"""Words on paper."""
WHITE_TEXT: Final[Colour] = (244, 243, 238)
"""Words on the night, on the cloth and on dark wood."""
GREY_TEXT: Final[Colour] = (182, 188, 192)
"""Words of less weight, there too."""
GOLD: Final[Colour] = (244, 194, 77)
"""What is to be seen first: the winner, the card that was played last."""
SHADOW: Final[Colour] = (8, 12, 12)

SIDES: Final[tuple[Colour, ...]] = ((236, 98, 88), (86, 164, 246), (246, 204, 76), (238, 240, 242))
"""The sides' pegs and lines: red, blue, yellow and white, told apart by colour-blind people too; names stand by."""

_FINE: Final = 4
"""How much larger a mask is drawn than it is used."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so large a share of another in it."""
    red, green, blue = (round(part + (its - part) * share) for part, its in zip(one, other, strict=True))
    return red, green, blue


def canvas(width: int, height: int, colour: Colour, scale: int = 1) -> Image.Image:
    """An empty picture, so many times larger than it will be in the end."""
    return Image.new("RGB", (width * scale, height * scale), colour)


def draw_rounded(
    image: Image.Image,
    box: tuple[int, int, int, int],
    radius: int,
    fill: Colour,
    *,
    outline: Colour | None = None,
    width: int = 2,
) -> None:
    """A smooth rectangle with round corners; the box ends before its right and bottom edge."""
    left, top, right, bottom = box
    if outline is not None:
        image.paste(outline, box, rounded_mask(right - left, bottom - top, radius))
        left, top, right, bottom = left + width, top + width, right - width, bottom - width
        radius = max(radius - width, 0)
    image.paste(fill, (left, top, right, bottom), rounded_mask(right - left, bottom - top, radius))


@lru_cache(maxsize=128)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A rectangle with round corners as a mask to paste through; not to be drawn on."""
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
    """A smooth disc as a mask to paste through; not to be drawn on."""
    fine = Image.new("L", (diameter * _FINE, diameter * _FINE), 0)
    ImageDraw.Draw(fine).ellipse((0, 0, diameter * _FINE - 1, diameter * _FINE - 1), fill=255)
    return fine.reduce(_FINE)


def draw_disc(image: Image.Image, centre: tuple[int, int], diameter: int, colour: Colour) -> None:
    """A smooth disc, as a peg or a hole is."""
    image.paste(colour, (centre[0] - diameter // 2, centre[1] - diameter // 2), disc_mask(diameter))
