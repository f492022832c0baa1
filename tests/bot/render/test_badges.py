"""The badges: one medal for every kind of achievement, no two alike."""

from bot.render.badges import _METALS, _SYMBOLS, BadgesScene, draw_medal
from engine.analysis.achievements import KINDS


def test_every_kind_has_a_medal_of_its_own():
    assert tuple(_SYMBOLS) == KINDS
    assert set(_METALS) < set(KINDS)
    assert len({draw_medal(kind).tobytes() for kind in KINDS}) == len(KINDS)


def test_rows_grow_with_the_badges_and_their_names():
    heights = [BadgesScene(tuple((kind, kind) for kind in KINDS[:many]), "").draw().height for many in (1, 4, 5, 9)]
    assert heights[0] == heights[1] < heights[2] < heights[3]
    assert BadgesScene((("skunk", "a b c " * 9),), "").draw().height > heights[0]
