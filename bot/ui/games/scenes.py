"""Pictures of a table: the board with the open cards, a player's own panel, and the show."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.render.board import BoardScene, BoardSide, TableScene
from bot.render.lettering import distinct_names
from bot.render.line_chart import RatingChartScene
from bot.render.player_screen import PanelScene
from bot.render.scene import Scene, Style
from bot.render.score_chart import ScoreChartScene
from bot.render.show import Combination, CountedHand, HandScene, PlayAreaScene, ShowScene
from bot.render.standings import Line, StandingsScene
from bot.tables.table import Table
from bot.ui.games.move_log import title_of
from bot.ui.games.table_view import TableView, is_judging
from engine.actions import Play
from engine.cards import PACK, Card
from engine.presets import DEFAULT, find
from engine.scoring import IN_ORDER
from engine.view import View


def table_scene(shown: TableView, style: Style, counted: Sequence[CountedHand] = ()) -> Scene:
    """Return the board as everyone sees it, and below it the face-up cards, or the show that was ``counted``."""
    table, view = shown.table, shown.open
    lurch = tuple(below for below, _ in view.rules.doubles)
    below: PlayAreaScene | HandScene | ShowScene | None
    below = _judged_hand(table, view, style) or _play_area(table, view, style)
    if counted and view.open_cards is None:
        below = show_scene(counted, style)
    board = BoardScene(view.rules.target, board_sides(shown), table.best_of, lurch)
    return TableScene(board, below, _held(table, view) if below is None else ())


def board_sides(shown: TableView) -> tuple[BoardSide, ...]:
    """Return the sides on the board: their names, scores and games."""
    view, names, last = shown.open, shown.table.side_names, shown.last_scores
    return tuple(
        BoardSide(
            names[side],
            view.scores[side],
            last[side].hindmost,
            shown.table.standing[side],
            left=view.closed.issuperset(seats),
        )
        for side, seats in enumerate(view.rules.sides)
    )


def panel_scene(shown: TableView, seat: int, chosen: Sequence[Card], style: Style) -> Scene:
    """Return a player's whole screen in one picture; ``chosen`` are the cards picked so far."""
    view, rules = shown.views[seat], shown.table.rules
    cards, title, written = _cards_in_view(shown.table, view)
    playable = {move.card for move in view.legal if isinstance(move, Play)}
    is_playing = view.stage == "play" and seat in view.waiting_on and not title
    return PanelScene(
        rules.target,
        board_sides(shown),
        shown.plain_names[view.dealer] if view.dealer is not None else "",
        None if view.dealer is None else rules.side_of(view.dealer),
        rules.side_of(seat),
        tuple((shown.plain_names[player], card) for player, card in view.series) if view.stage == "play" else (),
        view.count if view.stage == "play" else None,
        view.starter,
        cards,
        title,
        tuple(chosen),
        tuple(card for card in cards if card not in playable) if is_playing else (),
        style,
        tuple(below for below, _ in rules.doubles),
        written,
        *_others(shown.table, view, seat),
    )


def _others(table: Table, view: View, seat: int) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, Card], ...]]:
    held, earlier = _held(table, view), view.earlier if view.stage == "play" else ()
    return (*held[:seat], *held[seat + 1 :]), tuple((table.names[other], card) for other, card in earlier)


def _held(table: Table, view: View) -> tuple[tuple[str, int], ...]:
    if view.stage not in {"lay_away", "starter", "play"}:
        return ()
    held = enumerate(zip(table.names, view.held, strict=True))
    return tuple((name, 0 if seat in view.closed else many) for seat, (name, many) in held)


def show_scene(counted: Sequence[CountedHand], style: Style) -> ShowScene:
    """Return counted hands with their combinations marked on the cards."""
    return ShowScene(tuple(counted), style)


def _cards_in_view(table: Table, view: View) -> tuple[tuple[Card, ...], str, str]:
    """Return the cards that a player looks at now, in order, whose they are, and that in letters of the font.

    Their own hand has no title.
    """
    in_view = view.open_cards
    if view.shown is not None and view.shown[0] == view.seat and not is_judging(view):
        # Another count may still be open to challenge, but this seat counts its own cards already.
        in_view = view.shown
    if in_view is None:
        return tuple(sorted(view.hand, key=IN_ORDER)), "", ""
    seat, what, cards = in_view
    title, written = "", ""
    if seat != view.seat or what == "crib":
        title, written = (title_of(names[seat], what) for names in (table.names, distinct_names(table.names)))
    return tuple(sorted(cards, key=IN_ORDER)), title, written


def _judged_hand(table: Table, view: View, style: Style) -> HandScene | None:
    if view.open_cards is None:
        return None
    seat, what, cards = view.open_cards
    written = title_of(distinct_names(table.names)[seat], what)
    return HandScene(
        tuple(sorted(cards, key=IN_ORDER)), view.starter, title_of(table.names[seat], what), style, written
    )


def _play_area(table: Table, view: View, style: Style) -> PlayAreaScene | None:
    if view.starter is None:
        return None
    names = table.names
    held = [(name, view.held[seat]) for seat, name in enumerate(names) if seat not in view.closed]
    series = tuple((names[seat], card) for seat, card in view.series)
    return PlayAreaScene(
        series,
        view.count,
        view.starter,
        tuple(held) if view.stage == "play" else (),
        tuple((names[seat], card) for seat, card in view.earlier),
        style,
        is_named=not table.rules.heels_forfeit,
    )


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
