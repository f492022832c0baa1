"""The pictures that almost every game needs, painted for practice when the bot starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.render.board import BoardScene, BoardSide, TableScene
from bot.render.hand import HandScene
from bot.render.line_chart import RatingChartScene
from bot.render.panel import PanelScene
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene
from bot.render.score_chart import ScoreChartScene
from bot.render.show import Combination, CountedHand, ShowScene
from bot.render.standings import Line, StandingsScene
from engine.cards import PACK
from engine.presets import DEFAULT, find

_NAMES: Final = ("ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "abcdefghijklm", "nopqrstuvwxyz")
"""Names with every letter, since each letter is slow to draw for the first time."""

_FIGURES: Final = "0123456789"


def warm_up_scenes() -> Iterator[Scene]:
    """Yield one picture of each kind, of a game for two by the usual rules first, and every board."""
    rules, letters = find(DEFAULT), " ".join(_NAMES)
    yield _table(rules.target, _NAMES[:2], tuple(below for below, _ in rules.doubles))
    sides = tuple(BoardSide(name, 2, 0) for name in _NAMES[:2])
    yield PanelScene(
        rules.target, sides, hand=PACK[:6], chosen=PACK[:2], lurch=tuple(below for below, _ in rules.doubles)
    )
    played = tuple((name, card) for name, card in zip(_NAMES[:2], PACK[4:6], strict=True))
    yield PanelScene(rules.target, sides, _NAMES[0], 0, pile=played, count=2, starter=PACK[40], hand=PACK[41:45])
    yield ShowScene((CountedHand(letters, PACK[40:44], PACK[44], (Combination(_FIGURES, PACK[40:42], 2),), 2),))
    yield HandScene(PACK[:6], PACK[6], letters)
    turns = tuple((1, words) for words in (_FIGURES, *_NAMES[:2]))
    yield ScoreChartScene(_NAMES[:2], rules.target, ((0, 0), (1, 2)), (0,), 1, letters[len(letters) // 2 :], turns)
    for target in (121, 61):
        for many in (2, 3, 4):
            yield _table(target, _NAMES[-many:])
    lines = tuple(Line(rank, name, (_FIGURES,), 1) for rank in ("1=", "5") for name in _NAMES)
    yield StandingsScene(letters[: len(letters) // 2], (_FIGURES,), lines, letters)
    yield RatingChartScene(letters[len(letters) // 2 :], (("2026-01-01", 1_500, 100), ("2026-01-02", 1_510, 90)))


def _table(target: int, names: tuple[str, ...], lurch: tuple[int, ...] = ()) -> TableScene:
    sides = tuple(BoardSide(name, 2, 0) for name in names)
    cloth = PlayAreaScene(((names[0], PACK[1]),), 1, PACK[0], tuple((name, 4) for name in names))
    return TableScene(BoardScene(target, sides, lurch=lurch), cloth)
