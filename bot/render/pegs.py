"""Small things on pictures: each side's pegs in their own colour and shape, holes, crowns and confetti."""

import json
from functools import lru_cache
from random import Random
from typing import Final

from PIL import Image

from bot.i18n.translation import N_
from bot.render.canvas import Canvas, Stamp
from bot.render.shapes import CARD_FILES, GOLD, SIDES, Colour

PEG_NAMES: Final = (N_("red, round"), N_("blue, square"), N_("yellow, triangular"), N_("white, diamond"))
SHEET: Final = CARD_FILES / "pegs.png"
"""The file of all of them, each in the sizes that pictures need; ``tests.support.make_pegs`` draws it."""

CONFETTI: Final[tuple[Colour, ...]] = (*SIDES, GOLD)
PIECE: Final = 24


def peg(side: int, size: int, *, hollow: bool = False) -> Stamp:
    """A side's peg with its shadow: the front peg is solid, the back peg hollow."""
    return _stamp(f"{'hollow' if hollow else 'peg'} {side} {size}")


def symbol(side: int, size: int) -> Stamp:
    """A side's colour and shape without a shadow, for use beside its name."""
    return _stamp(f"symbol {side} {size}")


def hole(size: int) -> Stamp:
    """A drilled hole: dark, with a light lower rim."""
    return _stamp(f"hole {size}")


def crown(size: int) -> Stamp:
    return _stamp(f"crown {size}")


def scatter_confetti(canvas: Canvas, box: tuple[int, int, int, int], number: int) -> None:
    """Strew pieces of paper over a part of a picture, in the same places every time."""
    chance = Random(number)
    left, top, right, bottom = box
    reach = PIECE // 2
    with canvas.in_true_colours((left - reach, top - reach, right + reach, bottom + reach)) as part:
        for piece in range(number):
            # Each piece has its own strip, so that none lie in a heap.
            x = (right - left) * (piece + chance.random()) / number
            y = (bottom - top) * chance.random()
            part.stamp(
                _stamp(f"piece {piece % len(CONFETTI)} {chance.randrange(8)}"),
                (round(left + x) - left, round(top + y) - top),
            )


@lru_cache(maxsize=256)
def _stamp(name: str) -> Stamp:
    sheet, places = _sheet()
    part = sheet.crop(places[name])
    return Stamp(part.convert("RGB"), part.getchannel("A"))


@lru_cache(maxsize=1)
def _sheet() -> tuple[Image.Image, dict[str, tuple[int, int, int, int]]]:
    with Image.open(SHEET) as sheet:
        return sheet.convert("RGBA"), json.loads(SHEET.with_suffix(".json").read_text(encoding="utf-8"))
