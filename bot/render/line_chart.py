"""Charts of one line over time: a rating with its confidence band, the chance to win, and the points lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, groupby, pairwise
from math import ceil, floor, hypot, log10, sqrt
from typing import ClassVar, Final, TypeAlias

from PIL import Image

from bot.i18n.translation import N_, date_of, day_and_month, gettext
from bot.render.canvas import Canvas, Palette, plot_palette
from bot.render.lettering import width_of
from bot.render.scene import Scene, shorten
from bot.render.shapes import BACKGROUND, GOLD, GREY_TEXT, GRID, INK, PANEL, SIDES, WHITE_TEXT, Colour, mix

_WIDTH: Final = 800
"""The width; it is smaller than that of other pictures, so that a phone shows larger letters."""

_EDGE: Final = 32
_SMALL: Final = 34
_STROKE: Final = 5
_LINE: Final = SIDES[1]
_GROUNDS: Final = (BACKGROUND, PANEL)
_HEIGHT: Final = 560
_TOP: Final = 110
_BOTTOM: Final = 476
_TITLE: Final = 44
_DISC: Final = 25
_PALETTE: Final = plot_palette(_GROUNDS, (WHITE_TEXT, GREY_TEXT, GOLD, GRID, _LINE, INK))

_Line: TypeAlias = tuple[float, str]


class _Field:
    """The field of a chart, with level lines whose labels are left of it, and its range of values.

    ``rows`` are its top and bottom. Points keep ``inset`` pixels from its sides, and from its top and bottom.
    """

    def __init__(
        self,
        lines: Sequence[_Line],
        values: tuple[float, float],
        rows: tuple[int, int],
        right: int,
        inset: tuple[int, int],
    ) -> None:
        self._lines = sorted(lines)
        self._low, self._high = values
        self._top, self._bottom = rows
        self._aside, self._inset = inset
        self.left = _EDGE + max(width_of(label, _SMALL) for _, label in lines) + 14
        self.right = right

    def x(self, share: float) -> float:
        return self.left + self._aside + (self.right - self.left - 2 * self._aside) * share

    def y(self, value: float) -> int:
        share = (value - self._low) / (self._high - self._low)
        return round(self._bottom - self._inset - (self._bottom - self._top - 2 * self._inset) * share)

    def draw(self, canvas: Canvas, thick: int = 1) -> None:
        """Draw the panel, and the lines with those labels that have room, from the highest on."""
        canvas.rounded((self.left, self._top, self.right, self._bottom), 12, PANEL)
        room = (self._high - self._low) * _SMALL / (self._bottom - self._top - 2 * self._inset)
        last: float | None = None
        for value, label in reversed(self._lines):
            y = self.y(value)
            canvas.rectangle((self.left + 6, y, self.right - 7, y + thick - 1), GRID)
            if last is None or last - value >= room:
                canvas.text((self.left - 14, y + 11), label, _SMALL, GREY_TEXT, anchor="r")
                last = value


@dataclass(frozen=True, slots=True)
class ChanceChartScene(Scene):
    """The chance to win before each deal and at the end; ``marks`` are the deals of numbered moments, the first 1."""

    kind: ClassVar[str] = "chance"
    palette = _PALETTE

    chances: tuple[float, ...]
    marks: tuple[int, ...] = ()

    def draw(self, palette: Palette | None = None) -> Image.Image:
        values = [100 * chance for chance in self.chances]
        field = _field(((0.0, "0"), (50.0, "50"), (100.0, "100 %")), 100.0)
        canvas = _draw_line(gettext("Chance to win before each deal"), field, values, palette)
        xs, deals = _xs(field, len(values)), len(values) - 1
        for place in range(0, deals, max(ceil(deals / 9), 1)):
            canvas.text((xs[place], _BOTTOM + 42), str(place + 1), _SMALL, GREY_TEXT, anchor="m")
        used = dict[int, int]()
        for number, deal in enumerate(self.marks, 1):
            # Several moments of a deal stand below each other.
            down = used[deal] = used.get(deal, -1) + 1
            x, y = xs[deal - 1], min(field.y(values[deal - 1]) + down * (2 * _DISC + 4), _BOTTOM - _DISC)
            canvas.badge((x, y), 2 * _DISC, str(number), _SMALL)
        return canvas.image

    def describe(self, longest: int) -> str:
        chances = ", ".join(f"{deal}: {chance:.0%}" for deal, chance in enumerate(self.chances[:-1], 1))
        end = gettext("You won.") if self.chances[-1] else gettext("You lost.")
        text = gettext("Your chance to win before each deal: {chances}. {end}", chances=chances, end=end)
        if not self.marks:
            return text
        marks = ", ".join(
            gettext("{number} in deal {deal}", number=n, deal=deal) for n, deal in enumerate(self.marks, 1)
        )
        return gettext("{text} Moments: {marks}.", text=text, marks=marks)


@dataclass(frozen=True, slots=True)
class ProgressChartScene(Scene):
    """The points lost in each game, the oldest first, and the lines of the levels by their labels."""

    kind: ClassVar[str] = "progress"
    palette = _PALETTE

    lost: tuple[float, ...]
    levels: tuple[tuple[str, float], ...]

    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the chart; the least points lost are at the top, and small differences there count for more."""
        highest = sqrt(max(1.0, *self.lost, *(value for _, value in self.levels)) * 1.08)
        lines = tuple((highest - sqrt(value), label) for label, value in self.levels)
        values = [highest - sqrt(value) for value in self.lost]
        return _draw_line(gettext("Points lost per game"), _field(lines, highest), values, palette).image

    def describe(self, longest: int) -> str:
        games = ", ".join(f"{lost:.1f}" for lost in self.lost)
        levels = ", ".join(f"{label} {value:.1f}" for label, value in self.levels)
        return gettext(
            "Points lost in each game, the oldest first: {games}. Levels: {levels}."
            if levels
            else "Points lost in each game, the oldest first: {games}.",
            games=games,
            levels=levels,
        )


