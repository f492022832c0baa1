"""Scenes of boards, tables and score charts to draw: ordinary ones, the fullest, and empty ones."""

from __future__ import annotations

from math import sin

from bot.render.board import BoardScene, BoardSide, TableScene
from bot.render.scene import Scene
from bot.render.score_chart import ScoreChartScene
from bot.render.show import PlayAreaScene
from engine.cards import PACK, Card
from tests.support.scene_files import scenes_beside

SKUNKS = (91, 61)
LONG = (
    "Wolfeschlegelsteinhausenbergerdo",
    "Éloïse-Marguerite de la Rochefou",
    "Константин Константинопольский-Д",
    "o_O",
)


def fullest(sides: int) -> TableScene:
    """Return a table with as much on it as possible: long names, pegs far apart, sixteen cards."""
    names = [" and ".join(LONG[place::2]) for place in range(2)] if sides == 2 else list(LONG[:sides])
    board = tuple(BoardSide(name, 110 + place, 90 - place, 2) for place, name in enumerate(names))
    cards = [(LONG[place % 4], card) for place, card in enumerate(PACK[-16:])]
    cloth = PlayAreaScene(tuple(cards[8:]), 31, Card.parse("JD"), tuple((name, 0) for name in LONG), tuple(cards[:8]))
    return TableScene(BoardScene(121, board, 7, SKUNKS), cloth)


def race(sides: int, *, target: int = 121, deals: int = 12) -> ScoreChartScene:
    """Return a score chart in which the lead changes now and then, with three turning points."""
    names = ("Ann", "Benjamin Franklin", "Éloïse", "Дмитрий")[:sides]
    course = [(0,) * sides]
    each = target / deals
    begun = []
    for deal in range(deals):
        begun.append(len(course) - 1)
        for side in range(sides):
            gain = round(each * (1 + 0.8 * sin(1.7 * deal + 2.1 * side)))
            for part in (gain // 3, gain - gain // 3):
                scores = list(course[-1])
                scores[side] = min(target - 1 - 9 * side, scores[side] + part)
                course.append(tuple(scores))
    course.append((target, *course[-1][1:]))
    turns = (
        (begun[deals // 3], "Deal 4: Benjamin Franklin's crib +16"),
        (begun[deals // 3] + 1, "Deal 5, play: Ann +4 and ahead for good, Benjamin Franklin +4"),
        (len(course) - 1, f"Deal {deals}: Ann's hand +12"),
    )
    verdict = f"Ann wins, {target} to {' and '.join(map(str, course[-1][1:]))}"
    return ScoreChartScene(
        names, target, tuple(course), tuple(begun), 0, verdict, turns, SKUNKS if target == 121 else ()
    )


SCENES: dict[str, Scene] = {
    **scenes_beside(__file__),
    "table-fullest": fullest(3),
    "score-chart": race(2),
    "score-chart-three": race(3),
    "score-chart-four": race(4, deals=20),
    "score-chart-61": race(2, target=61, deals=4),
}
