"""The four suits as emojis of the bot: red or black in their usual colours, readable on dark and light themes."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.shapes import Colour
from bot.render.suit_symbols import draw_suit
from engine.cards import Suit

SIDE: Final = 128
"""The width and height of an emoji in pixels, which is the size that Discord stores."""

_FINE: Final = 4
_RED: Final[Colour] = (224, 36, 44)
_BLACK: Final[Colour] = (22, 22, 26)
_WHITE: Final[Colour] = (255, 255, 255)
_OUTLINE: Final = 8
"""The width of the white outline of the black suits, without which they vanish on the dark theme."""


@lru_cache(maxsize=1)
def suit_emojis() -> dict[str, bytes]:
    """Return the four emojis as transparent PNG files by their names, such as ``cribbage_hearts``."""
    return {emoji_name(suit): _png(suit) for suit in Suit}


def emoji_name(suit: Suit) -> str:
    """Return the name of a suit's emoji; Discord allows letters, digits and underscores."""
    return f"cribbage_{suit.name.lower()}"


def _png(suit: Suit) -> bytes:
    is_red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    symbol = _mask(suit, 6 if is_red else 6 + _OUTLINE)
    image = Image.new("RGBA", (SIDE, SIDE), (*_WHITE, 0))
    if not is_red:
        grown = symbol.filter(ImageFilter.GaussianBlur(_OUTLINE / 2)).point(lambda part: min(255, part * 8))
        image.paste((*_WHITE, 255), (0, 0), grown)
    image.paste((*(_RED if is_red else _BLACK), 255), (0, 0), symbol)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _mask(suit: Suit, margin: int) -> Image.Image:
    """A smooth mask of the symbol."""
    mask = Image.new("L", (SIDE * _FINE, SIDE * _FINE), 0)
    draw_suit(ImageDraw.Draw(mask), suit, (margin * _FINE, margin * _FINE, (SIDE - 2 * margin) * _FINE), 255)
    return mask.reduce(_FINE)
