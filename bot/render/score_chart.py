"""The score chart of a finished game: the winner, the scores deal by deal, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import gettext
from bot.render import pegs, shapes
from bot.render.canvas import Canvas, Palette
from bot.render.empty_board import dark_board, describe_lines, labelled_lines
from bot.render.lettering import distinct_names, largest_size, width_of, wrap
from bot.render.scene import Scene, shorten
from bot.render.shapes import SMALLEST
from engine.rules import STREET


@dataclass(frozen=True, slots=True)
class ScoreChartScene(Scene):
    """A finished game; ``course`` holds the scores of all sides at the start and after every peg.

    ``deals`` are the indexes in the course where a deal began, and ``turns`` the turning points with their texts. Below
    each of the ``lurch`` lines a loser loses more than one game. ``written`` replaces the verdict and the texts in the
    picture where they have names in letters that the font lacks.
    """

    kind: ClassVar[str] = "score-chart"

    names: tuple[str, ...]
    target: int
    course: tuple[tuple[int, ...], ...]
    deals: tuple[int, ...]
    winner: int
    verdict: str
    turns: tuple[tuple[int, str], ...] = ()
    lurch: tuple[int, ...] = ()
    written: tuple[str, ...] = ()

    def describe(self, longest: int) -> str:
        """Describe the result, the turning points, and the scores after every deal, or after some of very many."""
        turned = "".join(f" {number}. {shorten(words, 120)}." for number, (_, words) in enumerate(self.turns, 1))
        turning = gettext(" Turning points:{turned}", turned=turned) if turned else ""
        drawn = zip(self.names, map(gettext, pegs.PEG_NAMES), strict=False)
        called = ", ".join(f"{shorten(name, longest)} {how.split(',', maxsplit=1)[0]}" for name, how in drawn)
        lowest = f" {lines}" if (lines := describe_lines(self.lurch)) else ""
        return gettext(
            "{verdict}.{turning} Scores, {called}: {course}.{lowest}",
            verdict=shorten(self.verdict, 200),
            turning=turning,
            called=called,
            course=_describe_scores(self),
            lowest=lowest,
        )

    def draw(self, palette: Palette | None = None) -> Image.Image:
        verdict, *texts = self.written or (self.verdict, *(words for _, words in self.turns))
        turns = [wrap(words, SMALLEST, _TURN_WIDTH)[:_MAX_TURN_LINES] for words in texts]
        canvas = _empty_chart(sum(map(_turn_height, turns)), palette).copy()
        _draw_title(canvas, self.winner, verdict)
        _draw_grid(canvas, self)
        _draw_lines(canvas, self)
        _draw_turning_points(canvas, self, turns)
        return canvas.image


# The description.

_MAX_DEALS_DESCRIBED: Final = 30


def _describe_scores(scene: ScoreChartScene) -> str:
    """Describe the scores after the deals, ``1: 8-5``; the last deal is always included."""
    ends = list(enumerate((*scene.deals[1:], len(scene.course) - 1), 1))
    every = -(-len(ends) // _MAX_DEALS_DESCRIBED)
    kept = [end for end in ends if end[0] % every == 0 or end == ends[-1]]
    return gettext("after deal ") + ", ".join(f"{deal}: {'-'.join(map(str, scene.course[end]))}" for deal, end in kept)


# The layout.

_TOP: Final = 118
_PLOT: Final = 500
_FOOT: Final = 68
_TURN_LINE: Final = 48
_TURN_WIDTH: Final = shapes.WIDTH - 108
_MAX_TURN_LINES: Final = 2
_LEFT: Final = 98
_RIGHT: Final = 776
_BOTTOM_GAP: Final = 14
_TOP_GAP: Final = 62
"""The distance of the target score from the upper edge; the numbers of the turning points are between."""


def deal_spans(scene: ScoreChartScene) -> list[tuple[int, int, int]]:
    """The spans of the course that are drawn equally wide: the deal, and the indexes of its start and its end.

    Points before the first deal are a span of their own; a deal without points has none.
    """
    end = len(scene.course) - 1
    begun = [(0, 0), *enumerate(scene.deals, 1)]
    ends = [place for _, place in begun[1:]] + [end]
    return [(deal, first, last) for (deal, first), last in zip(begun, ends, strict=True) if first < last]


def positions(scene: ScoreChartScene) -> list[float]:
    """The horizontal position of each step of the course, from 0 to 1."""
    parts = deal_spans(scene)
    places = [0.0]
    for number, (_, first, last) in enumerate(parts):
        places += [(number + step / (last - first)) / len(parts) for step in range(1, last - first + 1)]
    return places


def _point(scene: ScoreChartScene, along: float, score: int) -> tuple[float, float]:
    room = _PLOT - _BOTTOM_GAP - _TOP_GAP
    return _LEFT + along * (_RIGHT - _LEFT), _TOP + _PLOT - _BOTTOM_GAP - score / scene.target * room


def spread_apart(wanted: Sequence[float], apart: float, within: tuple[float, float]) -> list[float]:
    """Move positions apart to a minimum distance, in order and within bounds."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    placed = [0.0] * len(wanted)
    least, most = within
    for number in order:
        placed[number] = max(wanted[number], least)
        least = placed[number] + apart
    for number in reversed(order):
        placed[number] = min(placed[number], most)
        most = placed[number] - apart
    return placed


