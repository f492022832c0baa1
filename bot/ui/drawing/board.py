"""The board: a wooden track with two pegs a side, and above it the names, the scores and what was scored last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.ui.drawing import paint, pegs
from bot.ui.drawing.bare import FRAME, HOLE, bare, light, lines, mark
from bot.ui.drawing.picture import Scene
from bot.ui.drawing.track import FIELD, START, track
from bot.ui.drawing.wood import filed


@dataclass(frozen=True, slots=True)
class Side:
    """One side on the board: where its two pegs stand, and the games it has won of a match."""

    name: str
    front: int
    back: int
    games: int = 0

    @property
    def last(self) -> int:
        """What was scored last, as the board shows it."""
        return self.front - self.back


@dataclass(frozen=True, slots=True)
class BoardScene(Scene):
    """The board of a game to so many holes; ``lurch`` are the lines below which a loser loses more than one game."""

    kind: ClassVar[str] = "board"

    target: int
    sides: tuple[Side, ...]
    best_of: int = 1
    lurch: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        """Every side with its pegs, what it needs, and the lines."""
        told = [f"Cribbage board to {self.target} holes."]
        told += [_line(self, place, _LONGEST, f" ({pegs.CALLED[place]} pegs)") for place in range(len(self.sides))]
        return " ".join((*told, *_lurch(self)))

    def brief(self, longest: int) -> str:
        """The same in fewer words, and names in so few letters, where something else is to be told beside it."""
        told = (_line(self, place, longest, "") for place in range(len(self.sides)))
        return " ".join((f"Board to {self.target}.", *told, *_lurch(self)))

    @property
    def wins(self) -> int:
        """How many games win the match."""
        return self.best_of // 2 + 1

    def paint(self) -> Image.Image:
        """The board."""
        image = bare(self.target, len(self.sides), _head(self), self.lurch).copy()
        for place in range(len(self.sides)):
            _plate(image, self, place)
        _pegs(image, self)
        return image

    def png(self) -> bytes:
        """The board as a PNG file, in the colours that all such boards share."""
        colours = _colours(self.target, len(self.sides), self.best_of, self.lurch)
        return filed(self.paint(), colours)


@lru_cache(maxsize=8)
def _colours(target: int, sides: int, best_of: int, lurch: tuple[int, ...]) -> Image.Image:
    """The colours of every board of this build."""
    return sample(target, sides, best_of, lurch).quantize(dither=Image.Dither.NONE)


def sample(target: int, sides: int, best_of: int, lurch: tuple[int, ...]) -> Image.Image:
    """A board of this build with every colour on it that may ever be needed."""
    some = tuple(Side(name, 25 + place, place, 1) for place, name in enumerate(("Ann", "Ben", "Cat", "Dan")[:sides]))
    image = BoardScene(target, some, best_of, lurch).paint()
    for side in range(sides):
        # So large that their tones are not lost among those of the wood.
        pegs.stamped(image, pegs.peg(side, 160), (150 + side * 200, image.height - 100))
    return image


# In words.

_LONGEST: Final = 64
"""How many letters of a side's name are told."""


def _line(scene: BoardScene, place: int, longest: int, about: str) -> str:
    side = scene.sides[place]
    name = side.name if len(side.name) <= longest else f"{side.name[: longest - 1]}…"
    last = f" (+{side.last} from {side.back})" if side.last else ""
    games = f", {side.games} of {scene.wins} games" if scene.best_of > 1 else ""
    return f"{name}{about}: {side.front}{last}, {_to_go(scene, side)}{games}."


def _lurch(scene: BoardScene) -> Iterator[str]:
    if scene.lurch:
        yield f"Lurch lines: {', '.join(f'{name} below {below}' for below, name in lines(scene.lurch))}."


def _to_go(scene: BoardScene, side: Side) -> str:
    return "game" if side.front >= scene.target else f"{scene.target - side.front} to go"


# The plates with the names.

_LETTERS: Final = {2: (44, 92, 52), 3: (40, 84, 46), 4: (36, 72, 40)}
"""How high the name, the score and the last score are written, by the number of sides."""

_SMALLEST: Final = 32


def _head(scene: BoardScene) -> int:
    """How high the dark wood is above the field."""
    return _base(scene) + (64 if scene.best_of > 1 else 18)


def _base(scene: BoardScene) -> int:
    """Where the scores stand."""
    return 130 if len(scene.sides) < 4 else 114


def _plate(image: Image.Image, scene: BoardScene, place: int) -> None:
    side, draw = scene.sides[place], ImageDraw.Draw(image)
    name, score, last = _LETTERS[max(len(scene.sides), min(_LETTERS))]
    width = FIELD // len(scene.sides)
    left, base = FRAME + 10 + place * width, _base(scene)
    right = left + width - 24
    if place:
        draw.line((left - 18, 16, left - 18, _head(scene) - 18), fill=paint.WOOD, width=3)
    pegs.stamped(image, pegs.sign(place, name - 4), (left + name / 2, 36))
    x = left + name + 10
    size = next(
        (size for size in range(name, _SMALLEST, -2) if paint.width_of(side.name, size, bold=True) <= right - x), 32
    )
    paint.text(draw, (x, 36 + size * 0.34), side.name, size, paint.CHALK, bold=True, within=right - x)
    x = left + paint.text(draw, (left, base), str(side.front), score, paint.CHALK, bold=True) + 18
    if side.last:
        x += paint.text(draw, (x, base), f"+{side.last}", last, paint.GOLD, bold=True) + 22
    if x + paint.width_of(_to_go(scene, side), 34) <= right:
        paint.text(draw, (x, base), _to_go(scene, side), 34, paint.DUST)
    if scene.best_of > 1:
        _games(image, scene, place, (left, base + 34))


def _size(name: str, largest: int, width: int) -> int:
    """How high a name is written: as high as it fits, but not too small to be read."""
    sizes = range(largest, _SMALLEST, -2)
    return next((size for size in sizes if paint.width_of(name, size, bold=True) <= width), _SMALLEST)


def _games(image: Image.Image, scene: BoardScene, place: int, at: tuple[int, int]) -> None:
    """The game pegs: a hole for each game that wins the match, and a peg in those that are won."""
    x, y = at
    for number in range(scene.wins):
        won = number < scene.sides[place].games
        pegs.stamped(image, pegs.peg(place, 30) if won else pegs.hole(HOLE), (x + 16 + number * 36, y))
    x += 16 + scene.wins * 36
    words = f"{scene.sides[place].games} of {scene.wins}"
    for line in (f"{words} games", words):
        if x + paint.width_of(line, 32) <= at[0] + FIELD // len(scene.sides) - 30:
            paint.text(ImageDraw.Draw(image), (x, y + 10), line, 32, paint.DUST)
            break


# The pegs.

_PEGS: Final = {2: 44, 3: 42, 4: 40}


def _pegs(image: Image.Image, scene: BoardScene) -> None:
    """The way from each hindmost peg to the foremost, lit, and the pegs upon it."""
    road = track(scene.target, len(scene.sides))
    top = _head(scene)
    size = _PEGS[max(len(scene.sides), min(_PEGS))]
    for place, side in enumerate(scene.sides):
        if side.last:
            light(image, road, place, (side.back, side.front), top)
    mark(image, road, scene.lurch, top)
    for place, side in enumerate(scene.sides):
        back, front = (side.back, side.front) if side.front else (START, 0)
        for number, hollow in ((back, True), (front, False)):
            x, y = road.hole(place, number)
            pegs.stamped(image, pegs.peg(place, size - 6 * hollow, hollow=hollow), (x + FRAME, y + top))
