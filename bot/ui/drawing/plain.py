"""Plain pictures, of words and shapes on even grounds: few colours, and every letter drawn once."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import ClassVar, Final, NamedTuple

from PIL import Image, ImageDraw

from bot.ui.drawing.paint import Colour, drawable, font
from bot.ui.drawing.picture import Scene

_SHADES: Final = 3
"""In how many steps the edge of a letter goes over into its ground."""

_PACKING: Final = 6
"""How hard the file is packed: harder takes longer and saves little."""

_ELLIPSIS: Final = "…"


class PlainScene(Scene):
    """A picture in a few colours that are known beforehand: nobody has to look for them in its pixels."""

    __slots__ = ()

    grounds: ClassVar[tuple[Colour, ...]]
    inks: ClassVar[tuple[Colour, ...]]

    def png(self) -> bytes:
        """The picture as a PNG file."""
        out = BytesIO()
        few = self.paint().quantize(palette=_palette(self.grounds, self.inks), dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=_PACKING)
        return out.getvalue()


@lru_cache(maxsize=8)
def _palette(grounds: tuple[Colour, ...], inks: tuple[Colour, ...]) -> Image.Image:
    """The grounds, and every ink on every ground from faint to full."""
    shades = dict.fromkeys(grounds)
    for ground in grounds:
        shades |= dict.fromkeys(mixed(ground, ink, step / _SHADES) for ink in inks for step in range(1, _SHADES + 1))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for shade in shades for part in shade])
    return palette


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so large a share of another in it."""
    red, green, blue = (round(part + (its - part) * share) for part, its in zip(one, other, strict=True))
    return red, green, blue


class _Letter(NamedTuple):
    """A letter as a mask, where it stands about its point on the base line, and how far the next one is."""

    mask: Image.Image | None
    right: int
    down: int
    advance: float


def write(
    draw: ImageDraw.ImageDraw,
    xy: tuple[int, int],
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
    a line drawn at once would, in a tenth of the time.
    """
    line = drawable(words) if within is None else fitted(words, size, within, bold=bold)
    width = width_of(line, size, bold=bold)
    left = xy[0] - {"l": 0, "m": width // 2, "r": width}[anchor]
    reached = 0.0
    for sign in line:
        letter = _letter(sign, size, bold=bold)
        if letter.mask is not None:
            draw.bitmap((left + round(reached) + letter.right, xy[1] + letter.down), letter.mask, fill=colour)
        reached += letter.advance
    return width


def width_of(words: str, size: int, *, bold: bool = False) -> int:
    """How wide the words come out when they are not shortened."""
    return round(sum(_letter(sign, size, bold=bold).advance for sign in drawable(words)))


def fitted(words: str, size: int, within: float, *, bold: bool = False) -> str:
    """As many of the letters as go into a width, with an ellipsis if some do not."""
    line = drawable(words)
    if width_of(line, size, bold=bold) <= within:
        return line
    kept = len(line)
    while kept and width_of(line[:kept].rstrip() + _ELLIPSIS, size, bold=bold) > within:
        kept -= 1
    return line[:kept].rstrip() + _ELLIPSIS if kept else ""


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


@lru_cache(maxsize=4096)
def _letter(sign: str, size: int, *, bold: bool) -> _Letter:
    face = font(size, bold=bold)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(sign, anchor="ls"))
    if right <= left or bottom <= top:
        return _Letter(None, 0, 0, face.getlength(sign))
    mask = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(mask).text((-left, -top), sign, fill=255, font=face, anchor="ls")
    return _Letter(mask, left, top, face.getlength(sign))