def _field(lines: Sequence[_Line], highest: float) -> _Field:
    return _Field(lines, (0.0, highest), (_TOP, _BOTTOM), _WIDTH - _EDGE, (34, 34))


def _xs(field: _Field, many: int) -> list[int]:
    return [round(field.x(place / (many - 1) if many > 1 else 0.5)) for place in range(many)]


def _draw_line(title: str, field: _Field, values: Sequence[float], palette: Palette | None) -> Canvas:
    canvas = Canvas(_WIDTH, _HEIGHT, BACKGROUND, palette)
    canvas.text((_EDGE, 70), title, _TITLE, WHITE_TEXT, bold=True, within=_WIDTH - 2 * _EDGE)
    field.draw(canvas, 2)
    spots = list(zip(_xs(field, len(values)), map(field.y, values), strict=True))
    if len(spots) > 1:
        canvas.curves([spots], _LINE, _STROKE)
    canvas.disc(spots[-1], 20, _LINE)
    return canvas


# The rating.

Point: TypeAlias = tuple[str, float, float]
"""The ISO time of a result, the rating after it, and its margin."""

_Spot: TypeAlias = tuple[float, float]

_RATING_HEIGHT: Final = 600
_RATING_TOP: Final = 160
_RATING_BOTTOM: Final = 472
_NAME: Final = 48
_VALUE: Final = 46
_COLUMN: Final = 3
"""The width in pixels of a column; of its points only the lowest, the highest and the last are drawn."""

_MAX_SMOOTH_POINTS: Final = 200
"""Lines with more points have no rounded corners: nobody would see them, and they take long to draw."""

_DASH: Final = (16, 12)
_MIN_SPAN: Final = 4.0

_DAY: Final = timedelta(days=1)
_OTHER_LINE: Final = SIDES[0]
_BAND: Final[Colour] = mix(PANEL, _LINE, 0.3)
_BAND_EDGE: Final[Colour] = mix(PANEL, _LINE, 0.55)
_OVER_TIME: Final = N_("rating over time")
_LEGEND: Final = N_("Shaded: 95% range.")
_NO_GAMES: Final = N_("No rated games yet.")


