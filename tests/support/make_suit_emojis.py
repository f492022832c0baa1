"""Draw the suits as emojis, ``bot/render/card_files/cribbage_*.png``: ``python -m tests.support.make_suit_emojis``."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.cards import draw_suit, emoji_name
from bot.render.shapes import CARD_FILES, Colour
from engine.cards import Suit

_SIDE: Final = 128
"""The width and height of an emoji in pixels, which is the size that Discord stores."""

_FINE: Final = 4
_RED: Final[Colour] = (224, 36, 44)
_BLACK: Final[Colour] = (22, 22, 26)
_WHITE: Final[Colour] = (255, 255, 255)
_OUTLINE: Final = 8
"""The width of the white outline of the black suits, without which they vanish on the dark theme."""


def _png(suit: Suit) -> bytes:
    is_red = suit in (Suit.HEARTS, Suit.DIAMONDS)
    symbol = _mask(suit, 6 if is_red else 6 + _OUTLINE)
    image = Image.new("RGBA", (_SIDE, _SIDE), (*_WHITE, 0))
    if not is_red:
        grown = symbol.filter(ImageFilter.GaussianBlur(_OUTLINE / 2)).point(lambda part: min(255, part * 8))
        image.paste((*_WHITE, 255), (0, 0), grown)
    image.paste((*(_RED if is_red else _BLACK), 255), (0, 0), symbol)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _mask(suit: Suit, margin: int) -> Image.Image:
    """A smooth mask of the symbol."""
    mask = Image.new("L", (_SIDE * _FINE, _SIDE * _FINE), 0)
    draw_suit(ImageDraw.Draw(mask), suit, (margin * _FINE, margin * _FINE, (_SIDE - 2 * margin) * _FINE), 255)
    return mask.reduce(_FINE)


def main() -> None:
    """Draw the four emojis."""
    for suit in Suit:
        (CARD_FILES / f"{emoji_name(suit)}.png").write_bytes(_png(suit))


if __name__ == "__main__":
    main()
