"""Scenes of boards, tables and score charts to draw: ordinary ones, the fullest, and empty ones."""

from __future__ import annotations

from math import sin

from bot.render.board import BoardScene, BoardSide, TableScene
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene, Style
from bot.render.score_chart import ScoreChartScene
from engine.cards import PACK, Card

SKUNKS = (91, 61)
LONG = (
    "Wolfeschlegelsteinhausenbergerdo",
    "Éloïse-Marguerite de la Rochefou",
    "Константин Константинопольский-Д",
    "o_O",
)

STRANGE = ("\u5c71\u7530\u592a\u90ce", "\u0645\u062d\u0645\u062f", "\U0001d4d0\U0001d4f7\U0001d4f7", "\N{PARTY POPPER}")
"""Names in letters that the face does not hold: in Japanese, Arabic, ornamental letters and emoji."""

ALIKE = ("\u674e", "\u91cc")
"""Two names that are spelled alike."""

CLOTH = PlayAreaScene(
    tuple((name, Card.parse(card)) for name, card in (("Ann", "5H"), ("Ben", "JC"), ("Ann", "AS"), ("Ben", "6D"))),
    22,
    Card.parse("JS"),
    (("Ann", 1), ("Ben", 1)),
    (("Ann", Card.parse("9C")), ("Ben", Card.parse("QD"))),
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
    "board": BoardScene(121, (BoardSide("Ann", 36, 30), BoardSide("Benjamin", 87, 75)), lurch=SKUNKS),
    "board-begins": BoardScene(121, (BoardSide("Ann", 0, 0), BoardSide("Ben", 2, 0)), lurch=SKUNKS),
    "board-61": BoardScene(61, (BoardSide("Ann", 28, 20), BoardSide("Ben", 61, 48)), lurch=(30,)),
    "board-61-three": BoardScene(
        61, (BoardSide("Ann", 28, 20), BoardSide("Ben", 33, 29), BoardSide("Éloïse", 60, 59)), lurch=(31,)
    ),
    "board-three": BoardScene(
        121, (BoardSide("Ann", 64, 52), BoardSide("Ben", 90, 89), BoardSide("Catherine", 121, 109)), lurch=SKUNKS
    ),
    "board-four": BoardScene(
        121,
        (
            BoardSide("Ann", 33, 20),
            BoardSide("Ben", 118, 104),
            BoardSide("Éloïse", 31, 29),
            BoardSide("Дмитрий", 60, 60),
        ),
        lurch=SKUNKS,
    ),
    "board-match": BoardScene(
        121, (BoardSide("Ann and Cat", 121, 113, 2), BoardSide("Ben and Dan", 95, 84, 1)), 5, SKUNKS
    ),
    "board-whitewash": BoardScene(
        121, (BoardSide(LONG[0], 121, 120), BoardSide(f"{LONG[1]} and {LONG[2]}", 0, 0)), 7, (61, 31)
    ),
    "board-put-back": BoardScene(
        121,
        (BoardSide("Ann", 44, 44), BoardSide("Ben", 30, 30), BoardSide("Éloïse", 88, 88), BoardSide("Дмитрий", 60, 52)),
        lurch=SKUNKS,
    ),
    "board-lines": BoardScene(121, (BoardSide("Ann", 76, 70), BoardSide("Ben", 120, 96)), lurch=(121, 77, 31, 1)),
    "table": TableScene(BoardScene(121, (BoardSide("Ann", 36, 30), BoardSide("Ben", 87, 75)), lurch=SKUNKS), CLOTH),
    "table-before-the-starter": TableScene(BoardScene(61, (BoardSide("Ann", 5, 3), BoardSide("Ben", 12, 0)))),
    "table-fullest": fullest(3),
    "table-61-four-colours": TableScene(
        BoardScene(61, (BoardSide("Ann", 7, 6), BoardSide("Ben", 12, 2))),
        PlayAreaScene(CLOTH.series, 22, CLOTH.starter, CLOTH.left, CLOTH.earlier, Style(four_colours=True, pips=True)),
    ),
    "table-strange-names": TableScene(
        BoardScene(121, tuple(BoardSide(name, 40 + 9 * place, 36) for place, name in enumerate(ALIKE)), lurch=SKUNKS),
        PlayAreaScene(
            tuple((name, card) for name, (_, card) in zip(ALIKE * 2, CLOTH.series, strict=True)),
            22,
            CLOTH.starter,
            tuple((name, 1) for name in ALIKE),
        ),
    ),
    "board-strange-names": BoardScene(
        61, tuple(BoardSide(name, 20 + 7 * place, 18) for place, name in enumerate(STRANGE))
    ),
    "score-chart-strange-names": ScoreChartScene(
        ALIKE,
        121,
        ((0, 0), (30, 0), (30, 90), (95, 90), (95, 121)),
        (0, 1, 2, 3),
        1,
        f"{ALIKE[1]} wins, 121 to 95",
        ((4, f"Deal 4: {ALIKE[1]}'s hand +31 and ahead for good"),),
        SKUNKS,
        ("Li 2 wins, 121 to 95", "Deal 4: Li 2's hand +31 and ahead for good"),
    ),
    "score-chart": race(2),
    "score-chart-three": race(3),
    "score-chart-four": race(4, deals=20),
    "score-chart-61": race(2, target=61, deals=4),
    "score-chart-given-up": ScoreChartScene(
        ("Ann", LONG[1]), 121, ((0, 0),), (0,), 0, f"Ann wins, 0 to 0; {LONG[1]} gave up"
    ),
    "score-chart-partners": ScoreChartScene(
        ("Ann and Catherine", "Benjamin and Daniel"),
        121,
        ((0, 0), (0, 12), (29, 12), (29, 24), (121, 24)),
        (0, 1, 2, 2),
        0,
        "Ann and Catherine win, 121 to 24: a double skunk",
        ((2, "Deal 2: Ann and Catherine's hand +29 and ahead for good"),),
        SKUNKS,
    ),
}
