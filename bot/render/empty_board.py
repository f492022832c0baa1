"""The board without pegs: two kinds of wood, the lanes, holes, numbers and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageOps

from bot.render import pegs, shapes
from bot.render.lettering import draw_text, width_of
from bot.render.track import FIELD, START, Point, Track, path_outline, track
from bot.render.wood import CORNER_RADIUS, dark_board, plank
from engine.rules import STREET

FRAME: Final = (shapes.WIDTH - FIELD) // 2
"""The width of the dark frame at three sides of the field; above the field the names need more."""

HOLE: Final = 13
"""The diameter of a hole."""

_INLAY: Final = 3
_FINE: Final = 2
NUMBER_COLOUR: Final[shapes.Colour] = (24, 11, 4)
"""The figures on the wood."""
_STRIPE: Final = 0.8
"""The width of a lane as a share of the distance between lanes."""


@lru_cache(maxsize=8)
def empty_board(target: int, sides: int, head: int, lurch: tuple[int, ...], ends: tuple[str, str]) -> Image.Image:
    """The board with ``head`` pixels above the field and a word at each end of the track; cached: do not draw on it."""
    road = track(target, sides)
    height = head + road.height + FRAME
    image = dark_board(height)
    box = (FRAME - _INLAY, head - _INLAY, FRAME + FIELD + _INLAY, head + road.height + _INLAY)
    shapes.draw_rounded(image, box, CORNER_RADIUS - FRAME // 2 + _INLAY, shapes.WOOD_LIGHT)
    field = _draw_field(target, sides).copy()
    _draw_numbers(field, road, lurch, ends)
    image.paste(field, (FRAME, head), shapes.rounded_mask(FIELD, road.height, CORNER_RADIUS - FRAME // 2))
    return image


def labelled_lines(lurch: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The lines and their labels, the highest first: S, and SS and SSS for lines that cost a loser more."""
    for place, below in enumerate(sorted(set(lurch), reverse=True)):
        yield below, "S" * min(place + 1, 3)


def highlight_lane(image: Image.Image, road: Track, side: int, span: tuple[int, int], top: int) -> None:
    """Fill a lane with its side's colour from one hole to another."""
    path = road.lane_path(side, *span)
    left, right = (round(end(x for x, _ in path)) for end in (min, max))
    high, low = (round(end(y for _, y in path)) for end in (min, max))
    room = road.lane
    mask = _lane_mask(
        (right - left + 2 * room, low - high + 2 * room),
        [[(x - left + room, y - high + room) for x, y in path]],
        road.lane * _STRIPE - 10,
        240,
    )
    image.paste(shapes.SIDES[side], (left - room + FRAME, high - room + top), mask)
    for number in range(span[0], span[1] + 1):
        x, y = road.hole(side, number)
        pegs.paste_stamp(image, pegs.hole(HOLE), (x + FRAME, y + top))


def draw_lines(image: Image.Image, road: Track, lurch: Sequence[int], top: int) -> None:
    """Draw a gold line across the lanes for every lurch line, with its label on a plate."""
    draw = ImageDraw.Draw(image)
    for below, name in labelled_lines(lurch):
        (left, high), (right, low) = ((round(x) + FRAME, round(y) + top) for x, y in road.line_across(below))
        draw.line((left, high, right, low), fill=shapes.GOLD, width=5)
        x, y = (left + right) // 2, low + 22 if left == right else high
        half = 14 + 12 * len(name)
        shapes.draw_rounded(image, (x - half, y - 25, x + half, y + 25), 25, shapes.GOLD, outline=shapes.INK, width=3)
        draw_text(draw, (x, y + 15), name, shapes.SMALLEST, shapes.INK, bold=True, anchor="m")


@lru_cache(maxsize=8)
def _draw_field(target: int, sides: int) -> Image.Image:
    """The light wood with the lanes and the holes; it is the same on every board of its size."""
    road = track(target, sides)
    image = plank(FIELD, road.height, shapes.WOOD, cut=2.0)
    lanes = [road.lane_path(side, START, road.target) for side in range(road.sides)]
    image.paste(shapes.WOOD_DARK, (0, 0), _lane_mask(image.size, lanes, road.lane * _STRIPE, 165))
    for side in range(road.sides):
        for place in road.symbols(side):
            pegs.paste_stamp(image, pegs.symbol(side, 22), place)
    _draw_holes(image, road)
    return image


def _lane_mask(size: tuple[int, int], paths: Sequence[Sequence[Point]], breadth: float, strength: int) -> Image.Image:
    """A smooth mask of thick lines with round ends."""
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE), 0)
    draw = ImageDraw.Draw(mask)
    radius = breadth * _FINE / 2
    for path in paths:
        fine = [(x * _FINE, y * _FINE) for x, y in path]
        draw.polygon(path_outline(fine, breadth * _FINE), fill=strength)
        for x, y in (fine[0], fine[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=strength)
    return mask.reduce(_FINE)


def _draw_holes(image: Image.Image, road: Track) -> None:
    face, mask = onward = _street_of_holes(road)
    back = ImageOps.mirror(face), ImageOps.mirror(mask)
    for side in range(road.sides):
        for number in (START, 0):
            pegs.paste_stamp(image, pegs.hole(HOLE), road.hole(side, number))
        for street in range(road.streets):
            _, y = road.hole(side, 1 + street * STREET)
            pegs.paste_stamp(image, (back if street % 2 else onward), (FIELD / 2, y))
    x, y = road.hole(0, road.target)
    shapes.draw_disc(image, (round(x), round(y)), 48, shapes.GOLD)
    shapes.draw_disc(image, (round(x), round(y)), 38, shapes.WOOD_DARK)
    pegs.paste_stamp(image, pegs.hole(20), (x, y))


def _street_of_holes(road: Track) -> pegs.Stamp:
    """The holes of one lane of a street as a single stamp, which is ten times as fast as single holes."""
    face, mask = pegs.hole(HOLE)
    row = Image.new(face.mode, (FIELD, face.height)), Image.new(mask.mode, (FIELD, face.height))
    for number in range(1, STREET + 1):
        for whole, one in zip(row, (face, mask), strict=True):
            whole.paste(one, (round(road.hole_x(number) - one.width / 2), 0))
    return row


def _draw_numbers(image: Image.Image, road: Track, lurch: Sequence[int], ends: tuple[str, str]) -> None:
    """Draw the number of every tenth hole below its street, and the words for the start and the game hole."""
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
    draw = ImageDraw.Draw(image)
    for x, street, words in named:
        if all(street != other or abs(x - plate) > _PLATE_GAP for other, plate in plates):
            half = min(width_of(words, shapes.SMALLEST, bold=True), _WORD_WIDTH) / 2 + _EDGE_GAP
            y = road.middle(street) + road.sides * road.lane / 2 + 42
            middle = min(max(x, half), FIELD - half)
            draw_text(
                draw, (middle, y), words, shapes.SMALLEST, NUMBER_COLOUR, bold=True, anchor="m", within=_WORD_WIDTH
            )


_WORD_WIDTH: Final = 190
"""The width of a word at an end of the track: it stops before the next number."""

_EDGE_GAP: Final = 20
"""The distance that words keep from the edge of the field."""

_PLATE_GAP: Final = 60
"""The distance that numbers keep from the plate of a line."""
