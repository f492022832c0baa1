"""Pictures of a table: the board with the open cards, a player's own hand, the course of a game."""

from __future__ import annotations

from bot.i18n.translation import gettext
from bot.render.board import BoardScene, Side
from bot.render.display_names import distinct_names
from bot.render.hand import HandScene
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene, Style
from bot.render.table import TableScene
from bot.tables.table import Table
from bot.ui.games.table_view import TableView
from engine.actions import Declare
from engine.cards import Card
from engine.view import View


def table_scene(shown: TableView, view: View, style: Style) -> Scene:
    """The board, and below it the cards that lie open."""
    table, rules, names, last = shown.table, view.rules, shown.table.side_names, shown.last_scores
    sides = tuple(
        Side(names[side], view.scores[side], last[side].hindmost, table.standing[side])
        for side in range(len(rules.sides))
    )
    lurch = tuple(below for below, _ in rules.doubles)
    below = shown_scene(table, view, style) or _play_area(table, view, style)
    return TableScene(BoardScene(rules.target, sides, table.best_of, lurch), below)


def hand_scene(view: View, style: Style) -> Scene:
    """A player's own hand, and the starter once it is turned up."""
    return HandScene(tuple(sorted(view.hand)), view.starter, style=style)


def shown_scene(table: Table, view: View, style: Style) -> HandScene | None:
    """The hand or crib that is counted now, if any lies open to all."""
    return None if view.open_cards is None else _counted_hand(table, view, view.open_cards, style)


def declared_scene(table: Table, view: View, style: Style) -> HandScene | None:
    """The hand or crib that a player is to declare next, while another player's declaration still lies open."""
    if view.window is None or view.shown is None or not any(isinstance(move, Declare) for move in view.legal):
        return None
    return _counted_hand(table, view, view.shown, style)


def _counted_hand(table: Table, view: View, shown: tuple[int, str, tuple[Card, ...]], style: Style) -> HandScene:
    """Return a hand or crib with the starter, under its player's name."""
    seat, what, cards = shown
    called = table.names
    told, written = (
        gettext("{name}'s {what}", name=names[seat], what=gettext(what)) for names in (called, distinct_names(called))
    )
    return HandScene(tuple(sorted(cards)), view.starter, told, style, written)


def _play_area(table: Table, view: View, style: Style) -> PlayAreaScene | None:
    if view.starter is None:
        return None
    names = table.names
    series = tuple((names[seat], card) for seat, card in view.series)
    earlier = view.played[: len(view.played) - len(series)]
    return PlayAreaScene(
        series,
        view.count,
        view.starter,
        tuple(zip(names, view.held, strict=True)) if view.stage == "play" else (),
        tuple((names[seat], card) for seat, card in earlier),
        style,
        is_named=not table.rules.heels_forfeit,
    )