# The drawing.


@lru_cache(maxsize=4)
def _empty_chart(below: int, palette: Palette | None) -> Canvas:
    """Return an empty chart with room for the turning points. It is cached: do not draw on it."""
    height = _TOP + _PLOT + _FOOT + below + 14
    canvas = dark_board(height)
    canvas.rounded((14, _TOP, shapes.WIDTH - 14, _TOP + _PLOT + _FOOT), 18, shapes.BACKGROUND)
    return canvas.to(palette)


def _draw_title(canvas: Canvas, winner: int, verdict: str) -> None:
    room = shapes.WIDTH - 150
    size = largest_size(verdict, range(56, SMALLEST - 1, -2), room, bold=True)
    pegs.scatter_confetti(canvas, (20, 10, shapes.WIDTH - 20, 26), 26)
    pegs.scatter_confetti(canvas, (20, _TOP - 26, shapes.WIDTH - 20, _TOP - 12), 25)
    canvas.stamp_around(pegs.peg(winner, 50), (66, _TOP / 2 + 22))
    canvas.stamp_around(pegs.crown(60), (66, _TOP / 2 - 20))
    base = (118, _TOP / 2 + size * 0.34)
    canvas.text(base, verdict, size, shapes.WHITE_TEXT, bold=True, within=room)


def _draw_grid(canvas: Canvas, scene: ScoreChartScene) -> None:
    for score in (*range(0, scene.target - 1, STREET), scene.target):
        _, y = _point(scene, 0, score)
        fill, width = (shapes.WHITE_TEXT, 3) if score == scene.target else (shapes.GRID, 2)
        canvas.line((_LEFT, y, _RIGHT, y), fill, width)
        canvas.text((_LEFT - 12, y + 14), str(score), SMALLEST, shapes.GREY_TEXT, anchor="r")
    _draw_deal_numbers(canvas, scene)
    for place, _ in scene.turns:
        x, _ = _point(scene, positions(scene)[place], 0)
        for high in range(_TOP + _TOP_GAP - 8, _TOP + _PLOT - _BOTTOM_GAP, 14):
            canvas.line((x, high, x, high + 6), fill=shapes.GREY_TEXT, width=2)
    for below, name in labelled_lines(scene.lurch):
        x, y = _point(scene, 0, below)
        for dash in range(_LEFT, _RIGHT, 26):
            canvas.line((dash, y, min(dash + 14, _RIGHT), y), fill=shapes.GOLD, width=3)
        words = gettext("{name} below {below}", name=name, below=below)
        canvas.rectangle((x + 6, y - 44, x + 14 + width_of(words, SMALLEST), y - 4), fill=shapes.BACKGROUND)
        canvas.text((x + 10, y - 10), words, SMALLEST, shapes.GOLD)


