"""League tables and ratings to look at: the usual ones, the longest and the emptiest."""

from __future__ import annotations

from datetime import date, timedelta
from math import sin

from bot.ui.drawing.picture import Scene
from bot.ui.drawing.rating import Point, RatingScene
from bot.ui.drawing.standings import LINES, Line, StandingsScene

HEADS = ("P", "W", "L", "Pts", "+/\N{MINUS SIGN}")
NAMES = ("Ann", "Ben", "Bartholomew Featherstonehaugh of the Long Acre", "Дмитрий", "Ωμέγα", "Zoë", "o'Brien", "Dan 🎉")
MOVED = (0, 2, -1, None, -12, 1, 0, 3)


def line(place: int, *, moved: bool = True, cells: int = len(HEADS)) -> Line:
    """A line of a long table, the first two level."""
    spread = 340 - 28 * place
    figures = (36, 24 - place // 2, 12 + place // 2, 52 - place, spread, 2, 1, 9, 61, 3, 24, 1512)
    told = [f"\N{MINUS SIGN}{-figure}" if figure < 0 else str(figure) for figure in figures]
    told[4] = f"+{spread}" if spread > 0 else told[4]
    rank = "1=" if place < 2 else str(place + 1)
    return Line(rank, NAMES[place % len(NAMES)], tuple(told[:cells]), MOVED[place % len(MOVED)] if moved else None)


def ratings(many: int, *, a_day: int = 2, settled: float = 230.0) -> tuple[Point, ...]:
    """A newcomer's way to a rating that then wanders about."""
    return tuple(
        (
            (date(2026, 1, 3) + timedelta(days=place // a_day)).isoformat(),
            round(1560 + 150 * sin(place * 9 / many) + 30 * sin(place * 2.3) - 60 * 0.9**place),
            round(settled + 530 * 0.96**place),
        )
        for place in range(many)
    )


FOOT = "2 points a game, 3 for a skunk. Nine games between equals say little: luck alone moves you three places."
WIDE = ("P", "W", "L", "GP", "+/\N{MINUS SIGN}", "SkW", "SkL", "Avg", "Win %", "Streak", "Best", "Rating")

SCENES: dict[str, Scene] = {
    "standings": StandingsScene("The Club, winter league", HEADS, tuple(map(line, range(8))), FOOT),
    "standings-long": StandingsScene(
        "The Club, winter league", HEADS, tuple(map(line, range(LINES))), f"{FOOT} Page 1 of 3."
    ),
    "standings-wide": StandingsScene(
        "Everything that is counted", WIDE, tuple(line(place, moved=False, cells=len(WIDE)) for place in range(6))
    ),
    "standings-one": StandingsScene("", (), (Line("1", "Ann", ()),)),
    "standings-none": StandingsScene("The Club, winter league", HEADS, (), FOOT),
    "rating": RatingScene("Ann", ratings(80), 20),
    "rating-long": RatingScene("Bartholomew Featherstonehaugh of the Long Acre", ratings(2_000, a_day=4), 20),
    "rating-provisional": RatingScene("Дмитрий", ratings(7, a_day=7), 7),
    "rating-one": RatingScene("Zoë", ratings(1), 1),
    "rating-none": RatingScene("Dan 🎉", ()),
    "rating-level": RatingScene("Ben", (("2026-11-20", 1500, 0), ("2026-11-21", 1500, 0))),
}
