"""A hand: the cards side by side, and apart from them the starter on the pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render.cards import BROAD, TALL, Named, broad, felt, lay, lay_pack, listed, paint_card, spoken
from bot.render.lettering import text, width_of
from bot.render.palettes import woods_and_cards
from bot.render.scene import USUAL, Scene, Style, shortened
from bot.render.shapes import CHALK, DUST, WIDTH

_MARGIN: Final = 28
_GAP: Final = 14
_APART: Final = 56
"""How far the starter lies from the hand, the thickness of the pack included."""
_HIGHEST: Final = 240
_BAND: Final = 58
"""The height of the line of words above the cards."""
_LEAST: Final = 4
"""Cards stay as large as if there were so many of them, however few are left in the hand."""


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """Cards that one player sees, in the order in which they are given.

    The title is ``written`` otherwise than it is told where there is a name in other letters in it.
    """

    cards: tuple[Named, ...]
    starter: Named | None = None
    title: str = ""
    style: Style = USUAL
    written: str = ""

    kind: ClassVar[str] = "hand"

    def paint(self) -> Image.Image:
        above = _BAND if self.title or self.starter is not None else 0
        image = felt(2 * _MARGIN + above + _HIGHEST)
        draw = ImageDraw.Draw(image)
        height = self._height
        across = broad(height)
        top = _MARGIN + above + (_HIGHEST - height) // 2
        for place, card in enumerate(self.cards):
            lay(image, paint_card(card, height, self.style), (_MARGIN + place * (across + _GAP), top))
        if not self.cards:
            text(draw, (_MARGIN, top + height // 2 + 15), gettext("No cards"), 44, DUST)
        left = WIDTH - _MARGIN - across - 12
        if self.starter is not None:
            lay_pack(image, paint_card(self.starter, height, self.style), (left, top))
            left = min(left, WIDTH - _MARGIN - width_of(gettext("Starter"), 40, bold=True))
            text(draw, (left, _MARGIN + 36), gettext("Starter"), 40, DUST, bold=True)
        if self.title:
            room = (left if self.starter is not None else WIDTH) - 2 * _MARGIN
            text(draw, (_MARGIN, _MARGIN + 36), self.written or self.title, 40, CHALK, bold=True, within=room)
        return image

    @property
    def palette(self) -> Image.Image:
        return woods_and_cards()

    def tell(self, longest: int) -> str:
        hand = f"{shortened(self.title, longest) or gettext('Cards')}: {listed(self.cards)}."
        return (
            hand if self.starter is None else gettext("{hand} Starter: {card}.", hand=hand, card=spoken(self.starter))
        )

    @property
    def _height(self) -> int:
        """How high the cards can be so that all of them go side by side."""
        places = max(len(self.cards), _LEAST)
        room = WIDTH - 2 * _MARGIN - _GAP * (places - 1)
        if self.starter is not None:
            room -= _APART
            places += 1
        return min(_HIGHEST, room // places * TALL // BROAD)
