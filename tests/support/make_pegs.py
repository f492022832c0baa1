"""Draw ``bot/render/card_files/pegs.png``, and holes, crowns and confetti: ``python -m tests.support.make_pegs``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.canvas import Stamp
from bot.render.pegs import CONFETTI, PIECE, SHEET
from bot.render.shapes import GOLD, INK, PAPER, SHADOW, SIDES, Colour, mix

_ACROSS: Final = 1_000
"""The width of the sheet."""

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


def as_stamp(image: Image.Image) -> Stamp:
    """A picture with transparent parts as a stamp with the same middle, without an empty margin."""
    width, height = image.size
    left, top, right, bottom = image.getchannel("A").getbbox() or (0, 0, width, height)
    margin = min(left, top, width - right, height - bottom)
    inner = image.crop((margin, margin, width - margin, height - margin))
    return Stamp(inner.convert("RGB"), inner.getchannel("A"))


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


_POINTS: Final = ((0.02, 0.3), (0.27, 0.56), (0.5, 0.12), (0.73, 0.56), (0.98, 0.3), (0.87, 0.86), (0.13, 0.86))


def crown(size: int) -> Stamp:
    side = size * _FINE
    image = Image.new("RGBA", (side, side), (*GOLD, 0))
    draw = ImageDraw.Draw(image)
    outline = [(x * side, y * side) for x, y in _POINTS]
    draw.polygon(outline, fill=(*GOLD, 255))
    draw.line([*outline, outline[0]], fill=(*INK, 255), width=max(side // 28, 1), joint="curve")
    for x, y in ((0.06, 0.27), (0.5, 0.12), (0.94, 0.27)):
        reach = side * 0.075
        box = (x * side - reach, y * side - reach, x * side + reach, y * side + reach)
        draw.ellipse(box, fill=(*mix(GOLD, PAPER, 0.4), 255), outline=(*INK, 255), width=max(side // 34, 1))
    draw.line((0.2 * side, 0.74 * side, 0.8 * side, 0.74 * side), fill=(*mix(GOLD, INK, 0.5), 255), width=side // 22)
    return as_stamp(image.reduce(_FINE))


def _piece(colour: int, turn: int) -> Stamp:
    room = PIECE * _FINE
    mask = Image.new("L", (room, room), 0)
    angle, middle = turn * pi / 8, room / 2
    along, across = (9 * _FINE * cos(angle), 9 * _FINE * sin(angle)), (-4 * _FINE * sin(angle), 4 * _FINE * cos(angle))
    corners = [
        (middle + a * along[0] + b * across[0], middle + a * along[1] + b * across[1])
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return Stamp(CONFETTI[colour], mask.reduce(_FINE))


def stamps() -> Iterator[tuple[str, Stamp]]:
    """Yield everything on the sheet with the name under which it is found there."""
    for side in range(len(SIDES)):
        yield from ((f"peg {side} {size}", peg(side, size)) for size in (22, 24, 26, 30, 38, 40, 42, 44, 50))
        yield from ((f"hollow {side} {size}", peg(side, size, hollow=True)) for size in (26, 34, 36, 38, 54, 56, 58))
        yield from ((f"symbol {side} {size}", symbol(side, size)) for size in (22, 32, 34, 38, 40, 44))
    yield from ((f"hole {size}", hole(size)) for size in (13, 20))
    yield from ((f"crown {size}", crown(size)) for size in (60, 76))
    yield from (
        (f"piece {colour} {turn}", _piece(colour, turn)) for colour in range(len(CONFETTI)) for turn in range(8)
    )


def sheet() -> tuple[Image.Image, dict[str, tuple[int, int, int, int]]]:
    """Return the sheet, and the place of each thing on it."""
    places, left, top, row = dict[str, tuple[int, int, int, int]](), 0, 0, 0
    known = dict(stamps())
    for name, one in known.items():
        if left + one.width > _ACROSS:
            left, top, row = 0, top + row, 0
        places[name] = (left, top, left + one.width, top + one.height)
        left, row = left + one.width, max(row, one.height)
    image = Image.new("RGBA", (_ACROSS, top + row))
    for name, one in known.items():
        part = Image.new("RGB", one.mask.size, one.face) if isinstance(one.face, tuple) else one.face.copy()
        part.putalpha(one.mask)
        image.paste(part, places[name])
    return image, places


if __name__ == "__main__":
    image, places = sheet()
    image.save(SHEET, optimize=True)
    SHEET.with_suffix(".json").write_text(json.dumps(places, indent=0) + "\n", encoding="utf-8")