def _draw_deal_numbers(canvas: Canvas, scene: ScoreChartScene) -> None:
    parts = deal_spans(scene)
    low = _TOP + _PLOT
    broad = (_RIGHT - _LEFT) / max(len(parts), 1)
    every = -(-60 // round(broad)) if broad >= 1 else len(parts)
    for number, (deal, _, _) in enumerate(parts):
        x = _LEFT + number * broad
        if number:
            canvas.line((x, _TOP + _TOP_GAP, x, low - _BOTTOM_GAP), fill=shapes.PANEL, width=2)
        if deal and (deal - 1) % every == 0:
            canvas.text((x + broad / 2, low + 40), str(deal), SMALLEST, shapes.GREY_TEXT, anchor="m")
    if parts:
        canvas.text((_RIGHT + 30, low + 40), gettext("deal"), SMALLEST, shapes.GREY_TEXT, within=_NAME_WIDTH)


def _draw_lines(canvas: Canvas, scene: ScoreChartScene) -> None:
    places = positions(scene)
    for side in _winner_last(scene):
        points = [_point(scene, along, scores[side]) for along, scores in zip(places, scene.course, strict=True)]
        canvas.curves([points], shapes.SIDES[side], 7)
        for _, first, _ in deal_spans(scene):
            canvas.stamp_around(pegs.symbol(side, 22), points[first])
    _draw_ends(canvas, scene)


def _draw_ends(canvas: Canvas, scene: ScoreChartScene) -> None:
    points = [_point(scene, positions(scene)[-1], score) for score in scene.course[-1]]
    apart = 92 if len(points) > 2 else 136
    heights = spread_apart([y for _, y in points], apart, (_TOP + 40, _TOP + _PLOT - apart + 36))
    names = distinct_names(scene.names)
    for side in _winner_last(scene):
        canvas.stamp_around(pegs.peg(side, 38), points[side])
        height = heights[side]
        canvas.stamp_around(pegs.symbol(side, 32), (_RIGHT + 46, height))
        canvas.text((_RIGHT + 70, height + 16), str(scene.course[-1][side]), 48, shapes.WHITE_TEXT, bold=True)
        for row, line in enumerate(_split_name(names[side], 2 if len(points) == 2 else 1)):
            canvas.text((_RIGHT + 30, height + 56 + 40 * row), line, SMALLEST, shapes.WHITE_TEXT, within=_NAME_WIDTH)


def _winner_last(scene: ScoreChartScene) -> list[int]:
    return sorted(range(len(scene.names)), key=lambda side: side == scene.winner)


def _split_name(name: str, most: int) -> list[str]:
    """The name in one row, or in two, split at the last space that leaves the first short enough."""
    if most == 1 or width_of(name, SMALLEST) <= _NAME_WIDTH:
        return [name]
    spaces = [place for place, letter in enumerate(name) if letter == " "]
    fitting = [place for place in spaces if width_of(name[:place], SMALLEST) <= _NAME_WIDTH]
    return [name[: fitting[-1]], name[fitting[-1] + 1 :]] if fitting else [name]


_NAME_WIDTH: Final = shapes.WIDTH - _RIGHT - 48


def _turn_height(lines: Sequence[str]) -> int:
    return len(lines) * _TURN_LINE + 8


def _draw_turning_points(canvas: Canvas, scene: ScoreChartScene, turns: Sequence[Sequence[str]]) -> None:
    places = positions(scene)
    where = [_point(scene, places[place], 0)[0] for place, _ in scene.turns]
    for number, x in enumerate(spread_apart(where, 56, (_LEFT, _RIGHT)), 1):
        canvas.badge((round(x), _TOP + 30), 50, str(number), SMALLEST)
    top = _TOP + _PLOT + _FOOT + 6
    for number, lines in enumerate(turns, 1):
        canvas.badge((44, top + 26), 50, str(number), SMALLEST)
        for row, line in enumerate(lines):
            canvas.text((82, top + 41 + row * _TURN_LINE), line, SMALLEST, shapes.WHITE_TEXT, within=_TURN_WIDTH)
        top += _turn_height(lines)
