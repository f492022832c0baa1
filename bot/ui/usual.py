"""The pictures that almost every game needs, painted for practice when the bot starts."""

from __future__ import annotations

from bot.ui.drawing.board import BoardScene, Side
from bot.ui.drawing.cloth import ClothScene
from bot.ui.drawing.hand import HandScene
from bot.ui.drawing.picture import Scene
from bot.ui.drawing.race import RaceScene
from bot.ui.drawing.table import TableScene
from engine.cards import PACK
from engine.presets import DEFAULT, find


def usual_scenes() -> tuple[Scene, ...]:
    """One picture of each kind, of a game for two by the usual rules."""
    rules, names = find(DEFAULT), ("Ann", "Ben")
    lurch = tuple(below for below, _ in rules.doubles)
    board = BoardScene(rules.target, tuple(Side(name, 2, 0) for name in names), lurch=lurch)
    cloth = ClothScene(((names[0], PACK[1]),), 1, PACK[0], tuple((name, 4) for name in names))
    course = RaceScene(names, rules.target, ((0, 0), (1, 2)), (0,), 1, names[1], lurch=lurch)
    return TableScene(board, cloth), HandScene(PACK[:6]), course
