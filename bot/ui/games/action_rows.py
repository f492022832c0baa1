"""The rows of buttons and menus, in a player's own panel and on the table that everyone sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Button, Item

from bot.i18n.translation import N_, gettext, pgettext
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Press, button, card_menu
from bot.ui.games.table_view import TableView
from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    Require,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.cards import Card
from engine.rules import Counting, Pegging, PredealCut
from engine.view import View

Row = list[Item[Any]]
"""Up to five things to press, side by side."""

_FIVE: Final = 5
_MOST_PEGGED: Final = 12
"""No card in the play pegs more, a double pair royal being the most."""
_OF_A_WINDOW: Final = ("satisfied", "many", "few")


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the buttons of one table that answer one prompt."""

    table: str
    prompt: str = ""

    def press(self, action: str) -> Press:
        return Press(self.table, self.prompt, action)

    def button(self, action: str, label: str, *, lead: bool = False, disabled: bool = False) -> Button[Any]:
        style = ButtonStyle.primary if lead else ButtonStyle.secondary
        return button(self.press(action), label, style, disabled=disabled)


def own_rows(shown: TableView, seat: int, chosen: Sequence[Card] = ()) -> list[Row]:
    """What a player may press beside their own hand; ``chosen`` are cards picked and not yet confirmed.

    What is asked of the player comes first, and stands out where it is one thing alone.
    """
    table, view = shown.table, shown.views[seat]
    plain = _Maker(table.id)
    if view.stage == "over":
        return [_after_game(plain, table)]
    if table.status != "playing":
        return [_paused(plain)]
    maker = _Maker(table.id, "" if view.prompt is None else str(view.prompt))
    if chosen and set(chosen) <= set(view.laid):
        return [_taking_back(maker, chosen)]
    if chosen and view.stage == "play" and chosen[0] in view.hand:
        return _points(maker, view, chosen[0])
    rows = [row for row in _offered_rows(maker, view, chosen) if row]
    if seat not in view.waiting_on and view.stage != "play":
        rows.append([_refresh(plain)])
    return [*rows, *_adjourning(plain, table)]


def public_rows(shown: TableView) -> list[Row]:
    """What may be pressed on the table itself by those who are asked; a hand opens for its owner alone."""
    table = shown.table
    plain = _Maker(table.id)
    if shown.open.stage == "over":
        return [_after_game(plain, table)]
    if table.status != "playing":
        return [_paused(plain)]
    offered: dict[str, tuple[_Maker, str]] = {}
    for view in shown.views:
        for action, label in _acts(view):
            offered.setdefault(action, (_Maker(table.id, str(view.prompt)), label))
    leads = bool(offered) and not (offered.keys() <= set(_OF_A_WINDOW) and _somebody_plays(shown))
    inside = sorted(offered.items(), key=lambda offer: offer[0] in _OF_A_WINDOW)
    acts: Row = [
        maker.button(action, label, lead=leads and not place) for place, (action, (maker, label)) in enumerate(inside)
    ]
    hand = plain.button("hand", gettext("My hand"), lead=not leads)
    return [*_in_fives([*acts, hand] if leads else [hand, *acts]), *_adjourning(plain, table)]


def _acts(view: View) -> Iterator[tuple[str, str]]:
    """What a seat may do that names no card of its own, the likeliest first, each with what its button says."""
    kinds = {type(move) for move in view.legal}
    if WaiveCut in kinds and view.rules.predeal_cut is PredealCut.TWO:
        yield "leave", gettext("Leave it")
    if kinds & {NameNumber, CutPack}:
        costs = CutPack in kinds and view.rules.predeal_cut is PredealCut.TWO
        yield "cut", gettext("Cut (gives the dealer two)" if costs else "Cut")
        yield "anywhere", gettext("Cut anywhere")
    if WaiveCut in kinds and view.rules.predeal_cut is not PredealCut.TWO:
        yield "leave", gettext("Leave it")
    for kind, action, label in _SIMPLE:
        if kind in kinds:
            yield action, gettext(label)
    if Challenge in kinds:
        claims = {move.claim for move in view.legal if isinstance(move, Challenge)}
        yield from ((action, gettext(label)) for claim, action, label in _CLAIMS if claim in claims)


_SIMPLE: Final[Sequence[tuple[type[Move], str, str]]] = (
    (AskFreshDeal, "fresh", N_("Ask for a fresh deal")),
    (StandDeal, "stand", N_("Let it stand")),
    (MarkTwo, "two", N_("Mark two")),
    (Require, "require", N_("Require the card")),
    (Declare, "declare", N_("Declare")),
    (Accept, "satisfied", N_("Satisfied")),
)
_CLAIMS: Final = (("too_many", "many", N_("Too many")), ("too_few", "few", N_("Too few")))


def _somebody_plays(shown: TableView) -> bool:
    """Whether somebody who is waited for may go on with the play."""
    moves = [move for seat in shown.open.waiting_on for move in shown.views[seat].legal]
    return any(isinstance(move, Play | SayGo | Stop) for move in moves)


