"""The picture of a hand: the cards side by side, and at the right the starter on the deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render.cards import (
    HEIGHT_UNITS,
    WIDTH_UNITS,
    CardOrRank,
    card_width,
    describe_card,
    describe_cards,
    draw_card,
    empty_play_area,
    place_card,
    place_pack,
)
from bot.render.lettering import draw_text, width_of
from bot.render.palettes import board_palette
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from bot.render.shapes import GREY_TEXT, SMALLEST, WHITE_TEXT, WIDTH

_MARGIN: Final = 28
_GAP: Final = 14
_APART: Final = 56
"""The gap between the hand and the starter, including the thickness of the deck."""
_MAX_HEIGHT: Final = 240
_TITLE_HEIGHT: Final = 58
"""The height of the line of text above the cards."""
_MIN_PLACES: Final = 4
"""The number of cards that always have room, so that cards keep their size as the hand gets smaller."""


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """Cards that a player sees, in the given order.

    ``written`` replaces the title in the picture where the title has a name in letters that the font lacks.
    """

    cards: tuple[CardOrRank, ...]
    starter: CardOrRank | None = None
    title: str = ""
    style: Style = DEFAULT_STYLE
    written: str = ""

    kind: ClassVar[str] = "hand"

    def draw(self) -> Image.Image:
        above = _TITLE_HEIGHT if self.title or self.starter is not None else 0
        image = empty_play_area(2 * _MARGIN + above + _MAX_HEIGHT)
        draw = ImageDraw.Draw(image)
        height = self._height
        across = card_width(height)
        top = _MARGIN + above + (_MAX_HEIGHT - height) // 2
        for place, card in enumerate(self.cards):
            place_card(image, draw_card(card, height, self.style), (_MARGIN + place * (across + _GAP), top))
        if not self.cards:
            draw_text(draw, (_MARGIN, top + height // 2 + 15), gettext("No cards"), 44, GREY_TEXT)
        left = WIDTH - _MARGIN - across - 12
        if self.starter is not None:
            place_pack(image, draw_card(self.starter, height, self.style), (left, top))
            left = min(left, WIDTH - _MARGIN - width_of(gettext("Starter"), SMALLEST, bold=True))
            draw_text(draw, (left, _MARGIN + 36), gettext("Starter"), SMALLEST, GREY_TEXT, bold=True)
        if self.title:
            room = (left if self.starter is not None else WIDTH) - 2 * _MARGIN
            draw_text(
                draw, (_MARGIN, _MARGIN + 36), self.written or self.title, SMALLEST, WHITE_TEXT, bold=True, within=room
            )
        return image

    @property
    def palette(self) -> Image.Image:
        return board_palette()

    def describe(self, longest: int) -> str:
        hand = f"{shorten(self.title, longest) or gettext('Cards')}: {describe_cards(self.cards)}."
        return (
            hand
            if self.starter is None
            else gettext("{hand} Starter: {card}.", hand=hand, card=describe_card(self.starter))
        )

    @property
    def _height(self) -> int:
        """The greatest height at which all cards fit side by side."""
        places = max(len(self.cards), _MIN_PLACES)
        room = WIDTH - 2 * _MARGIN - _GAP * (places - 1)
        if self.starter is not None:
            room -= _APART
            places += 1
        return min(_MAX_HEIGHT, room // places * HEIGHT_UNITS // WIDTH_UNITS)
