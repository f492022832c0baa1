"""The picture of a player's badges: a medal with a symbol and a name for each achievement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from PIL import Image

from bot.render import shapes
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import wrap
from bot.render.scene import Scene
from bot.render.shapes import SMALLEST, Colour, mix

SHEET: Final = shapes.CARD_FILES / "medals.png"
"""The file of all medals, in rows of ``COLUMNS``; ``tests.support.make_medals`` draws it."""

KINDS: Final = (
    *("hand_29", "hand_28", "hand_24", "crib_20", "four_alike", "pegging", "skunk", "double_skunk", "skunk_survived"),
    *("comeback", "one_hole", "sharp_eye", "right_counts", "beat_expert", "ten_nights", "seven_wins"),
    *("games_10", "games_100", "games_1000"),
)
"""The achievements in the order of their medals."""

COLUMNS: Final = 4
MEDAL: Final = 172
"""The diameter of a medal."""
_EDGE: Final = 28
_LINE: Final = 46

SILVER: Final[Colour] = (204, 210, 218)
BRONZE: Final[Colour] = (205, 137, 84)
_METALS: Final = (shapes.GOLD, SILVER, BRONZE)
_FACES: Final = (shapes.TABLE_DARK_GREEN, *_METALS, shapes.PAPER, shapes.INK)


@dataclass(frozen=True, slots=True)
class BadgesScene(Scene):
    """The badges of a player, each a kind of achievement and its name; ``text`` says the same in words."""

    kind: ClassVar[str] = "badges"
    palette = plot_palette(
        (shapes.BACKGROUND, *_FACES),
        (
            *(shapes.WHITE_TEXT, *_METALS, shapes.TABLE_DARK_GREEN, shapes.INK, *shapes.SIDES[:2]),
            *(mix(metal, shapes.INK, 0.35) for metal in _METALS),
            *(mix(metal, shapes.PAPER, 0.45) for metal in _METALS),
        ),
    )

    badges: tuple[tuple[str, str], ...]
    text: str

    def describe(self, longest: int) -> str:
        """Return the text: it has no names of people."""
        return self.text

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the medals in rows; a row is as high as its longest name."""
        across = (shapes.WIDTH - 2 * _EDGE) // COLUMNS
        rows = [self.badges[start : start + COLUMNS] for start in range(0, len(self.badges), COLUMNS)]
        names = [[wrap(name, SMALLEST, across - 10)[:3] for _, name in row] for row in rows]
        heights = [MEDAL + 18 + _LINE * max(map(len, lines)) + 18 for lines in names]
        canvas = Canvas(shapes.WIDTH, _EDGE + sum(heights) + _EDGE // 2, shapes.BACKGROUND, palette)
        top = _EDGE
        for row, lines, height in zip(rows, names, heights, strict=True):
            for place, ((kind, _), words) in enumerate(zip(row, lines, strict=True)):
                middle = _EDGE + place * across + across // 2
                canvas.put(_medal(kind), (middle - MEDAL // 2, top))
                for number, line in enumerate(words):
                    base = top + MEDAL + 50 + number * _LINE
                    canvas.text((middle, base), line, SMALLEST, shapes.WHITE_TEXT, anchor="m")
            top += height
        return canvas.image


def _medal(kind: str) -> Image.Image:
    row, column = divmod(KINDS.index(kind), COLUMNS)
    left, top = column * MEDAL, row * MEDAL
    return _sheet().crop((left, top, left + MEDAL, top + MEDAL))


@lru_cache(maxsize=1)
def _sheet() -> Image.Image:
    with Image.open(SHEET) as sheet:
        return sheet.convert("RGB")
