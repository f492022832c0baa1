"""Work out the outlines of the suits, and draw them as emojis: ``python -m tests.support.make_suits``.

It writes ``suits.json`` and ``cribbage_*.png`` in ``bot/render/card_files``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from bot.render.cards import OUTLINES, Point, draw_suit, emoji_name
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


# The outlines.

Curve: TypeAlias = tuple[Point, Point, Point]
"""The two control points of a Bézier curve, and its end."""

_STEPS: Final = 14


def _curve_points(start: Point, curves: Sequence[Curve]) -> list[Point]:
    points = [start]
    for first, second, end in curves:
        corners = (points[-1], first, second, end)
        points += [_curve_point(corners, step / _STEPS) for step in range(1, _STEPS + 1)]
    return points


def _curve_point(corners: tuple[Point, Point, Point, Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, corners, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, corners, strict=True)),
    )


def _mirror(right: Sequence[Point]) -> tuple[Point, ...]:
    """Add the mirrored left half to the right half of a symbol, which is given from top to bottom."""
    return (*right, *((1 - x, y) for x, y in reversed(right)))


def _circle(x: float, y: float, radius: float) -> tuple[Point, ...]:
    pull = radius * 0.5523
    quarters: list[Curve] = [
        ((x + pull, y - radius), (x + radius, y - pull), (x + radius, y)),
        ((x + radius, y + pull), (x + pull, y + radius), (x, y + radius)),
        ((x - pull, y + radius), (x - radius, y + pull), (x - radius, y)),
        ((x - radius, y - pull), (x - pull, y - radius), (x, y - radius)),
    ]
    return tuple(_curve_points((x, y - radius), quarters))


_STEM: Final = _mirror([(0.5, 0.5), *_curve_points((0.54, 0.6), [((0.55, 0.8), (0.6, 0.92), (0.72, 0.98))])])

_HEART: Final = _mirror(
    _curve_points(
        (0.5, 0.22),
        [
            ((0.54, 0.1), (0.63, 0.03), (0.74, 0.03)),
            ((0.88, 0.03), (0.98, 0.14), (0.98, 0.3)),
            ((0.98, 0.56), (0.62, 0.76), (0.5, 0.98)),
        ],
    )
)
_SPADE: Final = _mirror(
    _curve_points(
        (0.5, 0.02),
        [
            ((0.57, 0.22), (0.97, 0.42), (0.97, 0.66)),
            ((0.97, 0.79), (0.87, 0.87), (0.76, 0.87)),
            ((0.65, 0.87), (0.56, 0.8), (0.5, 0.68)),
        ],
    )
)
_DIAMOND: Final = _mirror(
    _curve_points((0.5, 0.0), [((0.6, 0.2), (0.73, 0.36), (0.9, 0.5)), ((0.73, 0.64), (0.6, 0.8), (0.5, 1.0))])
)
_LEAVES: Final = tuple(_circle(x, y, 0.225) for x, y in ((0.5, 0.235), (0.235, 0.62), (0.765, 0.62)))
_MIDDLE: Final = _circle(0.5, 0.53, 0.15)

_SUITS: Final[dict[Suit, tuple[tuple[Point, ...], ...]]] = {
    Suit.CLUBS: (*_LEAVES, _MIDDLE, _STEM),
    Suit.DIAMONDS: (_DIAMOND,),
    Suit.HEARTS: (_HEART,),
    Suit.SPADES: (_SPADE, _STEM),
}


def main() -> None:
    """Write the outlines, and draw the four emojis from them."""
    outlines = {suit.name.lower(): _SUITS[suit] for suit in Suit}
    OUTLINES.write_text(json.dumps(outlines, indent=None, separators=(",", ":")) + "\n", encoding="utf-8")
    for suit in Suit:
        (CARD_FILES / f"{emoji_name(suit)}.png").write_bytes(_png(suit))


if __name__ == "__main__":
    main()
