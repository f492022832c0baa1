"""The track of a board: streets that turn at each end, and the position of every hole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, TypeAlias

from engine.rules import STREET

Point: TypeAlias = tuple[float, float]

FIELD: Final = 972
"""The width of the field that holds the track."""

FIVE: Final = 5
"""The number of holes in a group; groups have a wider space between them."""

START: Final = -1
"""The start hole of the back peg; that of the front peg is 0."""

_LANES: Final = {2: 46, 3: 40, 4: 36}
"""The distance between lanes, by the number of sides."""

BETWEEN_STREETS: Final = 54
"""The distance between two streets, with room for numbers."""

_EDGE: Final = 10
_RUN_OUT: Final = 6
"""The length of a lane between the last hole of a street and the bend."""

_INNER_RADIUS: Final = 27
"""The radius of the innermost lane's bend."""

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
        """The distance between lanes."""
        return _LANES[max(self.sides, min(_LANES))]

    @cached_property
    def height(self) -> int:
        """The height of the field: the streets, and room for numbers below each."""
        return self.streets * (self.sides * self.lane + BETWEEN_STREETS) + 2 * _EDGE

    @cached_property
    def first_hole_x(self) -> float:
        """The horizontal position of the first hole of the first street; the last of the second is below it."""
        return _EDGE + self.lane / 2 + 2 * self._half + _INNER_RADIUS + _RUN_OUT

    @cached_property
    def pitch(self) -> float:
        """The distance from one hole to the next."""
        return (FIELD - 2 * self.first_hole_x) / _HOLES_OF_A_STREET

    def street(self, number: int) -> int:
        """The index of the street of a hole; the game hole is in the last street."""
        return min(max(number - 1, 0) // STREET, self.streets - 1)

    def middle(self, street: int) -> float:
        """The vertical middle of a street."""
        return _EDGE + (street + 0.5) * self.sides * self.lane + street * BETWEEN_STREETS

    def hole_x(self, number: int) -> float:
        """The horizontal position of a hole."""
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
        edge = _EDGE + self.lane / 2 + self._half
        return edge if street % 2 else FIELD - edge

    def _bend(self, side: int, street: int) -> Iterator[Point]:
        """The points of the round corners by which a lane goes from one street to the next."""
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
"""The number of straight pieces in a round corner."""


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
    """The track for this many holes and sides."""
    return Track(target, sides)
