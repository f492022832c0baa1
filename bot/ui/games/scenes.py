"""What a view shows in pictures: the board with the cards that lie open, a player's own hand, the course of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import gettext
from bot.render.board import BoardScene, Side
from bot.render.cards import CardOrRank
from bot.render.display_names import distinct_names
from bot.render.hand import HandScene
from bot.render.play_area import PlayAreaScene
from bot.render.scene import Scene, Style
from bot.render.score_chart import ScoreChartScene
from bot.render.table import TableScene
from bot.tables.table import Table
from bot.ui.games.game_summary import score_chart_of
from bot.ui.games.last_scores import at_once
from engine.actions import Declare
from engine.cards import Card
from engine.events import Event
from engine.text.notation import Face
from engine.text.reader import DiscardQuestion, FourCardQuestion, HandQuestion, PlayQuestion, Question, RanksQuestion
from engine.view import View


def table_scene(table: Table, view: View, style: Style) -> Scene:
    """The board, and below it the cards that lie open."""
    rules, names, behind = view.rules, table.side_names, at_once(table, view).hindmost
    sides = tuple(
        Side(names[side], view.scores[side], behind[side], table.standing[side]) for side in range(len(rules.sides))
    )
    lurch = tuple(below for below, _ in rules.doubles)
    below = shown_scene(table, view, style) or _cloth(table, view, style)
    return TableScene(BoardScene(rules.target, sides, table.best_of, lurch), below)


def hand_scene(view: View, style: Style) -> Scene:
    """A player's own hand, and the starter once it is turned up."""
    return HandScene(tuple(sorted(view.hand)), view.starter, style=style)


def shown_scene(table: Table, view: View, style: Style) -> HandScene | None:
    """The hand or crib that is counted now, if any lies open to all."""
    shown = lies_open(view)
    if shown is None:
        return None
    return _shown(table, view, shown, style)


def declared_scene(table: Table, view: View, style: Style) -> HandScene | None:
    """A player's own hand or crib that he is to declare, while another's declaration still lies open."""
    if view.window is None or view.shown is None or not any(isinstance(move, Declare) for move in view.legal):
        return None
    return _shown(table, view, view.shown, style)


def _shown(table: Table, view: View, shown: tuple[int, str, tuple[Card, ...]], style: Style) -> HandScene:
    """Somebody's hand or crib with the starter."""
    seat, what, cards = shown
    called = table.names
    told, written = (
        gettext("{name}'s {what}", name=names[seat], what=gettext(what)) for names in (called, distinct_names(called))
    )
    return HandScene(tuple(sorted(cards)), view.starter, told, style, written)


def lies_open(view: View) -> tuple[int, str, tuple[Card, ...]] | None:
    """Whose hand or crib is counted now and lies open to all, which of the two it is, and its cards."""
    if view.window is not None and view.window.what != "play":
        return view.window.seat, view.window.what, view.window.cards
    return view.shown if view.stage == "show" else None


def question_scene(question: Question, style: Style) -> Scene | None:
    """The cards of a question, as they were asked about; None where they are too many."""
    match question:
        case HandQuestion(hand=hand, starter=starter, crib=crib):
            return HandScene(hand, starter, gettext("Crib" if crib else "Hand"), style)
        case RanksQuestion(hand=faces, starter=last, crib=crib, nobs=nobs):
            title = (
                gettext("Crib" if crib else "Hand")
                if not nobs
                else gettext("Crib with nobs" if crib else "Hand with nobs")
            )
            return HandScene(tuple(map(_named, faces)), _named(last), title, style)
        case FourCardQuestion(cards=faces) | DiscardQuestion(cards=faces):
            return HandScene(tuple(map(_named, faces)), style=style)
        case PlayQuestion(cards=faces) if len(faces) <= _MOST_IN_A_ROW:
            return HandScene(tuple(map(_named, faces)), None, gettext("Played in this order"), style)
        case _:
            return None


def _named(face: Face) -> CardOrRank:
    """A card as it was named: its rank alone where its suit was not."""
    return face.rank if face.card is None else face.card


_MOST_IN_A_ROW: Final = 8
"""More cards side by side are too small to be told apart on a phone."""


def course_of(table: Table, told: Sequence[Event]) -> ScoreChartScene:
    """How a game that is over went, from all its events."""
    return score_chart_of(told, table.rules, table.side_names)


def _cloth(table: Table, view: View, style: Style) -> PlayAreaScene | None:
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
