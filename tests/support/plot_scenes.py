"""Scenes of league tables and rating charts to draw: ordinary ones, the longest and the emptiest."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from math import sin

from bot.render.line_chart import ChanceChartScene, Point, ProgressChartScene, RatingChartScene
from bot.render.player_stats import BadgesScene, PlayerStatsScene
from bot.render.scene import Scene
from bot.render.standings import LINES, Line, StandingsScene
from engine.analysis.achievements import KINDS

HEADS = ("P", "W", "L", "Pts", "+/\N{MINUS SIGN}")
LEVELS = (("easy", 20.0), ("casual", 13.6), ("steady", 8.2), ("club", 5.1), ("expert", 0.1))
NAMES = ("Ann", "Ben", "Bartholomew Featherstonehaugh of the Long Acre", "Дмитрий", "Ωμέγα", "Zoë", "o'Brien", "Dan 🎉")
STRANGE = (
    "\u674e",
    "\u91cc",
    "\u5c71\u7530\u592a\u90ce",
    "\uae40\ubbfc\uc218",
    "\u0645\u062d\u0645\u062f \u0639\u0644\u064a",
    "\u05d3\u05d5\u05d3 \u05db\u05d4\u05df",
    "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
    "\U0001d4d0\U0001d4f7\U0001d4f7",
    "\N{PARTY POPPER}\N{PARTY POPPER}",
)
"""Names in Chinese, Japanese, Korean, Arabic, Hebrew, Thai, ornamental letters and emoji."""

MOVED = (0, 2, -1, None, -12, 1, 0, 3)


def line(place: int, *, moved: bool = True, cells: int = len(HEADS)) -> Line:
    """Return a line of a long table; the first two are level."""
    spread = 340 - 28 * place
    figures = (36, 24 - place // 2, 12 + place // 2, 52 - place, spread, 2, 1, 9, 61, 3, 24, 1512)
    description = [f"\N{MINUS SIGN}{-figure}" if figure < 0 else str(figure) for figure in figures]
    description[4] = f"+{spread}" if spread > 0 else description[4]
    rank = "1=" if place < 2 else str(place + 1)
    return Line(
        rank, NAMES[place % len(NAMES)], tuple(description[:cells]), MOVED[place % len(MOVED)] if moved else None
    )


def foreign(place: int) -> Line:
    """Return a line with a name in letters that the font lacks; the first two look the same."""
    return replace(line(place), name=STRANGE[place])


def ratings(many: int, *, a_day: int = 2, settled: float = 230.0) -> tuple[Point, ...]:
    """Return the ratings of a new player, which rise and then vary."""
    return tuple(
        (
            (date(2026, 1, 3) + timedelta(days=place // a_day)).isoformat(),
            round(1560 + 150 * sin(place * 9 / many) + 30 * sin(place * 2.3) - 60 * 0.9**place),
            round(settled + 530 * 0.96**place),
        )
        for place in range(many)
    )


FOOT = "2 points a game, 3 for a skunk. Nine games between equals say little: luck alone moves you three places."
DRAWN = (3, 1, 0, 4)
"""The columns of the picture: the points, the wins, the games, and the difference."""
WIDE = ("P", "W", "L", "GP", "+/\N{MINUS SIGN}", "SkW", "SkL", "Avg", "Win %", "Streak", "Best", "Rating")

SCENES: dict[str, Scene] = {
    "standings": StandingsScene("The Club, winter league", HEADS, tuple(map(line, range(8))), FOOT, DRAWN),
    "standings-long": StandingsScene(
        "The Club, winter league", HEADS, tuple(map(line, range(LINES))), f"{FOOT} Page 1 of 3.", DRAWN
    ),
    "standings-wide": StandingsScene(
        "Everything that is counted",
        WIDE,
        tuple(line(place, moved=False, cells=len(WIDE)) for place in range(6)),
        drawn=(11, 3, 1, 0),
    ),
    "standings-strange-names": StandingsScene(
        "\u9ebb\u5c06 \u30af\u30e9\u30d6", HEADS, tuple(map(foreign, range(len(STRANGE)))), FOOT, DRAWN
    ),
    "standings-one": StandingsScene("", (), (Line("1", "Ann", ()),)),
    "standings-none": StandingsScene("The Club, winter league", HEADS, (), FOOT),
    "rating": RatingChartScene("Ann", ratings(80), 20),
    "rating-two": RatingChartScene("Ann", ratings(30), 20, "Ben", ratings(9, settled=600.0)),
    "rating-one-of-two": RatingChartScene("Ann", ratings(30), 20, "Ben", ratings(1)),
    "rating-long": RatingChartScene("Bartholomew Featherstonehaugh of the Long Acre", ratings(2_000, a_day=4), 20),
    "rating-provisional": RatingChartScene("Дмитрий", ratings(7, a_day=7), 7),
    "rating-one": RatingChartScene("Zoë", ratings(1), 1),
    "rating-none": RatingChartScene("Dan 🎉", ()),
    "rating-level": RatingChartScene("Ben", (("2026-11-20", 1500, 0), ("2026-11-21", 1500, 0))),
    "stats": PlayerStatsScene(
        "Ann",
        "in this server",
        12,
        20,
        (
            ("Average hand", "7.85"),
            ("Average crib", "4.60"),
            ("Best hand", "24"),
            ("Pegged a game", "32.4"),
            ("Skunks won", "2"),
            ("Skunks lost", "1"),
            ("Muggins won", "3"),
            ("Muggins lost", "2"),
            ("Overcounted", "11"),
        ),
        (
            ("Dealt first", 5, 9),
            ("Dealt later", 7, 11),
            ("vs people", 5, 8),
            ("vs Robin (easy)", 7, 7),
            ("vs Clover (club)", 0, 5),
        ),
        "Hands, play and first deals: last 300 games only.",
        "Ann, in this server. Games: 20, won 12.",
    ),
    "stats-first-game": PlayerStatsScene(
        NAMES[2], "everywhere", 0, 1, (("Skunks won", "0"), ("Skunks lost", "1")), (), "", "Games: 1, won 0."
    ),
    "chance": ChanceChartScene((0.5, 0.55, 0.4, 0.62, 0.7, 0.5, 0.66, 0.8, 0.6, 1.0), (8, 3, 3)),
    "progress": ProgressChartScene((22.0, 12.5, 14.0, 8.0, 9.9, 6.0, 4.1), LEVELS),
    "progress-one": ProgressChartScene((42.0,), LEVELS),
    "badges": BadgesScene(tuple((kind, kind.replace("_", " ")) for kind in KINDS), "Achievements: all of them."),
    "badges-few": BadgesScene(
        (("hand_24", "24 hand"), ("skunk", "A badge with a name that is too long for its column")),
        "Achievements: 2 of 19.",
    ),
}
