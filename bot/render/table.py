"""The table picture: the board, and below it the play area, a hand or the show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.render import shapes
from bot.render.board import BoardScene
from bot.render.hand import HandScene
from bot.render.palettes import board_palette
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene
from bot.render.show import ShowScene
from bot.render.wood import CORNER_RADIUS


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The board, and below it the play area, the hand shown or the show, if any card is face up."""

    kind: ClassVar[str] = "table"

    board: BoardScene
    cards: PlayAreaScene | HandScene | ShowScene | None = None

    @property
    def palette(self) -> Image.Image:
        return board_palette()

    def describe(self, longest: int) -> str:
        """Describe the board and the cards below it."""
        board = self.board.describe(longest)
        return board if self.cards is None else f"{board} {self.cards.describe(longest)}"

    def draw(self) -> Image.Image:
        """Draw the table."""
        board = self.board.draw()
        return board if self.cards is None else _stack(board, self.cards)


def _stack(board: Image.Image, cards: PlayAreaScene | HandScene | ShowScene) -> Image.Image:
    """The board with the cards below it; the board's round corners overlap the rim of the play area."""
    below = cards.draw()
    image = shapes.canvas(shapes.WIDTH, board.height + below.height, shapes.TABLE_DARK_GREEN)
    corners = shapes.rounded_mask(board.width, 2 * CORNER_RADIUS, CORNER_RADIUS)
    upper, lower = (0, 0, board.width, CORNER_RADIUS), (0, CORNER_RADIUS, board.width, 2 * CORNER_RADIUS)
    image.paste(board.crop(upper), (0, 0), corners.crop(upper))
    image.paste(board.crop((0, CORNER_RADIUS, board.width, board.height - CORNER_RADIUS)), (0, CORNER_RADIUS))
    bottom = board.height - CORNER_RADIUS
    image.paste(board.crop((0, bottom, board.width, board.height)), (0, bottom), corners.crop(lower))
    image.paste(below, (0, board.height))
    return image
