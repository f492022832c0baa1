"""The symbols of the four suits, their colours, and the suits as emojis of the bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import ImageDraw

from bot.render.shapes import CARD_FILES, Colour
from engine.cards import Suit

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point]
"""The two control points of a Bézier curve, and its end."""

SUIT_COLOURS: Final[dict[Suit, Colour]] = {
    Suit.CLUBS: (0, 128, 95),
    Suit.DIAMONDS: (10, 60, 190),
    Suit.HEARTS: (214, 20, 30),
    Suit.SPADES: (20, 20, 24),
}
"""Four colours that colour-blind people can tell apart: a bluish green, a light red and a dark blue."""

_STEPS: Final = 14


def suit_colour(suit: Suit, *, four_colours: bool) -> Colour:
    """The colour of a suit in a deck of four colours or two."""
    if four_colours:
        return SUIT_COLOURS[suit]
    return SUIT_COLOURS[Suit.HEARTS if suit in (Suit.HEARTS, Suit.DIAMONDS) else Suit.SPADES]


def draw_suit(draw: ImageDraw.ImageDraw, suit: Suit, box: Box, colour: Colour | int, *, turned: bool = False) -> None:
    """Draw a suit symbol in a square, or upside down. Its edges are rough: draw it larger and reduce it."""
    for outline in _SUITS[suit]:
        draw.polygon(_place(outline, box, turned=turned), fill=colour)


Box: TypeAlias = tuple[float, float, float]
"""A square: its left, its top and its side."""


def _place(outline: Sequence[Point], box: Box, *, turned: bool = False) -> list[Point]:
    left, top, side = box
    if turned:
        return [(left + side - x * side, top + side - y * side) for x, y in outline]
    return [(left + x * side, top + y * side) for x, y in outline]


def _curve_points(start: Point, curves: Sequence[Curve]) -> list[Point]:
    """The points of a line made of cubic Bézier curves."""
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
    """A circle as four curves."""
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


def emoji_name(suit: Suit) -> str:
    """Return the name of a suit's emoji; Discord allows letters, digits and underscores."""
    return f"cribbage_{suit.name.lower()}"


@lru_cache(maxsize=1)
def suit_emojis() -> dict[str, bytes]:
    """Return the four emojis as transparent PNG files by their names, such as ``cribbage_hearts``.

    They are red or black in their usual colours, readable on dark and light themes.
    """
    return {name: (CARD_FILES / f"{name}.png").read_bytes() for name in map(emoji_name, Suit)}
