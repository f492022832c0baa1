"""Text in pictures: one font in two weights, cached letters, and text that is shortened to its width."""

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
    """A letter as a mask, and its offset from the point on the base line."""

    mask: Image.Image
    right: int
    down: int


@lru_cache(maxsize=4096)
def _glyph(sign: str, size: int, *, bold: bool) -> _Glyph | None:
    mask, (right, down) = font(size, bold=bold).getmask2(sign, "L", anchor="ls")
    return _Glyph(Image.frombytes("L", mask.size, bytes(mask)), right, down) if all(mask.size) else None


@lru_cache(maxsize=8192)
def _advance(sign: str, size: int, *, bold: bool) -> float:
    """The distance to the next letter; it is needed at many sizes to fit a name, before anything is drawn."""
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
    """Draw text on a base line, left-aligned, centred or right-aligned, and return its width.

    The font has no kerning here, so cached letters look the same as a line drawn at once and take a tenth of the time.
    ``within`` is the width to which the text is shortened.
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
    """The width in pixels of text that is not shortened."""
    return round(sum(_advance(sign, size, bold=bold) for sign in drawable(words)))


@lru_cache(maxsize=1024)
def fit(words: str, size: int, within: float, *, bold: bool = False) -> str:
    """Shorten text to a width; an ellipsis replaces what does not fit."""
    line = drawable(words)
    if width_of(line, size, bold=bold) <= within:
        return line
    candidates = [line[:length].rstrip() + _ELLIPSIS for length in range(1, len(line))]
    fitting = bisect_right(candidates, within, key=lambda some: width_of(some, size, bold=bold))
    return candidates[fitting - 1] if fitting else ""


def largest_size(words: str, sizes: Iterable[int], within: float, *, bold: bool = False) -> int:
    """The first of these sizes at which text fits the width, or else the last."""
    size = 0
    for size in sizes:
        if width_of(words, size, bold=bold) <= within:
            break
    return size


def wrap(words: str, size: int, within: float) -> list[str]:
    """Wrap text to a width; returns its lines."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= within:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, size, within) for line in lines]
