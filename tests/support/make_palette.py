"""Find the colours of boards and cards for ``card_files/palette.png``: ``python -m tests.support.make_palette``.

They are computed from a sample of everything that is on boards and cards.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.i18n.translation import using_language
from bot.render import cards, empty_board, shapes
from bot.render.canvas import PALETTE_FILE, Canvas
from bot.render.empty_board import track
from bot.render.scene import DEFAULT_STYLE, Style
from bot.render.shapes import Colour
from engine.cards import PACK, Rank
from tests.support import make_pegs

_MAX_COLOURS: Final = 256

_EXACT_COLOURS: Final = (
    shapes.TABLE_GREEN,
    shapes.TABLE_DARK_GREEN,
    shapes.BACKGROUND,
    shapes.PAPER,
    shapes.WHITE_TEXT,
    shapes.GOLD,
)
"""Colours of large surfaces and of text, which stay exact."""

_KMEANS_ROUNDS: Final = 2
"""How often k-means refines the colours that were found."""


def board_colours() -> list[Colour]:
    """Compute the colours; they are the same in every process, whatever the language of its first picture."""
    with using_language(None):
        parts = (_board_sample(), _play_area_sample(), _chart_sample())
    whole = Canvas(shapes.WIDTH, sum(part.height for part in parts), shapes.BACKGROUND)
    top = 0
    for part in parts:
        whole.put(part.image, (0, top))
        top += part.height
    small = whole.image.resize((whole.image.width // 2, whole.height // 2), Image.Resampling.NEAREST)
    few = small.quantize(_MAX_COLOURS - len(_EXACT_COLOURS), kmeans=_KMEANS_ROUNDS, dither=Image.Dither.NONE)
    found = few.getpalette() or []
    return list(dict.fromkeys((*_EXACT_COLOURS, *zip(found[::3], found[1::3], found[2::3], strict=True))))


def _board_sample() -> Canvas:
    """A sample board with large pegs of every side, so that their colours count beside those of the wood."""
    top, lurch, road = 150, (30,), track(61, len(shapes.SIDES))
    canvas = empty_board.empty_board(road.target, road.sides, top, lurch, ("", ""), None, has_lines=False).copy()
    for side in range(road.sides):
        empty_board.highlight_lane(canvas, road, side, (5 * side, 40), top)
        canvas.stamp_around(make_pegs.peg(side, 110), (90 + side * 120, 75))
        canvas.stamp_around(make_pegs.peg(side, 44, hollow=True), (600 + side * 60, 30))
    empty_board.draw_lines(canvas, road, lurch, top)
    _draw_sample_text(canvas, (560, 110))
    return canvas


def _play_area_sample() -> Canvas:
    """A sample of cards: all figures, and fives with every colour that is on any other card, bright and dimmed."""
    canvas = cards.play_area(820)
    for place, court in enumerate(card for card in PACK if card.rank > Rank.TEN):
        at = (20 + place * 82, 560)
        cards.place_card(canvas, court, 112, DEFAULT_STYLE, at, dimmed=place % 3 == 0)
        cards.place_card(canvas, court, 112, DEFAULT_STYLE, (at[0], at[1] + 125))
    four_colours = Style(four_colours=True)
    for place, five in enumerate(card for card in PACK if card.rank is Rank.FIVE):
        cards.place_card(canvas, five, 200, four_colours, (30 + place * 160, 30))
        for row, height in enumerate((98, 148)):
            at = (30 + place * 110, 240 + 60 * row)
            cards.place_card(canvas, five, height, four_colours, at, dimmed=True)
    for place in range(2):
        cards.place_card(canvas, None, 98, DEFAULT_STYLE, (490 + place * 80, 250))
    cards.place_pack(canvas, None, 98, DEFAULT_STYLE, (700, 250))
    for place, (ground, ink) in enumerate(((shapes.TABLE_DARK_GREEN, shapes.WHITE_TEXT), (shapes.GOLD, shapes.INK))):
        canvas.rounded((490 + 120 * place, 400, 590 + 120 * place, 500), 20, ground, outline=shapes.GOLD, width=4)
        canvas.text((500 + 120 * place, 470), "Ab", 50, ink, bold=True)
    _draw_sample_text(canvas, (30, 540))
    return canvas


def _chart_sample() -> Canvas:
    canvas = Canvas(shapes.WIDTH, 200, shapes.BACKGROUND)
    for side, colour in enumerate(shapes.SIDES):
        canvas.line((20 + side * 100, 20, 100 + side * 100, 90), fill=colour, width=10)
        canvas.stamp_around(make_pegs.symbol(side, 60), (500 + 80 * side, 60))
    for row, colour in enumerate((shapes.PANEL, shapes.GRID)):
        canvas.rectangle((0, 100 + 10 * row, shapes.WIDTH, 109 + 10 * row), fill=colour)
    canvas.disc((600, 160), 60, shapes.GOLD)
    _draw_sample_text(canvas, (20, 170))
    return canvas


def _draw_sample_text(canvas: Canvas, xy: tuple[int, int]) -> None:
    for place, colour in enumerate((shapes.WHITE_TEXT, shapes.GREY_TEXT, shapes.GOLD)):
        canvas.text((xy[0] + place * 110, xy[1]), "Abc&8", 40, colour, bold=True)


if __name__ == "__main__":
    colours = board_colours()
    strip = Image.frombytes("RGB", (len(colours), 1), bytes(part for colour in colours for part in colour))
    strip.save(PALETTE_FILE, optimize=True)
