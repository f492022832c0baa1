"""Words in pictures: one face in two weights, every letter drawn once, and names shortened to the room they have."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.ui.drawing.paint import Colour

_FONTS: Final = Path(__file__).parent / "fonts"
_ELLIPSIS: Final = "…"
_UNKNOWN: Final = "▯"
"""Stands for a letter that the face does not hold."""


@lru_cache(maxsize=256)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The face at a size. Laid out letter by letter, which is the same on every machine."""
    name = f"FiraSansCondensed-{'Bold' if bold else 'Medium'}.ttf"
    return ImageFont.truetype(_FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


class _Letter(NamedTuple):
    """A letter as a mask, and where it stands about its point on the base line."""

    mask: Image.Image
    right: int
    down: int


@lru_cache(maxsize=4096)
def _letter(sign: str, size: int, *, bold: bool) -> _Letter | None:
    mask, (right, down) = font(size, bold=bold).getmask2(sign, "L", anchor="ls")
    return _Letter(Image.frombytes("L", mask.size, bytes(mask)), right, down) if all(mask.size) else None


@lru_cache(maxsize=8192)
def _advance(sign: str, size: int, *, bold: bool) -> float:
    """How far the next letter is: asked at many sizes for a name that must fit, long before anything is drawn."""
    return font(size, bold=bold).getlength(sign)


def text(
    draw: ImageDraw.ImageDraw,
    xy: tuple[float, float],
    words: str,
    size: int,
    colour: Colour,
    *,
    bold: bool = False,
    anchor: str = "l",
    within: float | None = None,
) -> int:
    """Write on a base line from its left, about its middle or up to its right, and say how wide it came out.

    The face sets letters one by one without regard to their neighbours, so that letters kept from before look as
    a line drawn at once would, in a tenth of the time. What must fit a width is shortened.
    """
    line = drawable(words) if within is None else fitted(words, size, within, bold=bold)
    width = width_of(line, size, bold=bold)
    left, base = round(xy[0]) - {"l": 0, "m": width // 2, "r": width}[anchor], round(xy[1])
    reached = 0.0
    for sign in line:
        letter = _letter(sign, size, bold=bold)
        if letter is not None:
            draw.bitmap((left + round(reached) + letter.right, base + letter.down), letter.mask, fill=colour)
        reached += _advance(sign, size, bold=bold)
    return width


@lru_cache(maxsize=1024)
def width_of(words: str, size: int, *, bold: bool = False) -> int:
    """How wide the words come out when they are not shortened."""
    return round(sum(_advance(sign, size, bold=bold) for sign in drawable(words)))


@lru_cache(maxsize=1024)
def fitted(words: str, size: int, within: float, *, bold: bool = False) -> str:
    """As many of the letters as go into a width, with an ellipsis if some do not."""
    line = drawable(words)
    if width_of(line, size, bold=bold) <= within:
        return line
    shortened = [line[:kept].rstrip() + _ELLIPSIS for kept in range(1, len(line))]
    fitting = bisect_right(shortened, within, key=lambda some: width_of(some, size, bold=bold))
    return shortened[fitting - 1] if fitting else ""


def largest(words: str, sizes: Iterable[int], within: float, *, bold: bool = False) -> int:
    """The first of these sizes at which the words fit a width, or else the last."""
    size = 0
    for size in sizes:
        if width_of(words, size, bold=bold) <= within:
            break
    return size


def folded(words: str, size: int, within: float) -> list[str]:
    """A text in as many lines as it needs."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= within:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, size, within) for line in lines]


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
