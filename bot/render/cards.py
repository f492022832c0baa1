"""Playing cards, white, with indices in two corners, and a symbol, pips or a figure; and the suits, also as emojis."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.i18n.translation import N_, gettext, rank_letters
from bot.render.canvas import Canvas, Palette, Stamp
from bot.render.lettering import font, width_of
from bot.render.scene import Style
from bot.render.shapes import (
    CARD_FILES,
    GOLD,
    INK,
    PAPER,
    SHADOW,
    SMALLEST,
    TABLE_DARK_GREEN,
    TABLE_GREEN,
    WIDTH,
    Colour,
    rounded_mask,
)
from engine.cards import Card, Rank, Suit

CardOrRank: TypeAlias = Card | Rank
"""A card, or a rank where the suit was not typed."""

HEIGHT_UNITS: Final = 140
WIDTH_UNITS: Final = 100
SHEET: Final = CARD_FILES / "court_cards.png"
"""The file of all figures: a column for each rank of ``COURTS``, a row for each suit."""

COURTS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
FIGURE_WIDTH: Final = 260
FIGURE_HEIGHT: Final = 400

_CORNER_RADIUS: Final = 8
_RIM: Final = 8
_EDGE: Final[Colour] = (150, 150, 148)
_FRAME: Final[Colour] = (29, 42, 120)
_BACK: Final[Colour] = (122, 32, 44)
_BACK_LINE: Final[Colour] = (182, 92, 86)
_SHADE: Final[Colour] = (158, 170, 164)
"""The colour that a dimmed card is multiplied with: it darkens the white more than the ink."""

_TAIL_LIMIT: Final = 1.09
"""The tallest a glyph with a tail may be, as a multiple of the other ranks' height."""


class _Corner(NamedTuple):
    """The height of the rank in a corner, its greatest width, and the size of its suit."""

    tall: int
    widest: int
    suit: int


_CORNER: Final = _Corner(32, 29, 19)
_PIPS_CORNER: Final = _Corner(24, 20, 15)
"""The corners beside pips, which need the room."""
_CORNER_MARGIN: Final = 7
_CORNER_GAP: Final = 3
_SMALL_HEIGHT: Final = 130
"""The greatest height in pixels of a card that has room for one large index alone."""
_FIGURE: Final = (14, 10, 86, 130)
"""The left, upper, right and lower edge of a figure."""

_COLUMNS: Final = (37.5, 50.0, 62.5)
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


_SUIT_NAMES: Final = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
_RANK_NAMES: Final = {Rank.ACE: N_("ace"), Rank.JACK: N_("jack"), Rank.QUEEN: N_("queen"), Rank.KING: N_("king")}


def describe_card(card: CardOrRank) -> str:
    """Describe a card: ``5 of hearts``, or ``5, no suit``."""
    if isinstance(card, Rank):
        return gettext("{rank}, no suit", rank=_rank_name(card))
    return gettext("{rank} of {suit}", rank=_rank_name(card.rank), suit=gettext(_SUIT_NAMES[card.suit]))


def describe_cards(cards: Iterable[CardOrRank]) -> str:
    named = list(cards)
    between = "; " if any(isinstance(card, Rank) for card in named) else ", "
    return between.join(map(describe_card, named)) or gettext("none")


def _rank_name(rank: Rank) -> str:
    return gettext(str(_RANK_NAMES.get(rank, rank.value)))


def card_width(height: int) -> int:
    return round(height * WIDTH_UNITS / HEIGHT_UNITS)


def _corner_radius(height: int) -> int:
    return max(round(_CORNER_RADIUS * height / HEIGHT_UNITS), 2)


