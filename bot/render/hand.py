"""Pictures of a hand: the cards and the starter on the deck, or a decision with the better cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import gettext
from bot.render.canvas import BOARD_PALETTE, Canvas, Palette
from bot.render.cards import (
    CardOrRank,
    card_width,
    describe_card,
    describe_cards,
    hand_height,
    place_cards,
    place_pack,
    play_area,
)
from bot.render.lettering import width_of
from bot.render.scene import DEFAULT_STYLE, Scene, Style, shorten
from bot.render.shapes import GOLD, GREY_TEXT, INK, SIDES, SMALLEST, WHITE_TEXT, WIDTH, Colour
from engine.cards import Card
from engine.pegging import count_of

_MARGIN: Final = 28
_GAP: Final = 14
_APART: Final = 56
"""The gap between the hand and the starter, including the thickness of the deck."""
_MAX_HEIGHT: Final = 240
_TITLE_HEIGHT: Final = 58


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
    palette = BOARD_PALETTE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        above = _TITLE_HEIGHT if self.title or self.starter is not None else 0
        canvas = play_area(2 * _MARGIN + above + _MAX_HEIGHT, palette)
        starters = int(self.starter is not None)
        height = hand_height(len(self.cards), starters, WIDTH - 2 * _MARGIN, _GAP, _APART, _MAX_HEIGHT)
        across = card_width(height)
        top = _MARGIN + above + (_MAX_HEIGHT - height) // 2
        place_cards(canvas, self.cards, height, self.style, (_MARGIN, top), across + _GAP)
        if not self.cards:
            canvas.text((_MARGIN, top + height // 2 + 15), gettext("No cards"), 44, GREY_TEXT)
        left = WIDTH - _MARGIN - across - 12
        if self.starter is not None:
            place_pack(canvas, self.starter, height, self.style, (left, top))
            left = min(left, WIDTH - _MARGIN - width_of(gettext("Starter"), SMALLEST, bold=True))
            canvas.text((left, _MARGIN + 36), gettext("Starter"), SMALLEST, GREY_TEXT, bold=True)
        if self.title:
            room = (left if self.starter is not None else WIDTH) - 2 * _MARGIN
            canvas.text(
                (_MARGIN, _MARGIN + 36), self.written or self.title, SMALLEST, WHITE_TEXT, bold=True, within=room
            )
        return canvas.image

    def describe(self, longest: int) -> str:
        hand = f"{shorten(self.title, longest) or gettext('Cards')}: {describe_cards(self.cards)}."
        return (
            hand
            if self.starter is None
            else gettext("{hand} Starter: {card}.", hand=hand, card=describe_card(self.starter))
        )


_MOMENT_TITLE: Final = 58
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
    palette = BOARD_PALETTE

    title: str
    cards: tuple[Card, ...]
    chosen: tuple[Card, ...]
    better: tuple[Card, ...]
    series: tuple[Card, ...] = ()
    starter: Card | None = None
    style: Style = DEFAULT_STYLE

    def draw(self, palette: Palette | None = None) -> Image.Image:
        played = _PLAYED + _GAP + _MARGIN if self.starter is not None else 0
        top = _MARGIN + _MOMENT_TITLE
        labels = top + played + _CARD + _ABOVE_LABELS
        rows = (bool(self.chosen) + bool(self.better)) * _LABEL
        canvas = play_area(labels + rows + _GAP, palette)
        canvas.text((_MARGIN, _MARGIN + 36), self.title, SMALLEST, WHITE_TEXT, bold=True, within=WIDTH - 2 * _MARGIN)
        if self.starter is not None:
            self._draw_table(canvas, top)
        across = card_width(_CARD)
        place_cards(canvas, self.cards, _CARD, self.style, (_MARGIN, top + played), across + _GAP)
        for place, card in enumerate(self.cards):
            middle = _MARGIN + place * (across + _GAP) + across // 2
            if card in self.chosen:
                _draw_label(canvas, (middle, labels), gettext("you"), SIDES[0])
            if card in self.better:
                _draw_label(canvas, (middle, labels + _LABEL), gettext("better"), GOLD)
        return canvas.image

    def describe(self, longest: int) -> str:
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

    def _draw_table(self, canvas: Canvas, top: int) -> None:
        assert self.starter is not None
        across = card_width(_PLAYED)
        words = gettext("Count {count}", count=count_of(self.series))
        canvas.text((_MARGIN, top + _PLAYED // 2 + 15), words, SMALLEST, GREY_TEXT, bold=True)
        left, right = _MARGIN + width_of(words, SMALLEST, bold=True) + 2 * _GAP, WIDTH - _MARGIN - across - 12
        step = min(across + _GAP, (right - 3 * _GAP - left - across) // max(len(self.series) - 1, 1))
        place_cards(canvas, self.series, _PLAYED, self.style, (left, top), step)
        place_pack(canvas, self.starter, _PLAYED, self.style, (right, top))


def _draw_label(canvas: Canvas, xy: tuple[int, int], words: str, colour: Colour) -> None:
    half = min(width_of(words, SMALLEST, bold=True) // 2 + 12, card_width(_CARD) // 2 + _GAP // 2)
    middle, top = xy
    canvas.rounded((middle - half, top, middle + half, top + _LABEL - 8), 12, colour)
    canvas.text((middle, top + 38), words, SMALLEST, INK, bold=True, anchor="m", within=2 * half)
