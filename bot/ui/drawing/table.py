"""The table from above: the board, and below it the cloth with the cards that lie open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from PIL import Image

from bot.ui.drawing import paint
from bot.ui.drawing.bare import ROUND
from bot.ui.drawing.board import BoardScene, sample
from bot.ui.drawing.cards import paint_card
from bot.ui.drawing.cloth import THIRTY_ONE, ClothScene
from bot.ui.drawing.hand import HandScene
from bot.ui.drawing.picture import Scene, Style
from bot.ui.drawing.wood import filed
from engine.cards import PACK, Rank

_MOST_TOLD: Final = 1024
"""How many letters may be told of a picture."""

_LONGEST: Final = (24, 16, 8)
"""How many letters of a name are told of the board where there is less room and less."""


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The board, and below it the cloth of the play or the hand that is shown, where any card lies open."""

    kind: ClassVar[str] = "table"

    board: BoardScene
    cloth: ClothScene | HandScene | None = None

    @property
    def told(self) -> str:
        """What the board shows, and what lies on the cloth: shortened where the players' names are very long."""
        if self.cloth is None:
            return self.board.told
        boards = (self.board.told, *map(self.board.brief, _LONGEST))
        tellings = [f"{board} {self.cloth.told}" for board in boards]
        return next((told for told in tellings if len(told) <= _MOST_TOLD), tellings[-1])

    def paint(self) -> Image.Image:
        """The whole table."""
        board = self.board.paint()
        return board if self.cloth is None else _beneath(board, self.cloth)

    def png(self) -> bytes:
        """The table as a PNG file, in the colours that all tables with such a board share."""
        if self.cloth is None:
            return self.board.png()
        board = self.board
        colours = _colours(board.target, len(board.sides), board.best_of, board.lurch, self.cloth.style)
        return filed(self.paint(), colours)


def _beneath(board: Image.Image, cloth: ClothScene | HandScene) -> Image.Image:
    """The board with the cards of a cloth below it; its round corners lie upon the cloth's rim."""
    felt = cloth.paint()
    image = paint.canvas(paint.WIDTH, board.height + felt.height, paint.CLOTH_DARK)
    corners = paint.rounded_mask(board.width, 2 * ROUND, ROUND)
    upper, lower = (0, 0, board.width, ROUND), (0, ROUND, board.width, 2 * ROUND)
    image.paste(board.crop(upper), (0, 0), corners.crop(upper))
    image.paste(board.crop((0, ROUND, board.width, board.height - ROUND)), (0, ROUND))
    bottom = board.height - ROUND
    image.paste(board.crop((0, bottom, board.width, board.height)), (0, bottom), corners.crop(lower))
    image.paste(felt, (0, board.height))
    return image


@lru_cache(maxsize=8)
def _colours(target: int, sides: int, best_of: int, lurch: tuple[int, ...], style: Style) -> Image.Image:
    """The colours of every table with such a board, from one on which cards of each kind lie."""
    some = ClothScene((), THIRTY_ONE, _JACKS[0], (("Ann", 6),), (), style)
    image = _beneath(sample(target, sides, best_of, lurch), some)
    for place, jack in enumerate(_JACKS):
        for row, dimmed in enumerate((False, True, True)):
            card = paint_card(jack, _LARGE, style, dimmed=dimmed)
            image.paste(card, (200 + 190 * place, image.height - (3 - row) * _LARGE // 2), card)
    return image.quantize(_TONES, dither=Image.Dither.NONE)


_JACKS: Final = tuple(card for card in PACK if card.rank is Rank.JACK)
"""Court cards have all colours that are on any card."""

_LARGE: Final = 260
"""So high that the tones of dimmed cards are not lost among the others."""

_TONES: Final = 200
"""So many colours are enough for cards and wood, and make a smaller file than all that a file may have."""
