"""Scenes of league tables and rating charts to draw: ordinary ones, the longest and the emptiest."""

from __future__ import annotations

from datetime import date, timedelta
from math import sin

from bot.render.line_chart import Point, RatingChartScene
from bot.render.player_stats import BadgesScene
from bot.render.scene import Scene
from engine.analysis.achievements import KINDS
from tests.support.scene_files import scenes_beside


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


SCENES: dict[str, Scene] = {
    **scenes_beside(__file__),
    "rating": RatingChartScene("Ann", ratings(80), 20),
    "rating-two": RatingChartScene("Ann", ratings(30), 20, "Ben", ratings(9, settled=600.0)),
    "rating-one-of-two": RatingChartScene("Ann", ratings(30), 20, "Ben", ratings(1)),
    "rating-long": RatingChartScene("Bartholomew Featherstonehaugh of the Long Acre", ratings(2_000, a_day=4), 20),
    "rating-provisional": RatingChartScene("Дмитрий", ratings(7, a_day=7), 7),
    "rating-one": RatingChartScene("Zoë", ratings(1), 1),
    "badges": BadgesScene(tuple((kind, kind.replace("_", " ")) for kind in KINDS), "Achievements: all of them."),
}
