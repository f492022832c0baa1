"""The board: a wooden track with two pegs a side, and above it the names, the scores and what was scored last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from PIL import Image, ImageDraw

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.display_names import distinct_names
from bot.render.empty_board import FRAME, HOLE, empty_board, light, lines, mark
from bot.render.lettering import largest, text, width_of
from bot.render.palettes import woods_and_cards
from bot.render.scene import Scene, shortened
from bot.render.track import FIELD, START, track
from bot.tables import matches


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

    @property
    def together(self) -> bool:
        """Whether both pegs stand in one hole, as they may after points were put back."""
        return self.front == self.back > 0


@dataclass(frozen=True, slots=True)
class BoardScene(Scene):
    """The board of a game to so many holes; ``lurch`` are the lines below which a loser loses more than one game."""

    kind: ClassVar[str] = "board"

    target: int
    sides: tuple[Side, ...]
    best_of: int = 1
    lurch: tuple[int, ...] = ()

    @property
    def palette(self) -> Image.Image:
        return woods_and_cards()

    def tell(self, longest: int) -> str:
        """Every side with its pegs, what it needs, and the lines; how the pegs look where names need not be short."""
        told = [gettext("Cribbage board to {target} holes.", target=self.target)]
        for place in range(len(self.sides)):
            about = gettext(" ({called} pegs)", called=gettext(pegs.CALLED[place])) if longest > _SHORT else ""
            told.append(_line(self, place, longest, about))
        return " ".join((*told, *_lurch(self)))

    @property
    def wins(self) -> int:
        """How many games win the match."""
        return matches.needed(self.best_of)

    def paint(self) -> Image.Image:
        """The board."""
        ends = gettext("START"), gettext("GAME")
        image = empty_board(self.target, len(self.sides), _head(self), self.lurch, ends).copy()
        for place, name in enumerate(distinct_names(tuple(side.name for side in self.sides))):
            _plate(image, self, place, name)
        _pegs(image, self)
        return image


# In words.

_SHORT: Final = 24


def _line(scene: BoardScene, place: int, longest: int, about: str) -> str:
    side = scene.sides[place]
    last = (
        gettext(" (+{last} from {back})", last=side.last, back=side.back)
        if side.last
        else gettext(", both pegs in one hole")
        if side.together
        else ""
    )
    games = gettext(", {games} of {wins} games", games=side.games, wins=scene.wins) if scene.best_of > 1 else ""
    return f"{shortened(side.name, longest)}{about}: {side.front}{last}, {_to_go(scene, side)}{games}."


def _lurch(scene: BoardScene) -> Iterator[str]:
    if scene.lurch:
        yield gettext(
            "Lurch lines: {below}.",
            below=", ".join(
                (gettext("{name} below {below}", name=name, below=below) for below, name in lines(scene.lurch))
            ),
        )


def _to_go(scene: BoardScene, side: Side) -> str:
    return (
        gettext("game") if side.front >= scene.target else gettext("{target} to go", target=scene.target - side.front)
    )


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


def _plate(image: Image.Image, scene: BoardScene, place: int, called: str) -> None:
    side, draw = scene.sides[place], ImageDraw.Draw(image)
    name, score, last = _LETTERS[max(len(scene.sides), min(_LETTERS))]
    width = FIELD // len(scene.sides)
    left, base = FRAME + 10 + place * width, _base(scene)
    right = left + width - 24
    if place:
        draw.line((left - 18, 16, left - 18, _head(scene) - 18), fill=shapes.WOOD, width=3)
    pegs.stamped(image, pegs.sign(place, name - 4), (left + name / 2, 36))
    x = left + name + 10
    size = largest(called, range(name, _SMALLEST - 1, -2), right - x, bold=True)
    text(draw, (x, 36 + size * 0.34), called, size, shapes.CHALK, bold=True, within=right - x)
    x = left + text(draw, (left, base), str(side.front), score, shapes.CHALK, bold=True) + 18
    if side.last:
        x += text(draw, (x, base), f"+{side.last}", last, shapes.GOLD, bold=True) + 22
    if x + width_of(_to_go(scene, side), 34) <= right:
        text(draw, (x, base), _to_go(scene, side), 34, shapes.DUST)
    if scene.best_of > 1:
        _games(image, scene, place, (left, base + 34))


def _games(image: Image.Image, scene: BoardScene, place: int, at: tuple[int, int]) -> None:
    """The game pegs: a hole for each game that wins the match, and a peg in those that are won."""
    x, y = at
    for number in range(scene.wins):
        won = number < scene.sides[place].games
        pegs.stamped(image, pegs.peg(place, 30) if won else pegs.hole(HOLE), (x + 16 + number * 36, y))
    x += 16 + scene.wins * 36
    words = gettext("{games} of {wins}", games=scene.sides[place].games, wins=scene.wins)
    for line in (gettext("{words} games", words=words), words):
        if x + width_of(line, 32) <= at[0] + FIELD // len(scene.sides) - 30:
            text(ImageDraw.Draw(image), (x, y + 10), line, 32, shapes.DUST)
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
        # Where both stand in one hole the foremost is seen in the hollow of the other.
        sizes = (size + 14, size - 18) if side.together else (size - 6, size)
        for number, broad, hollow in zip((back, front), sizes, (True, False), strict=True):
            x, y = road.hole(place, number)
            pegs.stamped(image, pegs.peg(place, broad, hollow=hollow), (x + FRAME, y + top))
