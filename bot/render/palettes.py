"""The colours of the files: one set for all that lies on wood or cloth, and for tables and plots exactly their own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.render import cards, empty_board, pegs, shapes
from bot.render.lettering import text
from bot.render.scene import USUAL
from bot.render.shapes import Colour, mixed
from bot.render.track import track
from engine.cards import PACK, Rank

_MOST: Final = 256
"""How many colours a file may have."""

_SHADES: Final = 3
"""In how many steps the edge of a letter goes over into its ground."""

_EVERYWHERE: Final = (shapes.CLOTH, shapes.CLOTH_DARK, shapes.NIGHT, shapes.PAPER, shapes.CHALK, shapes.GOLD)
"""Colours of large surfaces and of words, which are kept exactly."""

_ROUNDS: Final = 2
"""How often the colours that were found are bettered."""


@lru_cache(maxsize=8)
def shades(grounds: tuple[Colour, ...], inks: tuple[Colour, ...]) -> Image.Image:
    """The grounds, and every ink on every ground from faint to full."""
    steps = [step / _SHADES for step in range(1, _SHADES + 1)]
    return _palette([*grounds, *(mixed(ground, ink, step) for ground in grounds for ink in inks for step in steps)])


@lru_cache(maxsize=1)
def woods_and_cards() -> Image.Image:
    """The colours of every picture of boards, pegs, cards and races, found in one that has something of each."""
    parts = (_board(), _cloth(), _night())
    image = shapes.canvas(shapes.WIDTH, sum(part.height for part in parts), shapes.NIGHT)
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    small = image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)
    found = small.quantize(_MOST - len(_EVERYWHERE), kmeans=_ROUNDS, dither=Image.Dither.NONE).getpalette() or []
    return _palette([*_EVERYWHERE, *zip(found[::3], found[1::3], found[2::3], strict=True)])


def _palette(colours: Iterable[Colour]) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in dict.fromkeys(colours) for part in colour])
    return palette


def _board() -> Image.Image:
    """A board with every side's pegs, so large that their tones are not lost among those of the wood."""
    top, lurch, road = 150, (30,), track(61, len(shapes.SIDES))
    image = empty_board.empty_board(road.target, road.sides, top, lurch, ("", "")).copy()
    for side in range(road.sides):
        empty_board.light(image, road, side, (5 * side, 40), top)
        pegs.stamped(image, pegs.peg(side, 110), (90 + side * 120, 75))
        pegs.stamped(image, pegs.peg(side, 44, hollow=True), (600 + side * 60, 30))
    empty_board.mark(image, road, lurch, top)
    _words(image, (560, 110))
    return image


def _cloth() -> Image.Image:
    """A cloth with jacks, which have all colours that are on any card, bright and dimmed."""
    image = cards.felt(560)
    for place, jack in enumerate(card for card in PACK if card.rank is Rank.JACK):
        cards.lay(image, cards.paint_card(jack, 200, USUAL), (30 + place * 160, 30))
        for row, height in enumerate((98, 148)):
            cards.lay(image, cards.paint_card(jack, height, USUAL, dimmed=True), (30 + place * 110, 240 + 60 * row))
    for place in range(2):
        cards.lay(image, cards.paint_card(None, 98, USUAL), (490 + place * 80, 250))
    cards.lay_pack(image, cards.paint_card(None, 98, USUAL), (700, 250))
    for place, (ground, ink) in enumerate(((shapes.CLOTH_DARK, shapes.CHALK), (shapes.GOLD, shapes.INK))):
        shapes.rounded(
            image, (490 + 120 * place, 400, 590 + 120 * place, 500), 20, ground, outline=shapes.GOLD, width=4
        )
        text(ImageDraw.Draw(image), (500 + 120 * place, 470), "Ab", 50, ink, bold=True)
    _words(image, (30, 540))
    return image


def _night() -> Image.Image:
    """The ground of a race, with every side's line and sign."""
    image = shapes.canvas(shapes.WIDTH, 200, shapes.NIGHT)
    draw = ImageDraw.Draw(image)
    for side, colour in enumerate(shapes.SIDES):
        draw.line((20 + side * 100, 20, 100 + side * 100, 90), fill=colour, width=10)
        pegs.stamped(image, pegs.sign(side, 60), (500 + 80 * side, 60))
    for row, colour in enumerate((shapes.PANEL, shapes.RULE)):
        draw.rectangle((0, 100 + 10 * row, shapes.WIDTH, 109 + 10 * row), fill=colour)
    shapes.disc(image, (600, 160), 60, shapes.GOLD)
    _words(image, (20, 170))
    return image


def _words(image: Image.Image, xy: tuple[int, int]) -> None:
    for place, colour in enumerate((shapes.CHALK, shapes.DUST, shapes.GOLD)):
        text(ImageDraw.Draw(image), (xy[0] + place * 110, xy[1]), "Abc&8", 40, colour, bold=True)
