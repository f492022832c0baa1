"""The rows of buttons and menus, in a player's own panel and on the table that everyone sees."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from discord import ButtonStyle

from bot.i18n.translation import N_, Language, current_language, gettext, pgettext
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Button, Control, End, Menu, MenuOption, Press, in_fives
from bot.ui.games.move_offers import challenge_code, code_of, count_on_button
from bot.ui.games.table_talk import HINT, PHRASES, TAKE_BACK
from bot.ui.games.table_view import TableView, is_judging, starts_with_jack
from bot.ui.lawbook.law_page import why_button
from bot.ui.lawbook.tutorial import Newcomer
from engine.actions import (
    MOVES,
    Accept,
    Amend,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    NameNumber,
    Play,
    SayGo,
    SeatAct,
    Stop,
    TakeBack,
    WaiveCut,
    to_code,
)
from engine.ai.judge import can_judge
from engine.cards import Card
from engine.events import LaidAway, Played
from engine.rules import STREET, Pegging, PredealCut
from engine.scoring import most_pegged
from engine.view import View

Row = list[Button]
BOARD: Final = "board"
SHARE: Final = "share"
"""The action that shows the others a large hand, or the best of a game."""

WATCH: Final = "watch"
GO_TOO, GO_ANYWAY = "satisfiedgo", "goanyway"
"""The action that accepts every open count and says go, and the one that says go with a playable card."""

_FIVE: Final = 5
_LOW_COUNTS: Final = tuple(range(13))
_HIGH_COUNTS: Final = (*range(13, 19), 20, 21, 22, 23, 24, 28, 29)
"""Every count that a hand can have; the high ones are a press further, so that the usual ones fit in three rows."""
_PLAIN: Final = tuple(
    kind
    for kind in MOVES
    if kind.label
    and kind.__init__ is SeatAct.__init__
    and kind not in {WaiveCut, TakeBack, ClaimHeels, SayGo, Stop, Accept}
)
"""The moves of a press that names nothing and has no place of its own, in the order of their buttons."""

_HELP: Final = Newcomer("walk").custom_id
_OF_A_WINDOW: Final = (Accept.code, "many", "few")


@dataclass(frozen=True)
class _Maker:
    """A maker of the buttons of one table that answer one prompt."""

    table: str
    prompt: str = ""

    @cached_property
    def before(self) -> str:
        """The custom ids of its buttons up to the action, which comes last."""
        return Press(self.table, self.prompt, "").custom_id

    def button(
        self, action: str, label: str, *, lead: bool = False, disabled: bool = False, chosen: bool = False
    ) -> Button:
        style = ButtonStyle.success if chosen else ButtonStyle.primary if lead else ButtonStyle.secondary
        return Button(label, self.before + action, style, disabled)


def own_rows(
    shown: TableView, seat: int, chosen: Sequence[Card] = (), *, held: bool = False, high: bool = False
) -> Sequence[Sequence[Control]]:
    """Return the components with which a player acts beside their own hand; ``chosen`` are cards picked so far.

    What is asked of the player comes first, and stands out where it is one thing alone. ``held`` is whether the last
    show is still on the screen, and ``high`` whether the highest counts are offered instead of the others.
    """
    table, view = shown.table, shown.views[seat]
    plain = _Maker(table.id)
    if table.status != "playing":
        return [_paused(plain)]
    maker = _Maker(table.id, view.prompt or "")
    if chosen and set(chosen) <= set(view.laid):
        return [_taking_back(maker, chosen)]
    if chosen and view.stage == "play" and chosen[0] in view.hand:
        most = most_pegged(len(view.at_own_turn().series) + 1)
        return _points(maker, f"{Play.code}-{chosen[0]}", range(1, most + 1))
    if high and _counts_now(view):
        return _points(maker, Declare.code, _HIGH_COUNTS)
    rows = [row for row in _offered_rows(maker, view, chosen, shown.plain_names) if row]
    shown_before: Row = [plain.button("continue", gettext("Continue"))] if held else []
    if not held and view.stage != "show":
        shown_before += _last_deal(plain, shown)
    shown_before += [*_why(shown, held=held), *_share(plain, shown, held=held)]
    besides: Row = _adjourning(plain, table)
    if rows and view.to_lay and len(rows[-1]) == 1:
        # The toggles of the cards leave little room below them.
        rows[-1] += shown_before
    else:
        besides += shown_before
    if seat not in view.waiting_on and view.stage != "play":
        besides.insert(0, _refresh(plain))
    if table.place == "dm":
        # A DM has no message with the whole board.
        besides.append(plain.button(BOARD, gettext("Show the board")))
    besides += _help(plain, table, view)
    return [*rows, *in_fives(besides), *(_phrases(table) if table.place == "dm" else [])]


def public_rows(
    shown: TableView, *, held: bool = False, is_copy: bool = False, end: End | None = None
) -> Sequence[Sequence[Control]]:
    """Return the components on the table itself; a hand opens for its owner alone.

    A copy is for one reader: what is said beside it, the others see only in games by DM, where it is sent to them. Once
    the next game is open, nothing begins or is said here any more.
    """
    table = shown.table
    plain = _Maker(table.id)
    phrases = [] if is_copy and table.place != "dm" else _phrases(table)
    if shown.open.stage == "over":
        end = end or End()
        return [_after_game(plain, shown, end), *([] if end.followed else phrases)]
    if table.status != "playing":
        return [_paused(plain)]
    offered: dict[str, tuple[_Maker, str]] = {}
    for view in shown.views:
        for action, label in _acts(view, shown.plain_names):
            offered.setdefault(action, (_Maker(table.id, view.prompt or ""), label))
    leads = bool(offered) and not (all(map(_answers_count, offered)) and _somebody_plays(shown))
    inside = sorted(offered.items(), key=lambda offer: _answers_count(offer[0]))
    acts: Row = [
        maker.button(action, label, lead=leads and not place) for place, (action, (maker, label)) in enumerate(inside)
    ]
    hand = plain.button("hand", gettext("My hand"), lead=not leads)
    besides = [plain.button("continue", gettext("Continue"))] if held else _last_deal(plain, shown)
    besides += [*_why(shown, held=held), *_share(plain, shown, held=held)]
    acts = [*acts, hand] if leads else [hand, *acts]
    buttons = in_fives([*acts, *besides, *_adjourning(plain, table), _help_button(current_language())])
    return [*buttons, *phrases]


def watching_rows(shown: TableView, own: str, guesses: Mapping[str, int]) -> Sequence[Sequence[Control]]:
    """Return the components for somebody who watches: who wins, with their ``own`` guess and all by side, and more."""
    plain, sides = _Maker(shown.table.id), shown.table.side_names if may_guess(shown.open) else ()
    guess: Row = [
        plain.button(
            f"guess-{side}",
            gettext("{name} wins ({number})", name=name[:40], number=guesses.get(str(side), 0)),
            chosen=own == str(side),
        )
        for side, name in enumerate(sides)
    ]
    return in_fives([*guess, plain.button(WATCH, gettext("Refresh"))])


def may_guess(view: View) -> bool:
    """Return whether people may still guess who wins: nobody is so near the end that the next deal may be the last."""
    return view.stage != "over" and max(view.scores) < view.rules.target - STREET


def _answers_count(action: str) -> bool:
    return action.split("-", maxsplit=1)[0] in _OF_A_WINDOW


def _acts(view: View, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the actions of a seat that name no card of its own, the likeliest first, each with its button's label."""
    kinds = {type(move) for move in view.legal}
    if WaiveCut in kinds and view.rules.predeal_cut is PredealCut.TWO:
        yield WaiveCut.code, gettext(WaiveCut.label)
    if kinds & {NameNumber, CutPack}:
        costs = CutPack in kinds and view.rules.predeal_cut is PredealCut.TWO
        yield "cut", gettext("Cut (2 points to the dealer)" if costs else "Cut")
        yield "anywhere", gettext("Cut anywhere")
    if WaiveCut in kinds and view.rules.predeal_cut is not PredealCut.TWO:
        yield WaiveCut.code, gettext(WaiveCut.label)
    for kind in _PLAIN:
        if kind in kinds:
            yield kind.code, gettext(kind.label)
    if Accept in kinds:
        yield Accept.code, gettext(Accept.label if len(view.own_windows) == 1 else "Accept all")
    yield from _challenges(view, names)


