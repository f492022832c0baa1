"""The board without pegs: the track with every hole, on two kinds of wood with a grain, with numbers and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageOps

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.canvas import Canvas, Palette, Stamp
from bot.render.lettering import width_of
from engine.rules import STREET

Point: TypeAlias = tuple[float, float]

FIELD: Final = 972
"""The width of the field that holds the track."""

FIVE: Final = 5
"""The number of holes in a group; groups have a wider space between them."""

START: Final = -1
"""The start hole of the back peg; that of the front peg is 0."""

_LANES: Final = {2: 46, 3: 40, 4: 36}

BETWEEN_STREETS: Final = 54
_MARGIN: Final = 10
_RUN_OUT: Final = 6
"""The length of a lane between the last hole of a street and the bend."""

_INNER_RADIUS: Final = 27

_SPACE: Final = 0.5
"""The extra space between two groups, in hole distances."""

_HOLES_OF_A_STREET: Final = STREET - 1 + _SPACE * (STREET // FIVE - 1)


@dataclass(frozen=True)
class Track:
    """The track for ``sides`` sides and ``target`` holes; positions are in pixels from the field's upper left corner.

    The streets run to the right and to the left in turn, so the upper lane of the first street is the lower one of
    the second.
    """

    target: int
    sides: int

    @property
    def streets(self) -> int:
        """The number of streets of 30 holes before the game hole."""
        return self.target // STREET

    @cached_property
    def lane(self) -> int:
        return _LANES[max(self.sides, min(_LANES))]

    @cached_property
    def height(self) -> int:
        """The height of the field: the streets, and room for numbers below each."""
        return self.streets * (self.sides * self.lane + BETWEEN_STREETS) + 2 * _MARGIN

    @cached_property
    def first_hole_x(self) -> float:
        """The horizontal position of the first hole of the first street; the last of the second is below it."""
        return _MARGIN + self.lane / 2 + 2 * self._half + _INNER_RADIUS + _RUN_OUT

    @cached_property
    def pitch(self) -> float:
        return (FIELD - 2 * self.first_hole_x) / _HOLES_OF_A_STREET

    def street(self, number: int) -> int:
        """The index of the street of a hole; the game hole is in the last street."""
        return min(max(number - 1, 0) // STREET, self.streets - 1)

    def middle(self, street: int) -> float:
        return _MARGIN + (street + 0.5) * self.sides * self.lane + street * BETWEEN_STREETS

    def hole_x(self, number: int) -> float:
        street = self.street(number)
        if number == self.target:
            along = _HOLES_OF_A_STREET + 2.2
        elif number < 1:
            along = number - 1.6
        else:
            place = (number - 1) % STREET
            along = place + _SPACE * (place // FIVE)
        run = self.first_hole_x + along * self.pitch
        return FIELD - run if street % 2 else run

    def hole(self, side: int, number: int) -> Point:
        """The position of a hole, from ``START`` to the game hole, which all sides share."""
        street = self.street(number)
        if number == self.target:
            return self.hole_x(number), self.middle(street)
        return self.hole_x(number), self.middle(street) + self._lane_offset(side, street)

    def lane_path(self, side: int, first: int, last: int) -> tuple[Point, ...]:
        """The line along a lane from one hole to a later one, including the bends."""
        ends = [number for number in range(STREET, self.target - 1, STREET) if first <= number < last]
        points: list[Point] = [self.hole(side, first)]
        for end in ends:
            points += [self.hole(side, end), *self._bend(side, self.street(end)), self.hole(side, end + 1)]
        if last == self.target and first < last - 1:
            points.append(self.hole(side, last - 1))
        points.append(self.hole(side, last))
        return (*(here for here, after in pairwise(points) if here != after), points[-1])

    def symbols(self, side: int) -> Iterator[Point]:
        """The positions of a side's symbols on its lane: before the start and in every bend."""
        x, y = self.hole(side, START)
        yield x - 1.5 * self.pitch, y
        for street in range(self.streets - 1):
            bend = tuple(self._bend(side, street))
            yield bend[-1 - _STEPS // 2]

    def line_across(self, below: int) -> tuple[Point, Point]:
        """A line across all lanes just before the hole ``below``; in a bend it crosses the bend."""
        reach = self._half + self.lane / 2
        before = below - 1
        if before and before % STREET == 0 and before < self.target - 1:
            street = self.street(before)
            across = self._bend_x(street)
            height = (self.middle(street) + self.middle(street + 1)) / 2
            return (across - reach, height), (across + reach, height)
        across = (self.hole_x(before) + self.hole_x(below)) / 2
        height = self.middle(self.street(below))
        return (across, height - reach), (across, height + reach)

    @property
    def _half(self) -> float:
        """The distance of the outermost lane from the middle of the road."""
        return (self.sides - 1) / 2 * self.lane

    def _lane_offset(self, side: int, street: int) -> float:
        """The vertical distance of a side's lane from the middle of a street."""
        aside = side * self.lane - self._half
        return -aside if street % 2 else aside

    def _bend_x(self, street: int) -> float:
        """The horizontal position of the road's middle in the bend after a street."""
        edge = _MARGIN + self.lane / 2 + self._half
        return edge if street % 2 else FIELD - edge

    def _bend(self, side: int, street: int) -> Iterator[Point]:
        outward = -1 if street % 2 else 1
        inmost = self.hole_x((street + 1) * STREET) + outward * _RUN_OUT
        radius = _INNER_RADIUS + self._half - self._lane_offset(side, street)
        upper, lower = (self.middle(street + step) for step in (0, 1))
        corners = (upper + self._half + _INNER_RADIUS, lower - self._half - _INNER_RADIUS)
        for corner, begin in zip(corners, (0.0, 0.5), strict=True):
            for step in range(_STEPS + 1):
                angle = (begin + step / _STEPS / 2) * pi
                yield inmost + outward * radius * sin(angle), corner - radius * cos(angle)


_STEPS: Final = 14


def path_outline(path: Sequence[Point], width: float) -> tuple[Point, ...]:
    """The outline of a path of some width: along one edge and back along the other."""
    edges: tuple[list[Point], list[Point]] = ([], [])
    for place, (x, y) in enumerate(path):
        before, after = path[max(place - 1, 0)], path[min(place + 1, len(path) - 1)]
        along, down = after[0] - before[0], after[1] - before[1]
        length = hypot(along, down) or 1
        for edge, aside in zip(edges, (width / 2, -width / 2), strict=True):
            edge.append((x - aside * down / length, y + aside * along / length))
    return (*edges[0], *reversed(edges[1]))


@lru_cache(maxsize=8)
def track(target: int, sides: int) -> Track:
    return Track(target, sides)


# The wood.

WOOD_FILES: Final = {
    shapes.WOOD_DARK: shapes.CARD_FILES / "wood_dark.png",
    shapes.WOOD: shapes.CARD_FILES / "wood_light.png",
}
"""The files of wood with a grain, which ``tests.support.make_wood`` draws."""

FRAME: Final = (shapes.WIDTH - FIELD) // 2
"""The width of the dark frame at three sides of the field; above the field the names need more."""

CORNER_RADIUS: Final = 26
HOLE: Final = 13
_INLAY: Final = 3
_FINE: Final = 2
NUMBER_COLOUR: Final[shapes.Colour] = (24, 11, 4)
_STRIPE: Final = 0.8
"""The width of a lane as a share of the distance between lanes."""


@lru_cache(maxsize=8)
def empty_board(
    target: int,
    sides: int,
    head: int,
    lurch: tuple[int, ...],
    ends: tuple[str, str],
    palette: Palette | None,
    outside: shapes.Colour = shapes.BACKGROUND,
    *,
    has_lines: bool = True,
) -> Canvas:
    """The board with ``head`` pixels above the field and a word at each end of the track; cached: do not draw on it.

    ``outside`` is the colour beyond its round corners. The lurch lines are left out where something is drawn below.
    """
    road = track(target, sides)
    canvas = dark_board(head + road.height + FRAME, outside)
    box = (FRAME - _INLAY, head - _INLAY, FRAME + FIELD + _INLAY, head + road.height + _INLAY)
    canvas.rounded(box, CORNER_RADIUS - FRAME // 2 + _INLAY, shapes.WOOD_LIGHT)
    field = _draw_field(target, sides).copy()
    _draw_numbers(field, road, lurch, ends)
    mask = shapes.rounded_mask(FIELD, road.height, CORNER_RADIUS - FRAME // 2)
    canvas.stamp(Stamp(field.image, mask), (FRAME, head))
    if has_lines:
        draw_lines(canvas, road, lurch, head)
    return canvas.to(palette)


def dark_board(height: int, outside: shapes.Colour = shapes.BACKGROUND) -> Canvas:
    """A dark wooden board of the full width, as a frame for lighter wood or a chart."""
    canvas = Canvas.of(plank(shapes.WIDTH, height, shapes.WOOD_DARK))
    canvas.cut_corners(CORNER_RADIUS, outside)
    return canvas


def plank(width: int, height: int, colour: shapes.Colour) -> Image.Image:
    wood = shapes.read_picture(WOOD_FILES[colour])
    image = wood.crop((0, 0, width, height))
    for top in range(wood.height, height, wood.height):
        wood = ImageOps.flip(wood)
        image.paste(wood, (0, top))
    return image


def labelled_lines(lurch: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines and their labels, the highest first: S, and SS and SSS for lines that cost a loser more."""
    for place, below in enumerate(sorted(set(lurch), reverse=True)):
        yield below, "S" * min(place + 1, 3)


def describe_lines(lurch: Sequence[int]) -> str:
    """Describe the lines in a sentence; empty where there are none."""
    lines = [gettext("{name} below {below}", name=name, below=below) for below, name in labelled_lines(lurch)]
    return gettext("Skunk lines: {below}.", below=", ".join(lines)) if lines else ""


def highlight_lane(canvas: Canvas, road: Track, side: int, span: tuple[int, int], top: int) -> None:
    """Fill a lane with its side's colour from one hole to another, street by street."""
    breadth = road.lane * _STRIPE - 10
    room = round(breadth / 2) + 3
    path = [(x + FRAME, y + top) for x, y in road.lane_path(side, *span)]
    for street in range(road.street(span[0]), road.street(span[1]) + 1):
        middle, reach = road.middle(street) + top, (road.sides * road.lane + BETWEEN_STREETS) // 2
        within = [x for x, y in path if abs(y - middle) <= reach]
        upper, low = (round(end(y for _, y in path)) for end in (min, max))
        upper, low = max(upper - room, round(middle - reach)), min(low + room, round(middle + reach))
        left, right = round(min(within)) - room, round(max(within)) + room
        with canvas.in_true_colours((left, upper, right, low)) as part:
            lane = [[(x - left, y - upper) for x, y in path]]
            part.image.paste(shapes.SIDES[side], (0, 0), _lane_mask((right - left, low - upper), lane, breadth, 240))
            for number in range(span[0], span[1] + 1):
                if road.street(number) == street:
                    x, y = road.hole(side, number)
                    part.stamp_around(pegs.hole(HOLE), (x + FRAME - left, y + top - upper))


def draw_lines(canvas: Canvas, road: Track, lurch: Sequence[int], top: int) -> None:
    """Draw a gold line across the lanes for every lurch line, with its label on a plate."""
    for below, name in labelled_lines(lurch):
        (left, high), (right, low) = ((round(x) + FRAME, round(y) + top) for x, y in road.line_across(below))
        canvas.line((left, high, right, low), fill=shapes.GOLD, width=5)
        x, y = (left + right) // 2, low + 22 if left == right else high
        half = 14 + 12 * len(name)
        canvas.rounded((x - half, y - 25, x + half, y + 25), 25, shapes.GOLD, outline=shapes.INK, width=3)
        canvas.text((x, y + 15), name, shapes.SMALLEST, shapes.INK, bold=True, anchor="m")


@lru_cache(maxsize=8)
def _draw_field(target: int, sides: int) -> Canvas:
    road = track(target, sides)
    canvas = Canvas(FIELD, road.height, shapes.WOOD)
    canvas.put(plank(FIELD, road.height, shapes.WOOD), (0, 0))
    lanes = [road.lane_path(side, START, road.target) for side in range(road.sides)]
    canvas.fill(shapes.WOOD_DARK, (0, 0), _lane_mask(canvas.image.size, lanes, road.lane * _STRIPE, 165))
    for side in range(road.sides):
        for place in road.symbols(side):
            canvas.stamp_around(pegs.symbol(side, 22), place)
    _draw_holes(canvas, road)
    return canvas


def _lane_mask(size: tuple[int, int], paths: Sequence[Sequence[Point]], breadth: float, strength: int) -> Image.Image:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    draw = ImageDraw.Draw(mask)
    radius = breadth * _FINE / 2
    for path in paths:
        fine = [(x * _FINE, y * _FINE) for x, y in path]
        draw.polygon(path_outline(fine, breadth * _FINE), fill=strength)
        for x, y in (fine[0], fine[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=strength)
    return mask.reduce(_FINE)


def _draw_holes(canvas: Canvas, road: Track) -> None:
    rows = [_street_of_holes(road, is_mirrored=to_left) for to_left in (False, True)]
    for side in range(road.sides):
        for number in (START, 0):
            canvas.stamp_around(pegs.hole(HOLE), road.hole(side, number))
        for street in range(road.streets):
            _, y = road.hole(side, 1 + street * STREET)
            canvas.stamp_around(rows[street % 2], (FIELD / 2, y))
    x, y = road.hole(0, road.target)
    canvas.disc((round(x), round(y)), 48, shapes.GOLD)
    canvas.disc((round(x), round(y)), 38, shapes.WOOD_DARK)
    canvas.stamp_around(pegs.hole(20), (x, y))


def _street_of_holes(road: Track, *, is_mirrored: bool) -> Stamp:
    """The holes of one lane of a street as a single stamp, which is ten times as fast as single holes."""
    one = pegs.hole(HOLE)
    assert isinstance(one.face, Image.Image)
    row = Canvas(FIELD, one.height, shapes.PAPER)
    mask = Image.new("L", row.image.size, 0)
    for number in range(1, STREET + 1):
        left = round(road.hole_x(number) - one.width / 2)
        row.put(one.face, (left, 0))
        mask.paste(one.mask, (left, 0))
    return Stamp(ImageOps.mirror(row.image), ImageOps.mirror(mask)) if is_mirrored else Stamp(row.image, mask)


def _draw_numbers(canvas: Canvas, road: Track, lurch: Sequence[int], ends: tuple[str, str]) -> None:
    start, game = ends
    named = [((road.hole_x(START) + road.hole_x(0)) / 2, 0, start)]
    for number in range(10, road.target - 1, 10):
        street = road.street(number)
        # The last number of a street stays out of the bend.
        inward = 0 if number % STREET else 16 - 32 * (street % 2 == 0)
        named.append((road.hole_x(number) + inward, street, str(number)))
    last = (road.hole_x(road.target) + road.hole_x(road.target - 1)) / 2
    named.append((last, road.streets - 1, game))
    taken = {(road.street(below), (road.line_across(below)[0][0], road.line_across(below)[1][0])) for below in lurch}
    plates = [(street, left) for street, (left, right) in taken if left == right]
    for x, street, words in named:
        if all(street != other or abs(x - plate) > _PLATE_GAP for other, plate in plates):
            half = min(width_of(words, shapes.SMALLEST, bold=True), _WORD_WIDTH) / 2 + _EDGE_GAP
            y = road.middle(street) + road.sides * road.lane / 2 + 42
            middle = min(max(x, half), FIELD - half)
            canvas.text((middle, y), words, shapes.SMALLEST, NUMBER_COLOUR, bold=True, anchor="m", within=_WORD_WIDTH)


_WORD_WIDTH: Final = 190
"""The width of a word at an end of the track: it stops before the next number."""

_EDGE_GAP: Final = 20
"""The distance that words keep from the edge of the field."""

_PLATE_GAP: Final = 60
"""The distance that numbers keep from the plate of a line."""
