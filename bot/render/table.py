"""The table from above: the board, and below it the cloth with the cards that lie open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from PIL import Image

from bot.render import shapes
from bot.render.board import BoardScene
from bot.render.hand import HandScene
from bot.render.palettes import woods_and_cards
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene
from bot.render.wood import ROUND


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The board, and below it the cloth of the play or the hand that is shown, where any card lies open."""

    kind: ClassVar[str] = "table"

    board: BoardScene
    cloth: PlayAreaScene | HandScene | None = None

    @property
    def palette(self) -> Image.Image:
        return woods_and_cards()

    def tell(self, longest: int) -> str:
        """What the board shows, and what lies on the cloth."""
        board = self.board.tell(longest)
        return board if self.cloth is None else f"{board} {self.cloth.tell(longest)}"

    def paint(self) -> Image.Image:
        """The whole table."""
        board = self.board.paint()
        return board if self.cloth is None else _beneath(board, self.cloth)


def _beneath(board: Image.Image, cloth: PlayAreaScene | HandScene) -> Image.Image:
    """The board with the cards of a cloth below it; its round corners lie upon the cloth's rim."""
    felt = cloth.paint()
    image = shapes.canvas(shapes.WIDTH, board.height + felt.height, shapes.CLOTH_DARK)
    corners = shapes.rounded_mask(board.width, 2 * ROUND, ROUND)
    upper, lower = (0, 0, board.width, ROUND), (0, ROUND, board.width, 2 * ROUND)
    image.paste(board.crop(upper), (0, 0), corners.crop(upper))
    image.paste(board.crop((0, ROUND, board.width, board.height - ROUND)), (0, ROUND))
    bottom = board.height - ROUND
    image.paste(board.crop((0, bottom, board.width, board.height)), (0, bottom), corners.crop(lower))
    image.paste(felt, (0, board.height))
    return image
