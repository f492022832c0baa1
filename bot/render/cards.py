"""Playing cards: white, with large corner indices and four suit colours; with one large symbol or with pips."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.i18n.translation import N_, gettext
from bot.render.fonts import font
from bot.render.scene import Style
from bot.render.shapes import (
    INK,
    PAPER,
    SHADOW,
    TABLE_DARK_GREEN,
    TABLE_GREEN,
    WIDTH,
    Colour,
    canvas,
    draw_rounded,
    rounded_mask,
)
from bot.render.suit_symbols import Box, draw_headgear, draw_suit, suit_colour
from engine.cards import Card, Rank

CardOrRank: TypeAlias = Card | Rank
"""A card, or a rank where the suit was not typed."""

HEIGHT_UNITS: Final = 140
"""The height of a card in drawing units."""
WIDTH_UNITS: Final = 100
"""The width of a card in drawing units."""

_CORNER_RADIUS: Final = 8
_RIM: Final = 8
_EDGE: Final[Colour] = (150, 150, 148)
_GILT: Final[Colour] = (242, 190, 66)
_BACK: Final[Colour] = (122, 32, 44)
_BACK_LINE: Final[Colour] = (182, 92, 86)
_SHADE: Final[Colour] = (158, 170, 164)
"""The colour that a dimmed card is multiplied with: it darkens the white more than the ink."""

_TAIL_LIMIT: Final = 1.09
"""The tallest a glyph with a tail may be, as a multiple of the other ranks' height."""

_COLUMNS: Final = (45.0, 65.0, 85.0)
_PIPS: Final[dict[int, tuple[tuple[int, float], ...]]] = {
    2: ((1, 0), (1, 6)),
    3: ((1, 0), (1, 3), (1, 6)),
    4: ((0, 0), (2, 0), (0, 6), (2, 6)),
    5: ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6)),
    6: ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)),
    7: ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (0, 6), (2, 6)),
    8: ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (1, 4.5), (0, 6), (2, 6)),
    9: ((0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)),
    10: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4), (1, 5), (0, 6), (2, 6)),
}
"""The pips of each rank: their columns, and their distance from the top in sixths."""


_RANK_NAMES: Final = {Rank.ACE: N_("ace"), Rank.JACK: N_("jack"), Rank.QUEEN: N_("queen"), Rank.KING: N_("king")}


def describe_card(card: CardOrRank) -> str:
    """Describe a card: ``5 of hearts``, or ``5, suit not named``."""
    if isinstance(card, Rank):
        return gettext("{rank}, suit not named", rank=_rank_name(card))
    return gettext("{rank} of {suit}", rank=_rank_name(card.rank), suit=gettext(card.suit.name.lower()))


def describe_cards(cards: Iterable[CardOrRank]) -> str:
    """Describe cards in their order."""
    named = list(cards)
    between = "; " if any(isinstance(card, Rank) for card in named) else ", "
    return between.join(map(describe_card, named)) or gettext("none")


def _rank_name(rank: Rank) -> str:
    return gettext(str(_RANK_NAMES.get(rank, rank.value)))


def card_width(height: int) -> int:
    """The width in pixels of a card of this height."""
    return round(height * WIDTH_UNITS / HEIGHT_UNITS)