def height_within(room: float, cards: float, tallest: int) -> int:
    """The greatest height of so many cards side by side in a room, without the gaps between them."""
    return min(tallest, int(room / cards) * HEIGHT_UNITS // WIDTH_UNITS)


def hand_height(cards: int, starters: int, room: int, gap: int, apart: int, tallest: int) -> int:
    """The greatest height at which a hand and the starter, ``apart`` from it, stand side by side in a room.

    Four cards always have room, so that cards keep their size as the hand gets smaller.
    """
    places = max(cards, _MIN_PLACES)
    return height_within(room - gap * (places - 1) - apart * starters, places + starters, tallest)


_MIN_PLACES: Final = 4


def draw_card(card: CardOrRank | None, height: int, style: Style, *, dimmed: bool = False) -> Stamp:
    """Draw a card, or the back for ``None``."""
    rank = card.rank if isinstance(card, Card) else card
    return _drawn_card(card, "" if rank is None else rank_letters(rank), height, style, dimmed=dimmed)


@lru_cache(maxsize=512)
def _drawn_card(card: CardOrRank | None, letters: str, height: int, style: Style, *, dimmed: bool) -> Stamp:
    """Draw a card with the ``letters`` of its rank, which differ between languages."""
    width = card_width(height)
    fine = 4 if height <= 160 else 3
    unit = height * fine / HEIGHT_UNITS
    face = Image.new("RGB", (width * fine, height * fine), PAPER)
    draw = ImageDraw.Draw(face)
    if card is None:
        _draw_back(draw, unit)
    elif isinstance(card, Rank):
        # A rank alone leaves the place of the suit empty and has the largest index.
        face.paste(INK, (round(9 * unit), round(10 * unit)), _fitting_rank(letters, round(58 * unit), round(82 * unit)))
    elif height <= _SMALL_HEIGHT:
        _draw_small_face(face, card, letters, unit, style)
    else:
        _draw_face(face, card, letters, unit, style)
    small = face.reduce(fine)
    if isinstance(card, Card) and card.rank in COURTS and height > _SMALL_HEIGHT:
        _draw_figure(small, card, letters, style)
    radius = _corner_radius(height)
    whole = Image.new("RGB", (width, height), _EDGE)
    line = max(round(height / 130), 1)
    inside = (line, line, width - line, height - line)
    whole.paste(small.crop(inside), inside, rounded_mask(width - 2 * line, height - 2 * line, max(radius - line, 1)))
    if dimmed:
        whole = ImageChops.multiply(whole, Image.new("RGB", whole.size, _SHADE))
    return Stamp(whole, rounded_mask(width, height, radius))


def play_area(height: int, palette: Palette | None = None) -> Canvas:
    """A new empty play area of the full width: green with a darker rim."""
    return _empty_play_area(height, palette).copy()


@lru_cache(maxsize=8)
def _empty_play_area(height: int, palette: Palette | None) -> Canvas:
    canvas = Canvas(WIDTH, height, TABLE_DARK_GREEN, palette)
    canvas.rounded((_RIM, _RIM, WIDTH - _RIM, height - _RIM), 3 * _RIM, TABLE_GREEN)
    return canvas


def place_card(
    canvas: Canvas,
    card: CardOrRank | None,
    height: int,
    style: Style,
    xy: tuple[int, int],
    *,
    dimmed: bool = False,
    frame: int = 0,
) -> None:
    """Draw a card with its shadow at its upper left corner, in a gold frame of this width."""
    stamp = _on_table(draw_card(card, height, style, dimmed=dimmed), frame)
    canvas.stamp(stamp, (xy[0] - stamp.offset[0] - frame, xy[1] - stamp.offset[1] - frame))


def place_cards(
    canvas: Canvas, cards: Iterable[CardOrRank], height: int, style: Style, corner: tuple[int, int], step: int
) -> None:
    """Draw cards from left to right, each ``step`` pixels after the one before."""
    for place, card in enumerate(cards):
        place_card(canvas, card, height, style, (corner[0] + place * step, corner[1]))


def place_pack(
    canvas: Canvas, top: CardOrRank | None, height: int, style: Style, xy: tuple[int, int], *, thickness: int = 6
) -> None:
    """Draw the deck with ``top`` as its top card; the cards below show at two edges."""
    canvas.stamp(_on_pack(draw_card(top, height, style), thickness), xy)


def draw_starter_label(canvas: Canvas, corner: tuple[int, int], across: int) -> None:
    """Draw the word for the starter across the lower edge of a card; ``corner`` is the card's lower left corner."""
    words = gettext("Starter")
    width = max(across + 8, width_of(words, SMALLEST, bold=True) + 20)
    left = min(corner[0] + across // 2 - width // 2, WIDTH - 6 - width)
    canvas.rounded((left, corner[1] - 40, left + width, corner[1] + 10), 14, GOLD, outline=INK, width=2)
    canvas.text((left + width // 2, corner[1] - 1), words, SMALLEST, INK, bold=True, anchor="m")


@lru_cache(maxsize=512)
def _on_table(card: Stamp, frame: int) -> Stamp:
    """A card on its shadow; ``frame`` is the width of its gold frame, 0 for none."""
    height, radius = card.height, _corner_radius(card.height)
    spread = max(height // 24, 3)
    shadow = _shadow(card.width, height, spread)
    room = max(frame - spread // 2, 0)
    mask = Image.new("L", (shadow.width + 2 * room, shadow.height + 2 * room), 0)
    mask.paste(shadow, (room, room))
    x, y = room + spread - frame, room + spread // 2 - frame
    if frame:
        outline = rounded_mask(card.width + 2 * frame, height + 2 * frame, height * 8 // HEIGHT_UNITS + frame)
        card = Stamp(GOLD, outline, card, (frame, frame))
    # In a small card the part that hides everything is not worth a drawing of its own.
    inset = radius + frame
    opaque = (x + inset, y, x + card.width - inset, y + card.height) if height > _SMALL_HEIGHT else None
    return Stamp(SHADOW, mask, card, (x, y), opaque)


@lru_cache(maxsize=64)
def _on_pack(top: Stamp, thickness: int) -> Stamp:
    width, height = top.width, top.height
    spread = max(height // 16, 4)
    shadow = _shadow(width + thickness - spread, height + thickness, spread)
    seen = Image.new("L", (width + 2 * thickness + spread, height + 2 * thickness + spread), 0)
    seen.paste(shadow, (0, 0))
    pack = Canvas(*seen.size, SHADOW)
    radius = _corner_radius(height)
    for below in range(thickness * 2, 0, -2):
        box = (below, below, below + width, below + height)
        pack.rounded(box, radius, PAPER, outline=_EDGE, width=1)
        seen.paste(255, box, rounded_mask(width, height, radius))
    return Stamp(pack.image, seen, top)


@lru_cache(maxsize=32)
def _shadow(width: int, height: int, spread: int) -> Image.Image:
    mask = Image.new("L", (width + 2 * spread, height + 2 * spread), 0)
    mask.paste(110, (spread, spread, spread + width, spread + height))
    return mask.filter(ImageFilter.GaussianBlur(spread / 2))


def _draw_small_face(face: Image.Image, card: Card, letters: str, unit: float, style: Style) -> None:
    colour = suit_colour(card.suit, four_colours=style.four_colours)
    face.paste(colour, (round(8 * unit), round(9 * unit)), _fitting_rank(letters, round(60 * unit), round(66 * unit)))
    draw_suit(ImageDraw.Draw(face), card.suit, _box(unit, 36, 74, 56), colour)


def _draw_face(face: Image.Image, card: Card, letters: str, unit: float, style: Style) -> None:
    colour = suit_colour(card.suit, four_colours=style.four_colours)
    corner = _draw_corner(card, letters, unit, _PIPS_CORNER if style.pips else _CORNER, colour)
    face.paste(corner, (0, 0))
    face.paste(corner.transpose(Image.Transpose.ROTATE_180), (face.width - corner.width, face.height - corner.height))
    draw = ImageDraw.Draw(face)
    if card.rank in COURTS:
        return
    if style.pips:
        _draw_pips(draw, card, unit, colour)
    else:
        draw_suit(draw, card.suit, _box(unit, 29, 49, 42), colour)


def _draw_corner(card: Card, letters: str, unit: float, corner: _Corner, colour: Colour) -> Image.Image:
    image = Image.new("RGB", _corner_size(letters, unit, corner), PAPER)
    glyph = _corner_rank(letters, unit, corner)
    across = max(glyph.width, round(corner.suit * unit))
    left = _CORNER_MARGIN * unit
    image.paste(colour, (round(left) + (across - glyph.width) // 2, round(left)), glyph)
    suit = (left + (across - corner.suit * unit) / 2, left + (corner.tall + _CORNER_GAP) * unit, corner.suit * unit)
    draw_suit(ImageDraw.Draw(image), card.suit, suit, colour)
    return image


def _corner_size(letters: str, unit: float, corner: _Corner) -> tuple[int, int]:
    across = max(_corner_rank(letters, unit, corner).width, round(corner.suit * unit))
    tall = _CORNER_MARGIN + corner.tall + corner.suit + 2 * _CORNER_GAP
    return round((_CORNER_MARGIN + _CORNER_GAP) * unit) + across, round(tall * unit)


def _corner_rank(letters: str, unit: float, corner: _Corner) -> Image.Image:
    return _fitting_rank(letters, round(corner.tall * unit), round(corner.widest * unit))


def court_figure(card: Card, size: tuple[int, int]) -> Image.Image:
    """Return the figure of a court card in RGB, scaled to a width and height.

    It has the few colours of the sheet alone: with all shades between them files would be a fifth larger.
    """
    left, top = COURTS.index(card.rank) * FIGURE_WIDTH, list(Suit).index(card.suit) * FIGURE_HEIGHT
    figure = _sheet().crop((left, top, left + FIGURE_WIDTH, top + FIGURE_HEIGHT)).convert("RGB")
    small = figure.resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=_sheet(), dither=Image.Dither.NONE).convert("RGB")


@lru_cache(maxsize=1)
def _sheet() -> Image.Image:
    """The sheet in its few colours, which takes a third of the memory."""
    with Image.open(SHEET) as sheet:
        return sheet.copy()


def _draw_figure(face: Image.Image, card: Card, letters: str, style: Style) -> None:
    """Draw the figure of a jack, queen or king in a frame that leaves out the two corners."""
    unit = face.height / HEIGHT_UNITS
    left, top, right, bottom = (round(value * unit) for value in _FIGURE)
    across, down = _corner_size(letters, unit, _PIPS_CORNER if style.pips else _CORNER)
    seen = Image.new("L", face.size, 255)
    seen.paste(0, (0, 0, across, down))
    seen.paste(0, (face.width - across, face.height - down, face.width, face.height))
    face.paste(court_figure(card, (right - left, bottom - top)), (left, top), seen.crop((left, top, right, bottom)))
    low = face.height - 1 - down
    half = [(across, top), (right - 1, top), (right - 1, low), (face.width - 1 - across, low)]
    other = [(face.width - 1 - x, face.height - 1 - y) for x, y in half]
    ImageDraw.Draw(face).line([*half, *other, half[0]], fill=_FRAME, width=max(round(unit * 0.8), 1))


def _draw_pips(draw: ImageDraw.ImageDraw, card: Card, unit: float, colour: Colour) -> None:
    """Draw the pips, those of the lower half upside down; an ace has one large one."""
    if card.rank is Rank.ACE:
        draw_suit(draw, card.suit, _box(unit, 50 - 23, 70 - 23, 46), colour)
        return
    size = 16
    for column, sixths in _PIPS[card.rank]:
        x, y = _COLUMNS[column] - size / 2, 20 + sixths * 100 / 6 - size / 2
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


def _fitting_rank(letters: str, tall: int, within: int) -> Image.Image:
    """The letters of a rank as a mask, compressed where they are wider than ``within`` pixels."""
    glyph = _rank_mask(letters, tall)
    return glyph if glyph.width <= within else glyph.resize((within, glyph.height), Image.Resampling.BILINEAR)


@lru_cache(maxsize=64)
def _rank_mask(words: str, tall: int) -> Image.Image:
    """The rank's letters or number as a mask that is exactly this many pixels high."""
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


# The symbols of the suits.

Point: TypeAlias = tuple[float, float]

OUTLINES: Final = CARD_FILES / "suits.json"
"""The file of the outlines of each suit's symbol in a square of side 1; ``tests.support.make_suits`` works them out."""

SUIT_COLOURS: Final[dict[Suit, Colour]] = {
    Suit.CLUBS: (0, 128, 95),
    Suit.DIAMONDS: (10, 60, 190),
    Suit.HEARTS: (214, 20, 30),
    Suit.SPADES: (20, 20, 24),
}
"""Four colours that colour-blind people can tell apart: a bluish green, a light red and a dark blue."""


def suit_colour(suit: Suit, *, four_colours: bool) -> Colour:
    if four_colours:
        return SUIT_COLOURS[suit]
    return SUIT_COLOURS[Suit.HEARTS if suit in (Suit.HEARTS, Suit.DIAMONDS) else Suit.SPADES]


def draw_suit(draw: ImageDraw.ImageDraw, suit: Suit, box: Box, colour: Colour | int, *, turned: bool = False) -> None:
    """Draw a suit symbol in a square, or upside down. Its edges are rough: draw it larger and reduce it."""
    left, top, side = box
    for outline in _outlines()[suit.name.lower()]:
        points = [(1 - x, 1 - y) for x, y in outline] if turned else outline
        draw.polygon([(left + x * side, top + y * side) for x, y in points], fill=colour)


@lru_cache(maxsize=1)
def _outlines() -> dict[str, list[list[Point]]]:
    outlines: dict[str, list[list[Point]]] = json.loads(OUTLINES.read_text(encoding="utf-8"))
    return outlines


Box: TypeAlias = tuple[float, float, float]
"""A square: its left, its top and its side."""


def emoji_name(suit: Suit) -> str:
    """Return the name of a suit's emoji; Discord allows letters, digits and underscores."""
    return f"cribbage_{suit.name.lower()}"


@lru_cache(maxsize=1)
def suit_emojis() -> dict[str, bytes]:
    """Return the four emojis as transparent PNG files by their names, such as ``cribbage_hearts``.

    They are red or black in their usual colours, readable on dark and light themes.
    """
    return {name: (CARD_FILES / f"{name}.png").read_bytes() for name in map(emoji_name, Suit)}
