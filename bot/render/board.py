"""The pictures of the board, with a plate of names and scores above its track, and of the table with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.canvas import Canvas, Palette
from bot.render.empty_board import (
    FIELD,
    FRAME,
    HOLE,
    START,
    describe_lines,
    draw_lines,
    empty_board,
    highlight_lane,
    track,
)
from bot.render.lettering import distinct_names, largest_size, width_of
from bot.render.scene import Scene, shorten
from bot.render.show import HandScene, PlayAreaScene, ShowScene, describe_held


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One side on the board: the holes of its two pegs, the games that it has won in the match, and if it has left."""

    name: str
    front: int
    back: int
    games: int = 0
    left: bool = False

    @property
    def last(self) -> int:
        """The points that the side scored last, which is the distance between its pegs."""
        return self.front - self.back

    @property
    def last_in_words(self) -> str:
        """What the side scored last, behind its score; empty for nothing."""
        return gettext(" (+{last} from {back})", last=self.last, back=self.back) if self.last else ""

    @property
    def pegs_share_hole(self) -> bool:
        """Return whether both pegs are in one hole, which happens after a correction."""
        return self.front == self.back > 0


@dataclass(frozen=True, slots=True)
class BoardScene(Scene):
    """The board of a game to ``target`` holes; below each of the ``lurch`` lines a loser loses more than one game."""

    kind: ClassVar[str] = "board"

    target: int
    sides: tuple[BoardSide, ...]
    best_of: int = 1
    lurch: tuple[int, ...] = ()

    def describe(self, longest: int) -> str:
        description = [gettext("Cribbage board to {target} points.", target=self.target)]
        if self.winner is not None:
            description.append(gettext("Winner: {name}.", name=shorten(self.sides[self.winner].name, longest)))
        for place in range(len(self.sides)):
            about = gettext(" ({called} pegs)", called=gettext(pegs.PEG_NAMES[place])) if longest > _SHORT_NAME else ""
            description.append(_describe_side(self, place, longest, about))
        return " ".join((*description, describe_lines(self.lurch))).rstrip()

    @property
    def wins(self) -> int:
        return self.best_of // 2 + 1

    @property
    def winner(self) -> int | None:
        return next((place for place, side in enumerate(self.sides) if side.front >= self.target), None)

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the board; the winner's name is above it once the game is won."""
        return _draw_board(self, palette).image


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The board, and below it the play area, the hand shown or the show, if any card is face up.

    ``held`` is the number of cards that each player holds while none is face up; the description alone says it.
    """

    kind: ClassVar[str] = "table"

    board: BoardScene
    cards: PlayAreaScene | HandScene | ShowScene | None = None
    held: tuple[tuple[str, int], ...] = ()

    def describe(self, longest: int) -> str:
        cards = [] if self.cards is None else [self.cards.describe(longest)]
        return " ".join((self.board.describe(longest), *cards, *describe_held(self.held, longest)))

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the table; the board's round corners overlap the rim of the play area."""
        if self.cards is None:
            return self.board.draw(palette)
        below = self.cards.draw(palette)
        canvas = _draw_board(self.board, palette, shapes.TABLE_DARK_GREEN, below.height)
        canvas.put(below, (0, canvas.height - below.height))
        return canvas.image


# The description.

_SHORT_NAME: Final = 24


def _describe_side(scene: BoardScene, place: int, longest: int, about: str) -> str:
    side = scene.sides[place]
    last = gettext(", both pegs in one hole") if side.pegs_share_hole else side.last_in_words
    games = gettext(", {games} of {wins} games", games=side.games, wins=scene.wins) if scene.best_of > 1 else ""
    return f"{shorten(side.name, longest)}{about}: {side.front}{last}, {_points_to_go(scene, side)}{games}."


def _points_to_go(scene: BoardScene, side: BoardSide) -> str:
    if side.left:
        return gettext("left")
    return (
        gettext("game") if side.front >= scene.target else gettext("{target} to go", target=scene.target - side.front)
    )


def _draw_board(
    scene: BoardScene, palette: Palette | None, outside: shapes.Colour = shapes.BACKGROUND, below: int = 0
) -> Canvas:
    """Draw the board with a colour beyond its round corners, and so many empty rows below it."""
    ends = gettext("START"), gettext("GAME")
    # A line that the colour of a lane would hide is drawn above it.
    is_crossed = any(side.back < line <= side.front for side in scene.sides for line in scene.lurch)
    head, many = _head_height(scene), len(scene.sides)
    canvas = empty_board(scene.target, many, head, scene.lurch, ends, palette, outside, has_lines=not is_crossed).copy(
        below
    )
    names = distinct_names(tuple(side.name for side in scene.sides))
    if scene.winner is not None:
        _draw_winner(canvas, names[scene.winner])
    for place, name in enumerate(names):
        _draw_name_plate(canvas, scene, place, name)
    _draw_pegs(canvas, scene, is_crossed=is_crossed)
    return canvas


# The winner.

_BANNER: Final = 122
_WIDEST_NAME: Final = 560


