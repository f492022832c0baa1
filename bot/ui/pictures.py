"""What a view shows in pictures: the board with the cards that lie open, a player's own hand, the course of a game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.table import Table
from bot.ui.drawing.board import BoardScene, Side
from bot.ui.drawing.cloth import ClothScene
from bot.ui.drawing.hand import HandScene
from bot.ui.drawing.picture import Scene, Style
from bot.ui.drawing.table import TableScene
from bot.ui.racing import race
from engine.events import Event
from engine.view import View


def table_scene(table: Table, view: View, style: Style) -> Scene:
    """The board, and below it the cards that lie open."""
    rules, names = view.rules, table.side_names
    sides = tuple(
        Side(names[side], view.scores[side], view.hindmost[side], table.standing[side])
        for side in range(len(rules.sides))
    )
    lurch = tuple(below for below, _ in rules.doubles)
    return TableScene(BoardScene(rules.target, sides, table.best_of, lurch), _cloth(table, view, style))


def hand_scene(view: View, style: Style) -> Scene:
    """A player's own hand, and the starter once it is turned up."""
    return HandScene(tuple(sorted(view.hand)), view.starter, style=style)


def course_of(table: Table, told: Sequence[Event]) -> Scene:
    """How a game that is over went, from all its events."""
    return race(told, table.rules, table.side_names)


def _cloth(table: Table, view: View, style: Style) -> ClothScene | None:
    if view.starter is None:
        return None
    names = table.names
    series = tuple((names[seat], card) for seat, card in view.series)
    earlier = view.played[: len(view.played) - len(series)]
    return ClothScene(
        series,
        view.count,
        view.starter,
        tuple(zip(names, view.held, strict=True)) if view.stage == "play" else (),
        tuple((names[seat], card) for seat, card in earlier),
        style,
    )
