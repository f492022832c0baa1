"""The show: hands with the starter, and every combination marked on their cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render import shapes
from bot.render.cards import card_width, describe_card, describe_cards, draw_card, empty_play_area, place_card
from bot.render.lettering import draw_text, largest_size
from bot.render.palettes import board_palette
from bot.render.panel import SMALLEST, draw_starter_label
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination that scores: what it is called, its cards, and the running total after it."""

    label: str
    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CountedHand:
    """A hand or crib with what it counts.

    ``note`` is a remark such as ``said 14, really 12``. ``written`` replaces the title in the picture where the title
    has a name in letters that the font lacks.
    """

    title: str
    cards: tuple[Card, ...]
    starter: Card | None
    combinations: tuple[Combination, ...]
    points: int
    note: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class ShowScene(Scene):
    """Up to four counted hands, one below the other; a single one is drawn larger."""

    kind: ClassVar[str] = "show"

    hands: tuple[CountedHand, ...]
    style: Style = DEFAULT_STYLE

    @property
    def palette(self) -> Image.Image:
        return board_palette()

    def describe(self, longest: int) -> str:
        """Describe the cards and the count of every hand as it is spoken; short names leave out the suits' words."""
        return " ".join(part for hand in self.hands for part in _describe(hand, longest))

    def draw(self) -> Image.Image:
        """Draw the hands."""
        size = _LARGE if len(self.hands) == 1 else _SMALL
        heights = [_height(hand, size) for hand in self.hands]
        image = empty_play_area(sum(heights) + 2 * _MARGIN)
        top = _MARGIN
        for place, (hand, height) in enumerate(zip(self.hands, heights, strict=True)):
            if place:
                line = (_MARGIN, top - 2, shapes.WIDTH - _MARGIN, top - 2)
                ImageDraw.Draw(image).line(line, fill=shapes.TABLE_DARK_GREEN, width=4)
            _draw_hand(image, hand, top, size, self.style)
            top += height
        return image


# The description.

_SHORT_NAME: Final = 24


def _describe(hand: CountedHand, longest: int) -> Iterator[str]:
    is_short = longest <= _SHORT_NAME
    cards = " ".join(map(str, hand.cards)) if is_short else describe_cards(hand.cards)
    yield f"{shorten(hand.title, longest)}: {cards}."
    if hand.starter is not None:
        yield gettext("Starter: {card}.", card=str(hand.starter) if is_short else describe_card(hand.starter))
    if hand.combinations:
        yield ", ".join(f"{one.label} {one.total}" for one in hand.combinations) + "."
    yield gettext("{points} points.", points=hand.points)
    if hand.note:
        yield f"{hand.note}."


# The drawing.

_MARGIN: Final = 20
_LABEL: Final = 232
"""The width of the labels left of the lanes."""
_TOTAL: Final = 100
"""The width of the running totals right of the lanes."""


@dataclass(frozen=True, slots=True)
class _Size:
    """The heights of a hand's parts: the line of the title, the cards, a lane, and the letters of the title."""

    title: int
    card: int
    lane: int
    letters: int
    points: int


_LARGE: Final = _Size(96, 172, 58, 54, 92)
_SMALL: Final = _Size(68, 120, 50, 46, 68)


def _height(hand: CountedHand, size: _Size) -> int:
    return size.title + size.card + 22 + max(len(hand.combinations), 1) * size.lane + 12


def _draw_hand(image: Image.Image, hand: CountedHand, top: int, size: _Size, style: Style) -> None:
    draw = ImageDraw.Draw(image)
    base = top + size.title - 24
    right = shapes.WIDTH - _MARGIN - 8
    right -= draw_text(draw, (right, base + 8), str(hand.points), size.points, shapes.GOLD, bold=True, anchor="r") + 20
    if hand.note:
        right -= draw_text(draw, (right, base), hand.note, SMALLEST, shapes.GREY_TEXT, anchor="r", within=520) + 20
    words, room = hand.written or hand.title, right - _MARGIN
    letters = largest_size(words, range(size.letters, SMALLEST - 1, -2), room, bold=True)
    draw_text(draw, (_MARGIN + 8, base), words, letters, shapes.WHITE_TEXT, bold=True, within=room)
    cards = (*hand.cards, *(() if hand.starter is None else (hand.starter,)))
    middles = _columns(len(cards))
    across = card_width(size.card)
    for card, middle in zip(cards, middles, strict=True):
        xy = (middle - across // 2, top + size.title)
        place_card(image, draw_card(card, size.card, style), xy)
    if hand.starter is not None:
        draw_starter_label(image, (middles[-1] - across // 2, top + size.title + size.card), across)
    _draw_lanes(image, hand, dict(zip(cards, middles, strict=True)), top + size.title + size.card + 22, size)


def _columns(number: int) -> list[int]:
    """The horizontal middles of so many cards."""
    left, right = _MARGIN + _LABEL, shapes.WIDTH - _MARGIN - _TOTAL
    width = (right - left) / max(number, 1)
    return [round(left + (place + 0.5) * width) for place in range(number)]


def _draw_lanes(image: Image.Image, hand: CountedHand, middles: dict[Card, int], top: int, size: _Size) -> None:
    """Draw a lane for every combination: its label, a plate with the rank below each of its cards, and the total."""
    draw = ImageDraw.Draw(image)
    if not hand.combinations:
        draw_text(draw, (_MARGIN + 8, top + size.lane - 12), gettext("Nothing"), SMALLEST, shapes.GREY_TEXT)
    for row, one in enumerate(hand.combinations):
        y = top + row * size.lane + size.lane // 2
        draw_text(draw, (_MARGIN + 8, y + 15), one.label, SMALLEST, shapes.WHITE_TEXT, within=_LABEL - 16)
        at = [middles[card] for card in one.cards if card in middles]
        if at:
            draw.line((min(at), y, max(at), y), fill=shapes.GOLD, width=6)
        for card, middle in middles.items():
            if card in one.cards:
                _draw_plate(image, (middle, y), size.lane - 6, str(card.rank))
            else:
                shapes.draw_disc(image, (middle, y), 12, shapes.TABLE_DARK_GREEN)
        right = shapes.WIDTH - _MARGIN - 8
        draw_text(draw, (right, y + 16), str(one.total), SMALLEST + 4, shapes.WHITE_TEXT, bold=True, anchor="r")


def _draw_plate(image: Image.Image, centre: tuple[int, int], height: int, words: str) -> None:
    x, y = centre
    box = (x - 38, y - height // 2, x + 38, y + height - height // 2)
    shapes.draw_rounded(image, box, height // 2, shapes.GOLD)
    draw_text(ImageDraw.Draw(image), (x, y + 15), words, SMALLEST, shapes.INK, bold=True, anchor="m")
