"""The rating chart: a player's rating over time, its confidence band, and its provisional part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, groupby, pairwise
from math import ceil, floor, hypot, log10
from typing import ClassVar, Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.i18n.translation import N_, date_of, day_and_month, gettext
from bot.render.lettering import draw_text, width_of
from bot.render.palettes import plot_palette
from bot.render.scene import Scene, shorten
from bot.render.shapes import (
    BACKGROUND,
    GOLD,
    GREY_TEXT,
    GRID,
    PANEL,
    SIDES,
    WHITE_TEXT,
    Colour,
    canvas,
    draw_disc,
    draw_rounded,
    mix,
)

Point: TypeAlias = tuple[str, float, float]
"""The ISO time of a result, the rating after it, and its margin."""

_WIDTH: Final = 800
"""The width; it is smaller than that of other pictures, so that a phone shows larger letters."""

_HEIGHT: Final = 600
_EDGE: Final = 32
_TOP: Final = 160
_BOTTOM: Final = 472
_TITLE: Final = 48
_VALUE: Final = 46
_SMALL: Final = 34
_FINE: Final = 2
_COLUMN: Final = 3
"""The width in pixels of a column; of its points only the lowest, the highest and the last are drawn."""

_STROKE: Final = 5
_MAX_SMOOTH_POINTS: Final = 200
"""Lines with more points have no rounded corners: nobody would see them, and they take long to draw."""

_DASH: Final = (16, 12)
_MIN_SPAN: Final = 4.0
"""The smallest height of the field, in rating points."""

_DAY: Final = timedelta(days=1)
_LINE: Final = SIDES[1]
_OTHER_LINE: Final = SIDES[0]
_BAND: Final[Colour] = mix(PANEL, _LINE, 0.3)
_BAND_EDGE: Final[Colour] = mix(PANEL, _LINE, 0.55)
_GROUNDS: Final = (BACKGROUND, PANEL, _BAND)
_INKS: Final = (WHITE_TEXT, GREY_TEXT, GOLD, GRID, _LINE, _BAND_EDGE)
_OVER_TIME: Final = N_("rating over time")
_LEGEND: Final = N_("Shaded: 95% range.")
_NO_GAMES: Final = N_("No rated games yet.")


class _PlotPoint(NamedTuple):
    """A point of the line in pixels, with the ends of the band above and below it."""

    x: float
    y: float
    high: float
    low: float


@dataclass(frozen=True, slots=True)
class RatingChartScene(Scene):
    """The chart of a player's rating; its first ``provisional_until`` points are provisional.

    The line of an ``other`` player, to compare with, has no band.
    """

    player: str
    points: tuple[Point, ...]
    provisional_until: int = 0
    other: str = ""
    other_points: tuple[Point, ...] = ()

    kind: ClassVar[str] = "rating"

    def draw(self) -> Image.Image:
        """Draw the chart; without points it is an empty field that says so."""
        image = canvas(_WIDTH, _HEIGHT, BACKGROUND)
        draw = ImageDraw.Draw(image)
        if self.other_points and self.points:
            self._draw_names(image, draw)
            _Plot(self).draw(image, draw)
            return image
        across = _WIDTH - 2 * _EDGE - 14 - width_of(gettext(_OVER_TIME), _SMALL)
        name = draw_text(draw, (_EDGE, 74), self.player, _TITLE, WHITE_TEXT, bold=True, within=across)
        draw_text(draw, (_EDGE + name + 14, 74), gettext(_OVER_TIME), _SMALL, GREY_TEXT)
        if self.points:
            _Plot(self).draw(image, draw)
        else:
            draw_rounded(image, (_EDGE, _TOP, _WIDTH - _EDGE, _BOTTOM), 12, PANEL)
            draw_text(
                draw, (_WIDTH // 2, (_TOP + _BOTTOM) // 2 + 12), gettext(_NO_GAMES), _VALUE, GREY_TEXT, anchor="m"
            )
        return image

    def _draw_names(self, image: Image.Image, draw: ImageDraw.ImageDraw) -> None:
        """Draw both names, each behind a disc in the colour of the line."""
        for left, name, colour in ((_EDGE, self.player, _LINE), (_WIDTH // 2, self.other, _OTHER_LINE)):
            draw_disc(image, (left + 14, 62), 14, colour)
            draw_text(draw, (left + 40, 74), name, _VALUE, WHITE_TEXT, bold=True, within=_WIDTH // 2 - _EDGE - 44)

    @property
    def palette(self) -> Image.Image:
        return plot_palette(_GROUNDS, (*_INKS, _OTHER_LINE) if self.other_points else _INKS)

    def describe(self, longest: int) -> str:
        """Describe the first, highest, lowest and current rating, and what is provisional."""
        name = shorten(self.player, longest)
        if not self.points:
            return f"{name}. {gettext(_NO_GAMES)}"
        times = _times(self.points)
        places = _places(self.points)
        first, last = self.points[0], self.points[-1]
        if len(self.points) == 1:
            lead = gettext(
                "{name}'s rating on {begun}: {first}.", name=name, begun=date_of(times[0]), first=_value(first, places)
            )
            return gettext("{lead} Provisional.", lead=lead) if self.provisional_until else lead
        high = max(range(len(times)), key=lambda place: self.points[place][1])
        low = min(range(len(times)), key=lambda place: self.points[place][1])
        parts = (
            gettext(
                "{name}'s rating after each of {number:,} results from {begun} to {ended}.",
                name=name,
                number=len(times),
                begun=date_of(times[0]),
                ended=date_of(times[-1]),
            ),
            gettext("Now {last}.", last=_value(last, places)),
            gettext("Started at {first};", first=_value(first, places)),
            gettext(
                "highest {point} on {time},", point=_number(self.points[high][1], places), time=date_of(times[high])
            ),
            gettext("lowest {point} on {time}.", point=_number(self.points[low][1], places), time=date_of(times[low])),
            self._provisional_note(times),
            gettext(_LEGEND),
            self._other_note(longest),
        )
        return " ".join(part for part in parts if part)

    def _other_note(self, longest: int) -> str:
        if not self.other_points:
            return ""
        last = _value(self.other_points[-1], _places(self.other_points))
        return gettext("For comparison {name}, now {last}.", name=shorten(self.other, longest), last=last)

    def _provisional_note(self, times: Sequence[datetime]) -> str:
        if self.provisional_until >= len(times):
            return gettext("Every rating here is provisional.")
        return (
            gettext("Provisional until {time}.", time=date_of(times[self.provisional_until]))
            if self.provisional_until > 0
            else ""
        )


class _Plot:
    """The positions of a rating's points in the picture."""

    def __init__(self, scene: RatingChartScene) -> None:
        self._points = scene.points
        self._until = max(0, min(scene.provisional_until, len(scene.points)))
        self._places = _places(scene.points)
        self._times = _spread(_times(scene.points))
        self._other = scene.other_points
        self._other_times = _spread(_times(scene.other_points)) if scene.other_points else []
        self._first = min([*self._times[:1], *self._other_times[:1]])
        self._last = max([*self._times[-1:], *self._other_times[-1:]])
        self._step, self._low, self._high = _scale(
            [*scene.points, *((time, value, 0.0) for time, value, _ in scene.other_points)]
        )
        self._left = _EDGE + max(width_of(words, _SMALL) for _, words in self._ticks()) + 14
        value, give = self._current()
        self._right = _WIDTH - _EDGE - max(width_of(value, _VALUE, bold=True), width_of(give, _SMALL)) - 26

    def draw(self, image: Image.Image, draw: ImageDraw.ImageDraw) -> None:
        """Draw the field, its axes and the text beside it."""
        self._draw_field(image)
        for value, words in self._ticks():
            draw_text(draw, (self._left - 14, self._y(value) + 11), words, _SMALL, GREY_TEXT, anchor="r")
        self._draw_dates(draw)
        if self._until:
            self._draw_bracket(draw)
        self._draw_current(draw)
        draw_text(draw, (_EDGE, _HEIGHT - 36), gettext(_LEGEND), _SMALL, GREY_TEXT, within=_WIDTH - 2 * _EDGE)

    def _ticks(self) -> list[tuple[float, str]]:
        """The values beside the field."""
        steps = range(round(self._low / self._step), round(self._high / self._step) + 1)
        return [(self._step * place, _number(self._step * place, 0 if self._step >= 1 else 1)) for place in steps]

    def _x(self, time: datetime) -> float:
        inset, whole = 18, self._last - self._first
        width = self._right - self._left - 2 * inset
        share = (time - self._first) / whole if whole else 0.5
        return self._left + inset + width * share

    def _y(self, value: float) -> int:
        share = (value - self._low) / (self._high - self._low)
        return round(_BOTTOM - 12 - (_BOTTOM - _TOP - 24) * share)

    def _plot_points(self) -> list[_PlotPoint]:
        return [
            _PlotPoint(self._x(time), self._y(rating), self._y(rating + doubt), self._y(rating - doubt))
            for time, (_, rating, doubt) in zip(self._times, self._points, strict=True)
        ]

    def _draw_field(self, image: Image.Image) -> None:
        """Draw the field enlarged and reduce it, so that sloping lines are smooth."""
        box = (self._left, _TOP, self._right, _BOTTOM)
        fine = canvas(self._right - self._left, _BOTTOM - _TOP, PANEL, _FINE)
        draw = ImageDraw.Draw(fine)
        for value, _ in self._ticks():
            y = (self._y(value) - _TOP) * _FINE
            draw.line((0, y, fine.width, y), fill=GRID, width=_FINE)
        spots = [_enlarge(spot, self._left, _TOP) for spot in self._plot_points()]
        _draw_band(draw, spots)
        split = max(0, self._until - 1)
        _draw_dashed_line(draw, [(spot.x, spot.y) for spot in _thin_out(spots[: split + 1])])
        _draw_solid_line(draw, [(spot.x, spot.y) for spot in _thin_out(spots[split:])])
        self._draw_other(draw)
        field = fine.reduce(_FINE)
        draw_disc(field, (round(spots[-1].x / _FINE), round(spots[-1].y / _FINE)), 22, WHITE_TEXT)
        draw_disc(field, (round(spots[-1].x / _FINE), round(spots[-1].y / _FINE)), 14, _LINE)
        draw_rounded(image, box, 12, PANEL)
        image.paste(field.crop((6, 6, field.width - 6, field.height - 6)), (self._left + 6, _TOP + 6))

    def _draw_other(self, draw: ImageDraw.ImageDraw) -> None:
        """Draw the other player's line, or a disc for a single point."""
        spots = [
            _enlarge(_PlotPoint(self._x(time), *[self._y(value)] * 3), self._left, _TOP)
            for time, (_, value, _) in zip(self._other_times, self._other, strict=True)
        ]
        _draw_solid_line(draw, [(spot.x, spot.y) for spot in _thin_out(spots)] if spots else [], _OTHER_LINE)
        for spot in spots[-1:]:
            radius = 10 * _FINE
            box = (spot.x - radius, spot.y - radius, spot.x + radius, spot.y + radius)
            draw.ellipse(box, fill=_OTHER_LINE, outline=WHITE_TEXT, width=4 * _FINE)

    def _draw_dates(self, draw: ImageDraw.ImageDraw) -> None:
        """Draw the first and the last date, and one between if there is room."""
        first, last = self._first, self._last
        base = _BOTTOM + 44
        if first.date() == last.date():
            draw_text(draw, ((self._left + self._right) // 2, base), date_of(first), _SMALL, GREY_TEXT, anchor="m")
            return
        ends = draw_text(draw, (self._left, base), date_of(first), _SMALL, GREY_TEXT)
        starts = self._right - draw_text(draw, (self._right, base), date_of(last), _SMALL, GREY_TEXT, anchor="r")
        middle = first + (last - first) / 2
        words = day_and_month(middle)
        x, half = round(self._x(middle)), width_of(words, _SMALL) // 2
        if last - first >= 2 * _DAY and self._left + ends + 24 < x - half and x + half + 24 < starts:
            draw_text(draw, (x, base), words, _SMALL, GREY_TEXT, anchor="m")

    def _draw_bracket(self, draw: ImageDraw.ImageDraw) -> None:
        """Draw a bracket over the provisional part, and its label."""
        whole = self._until == len(self._points)
        left, right = self._left + 4, self._right - 4 if whole else round(self._x(self._times[self._until - 1]))
        draw.rectangle((left, _TOP - 12, max(right, left + 24), _TOP - 10), fill=GREY_TEXT)
        draw.rectangle((left, _TOP - 12, left + 2, _TOP - 4), fill=GREY_TEXT)
        draw.rectangle((max(right, left + 24) - 2, _TOP - 12, max(right, left + 24), _TOP - 4), fill=GREY_TEXT)
        draw_text(draw, (left + 6, _TOP - 24), gettext("provisional"), _SMALL, GREY_TEXT, within=_WIDTH - _EDGE - left)

    def _current(self) -> tuple[str, str]:
        """The current rating and its margin."""
        _, rating, doubt = self._points[-1]
        return _number(rating, self._places), f"± {_number(doubt, self._places)}"

    def _draw_current(self, draw: ImageDraw.ImageDraw) -> None:
        value, give = self._current()
        base = min(max(self._y(self._points[-1][1]) + 14, _TOP + 40), _BOTTOM - 46)
        draw_text(draw, (self._right + 22, base), value, _VALUE, GOLD, bold=True)
        draw_text(draw, (self._right + 22, base + 40), give, _SMALL, GREY_TEXT)
        if self._other:
            value = _number(self._other[-1][1], self._places)
            wanted = min(max(self._y(self._other[-1][1]) + 14, _TOP + 40), _BOTTOM - 6)
            # The two numbers keep clear of each other.
            above = wanted < base and base - 48 >= _TOP + 30
            own = min(wanted, base - 48) if above else max(wanted, base + 84)
            draw_text(draw, (self._right + 22, own), value, _VALUE, _OTHER_LINE, bold=True)


def _enlarge(spot: _PlotPoint, left: int, top: int) -> _PlotPoint:
    """Convert a point of the picture to the enlarged field."""
    return _PlotPoint((spot.x - left) * _FINE, *((down - top) * _FINE for down in spot[1:]))


def _draw_band(draw: ImageDraw.ImageDraw, spots: Sequence[_PlotPoint]) -> None:
    """Draw the band between the upper and lower ends; a single point has a bar."""
    if len(spots) == 1:
        (spot,) = spots
        draw.rectangle((spot.x - 9 * _FINE, spot.high, spot.x + 9 * _FINE, spot.low), fill=_BAND)
        return
    kept = [
        (column[-1].x, min(spot.high for spot in column), max(spot.low for spot in column))
        for column in _columns(spots)
    ]
    above, below = [(x, high) for x, high, _ in kept], [(x, low) for x, _, low in kept]
    draw.polygon([*above, *reversed(below)], fill=_BAND)
    draw.line(above, fill=_BAND_EDGE, width=_FINE)
    draw.line(below, fill=_BAND_EDGE, width=_FINE)


def _draw_solid_line(draw: ImageDraw.ImageDraw, line: Sequence[tuple[float, float]], colour: Colour = _LINE) -> None:
    if len(line) > 1:
        draw.line(line, fill=colour, width=_STROKE * _FINE, joint="curve" if len(line) <= _MAX_SMOOTH_POINTS else None)


def _draw_dashed_line(draw: ImageDraw.ImageDraw, line: Sequence[tuple[float, float]]) -> None:
    """Draw the line in dashes of equal length along it."""
    on, off = (length * _FINE for length in _DASH)
    done, drawn = 0.0, [line[0]]
    for (x, y), (to_x, to_y) in pairwise(line):
        length, along = hypot(to_x - x, to_y - y), 0.0
        while along < length:
            draws = done < on
            piece = min((on if draws else on + off) - done, length - along)
            along, done = along + piece, done + piece
            here = (x + (to_x - x) * along / length, y + (to_y - y) * along / length)
            drawn = [*drawn, here] if draws else [here]
            if draws and done >= on:
                _draw_solid_line(draw, drawn)
                drawn = [here]
            elif done >= on + off:
                done = 0.0
    if done < on:
        _draw_solid_line(draw, drawn)


def _thin_out(spots: Sequence[_PlotPoint]) -> list[_PlotPoint]:
    """Keep the lowest, the highest and the last point of each column, in order."""
    kept = []
    for column in _columns(spots):
        ys = [spot.y for spot in column]
        kept += [column[place] for place in sorted({ys.index(min(ys)), ys.index(max(ys)), len(column) - 1})]
    return kept


def _columns(spots: Sequence[_PlotPoint]) -> list[list[_PlotPoint]]:
    """Group the points by columns; the first point is a group of its own."""
    groups = groupby(spots[1:], key=lambda spot: spot.x // (_COLUMN * _FINE))
    return [list(spots[:1]), *(list(group) for _, group in groups)]


def _times(points: Iterable[Point]) -> list[datetime]:
    """Parse the times of the points; none is before the one in front of it."""
    return list(accumulate((datetime.fromisoformat(when).replace(tzinfo=None) for when, _, _ in points), max))


def _spread(times: Sequence[datetime]) -> list[datetime]:
    """Spread points with the same time over the following day, so that none hides another."""
    groups = [(time, len(list(group))) for time, group in groupby(times)]
    nexts = [time for time, _ in groups[1:]] + [groups[-1][0] + _DAY]
    return [
        time + min(_DAY, then - time) * place / many
        for (time, many), then in zip(groups, nexts, strict=True)
        for place in range(many)
    ]


def _scale(points: Sequence[Point]) -> tuple[float, float, float]:
    """A round step, and the round values below and above all points."""
    low, high = _extent(points)
    if high - low < _MIN_SPAN:
        low, high = (low + high - _MIN_SPAN) / 2, (low + high + _MIN_SPAN) / 2
    power = 10 ** floor(log10((high - low) / 3))
    step = next(power * times for times in (1, 2, 5, 10) if (high - low) / (power * times) <= 5)
    return step, step * floor(low / step), step * ceil(high / step)


def _extent(points: Sequence[Point]) -> tuple[float, float]:
    """The lowest and the highest end of the band."""
    return min(rating - doubt for _, rating, doubt in points), max(rating + doubt for _, rating, doubt in points)


def _places(points: Sequence[Point]) -> int:
    """The number of decimals that the values need."""
    low, high = _extent(points)
    whole = all(float(part).is_integer() for point in points for part in point[1:])
    return 0 if whole or high - low >= 20 else 1


def _number(value: float, places: int) -> str:
    words = f"{abs(value):.{places}f}"
    return f"\N{MINUS SIGN}{words}" if value < 0 and float(words) else words


def _value(point: Point, places: int) -> str:
    return gettext("{value}, plus or minus {doubt}", value=_number(point[1], places), doubt=_number(point[2], places))
