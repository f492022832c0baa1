"""The board picture: a wooden track with two pegs a side, below a plate with the names and scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.celebration import BANNER, draw_winner
from bot.render.display_names import distinct_names
from bot.render.empty_board import FRAME, HOLE, draw_lines, empty_board, highlight_lane, labelled_lines
from bot.render.lettering import draw_text, largest_size, width_of
from bot.render.palettes import board_palette
from bot.render.scene import Scene, shorten
from bot.render.track import FIELD, START, track
from bot.tables import matches


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

    @property
    def palette(self) -> Image.Image:
        return board_palette()

    def describe(self, longest: int) -> str:
        """Describe every side with its pegs and points, and the lines; short names leave out how the pegs look."""
        description = [gettext("Cribbage board to {target} points.", target=self.target)]
        if self.winner is not None:
            description.append(gettext("Winner: {name}.", name=shorten(self.sides[self.winner].name, longest)))
        for place in range(len(self.sides)):
            about = gettext(" ({called} pegs)", called=gettext(pegs.PEG_NAMES[place])) if longest > _SHORT_NAME else ""
            description.append(_describe_side(self, place, longest, about))
        return " ".join((*description, *_describe_lines(self)))

    @property
    def wins(self) -> int:
        """The number of games that win the match."""
        return matches.needed(self.best_of)

    @property
    def winner(self) -> int | None:
        """The index of the side that has reached the game hole."""
        return next((place for place, side in enumerate(self.sides) if side.front >= self.target), None)

    def draw(self) -> Image.Image:
        """Draw the board; the winner's name is above it once the game is won."""
        ends = gettext("START"), gettext("GAME")
        image = empty_board(self.target, len(self.sides), _head_height(self), self.lurch, ends).copy()
        names = distinct_names(tuple(side.name for side in self.sides))
        if self.winner is not None:
            draw_winner(image, names[self.winner])
        for place, name in enumerate(names):
            _draw_name_plate(image, self, place, name)
        _draw_pegs(image, self)
        return image


# The description.

_SHORT_NAME: Final = 24


def _describe_side(scene: BoardScene, place: int, longest: int, about: str) -> str:
    side = scene.sides[place]
    last = (
        gettext(" (+{last} from {back})", last=side.last, back=side.back)
        if side.last
        else gettext(", both pegs in one hole")
        if side.pegs_share_hole
        else ""
    )
    games = gettext(", {games} of {wins} games", games=side.games, wins=scene.wins) if scene.best_of > 1 else ""
    return f"{shorten(side.name, longest)}{about}: {side.front}{last}, {_points_to_go(scene, side)}{games}."


def _describe_lines(scene: BoardScene) -> Iterator[str]:
    if scene.lurch:
        yield gettext(
            "Skunk lines: {below}.",
            below=", ".join(
                (gettext("{name} below {below}", name=name, below=below) for below, name in labelled_lines(scene.lurch))
            ),
        )


def _points_to_go(scene: BoardScene, side: BoardSide) -> str:
    if side.left:
        return gettext("left")
    return (
        gettext("game") if side.front >= scene.target else gettext("{target} to go", target=scene.target - side.front)
    )


# The name plates.

_FONT_SIZES: Final = {2: (48, 92, 52), 3: (44, 84, 46), 4: (42, 72, 42)}
"""The font sizes of the name, the score and the last score, by the number of sides."""


def _head_height(scene: BoardScene) -> int:
    """The height of the dark wood above the field."""
    return _score_baseline(scene) + (68 if scene.best_of > 1 else 18)


def _score_baseline(scene: BoardScene) -> int:
    """The base line of the scores."""
    return _plate_top(scene) + (130 if len(scene.sides) < 4 else 114)


def _plate_top(scene: BoardScene) -> int:
    """The top of the name plates, which are below the winner's name."""
    return 0 if scene.winner is None else BANNER - 8


def _draw_name_plate(image: Image.Image, scene: BoardScene, place: int, called: str) -> None:
    side, draw = scene.sides[place], ImageDraw.Draw(image)
    name, score, last = _FONT_SIZES[max(len(scene.sides), min(_FONT_SIZES))]
    width = FIELD // len(scene.sides)
    left, base, top = FRAME + 10 + place * width, _score_baseline(scene), _plate_top(scene)
    right = left + width - 24
    if place:
        draw.line((left - 18, top + 16, left - 18, _head_height(scene) - 18), fill=shapes.WOOD, width=3)
    pegs.paste_stamp(image, pegs.symbol(place, name - 4), (left + name / 2, top + 36))
    x = left + name + 10
    size = largest_size(called, range(name, shapes.SMALLEST - 1, -2), right - x, bold=True)
    draw_text(draw, (x, top + 36 + size * 0.34), called, size, shapes.WHITE_TEXT, bold=True, within=right - x)
    x = left + draw_text(draw, (left, base), str(side.front), score, shapes.WHITE_TEXT, bold=True) + 18
    if side.last:
        x += draw_text(draw, (x, base), f"+{side.last}", last, shapes.GOLD, bold=True) + 22
    if x + width_of(_points_to_go(scene, side), shapes.SMALLEST) <= right:
        draw_text(draw, (x, base), _points_to_go(scene, side), shapes.SMALLEST, shapes.GREY_TEXT)
    if scene.best_of > 1:
        _draw_games_won(image, scene, place, (left, base + 34))


def _draw_games_won(image: Image.Image, scene: BoardScene, place: int, at: tuple[int, int]) -> None:
    """Draw the game pegs: a hole for each game that wins the match, with a peg in it once it is won."""
    x, y = at
    for number in range(scene.wins):
        won = number < scene.sides[place].games
        pegs.paste_stamp(image, pegs.peg(place, 30) if won else pegs.hole(HOLE), (x + 16 + number * 36, y))
    x += 16 + scene.wins * 36
    words = gettext("{games} of {wins}", games=scene.sides[place].games, wins=scene.wins)
    for line in (gettext("{words} games", words=words), words):
        if x + width_of(line, shapes.SMALLEST) <= at[0] + FIELD // len(scene.sides) - 30:
            draw_text(ImageDraw.Draw(image), (x, y + 14), line, shapes.SMALLEST, shapes.GREY_TEXT)
            break


# The pegs.

_PEGS: Final = {2: 44, 3: 42, 4: 40}


def _draw_pegs(image: Image.Image, scene: BoardScene) -> None:
    """Draw the lane between each side's pegs in its colour, and the pegs."""
    road = track(scene.target, len(scene.sides))
    top = _head_height(scene)
    size = _PEGS[max(len(scene.sides), min(_PEGS))]
    for place, side in enumerate(scene.sides):
        if side.last:
            highlight_lane(image, road, place, (side.back, side.front), top)
    draw_lines(image, road, scene.lurch, top)
    for place, side in enumerate(scene.sides):
        back, front = (side.back, side.front) if side.front else (START, 0)
        # In a shared hole the front peg shows inside the hollow of the back peg.
        sizes = (size + 14, size - 18) if side.pegs_share_hole else (size - 6, size)
        for number, broad, hollow in zip((back, front), sizes, (True, False), strict=True):
            x, y = road.hole(place, number)
            pegs.paste_stamp(image, pegs.peg(place, broad, hollow=hollow), (x + FRAME, y + top))