def _offered_rows(maker: _Maker, view: View, chosen: Sequence[Card]) -> Iterator[Row]:
    """Row by row what a seat may do."""
    kinds = {type(move) for move in view.legal}
    if LayAway in kinds:
        yield from _laying_away(maker, view, chosen)
    if view.stage == "play":
        yield _playing(maker, view)
    acts = list(_acts(view))
    leads = not kinds & {Play, SayGo, Stop} and view.seat in view.waiting_on
    yield from _in_fives(
        [maker.button(action, label, lead=leads and not place) for place, (action, label) in enumerate(acts)]
    )
    if Amend in kinds:
        yield [maker.button("raise", gettext("Raise your count"))]
    if ClaimHeels in kinds:
        yield [maker.button("heels", gettext("Claim his heels"))]
    if TakeBack in kinds:
        yield _takes_back(maker, view)


def _laying_away(maker: _Maker, view: View, chosen: Sequence[Card]) -> Iterator[Row]:
    """The menu, and what confirms the choice: it is there before anything is chosen, so that nothing jumps."""
    yield [card_menu(maker.press("choose"), sorted(view.hand), chosen, view.to_lay)]
    if len(chosen) == view.to_lay:
        action = "lay-" + "-".join(map(str, chosen))
        yield [maker.button(action, gettext("Lay away {cards}", cards=formatting.on_button(chosen)), lead=True)]
    else:
        yield [
            maker.button(
                "lay",
                pgettext(
                    "the button",
                    "Lay away",
                ),
                disabled=True,
            )
        ]


def _playing(maker: _Maker, view: View) -> Row:
    """The cards in one row all through the play, and beside them what may be said instead of playing one.

    Cards that do not come in are shut, and all are while their player waits. Where points are declared, they are
    asked for next.
    """
    playable = {move.card for move in view.legal if isinstance(move, Play)}
    kinds = {type(move) for move in view.legal}
    said = [(action, gettext(label)) for kind, action, label in _SAID if kind in kinds]
    alone = len(playable) + len(said) == 1 and view.seat in view.waiting_on
    verb = "card" if view.rules.pegging is Pegging.DECLARED else "play"
    row: Row = [
        maker.button(
            f"{verb}-{card}",
            gettext("Play {cards}", cards=formatting.on_button([card])),
            lead=alone and card in playable,
            disabled=card not in playable,
        )
        for card in sorted(view.hand)
    ]
    row += [maker.button(action, label, lead=alone) for action, label in said]
    return row if view.seat in view.waiting_on else [*row, _refresh(replace(maker, prompt=""))]


_SAID: Final[Sequence[tuple[type[Move], str, str]]] = ((SayGo, "go", N_("Say go")), (Stop, "stop", N_("Stop")))
"""What may be said instead of playing a card."""


def _refresh(plain: _Maker) -> Button[Any]:
    return plain.button("refresh", gettext("Refresh"))


def _points(maker: _Maker, view: View, card: Card) -> list[Row]:
    """How many points a card is declared to peg, all alike to look at; one that is led pegs nothing."""
    points: Row = [
        maker.button(
            f"play-{card}-{number}",
            str(number) if number else gettext("Nothing"),
            lead=not number and not view.series,
        )
        for number in range(_MOST_PEGGED + 1)
    ]
    return _in_fives([*points, maker.button("undo", gettext("Back"))])


def _takes_back(maker: _Maker, view: View) -> Row:
    parts = sorted(
        {move.cards for move in view.legal if isinstance(move, TakeBack)}, key=lambda part: (len(part), part)
    )
    return [
        maker.button(
            "back-" + "-".join(map(str, part)),
            gettext("Take both back")
            if len(part) > 1
            else gettext("Take back {cards}", cards=formatting.on_button(part)),
        )
        for part in parts
    ]


def _taking_back(maker: _Maker, chosen: Sequence[Card]) -> Row:
    """The step before law 11 is broken."""
    took = button(
        maker.press("took-" + "-".join(map(str, chosen))), gettext("Take back, for two holes"), ButtonStyle.danger
    )
    return [took, maker.button("undo", gettext("Leave it there"))]


def _after_game(plain: _Maker, table: Table) -> Row:
    """What may follow a game, and the telling of what nobody noticed in it."""
    again = gettext("Play again" if table.match_over else "Next game")
    row: Row = [plain.button("again", again, lead=True)]
    if table.rules.counting is Counting.CHALLENGE or table.rules.heels_forfeit:
        row.append(plain.button("review", gettext("Review")))
    return row


def _paused(plain: _Maker) -> Row:
    return [plain.button("takeup", gettext("Take it up again"), lead=True)]


def _adjourning(plain: _Maker, table: Table) -> list[Row]:
    """The answers to one who would put the game off."""
    if not table.adjourning:
        return []
    return [[plain.button("adjourn", gettext("Adjourn")), plain.button("playon", gettext("Play on"))]]


def _in_fives(buttons: Row) -> list[Row]:
    return [buttons[start : start + _FIVE] for start in range(0, len(buttons), _FIVE)]
