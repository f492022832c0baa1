"""The palettes of the PNG files: one for boards and cards, and an exact one for each kind of chart."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.i18n.translation import using_language
from bot.render import cards, empty_board, pegs, shapes
from bot.render.lettering import draw_text
from bot.render.scene import DEFAULT_STYLE, Style
from bot.render.shapes import Colour, mix
from bot.render.track import track
from engine.cards import PACK, Rank

_MAX_COLOURS: Final = 256
"""The most colours that a file may have."""

_EDGE_STEPS: Final = 3
"""The number of steps between the colour of a letter and that of its background."""

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


@lru_cache(maxsize=8)
def plot_palette(grounds: tuple[Colour, ...], inks: tuple[Colour, ...]) -> Image.Image:
    """A palette of the backgrounds, and of every ink blended into every background."""
    steps = [step / _EDGE_STEPS for step in range(1, _EDGE_STEPS + 1)]
    return _palette([*grounds, *(mix(ground, ink, step) for ground in grounds for ink in inks for step in steps)])


@lru_cache(maxsize=1)
def board_palette() -> Image.Image:
    """The palette for boards, pegs, cards and score charts, computed from a sample picture of them all.

    It is the same in every process, whatever the language of its first picture.
    """
    with using_language(None):
        parts = (_board_sample(), _play_area_sample(), _chart_sample())
    image = shapes.canvas(shapes.WIDTH, sum(part.height for part in parts), shapes.BACKGROUND)
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    small = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    found = (
        small.quantize(_MAX_COLOURS - len(_EXACT_COLOURS), kmeans=_KMEANS_ROUNDS, dither=Image.Dither.NONE).getpalette()
        or []
    )
    return _palette([*_EXACT_COLOURS, *zip(found[::3], found[1::3], found[2::3], strict=True)])


def _palette(colours: Iterable[Colour]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in dict.fromkeys(colours) for part in colour])
    return palette


def _board_sample() -> Image.Image:
    """A sample board with large pegs of every side, so that their colours count beside those of the wood."""
    top, lurch, road = 150, (30,), track(61, len(shapes.SIDES))
    image = empty_board.empty_board(road.target, road.sides, top, lurch, ("", "")).copy()
    for side in range(road.sides):
        empty_board.highlight_lane(image, road, side, (5 * side, 40), top)
        pegs.paste_stamp(image, pegs.peg(side, 110), (90 + side * 120, 75))
        pegs.paste_stamp(image, pegs.peg(side, 44, hollow=True), (600 + side * 60, 30))
    empty_board.draw_lines(image, road, lurch, top)
    _draw_sample_text(image, (560, 110))
    return image


def _play_area_sample() -> Image.Image:
    """A sample of cards: all figures, and fives with every colour that is on any other card, bright and dimmed."""
    image = cards.empty_play_area(820)
    for place, court in enumerate(card for card in PACK if card.rank > Rank.TEN):
        at = (20 + place * 82, 560)
        cards.place_card(image, cards.draw_card(court, 112, DEFAULT_STYLE, dimmed=place % 3 == 0), at)
        cards.place_card(image, cards.draw_card(court, 112, DEFAULT_STYLE), (at[0], at[1] + 125))
    four_colours = Style(four_colours=True)
    for place, five in enumerate(card for card in PACK if card.rank is Rank.FIVE):
        cards.place_card(image, cards.draw_card(five, 200, four_colours), (30 + place * 160, 30))
        for row, height in enumerate((98, 148)):
            cards.place_card(
                image, cards.draw_card(five, height, four_colours, dimmed=True), (30 + place * 110, 240 + 60 * row)
            )
    for place in range(2):
        cards.place_card(image, cards.draw_card(None, 98, DEFAULT_STYLE), (490 + place * 80, 250))
    cards.place_pack(image, cards.draw_card(None, 98, DEFAULT_STYLE), (700, 250))
    for place, (ground, ink) in enumerate(((shapes.TABLE_DARK_GREEN, shapes.WHITE_TEXT), (shapes.GOLD, shapes.INK))):
        shapes.draw_rounded(
            image, (490 + 120 * place, 400, 590 + 120 * place, 500), 20, ground, outline=shapes.GOLD, width=4
        )
        draw_text(ImageDraw.Draw(image), (500 + 120 * place, 470), "Ab", 50, ink, bold=True)
    _draw_sample_text(image, (30, 540))
    return image


def _chart_sample() -> Image.Image:
    """A sample of a score chart with every side's line and symbol."""
    image = shapes.canvas(shapes.WIDTH, 200, shapes.BACKGROUND)
    draw = ImageDraw.Draw(image)
    for side, colour in enumerate(shapes.SIDES):
        draw.line((20 + side * 100, 20, 100 + side * 100, 90), fill=colour, width=10)
        pegs.paste_stamp(image, pegs.symbol(side, 60), (500 + 80 * side, 60))
    for row, colour in enumerate((shapes.PANEL, shapes.GRID)):
        draw.rectangle((0, 100 + 10 * row, shapes.WIDTH, 109 + 10 * row), fill=colour)
    shapes.draw_disc(image, (600, 160), 60, shapes.GOLD)
    _draw_sample_text(image, (20, 170))
    return image


def _draw_sample_text(image: Image.Image, xy: tuple[int, int]) -> None:
    for place, colour in enumerate((shapes.WHITE_TEXT, shapes.GREY_TEXT, shapes.GOLD)):
        draw_text(ImageDraw.Draw(image), (xy[0] + place * 110, xy[1]), "Abc&8", 40, colour, bold=True)