@lru_cache(maxsize=512)
def draw_card(card: CardOrRank | None, height: int, style: Style, *, dimmed: bool = False) -> Image.Image:
    """Draw a card, or the back for ``None``, with transparent corners. The picture is cached: do not draw on it."""
    width = card_width(height)
    fine = 4 if height <= 160 else 3
    unit = height * fine / HEIGHT_UNITS
    face = canvas(width, height, PAPER, fine)
    draw = ImageDraw.Draw(face)
    if card is None:
        _draw_back(draw, unit)
    elif isinstance(card, Rank):
        # A rank alone leaves the place of the suit empty and has the largest index.
        _draw_rank(face, card, (9, 10), 58, 82, INK)
    elif style.pips:
        _draw_pips(face, card, unit, style)
    else:
        _draw_large_symbol(face, card, unit, style)
    small = face.reduce(fine)
    radius = max(round(_CORNER_RADIUS * height / HEIGHT_UNITS), 2)
    whole = Image.new("RGB", (width, height), _EDGE)
    line = max(round(height / 130), 1)
    inside = (line, line, width - line, height - line)
    whole.paste(small.crop(inside), inside, rounded_mask(width - 2 * line, height - 2 * line, max(radius - line, 1)))
    if dimmed:
        whole = ImageChops.multiply(whole, Image.new("RGB", whole.size, _SHADE))
    whole.putalpha(rounded_mask(width, height, radius))
    return whole


def empty_play_area(height: int) -> Image.Image:
    """A new empty play area of the full width: green with a darker rim."""
    return _play_area_background(height).copy()