def _draw_winner(canvas: Canvas, name: str) -> None:
    """Draw the winner's name on a ribbon between two crowns, over the upper ``_BANNER`` pixels of a picture."""
    pegs.scatter_confetti(canvas, (20, 12, shapes.WIDTH - 20, _BANNER - 6), 60)
    size = largest_size(name, range(60, shapes.SMALLEST - 1, -2), _WIDEST_NAME, bold=True)
    half = min(width_of(name, size, bold=True), _WIDEST_NAME) // 2 + 44
    middle, top, bottom = shapes.WIDTH // 2, 18, _BANNER - 16
    for side in (-1, 1):
        ends = [(half - 40, top + 14), (half + 56, top + 14), (half + 34, (top + bottom) // 2 + 14)]
        ends += [(half + 56, bottom + 14), (half - 40, bottom + 14)]
        canvas.polygon([(middle + side * x, y) for x, y in ends], shapes.mix(shapes.GOLD, shapes.INK, 0.35))
        canvas.stamp_around(pegs.crown(76), (middle + side * (half + 108), (top + bottom) // 2))
    canvas.rounded((middle - half, top, middle + half, bottom), 8, shapes.GOLD)
    base = (top + bottom) / 2 + size * 0.34
    canvas.text((middle, base), name, size, shapes.INK, bold=True, anchor="m", within=_WIDEST_NAME)


# The name plates.

_FONT_SIZES: Final = {2: (48, 92, 52), 3: (44, 84, 46), 4: (42, 72, 42)}
"""The font sizes of the name, the score and the last score, by the number of sides."""


def _head_height(scene: BoardScene) -> int:
    return _score_baseline(scene) + (68 if scene.best_of > 1 else 18)


def _score_baseline(scene: BoardScene) -> int:
    return _plate_top(scene) + (130 if len(scene.sides) < 4 else 114)


def _plate_top(scene: BoardScene) -> int:
    return 0 if scene.winner is None else _BANNER - 8


def _draw_name_plate(canvas: Canvas, scene: BoardScene, place: int, called: str) -> None:
    side = scene.sides[place]
    name, score, last = _FONT_SIZES[max(len(scene.sides), min(_FONT_SIZES))]
    width = FIELD // len(scene.sides)
    left, base, top = FRAME + 10 + place * width, _score_baseline(scene), _plate_top(scene)
    right = left + width - 24
    if place:
        canvas.line((left - 18, top + 16, left - 18, _head_height(scene) - 18), fill=shapes.WOOD, width=3)
    canvas.stamp_around(pegs.symbol(place, name - 4), (left + name / 2, top + 36))
    x = left + name + 10
    size = largest_size(called, range(name, shapes.SMALLEST - 1, -2), right - x, bold=True)
    canvas.text((x, top + 36 + size * 0.34), called, size, shapes.WHITE_TEXT, bold=True, within=right - x)
    x = left + canvas.text((left, base), str(side.front), score, shapes.WHITE_TEXT, bold=True) + 18
    if side.last:
        x += canvas.text((x, base), f"+{side.last}", last, shapes.GOLD, bold=True) + 22
    if x + width_of(_points_to_go(scene, side), shapes.SMALLEST) <= right:
        canvas.text((x, base), _points_to_go(scene, side), shapes.SMALLEST, shapes.GREY_TEXT)
    if scene.best_of > 1:
        _draw_games_won(canvas, scene, place, (left, base + 34))


def _draw_games_won(canvas: Canvas, scene: BoardScene, place: int, at: tuple[int, int]) -> None:
    """Draw the game pegs: a hole for each game that wins the match, with a peg in it once it is won."""
    x, y = at
    for number in range(scene.wins):
        won = number < scene.sides[place].games
        canvas.stamp_around(pegs.peg(place, 30) if won else pegs.hole(HOLE), (x + 16 + number * 36, y))
    x += 16 + scene.wins * 36
    words = gettext("{games} of {wins}", games=scene.sides[place].games, wins=scene.wins)
    for line in (gettext("{words} games", words=words), words):
        if x + width_of(line, shapes.SMALLEST) <= at[0] + FIELD // len(scene.sides) - 30:
            canvas.text((x, y + 14), line, shapes.SMALLEST, shapes.GREY_TEXT)
            break


# The pegs.

_PEGS: Final = {2: 44, 3: 42, 4: 40}


def _draw_pegs(canvas: Canvas, scene: BoardScene, *, is_crossed: bool) -> None:
    road = track(scene.target, len(scene.sides))
    top = _head_height(scene)
    size = _PEGS[max(len(scene.sides), min(_PEGS))]
    for place, side in enumerate(scene.sides):
        if side.last:
            highlight_lane(canvas, road, place, (side.back, side.front), top)
    if is_crossed:
        draw_lines(canvas, road, scene.lurch, top)
    for place, side in enumerate(scene.sides):
        back, front = (side.back, side.front) if side.front else (START, 0)
        # In a shared hole the front peg shows inside the hollow of the back peg.
        sizes = (size + 14, size - 18) if side.pegs_share_hole else (size - 6, size)
        for number, broad, hollow in zip((back, front), sizes, (True, False), strict=True):
            x, y = road.hole(place, number)
            canvas.stamp_around(pegs.peg(place, broad, hollow=hollow), (x + FRAME, y + top))