@dataclass(frozen=True, slots=True)
class RatingChartScene(Scene):
    """The chart of a player's rating; its first ``provisional_until`` points are provisional.

    The line of an ``other`` player, to compare with, has no band.
    """

    kind: ClassVar[str] = "rating"
    palette = plot_palette((*_GROUNDS, _BAND), (WHITE_TEXT, GREY_TEXT, GOLD, GRID, _LINE, _BAND_EDGE, _OTHER_LINE))

    player: str
    points: tuple[Point, ...]
    provisional_until: int = 0
    other: str = ""
    other_points: tuple[Point, ...] = ()

    def draw(self, palette: Palette | None = None) -> Image.Image:
        canvas = Canvas(_WIDTH, _RATING_HEIGHT, BACKGROUND, palette)
        if self.other_points and self.points:
            # Each name is behind a disc in the colour of its line.
            for left, name, colour in ((_EDGE, self.player, _LINE), (_WIDTH // 2, self.other, _OTHER_LINE)):
                canvas.disc((left + 14, 62), 14, colour)
                room = _WIDTH // 2 - _EDGE - 44
                canvas.text((left + 40, 74), name, _VALUE, WHITE_TEXT, bold=True, within=room)
        else:
            room = _WIDTH - 2 * _EDGE - 14 - width_of(gettext(_OVER_TIME), _SMALL)
            taken = canvas.text((_EDGE, 74), self.player, _NAME, WHITE_TEXT, bold=True, within=room)
            canvas.text((_EDGE + taken + 14, 74), gettext(_OVER_TIME), _SMALL, GREY_TEXT)
        if self.points:
            _Plot(self).draw(canvas)
        else:
            canvas.rounded((_EDGE, _RATING_TOP, _WIDTH - _EDGE, _RATING_BOTTOM), 12, PANEL)
            middle = (_WIDTH // 2, (_RATING_TOP + _RATING_BOTTOM) // 2 + 12)
            canvas.text(middle, gettext(_NO_GAMES), _VALUE, GREY_TEXT, anchor="m")
        return canvas.image

    def describe(self, longest: int) -> str:
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
        return gettext("For comparison: {name}, now {last}.", name=shorten(self.other, longest), last=last)

    def _provisional_note(self, times: Sequence[datetime]) -> str:
        if self.provisional_until >= len(times):
            return gettext("Every rating here is provisional.")
        return (
            gettext("Provisional until {time}.", time=date_of(times[self.provisional_until]))
            if self.provisional_until > 0
            else ""
        )


class _Plot:
    def __init__(self, scene: RatingChartScene) -> None:
        self._points = scene.points
        self._until = max(0, min(scene.provisional_until, len(scene.points)))
        self._places = _places(scene.points)
        self._times = _spread(_times(scene.points))
        self._other = scene.other_points
        self._other_times = _spread(_times(scene.other_points)) if scene.other_points else []
        self._first = min([*self._times[:1], *self._other_times[:1]])
        self._last = max([*self._times[-1:], *self._other_times[-1:]])
        step, low, high = _scale([*scene.points, *((time, value, 0.0) for time, value, _ in scene.other_points)])
        ticks = [step * place for place in range(round(low / step), round(high / step) + 1)]
        lines = [(value, _number(value, 0 if step >= 1 else 1)) for value in ticks]
        value, give = self._current()
        taken = max(width_of(value, _VALUE, bold=True), width_of(give, _SMALL))
        self._field = _Field(lines, (low, high), (_RATING_TOP, _RATING_BOTTOM), _WIDTH - _EDGE - taken - 26, (18, 12))

    def draw(self, canvas: Canvas) -> None:
        self._field.draw(canvas)
        self._draw_band(canvas)
        self._draw_lines(canvas)
        self._draw_dates(canvas)
        if self._until:
            self._draw_bracket(canvas)
        self._draw_current(canvas)
        canvas.text((_EDGE, _RATING_HEIGHT - 36), gettext(_LEGEND), _SMALL, GREY_TEXT, within=_WIDTH - 2 * _EDGE)

    def _x(self, time: datetime) -> float:
        whole = self._last - self._first
        return self._field.x((time - self._first) / whole if whole else 0.5)

    def _spots(self, times: Iterable[datetime], values: Iterable[float]) -> list[_Spot]:
        return [(self._x(time), self._field.y(value)) for time, value in zip(times, values, strict=True)]

    def _draw_band(self, canvas: Canvas) -> None:
        above = self._spots(self._times, (rating + doubt for _, rating, doubt in self._points))
        below = self._spots(self._times, (rating - doubt for _, rating, doubt in self._points))
        if len(above) == 1:
            (x, high), (_, low) = above[0], below[0]
            canvas.polygon([(x - 9, high), (x + 9, high), (x + 9, low), (x - 9, low)], _BAND)
            return
        edges = [
            [(column[-1][0], end(y for _, y in column)) for column in self._columns(line)]
            for line, end in ((above, min), (below, max))
        ]
        canvas.polygon([*edges[0], *reversed(edges[1])], _BAND)
        canvas.curves(edges, _BAND_EDGE, 1, is_round=False)

    def _draw_lines(self, canvas: Canvas) -> None:
        """Draw the line of the rating, dashed as long as it is provisional, and that of the other player."""
        own = self._spots(self._times, (rating for _, rating, _ in self._points))
        other = self._spots(self._other_times, (rating for _, rating, _ in self._other))
        split = max(0, self._until - 1)
        dashes = _dashes(self._thin_out(own[: split + 1]))
        for lines, colour in (
            (dashes, _LINE),
            ([self._thin_out(own[split:])], _LINE),
            ([self._thin_out(other)], _OTHER_LINE),
        ):
            if lines := [line for line in lines if len(line) > 1]:
                canvas.curves(lines, colour, _STROKE, is_round=max(map(len, lines)) <= _MAX_SMOOTH_POINTS)
        for line, size, colour in ((other, 20, _OTHER_LINE), (own, 22, _LINE)):
            for x, y in line[-1:]:
                canvas.disc((int(x + 0.5), round(y)), size, WHITE_TEXT)
                canvas.disc((int(x + 0.5), round(y)), size - 8, colour)

    def _thin_out(self, spots: Sequence[_Spot]) -> list[_Spot]:
        kept = []
        for column in self._columns(spots):
            ys = [y for _, y in column]
            kept += [column[place] for place in sorted({ys.index(min(ys)), ys.index(max(ys)), len(column) - 1})]
        return kept

    def _columns(self, spots: Sequence[_Spot]) -> list[list[_Spot]]:
        """Group the points by columns; the first point is a group of its own."""
        groups = groupby(spots[1:], key=lambda spot: (spot[0] - self._field.left) // _COLUMN)
        return [list(spots[:1]), *(list(group) for _, group in groups)] if spots else []

    def _draw_dates(self, canvas: Canvas) -> None:
        first, last, left, right = self._first, self._last, self._field.left, self._field.right
        base = _RATING_BOTTOM + 44
        if first.date() == last.date():
            canvas.text(((left + right) // 2, base), date_of(first), _SMALL, GREY_TEXT, anchor="m")
            return
        ends = canvas.text((left, base), date_of(first), _SMALL, GREY_TEXT)
        starts = right - canvas.text((right, base), date_of(last), _SMALL, GREY_TEXT, anchor="r")
        middle = first + (last - first) / 2
        words = day_and_month(middle)
        x, half = round(self._x(middle)), width_of(words, _SMALL) // 2
        if last - first >= 2 * _DAY and left + ends + 24 < x - half and x + half + 24 < starts:
            canvas.text((x, base), words, _SMALL, GREY_TEXT, anchor="m")

    def _draw_bracket(self, canvas: Canvas) -> None:
        left, end = self._field.left + 4, self._field.right - 4
        if self._until < len(self._points):
            end = round(self._x(self._times[self._until - 1]))
        right = max(end, left + 24)
        canvas.rectangle((left, _RATING_TOP - 12, right, _RATING_TOP - 10), GREY_TEXT)
        for x in (left, right - 2):
            canvas.rectangle((x, _RATING_TOP - 12, x + 2, _RATING_TOP - 4), GREY_TEXT)
        canvas.text(
            (left + 6, _RATING_TOP - 24), gettext("provisional"), _SMALL, GREY_TEXT, within=_WIDTH - _EDGE - left
        )

    def _current(self) -> tuple[str, str]:
        _, rating, doubt = self._points[-1]
        return _number(rating, self._places), f"± {_number(doubt, self._places)}"

    def _draw_current(self, canvas: Canvas) -> None:
        value, give = self._current()
        left, field = self._field.right + 22, self._field
        base = min(max(field.y(self._points[-1][1]) + 14, _RATING_TOP + 40), _RATING_BOTTOM - 46)
        canvas.text((left, base), value, _VALUE, GOLD, bold=True)
        canvas.text((left, base + 40), give, _SMALL, GREY_TEXT)
        if self._other:
            value = _number(self._other[-1][1], self._places)
            wanted = min(max(field.y(self._other[-1][1]) + 14, _RATING_TOP + 40), _RATING_BOTTOM - 6)
            # The two numbers keep clear of each other.
            above = wanted < base and base - 48 >= _RATING_TOP + 30
            own = min(wanted, base - 48) if above else max(wanted, base + 84)
            canvas.text((left, own), value, _VALUE, _OTHER_LINE, bold=True)


def _dashes(line: Sequence[_Spot]) -> list[list[_Spot]]:
    on, off = _DASH
    done, dash, dashes = 0.0, [line[0]], list[list[_Spot]]()
    for (x, y), (to_x, to_y) in pairwise(line):
        length, along = hypot(to_x - x, to_y - y), 0.0
        while along < length:
            draws = done < on
            piece = min((on if draws else on + off) - done, length - along)
            along, done = along + piece, done + piece
            here = (x + (to_x - x) * along / length, y + (to_y - y) * along / length)
            dash = [*dash, here] if draws else [here]
            if draws and done >= on:
                dashes.append(dash)
                dash = [here]
            elif done >= on + off:
                done = 0.0
    return [*dashes, dash] if done < on else dashes


def _times(points: Iterable[Point]) -> list[datetime]:
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