def place_card(image: Image.Image, card: Image.Image, xy: tuple[int, int]) -> None:
    """Paste a card with its shadow."""
    spread = max(card.height // 24, 3)
    image.paste(SHADOW, (xy[0] - spread, xy[1] - spread // 2), _shadow(card.width, card.height, spread))
    image.paste(card, xy, card)


def place_pack(image: Image.Image, top: Image.Image, xy: tuple[int, int], *, thickness: int = 6) -> None:
    """Paste the pack with ``top`` as its top card; the cards below show at two edges."""
    below = _draw_pack_below(*top.size, thickness)
    image.paste(below, xy, below)
    image.paste(top, xy, top)


@lru_cache(maxsize=32)
def _draw_pack_below(width: int, height: int, thickness: int) -> Image.Image:
    """The pack and its shadow without the top card."""
    spread = max(height // 16, 4)
    shadow = _shadow(width + thickness - spread, height + thickness, spread)
    seen = Image.new("L", (width + 2 * thickness + spread, height + 2 * thickness + spread), 0)
    seen.paste(shadow, (0, 0))
    pack = Image.new("RGB", seen.size, SHADOW)
    radius = max(round(_CORNER_RADIUS * height / HEIGHT_UNITS), 2)
    for below in range(thickness * 2, 0, -2):
        box = (below, below, below + width, below + height)
        draw_rounded(pack, box, radius, PAPER, outline=_EDGE, width=1)
        seen.paste(255, box, rounded_mask(width, height, radius))
    pack.putalpha(seen)
    return pack


@lru_cache(maxsize=8)
def _play_area_background(height: int) -> Image.Image:
    image = canvas(WIDTH, height, TABLE_DARK_GREEN)
    draw_rounded(image, (_RIM, _RIM, WIDTH - _RIM, height - _RIM), 3 * _RIM, TABLE_GREEN)
    return image


@lru_cache(maxsize=32)
def _shadow(width: int, height: int, spread: int) -> Image.Image:
    """A blurred rectangle as a mask."""
    mask = Image.new("L", (width + 2 * spread, height + 2 * spread), 0)
    mask.paste(110, (spread, spread, spread + width, spread + height))
    return mask.filter(ImageFilter.GaussianBlur(spread / 2))


def _draw_large_symbol(face: Image.Image, card: Card, unit: float, style: Style) -> None:
    """Draw a large rank, its suit below it, and a large suit symbol, which wears a crown or cap on a court card."""
    colour = suit_colour(card.suit, four_colours=style.four_colours)
    draw = ImageDraw.Draw(face)
    _draw_rank(face, card.rank, (7, 8), 40, 62, colour)
    draw_suit(draw, card.suit, _box(unit, 8, 57, 27), colour)
    if card.rank > Rank.TEN:
        _draw_court(draw, card, _box(unit, 38, 44, 52), colour)
        return
    draw_suit(draw, card.suit, _box(unit, 33, 72, 60), colour)


def _draw_court(draw: ImageDraw.ImageDraw, card: Card, box: Box, colour: Colour) -> None:
    """Draw a suit symbol with the headgear of its rank; the box is as wide as the headgear."""
    left, top, side = box
    draw_suit(draw, card.suit, (left, top + side * 0.72, side), colour)
    draw_headgear(draw, card.rank, (left - side * 0.02, top, side * 1.04), colour, _GILT)


def _draw_pips(face: Image.Image, card: Card, unit: float, style: Style) -> None:
    """Draw a smaller index and the pips, those of the lower half upside down."""
    colour = suit_colour(card.suit, four_colours=style.four_colours)
    draw = ImageDraw.Draw(face)
    _draw_rank(face, card.rank, (6, 8), 28, 26, colour)
    draw_suit(draw, card.suit, _box(unit, 7, 43, 19), colour)
    if card.rank > Rank.TEN:
        _draw_court(draw, card, _box(unit, 38, 34, 54), colour)
    elif card.rank is Rank.ACE:
        draw_suit(draw, card.suit, _box(unit, _COLUMNS[1] - 23, 47, 46), colour)
    else:
        size = 19
        for column, sixths in _PIPS[card.rank]:
            x, y = _COLUMNS[column] - size / 2, 22 + sixths * 16 - size / 2
            draw_suit(draw, card.suit, _box(unit, x, y, size), colour, turned=sixths > 3)


def _draw_back(draw: ImageDraw.ImageDraw, unit: float) -> None:
    """Draw the back: a lattice with a peg hole in each mesh."""
    inside = [round(value * unit) for value in (6, 6, WIDTH_UNITS - 6, HEIGHT_UNITS - 6)]
    draw.rounded_rectangle(inside, radius=4 * unit, fill=_BACK)
    line = max(round(unit * 1.2), 1)
    field = [value * unit for value in (12, 12, WIDTH_UNITS - 12, HEIGHT_UNITS - 12)]
    draw.rectangle(field, outline=_BACK_LINE, width=line)
    mesh, hole = 19, 3.4
    for column in range(4):
        for row in range(6):
            x, y = (12 + mesh * (column + 0.5)) * unit, (12 + 116 / 6 * (row + 0.5)) * unit
            half, high = mesh / 2 * unit, 116 / 12 * unit
            draw.polygon([(x, y - high), (x + half, y), (x, y + high), (x - half, y)], outline=_BACK_LINE, width=line)
            reach = hole * unit
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=PAPER)


def _draw_rank(
    face: Image.Image,
    rank: Rank,
    corner: tuple[float, float],
    tall: float,
    within: float,
    colour: Colour,
) -> None:
    """Draw the rank in a corner, ``tall`` units high, compressed where it is wider than ``within`` units."""
    unit = face.height / HEIGHT_UNITS
    glyph = _rank_mask(rank, round(tall * unit))
    room = round(within * unit)
    if glyph.width > room:
        glyph = glyph.resize((room, glyph.height), Image.Resampling.BILINEAR)
    face.paste(colour, (round(corner[0] * unit), round(corner[1] * unit)), glyph)


@lru_cache(maxsize=64)
def _rank_mask(rank: Rank, tall: int) -> Image.Image:
    """The rank's letter or number as a mask that is exactly this many pixels high."""
    words = "10" if rank is Rank.TEN else str(rank)
    face = font(round(tall / 0.689), bold=True)
    left, top, right, bottom = face.getbbox(words, anchor="ls")
    mask = Image.new("L", (round(right - left), round(bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), words, fill=255, font=face, anchor="ls")
    if mask.height <= tall * _TAIL_LIMIT:
        return mask
    # The tails of J and Q would reach the suit symbol.
    return mask.resize((mask.width, round(tall * _TAIL_LIMIT)), Image.Resampling.BILINEAR)


def _box(unit: float, left: float, top: float, side: float) -> Box:
    return left * unit, top * unit, side * unit
