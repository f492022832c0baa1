"""The pictures of a player: the statistics as a ring, tiles and bars, and the badges, a medal for each achievement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render import shapes
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import largest_size, wrap
from bot.render.scene import Scene
from bot.render.shapes import SMALLEST
from engine.analysis.achievements import KINDS

Bar = tuple[str, int, int]


_PALETTE: Final = plot_palette(
    (shapes.BACKGROUND, shapes.PANEL, shapes.GRID),
    (shapes.WHITE_TEXT, shapes.GREY_TEXT, shapes.GOLD, shapes.SIDES[1], shapes.GRID),
)


@dataclass(frozen=True, slots=True)
class PlayerStatsScene(Scene):
    """A player's games, ``won`` of ``played``; ``tiles`` are figures with their labels, ``bars`` shares of games.

    ``text`` says everything in words, as the description of the picture.
    """

    kind: ClassVar[str] = "stats"
    palette = _PALETTE

    player: str
    where: str
    won: int
    played: int
    tiles: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]
    foot: str
    text: str

    def describe(self, longest: int) -> str:
        """Return the text: its one name is short enough for Discord."""
        return self.text

    def draw(self, palette: Palette | None = None) -> Image.Image:
        rows = -(-len(self.tiles) // _COLUMNS)
        tiles = _TOP
        bars = tiles + rows * (_TILE + _GAP) + (_GAP if self.bars else 0)
        foot = bars + len(self.bars) * _BAR
        height = foot + (64 if self.foot else 0) + _EDGE - _GAP
        canvas = Canvas(shapes.WIDTH, height, shapes.BACKGROUND, palette)
        _draw_head(canvas, self)
        for place, tile in enumerate(self.tiles):
            across = (shapes.WIDTH - 2 * _EDGE + _GAP) / _COLUMNS
            left, top = round(_EDGE + place % _COLUMNS * across), tiles + place // _COLUMNS * (_TILE + _GAP)
            _draw_tile(canvas, tile, (left, top, round(left + across - _GAP), top + _TILE))
        for place, bar in enumerate(self.bars):
            _draw_bar(canvas, bar, bars + place * _BAR)
        if self.foot:
            room = shapes.WIDTH - 2 * _EDGE
            canvas.text((_EDGE, foot + 44), self.foot, SMALLEST, shapes.GREY_TEXT, within=room)
        return canvas.image


_EDGE: Final = 32
_GAP: Final = 16
_RING: Final = 214
_TOP: Final = _EDGE + _RING + 30
_TILE: Final = 148
_COLUMNS: Final = 3
_BAR: Final = 66
_LABEL: Final = 350
_FINE: Final = 4


def _draw_head(canvas: Canvas, scene: PlayerStatsScene) -> None:
    share = scene.won / max(scene.played, 1)
    for colour, mask in ((shapes.GRID, _ring(100)), (shapes.GOLD, _ring(round(share * 100)))):
        canvas.fill(colour, (_EDGE, _EDGE), mask)
    middle = _EDGE + _RING // 2
    canvas.text((middle, middle + 22), f"{share:.0%}", 66, shapes.WHITE_TEXT, bold=True, anchor="m")
    left, room = _EDGE + _RING + 40, shapes.WIDTH - 2 * _EDGE - _RING - 40
    size = largest_size(scene.player, range(64, SMALLEST - 1, -2), room, bold=True)
    canvas.text((left, _EDGE + 56), scene.player, size, shapes.WHITE_TEXT, bold=True, within=room)
    canvas.text((left, _EDGE + 110), scene.where, SMALLEST, shapes.GREY_TEXT, within=room)
    x, base = left, _EDGE + _RING - 14
    for number, words, colour in (
        (scene.won, gettext("won"), shapes.GOLD),
        (scene.played - scene.won, gettext("lost"), shapes.WHITE_TEXT),
    ):
        x += canvas.text((x, base), str(number), 80, colour, bold=True) + 14
        x += canvas.text((x, base), words, 48, shapes.GREY_TEXT) + 48


@lru_cache(maxsize=101)
def _ring(percent: int) -> Image.Image:
    """Return a smooth ring as a mask, drawn clockwise from the top up to a part of it."""
    side = _RING * _FINE
    mask = Image.new("L", (side, side), 0)
    if percent:
        end = -90 + 3.6 * percent
        ImageDraw.Draw(mask).arc((0, 0, side - 1, side - 1), -90, end, fill=255, width=26 * _FINE)
    return mask.reduce(_FINE)


def _draw_tile(canvas: Canvas, tile: tuple[str, str], box: tuple[int, int, int, int]) -> None:
    (words, figure) = tile
    left, top, right, _ = box
    canvas.rounded(box, 16, shapes.PANEL)
    room, middle = right - left - 20, (left + right) // 2
    canvas.text((middle, top + 78), figure, 70, shapes.WHITE_TEXT, bold=True, anchor="m", within=room)
    canvas.text((middle, top + 128), words, SMALLEST, shapes.GREY_TEXT, anchor="m", within=room)


def _draw_bar(canvas: Canvas, bar: Bar, top: int) -> None:
    (words, won, played) = bar
    canvas.text((_EDGE, top + 46), words, SMALLEST, shapes.WHITE_TEXT, within=_LABEL - 16)
    figures = gettext("{won} of {played}", won=won, played=played)
    taken = canvas.text((shapes.WIDTH - _EDGE, top + 46), figures, SMALLEST, shapes.GREY_TEXT, anchor="r")
    left, right = _EDGE + _LABEL, shapes.WIDTH - _EDGE - max(taken, 150) - 24
    canvas.rounded((left, top + 16, right, top + 48), 16, shapes.GRID)
    reached = round((right - left) * won / max(played, 1))
    if reached:
        canvas.rounded((left, top + 16, max(left + reached, left + 32), top + 48), 16, shapes.SIDES[1])


# The badges.

SHEET: Final = shapes.CARD_FILES / "medals.png"
"""The file of the medals of ``KINDS``, in rows of ``MEDALS_IN_A_ROW``; ``tests.support.make_medals`` draws it."""

MEDALS_IN_A_ROW: Final = 4
MEDAL: Final = 172
_MARGIN: Final = 28
_LINE: Final = 46

SILVER: Final[shapes.Colour] = (204, 210, 218)
BRONZE: Final[shapes.Colour] = (205, 137, 84)
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
            *(shapes.mix(metal, shapes.INK, 0.35) for metal in _METALS),
            *(shapes.mix(metal, shapes.PAPER, 0.45) for metal in _METALS),
        ),
    )

    badges: tuple[tuple[str, str], ...]
    text: str

    def describe(self, longest: int) -> str:
        """Return the text: it has no names of people."""
        return self.text

    def draw(self, palette: Palette | None = None) -> Image.Image:
        across = (shapes.WIDTH - 2 * _MARGIN) // MEDALS_IN_A_ROW
        rows = [self.badges[start : start + MEDALS_IN_A_ROW] for start in range(0, len(self.badges), MEDALS_IN_A_ROW)]
        names = [[wrap(name, SMALLEST, across - 10)[:3] for _, name in row] for row in rows]
        heights = [MEDAL + 18 + _LINE * max(map(len, lines)) + 18 for lines in names]
        canvas = Canvas(shapes.WIDTH, _MARGIN + sum(heights) + _MARGIN // 2, shapes.BACKGROUND, palette)
        top = _MARGIN
        for row, lines, height in zip(rows, names, heights, strict=True):
            for place, ((kind, _), words) in enumerate(zip(row, lines, strict=True)):
                middle = _MARGIN + place * across + across // 2
                canvas.put(_medal(kind), (middle - MEDAL // 2, top))
                for number, line in enumerate(words):
                    base = top + MEDAL + 50 + number * _LINE
                    canvas.text((middle, base), line, SMALLEST, shapes.WHITE_TEXT, anchor="m")
            top += height
        return canvas.image


def _medal(kind: str) -> Image.Image:
    row, column = divmod(KINDS.index(kind), MEDALS_IN_A_ROW)
    left, top = column * MEDAL, row * MEDAL
    return shapes.read_picture(SHEET).crop((left, top, left + MEDAL, top + MEDAL))
