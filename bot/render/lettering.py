"""Words in pictures: one face in two weights, every letter drawn once, and names shortened to the room they have."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.display_names import drawable
from bot.render.fonts import font
from bot.render.shapes import Colour

_ELLIPSIS: Final = "…"


class _Glyph(NamedTuple):
    """A letter as a mask, and where it stands about its point on the base line."""

    mask: Image.Image
    right: int
    down: int


@lru_cache(maxsize=4096)
def _glyph(sign: str, size: int, *, bold: bool) -> _Glyph | None:
    mask, (right, down) = font(size, bold=bold).getmask2(sign, "L", anchor="ls")
    return _Glyph(Image.frombytes("L", mask.size, bytes(mask)), right, down) if all(mask.size) else None


@lru_cache(maxsize=8192)
def _advance(sign: str, size: int, *, bold: bool) -> float:
    """How far the next letter is: asked at many sizes for a name that must fit, long before anything is drawn."""
    return font(size, bold=bold).getlength(sign)


def draw_text(
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
    line = drawable(words) if within is None else fit(words, size, within, bold=bold)
    width = width_of(line, size, bold=bold)
    left, base = round(xy[0]) - {"l": 0, "m": width // 2, "r": width}[anchor], round(xy[1])
    reached = 0.0
    for sign in line:
        letter = _glyph(sign, size, bold=bold)
        if letter is not None:
            draw.bitmap((left + round(reached) + letter.right, base + letter.down), letter.mask, fill=colour)
        reached += _advance(sign, size, bold=bold)
    return width


@lru_cache(maxsize=1024)
def width_of(words: str, size: int, *, bold: bool = False) -> int:
    """How wide the words come out when they are not shortened."""
    return round(sum(_advance(sign, size, bold=bold) for sign in drawable(words)))


@lru_cache(maxsize=1024)
def fit(words: str, size: int, within: float, *, bold: bool = False) -> str:
    """As many of the letters as go into a width, with an ellipsis if some do not."""
    line = drawable(words)
    if width_of(line, size, bold=bold) <= within:
        return line
    shortened = [line[:kept].rstrip() + _ELLIPSIS for kept in range(1, len(line))]
    fitting = bisect_right(shortened, within, key=lambda some: width_of(some, size, bold=bold))
    return shortened[fitting - 1] if fitting else ""


def largest_size(words: str, sizes: Iterable[int], within: float, *, bold: bool = False) -> int:
    """The first of these sizes at which the words fit a width, or else the last."""
    size = 0
    for size in sizes:
        if width_of(words, size, bold=bold) <= within:
            break
    return size


def wrap(words: str, size: int, within: float) -> list[str]:
    """A text in as many lines as it needs."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= within:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, size, within) for line in lines]