def _challenges(view: View, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    if not view.declarations:
        return
    said = {(move.against, move.card, move.claim) for move in view.legal if isinstance(move, Challenge)}
    for window in view.own_windows:
        for claim, action, label in _CLAIMS if view.rules.muggins else _CHALLENGE:
            if (window.seat, window.name, claim) in said:
                count = count_on_button(names, window)
                yield f"{action}-{window.seat}-{challenge_code(window)}", gettext(label, count=count)


_CLAIMS: Final = (
    ("too_many", "many", N_("Too many: {count}")),
    ("too_few", "few", N_("Too few: {count}")),
)
_CHALLENGE: Final = (("too_many", "many", N_("Challenge {count}")),)
"""The only claim without muggins."""


def _somebody_plays(shown: TableView) -> bool:
    moves = [move for seat in shown.open.waiting_on for move in shown.views[seat].legal]
    return any(isinstance(move, Play | SayGo | Stop) for move in moves)


def _offered_rows(maker: _Maker, view: View, chosen: Sequence[Card], names: Sequence[str]) -> Iterator[Row]:
    kinds = {type(move) for move in view.legal}
    if LayAway in kinds:
        yield from _discarding(maker, view, chosen)
    if view.stage == "play":
        yield from _playing(maker, view)
    acts = list(_acts(view, names))
    leads = not kinds & {LayAway, Play, SayGo, Stop} and view.seat in view.waiting_on
    asked = [maker.button(action, label, lead=leads and not place) for place, (action, label) in enumerate(acts)]
    changes = _changes(maker, view)
    if _counts_now(view):
        yield from (*in_fives(asked), *_counts(maker), *in_fives(changes))
    else:
        yield from in_fives([*asked, *changes])
    if ClaimHeels in kinds and starts_with_jack(view):
        yield [maker.button(ClaimHeels.code, gettext(ClaimHeels.label))]
    if TakeBack in kinds:
        yield _takes_back(maker, view)


def _changes(maker: _Maker, view: View) -> Row:
    if not view.declarations:
        return []
    may = {move.what for move in view.legal if isinstance(move, Amend)}
    windows = [window for window in view.amendable if window.what in may]
    labels = _CHANGE if len(windows) > 1 else dict.fromkeys(_CHANGE, N_("Change my count"))
    return [maker.button(f"raise-{code_of(window)}", gettext(labels[window.what])) for window in windows]


_CHANGE: Final = {
    "play": N_("Change my count (last card)"),
    "hand": N_("Change my count (hand)"),
    "crib": N_("Change my count (crib)"),
}


def _counts_now(view: View) -> bool:
    """Return whether a player counts their own hand or crib now. A hand that they judge is answered first."""
    return not is_judging(view) and any(isinstance(move, Declare) for move in view.legal)


def _counts(maker: _Maker) -> list[Row]:
    numbers: Row = [maker.button(f"{Declare.code}-{number}", str(number)) for number in _LOW_COUNTS]
    more: Row = [maker.button("more", "13+"), maker.button("declare", gettext("In words"))]
    return in_fives([*numbers, *more])


def _discarding(maker: _Maker, view: View, chosen: Sequence[Card]) -> Iterator[Row]:
    """Return a toggle for each card in rows of three, and what confirms the choice.

    It is there before anything is chosen, so that nothing moves.
    """
    picked = "".join(f"-{card}" for card in chosen)
    toggles: Row = [
        maker.button(
            f"pick-{card}{picked}",
            f"✓ {formatting.on_button([card])}" if card in chosen else formatting.on_button([card]),
            chosen=card in chosen,
        )
        for card in sorted(view.hand)
    ]
    across = _FIVE if len(toggles) == _FIVE else _FIVE - 2
    yield from (toggles[start : start + across] for start in range(0, len(toggles), across))
    if len(chosen) == view.to_lay:
        lay = LayAway(view.seat or 0, tuple(chosen))
        yield [maker.button(to_code(lay), gettext(lay.label, cards=formatting.on_button(chosen)), lead=True)]
    else:
        yield [maker.button(LayAway.code, pgettext("the button", "Discard"), disabled=True)]


def _playing(maker: _Maker, view: View) -> Iterator[Row]:
    """The cards in one row all through the play, and beside them what may be said instead of playing one.

    Cards that cannot be played are disabled, and all are while their player waits. Where points are claimed, a second
    row plays the same cards for points; a card that is led scores nothing.
    """
    playable = {move.card for move in view.legal if isinstance(move, Play)}
    kinds = {type(move) for move in view.legal}
    said = [(kind.code, gettext(kind.label)) for kind in (SayGo, Stop) if kind in kinds]
    if SayGo in kinds and Accept in kinds:
        # Whoever says go still has to answer the count, so one press does both.
        said[0] = GO_TOO, gettext("Accept and go")
    alone = len(playable) + len(said) == 1 and view.seat in view.waiting_on
    claims = view.rules.pegging is Pegging.DECLARED
    may_claim = claims and bool(view.at_own_turn().series) and view.seat in view.waiting_on
    label = N_("Play {cards} without claiming") if may_claim else Play.label
    language = current_language()
    row: Row = [
        maker.button(
            f"{Play.code}-{card}-0" if claims else f"{Play.code}-{card}",
            _play_label(label, card, language),
            lead=alone and card in playable,
            disabled=card not in playable,
        )
        for card in sorted(view.hand)
    ]
    row += [maker.button(action, label, lead=alone) for action, label in said]
    yield row if view.seat in view.waiting_on else [*row, _refresh(replace(maker, prompt=""))]
    if may_claim:
        yield [
            maker.button(f"card-{card}", gettext("Play {cards} for ...", cards=formatting.on_button([card])))
            for card in sorted(playable)
        ]


@lru_cache(maxsize=600)
def _play_label(label: str, card: Card, _: Language | None) -> str:
    return gettext(label, cards=formatting.on_button([card]))


def _refresh(plain: _Maker) -> Button:
    return plain.button("refresh", gettext("Refresh"))


def _last_deal(plain: _Maker, shown: TableView) -> Row:
    return [plain.button("lastdeal", gettext("Last deal"))] if shown.has_last_show else []


def _why(shown: TableView, *, held: bool) -> Row:
    lines = [*shown.verdicts(held=held), *(shown.log[-2:] if shown.open.stage == "play" else ())]
    laws = dict.fromkeys([law for line in lines for law in line.laws])
    return [why_button(laws)] if laws else []


def _share(plain: _Maker, shown: TableView, *, held: bool) -> Row:
    may = shown.table.place != "dm" and (held or shown.is_counting)
    return [plain.button(SHARE, gettext("Share"))] if may and shown.big_hands else []


def _points(maker: _Maker, code: str, numbers: Iterable[int]) -> list[Row]:
    points: Row = [maker.button(f"{code}-{number}", str(number)) for number in numbers]
    return in_fives([*points, maker.button("undo", gettext("Back"))])


def _takes_back(maker: _Maker, view: View) -> Row:
    parts = sorted(
        {move.cards for move in view.legal if isinstance(move, TakeBack)}, key=lambda part: (len(part), part)
    )
    return [
        maker.button(
            "back-" + "-".join(map(str, part)),
            gettext("Take both back") if len(part) > 1 else gettext(TakeBack.label, cards=formatting.on_button(part)),
        )
        for part in parts
    ]


def _taking_back(maker: _Maker, chosen: Sequence[Card]) -> Row:
    action = "-".join([TakeBack.code, *map(str, chosen)])
    took = Button(gettext("Take back (gives 2 points)"), maker.before + action, ButtonStyle.danger)
    return [took, maker.button("undo", gettext("Leave it"))]


def _after_game(plain: _Maker, shown: TableView, end: End) -> Row:
    table = shown.table
    again = gettext("Play again" if table.match_over else "Next game")
    row: Row = [] if end.followed else [plain.button("again", again, lead=True)]
    row.append(plain.button("review", gettext("Review my game")))
    share = [plain.button(SHARE, gettext("Share"))] if end.shares else []
    return [*row, *_last_deal(plain, shown), *_why(shown, held=False), *share]


def _phrases(table: Table) -> list[list[Menu]]:
    return [] if table.is_against_robots else [[phrases_menu(table.id, current_language())]]


def _paused(plain: _Maker) -> Row:
    return [plain.button("takeup", gettext("Resume"), lead=True)]


def _help(plain: _Maker, table: Table, view: View) -> Row:
    row: Row = []
    if table.may_be_helped and not view.own_windows:
        if can_judge(view) and view.seat in view.waiting_on:
            row.append(plain.button(HINT, gettext("Show a hint")))
        if any(isinstance(event, LaidAway | Played) and event.seat == view.seat for event in table.recent):
            row.append(plain.button(TAKE_BACK, gettext("Take back")))
    return [*row, _help_button(current_language())]


@lru_cache(maxsize=20)
def _help_button(_: Language | None) -> Button:
    return Button(gettext("Help"), _HELP)


def _adjourning(plain: _Maker, table: Table) -> Row:
    if not table.adjourning:
        return []
    return [plain.button("adjourn", gettext("Pause")), plain.button("playon", gettext("Keep playing"))]


SAY: Final = "say"


@lru_cache(maxsize=300)
def phrases_menu(table_id: str, _: Language | None) -> Menu:
    """Return the menu of a table in the language in use; it is the same on every screen."""
    options = tuple(MenuOption(gettext(phrase), name) for name, phrase in PHRASES.items())
    return Menu(custom_id=Press(table_id, "", SAY).custom_id, options=options, placeholder=gettext("Say something ..."))
