"""The picture of a decision: the cards, which were chosen, and which would have been better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render.cards import (
    card_width,
    describe_cards,
    draw_card,
    empty_play_area,
    place_card,
    place_pack,
)
from bot.render.lettering import draw_text, width_of
from bot.render.palettes import board_palette
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.render.shapes import GOLD, GREY_TEXT, INK, SIDES, SMALLEST, WHITE_TEXT, WIDTH, Colour, draw_rounded
from engine.cards import Card
from engine.pegging import count_of

_MARGIN: Final = 28
_GAP: Final = 14
_TITLE: Final = 58
_CARD: Final = 205
"""The height of the cards in hand: six of them and their gaps fill the width."""

_PLAYED: Final = 150
_LABEL: Final = 58
_ABOVE_LABELS: Final = 16


@dataclass(frozen=True, slots=True)
class MomentScene(Scene):
    """A decision: the cards in hand, those chosen and the better ones; neither before the decision is made.

    ``series`` are the cards that count on the table before a card is played, and ``starter`` is the starter then.
    """

    kind: ClassVar[str] = "moment"

    title: str
    cards: tuple[Card, ...]
    chosen: tuple[Card, ...]
    better: tuple[Card, ...]
    series: tuple[Card, ...] = ()
    starter: Card | None = None
    style: Style = DEFAULT_STYLE

    def draw(self) -> Image.Image:
        played = _PLAYED + _GAP + _MARGIN if self.starter is not None else 0
        top = _MARGIN + _TITLE
        labels = top + played + _CARD + _ABOVE_LABELS
        rows = (bool(self.chosen) + bool(self.better)) * _LABEL
        image = empty_play_area(labels + rows + _GAP)
        draw = ImageDraw.Draw(image)
        draw_text(
            draw, (_MARGIN, _MARGIN + 36), self.title, SMALLEST, WHITE_TEXT, bold=True, within=WIDTH - 2 * _MARGIN
        )
        if self.starter is not None:
            self._draw_table(image, draw, top)
        across = card_width(_CARD)
        for place, card in enumerate(self.cards):
            left = _MARGIN + place * (across + _GAP)
            place_card(image, draw_card(card, _CARD, self.style), (left, top + played))
            middle = left + across // 2
            if card in self.chosen:
                _draw_label(image, draw, (middle, labels), gettext("you"), SIDES[0])
            if card in self.better:
                _draw_label(image, draw, (middle, labels + _LABEL), gettext("better"), GOLD)
        return image

    @property
    def palette(self) -> Image.Image:
        return board_palette()

    def describe(self, longest: int) -> str:
        """Describe the cards, the choice and the better one."""
        parts = [gettext("{title}. Cards: {cards}.", title=self.title, cards=describe_cards(self.cards))]
        if self.starter is not None:
            table = describe_cards(self.series) if self.series else gettext("none")
            starter = describe_cards([self.starter])
            parts.append(gettext("On the table: {table}. Starter: {starter}.", table=table, starter=starter))
        if self.chosen:
            chosen = describe_cards(self.chosen)
            parts.append(
                gettext("You chose {chosen}. Better: {better}.", chosen=chosen, better=describe_cards(self.better))
                if self.better
                else gettext("You chose {chosen}.", chosen=chosen)
            )
        return " ".join(parts)

    def _draw_table(self, image: Image.Image, draw: ImageDraw.ImageDraw, top: int) -> None:
        """Draw the cards that count, their count and the starter."""
        assert self.starter is not None
        across = card_width(_PLAYED)
        words = gettext("Count {count}", count=count_of(self.series))
        draw_text(draw, (_MARGIN, top + _PLAYED // 2 + 15), words, SMALLEST, GREY_TEXT, bold=True)
        left, right = _MARGIN + width_of(words, SMALLEST, bold=True) + 2 * _GAP, WIDTH - _MARGIN - across - 12
        for card, x in zip(self.series, _places(len(self.series), left, right - 3 * _GAP, across), strict=True):
            place_card(image, draw_card(card, _PLAYED, self.style), (x, top))
        place_pack(image, draw_card(self.starter, _PLAYED, self.style), (right, top))


def _places(many: int, left: int, right: int, across: int) -> Sequence[int]:
    """Return the left edges of cards side by side; they overlap if there is not enough room."""
    step = min(across + _GAP, (right - left - across) // max(many - 1, 1))
    return [left + place * step for place in range(many)]


def _draw_label(image: Image.Image, draw: ImageDraw.ImageDraw, xy: tuple[int, int], words: str, colour: Colour) -> None:
    half = min(width_of(words, SMALLEST, bold=True) // 2 + 12, card_width(_CARD) // 2 + _GAP // 2)
    middle, top = xy
    draw_rounded(image, (middle - half, top, middle + half, top + _LABEL - 8), 12, colour)
    draw_text(draw, (middle, top + 38), words, SMALLEST, INK, bold=True, anchor="m", within=2 * half)
