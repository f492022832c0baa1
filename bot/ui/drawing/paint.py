"""What every picture is painted with: one set of colours, one face in two weights, and smooth edges."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Colour: TypeAlias = tuple[int, int, int]

WIDTH: Final = 1000
"""How wide a picture is; a phone shows it some 400 wide, so that letters are 30 high or more."""

NIGHT: Final[Colour] = (30, 31, 36)
"""The ground behind tables and plots: a little darker than a chat in the dark theme."""
PANEL: Final[Colour] = (43, 45, 52)
"""What lies on the night: every other line of a table, the field of a plot."""
RULE: Final[Colour] = (78, 81, 92)
"""Thin lines and frames on the night or on a panel."""
CLOTH: Final[Colour] = (22, 84, 62)
"""The table cloth that cards lie on."""
CLOTH_DARK: Final[Colour] = (14, 58, 43)
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
CHALK: Final[Colour] = (244, 243, 238)
"""Words on the night, on the cloth and on dark wood."""
DUST: Final[Colour] = (182, 188, 192)
"""Words of less weight, there too."""
GOLD: Final[Colour] = (244, 194, 77)
"""What is to be seen first: the winner, the card that was played last."""
SHADOW: Final[Colour] = (8, 12, 12)

SIDES: Final[tuple[Colour, ...]] = ((236, 98, 88), (86, 164, 246), (246, 204, 76), (238, 240, 242))
"""The sides' pegs and lines: red, blue, yellow and white, told apart by colour-blind people too; names stand by."""

_FONTS: Final = Path(__file__).parent / "fonts"
_ELLIPSIS: Final = "…"
_UNKNOWN: Final = "▯"
"""Stands for a letter that the face does not hold."""
_FINE: Final = 4
"""How much larger a mask is drawn than it is used."""


@lru_cache(maxsize=256)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The face at a size. Laid out letter by letter, which is the same on every machine."""
    name = f"FiraSansCondensed-{'Bold' if bold else 'Medium'}.ttf"
    return ImageFont.truetype(_FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


def canvas(width: int, height: int, colour: Colour, scale: int = 1) -> Image.Image:
    """An empty picture, so many times larger than it will be in the end: see ``reduced``."""
    return Image.new("RGB", (width * scale, height * scale), colour)


def reduced(image: Image.Image, scale: int) -> Image.Image:
    """What was drawn larger, at its own size, with smooth edges."""
    return image if scale == 1 else image.reduce(scale)


def rounded(
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


def disc(image: Image.Image, centre: tuple[int, int], diameter: int, colour: Colour) -> None:
    """A smooth disc, as a peg or a hole is."""
    image.paste(colour, (centre[0] - diameter // 2, centre[1] - diameter // 2), disc_mask(diameter))


def text(
    draw: ImageDraw.ImageDraw,
    xy: tuple[float, float],
    words: str,
    size: int,
    colour: Colour,
    *,
    bold: bool = False,
    anchor: str = "ls",
    within: float | None = None,
) -> int:
    """Write on one line, shortened if it must fit a width, and say how wide it came out.

    The anchor is Pillow's: left, middle or right, and baseline ("s"), middle or top ("a").
    """
    line = drawable(words)
    if within is not None:
        line = fitted(line, size, within, bold=bold)
    x, y = floor(xy[0]), floor(xy[1])
    letters, (left, top) = _written(line, size, anchor, (xy[0] - x, xy[1] - y), bold=bold)
    draw.bitmap((x + left, y + top), letters, fill=colour)
    return width_of(line, size, bold=bold)


@lru_cache(maxsize=512)
def _written(
    line: str, size: int, anchor: str, within_pixel: tuple[float, float], *, bold: bool
) -> tuple[Image.Image, tuple[int, int]]:
    """A line as a mask, and where that lies from its anchor: the same words stand in picture after picture."""
    face = font(size, bold=bold)
    box = face.getbbox(line, anchor=anchor)
    left, top = floor(box[0]) - 1, floor(box[1]) - 1
    mask = Image.new("L", (ceil(box[2]) - left + 2, ceil(box[3]) - top + 2), 0)
    place = (within_pixel[0] - left, within_pixel[1] - top)
    ImageDraw.Draw(mask).text(place, line, fill=255, font=face, anchor=anchor)
    return mask, (left, top)


@lru_cache(maxsize=1024)
def width_of(words: str, size: int, *, bold: bool = False) -> int:
    """How wide the words come out when they are not shortened."""
    return round(font(size, bold=bold).getlength(drawable(words)))


@lru_cache(maxsize=1024)
def fitted(words: str, size: int, within: float, *, bold: bool = False) -> str:
    """As many of the letters as go into a width, with an ellipsis if some do not."""
    face = font(size, bold=bold)
    if face.getlength(words) <= within:
        return words
    shortened = [words[:kept].rstrip() + _ELLIPSIS for kept in range(1, len(words))]
    fitting = bisect_right(shortened, within, key=face.getlength)
    return shortened[fitting - 1] if fitting else ""


@lru_cache(maxsize=1024)
def drawable(name: str) -> str:
    """A name in letters that the face holds.

    Ornamental letters become plain ones, signs and emoji are left out, and a letter of a script that the face does
    not know becomes an empty box; a name of nothing but signs becomes one box.
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    letters = "".join(_in_face(letter) for letter in plain)
    return " ".join(letters.split()) or (_UNKNOWN if plain else "")


def _in_face(letter: str) -> str:
    if _holds(letter):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    if plain != letter:
        return "".join(_in_face(part) for part in plain)
    return _UNKNOWN if unicodedata.category(letter)[0] in "LN" else ""


@lru_cache(maxsize=2048)
def _holds(letter: str) -> bool:
    """Whether both weights have the letter: the face draws all that it lacks alike."""
    if unicodedata.category(letter)[0] == "C":
        return False
    face = font(24, bold=True)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\uffff")) or letter == _UNKNOWN
