"""Offers of moves: a typed text that asks or is unclear is answered with a button for each move that it may mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from discord import ButtonStyle

from bot.i18n.translation import gettext
from bot.ui.core import formatting
from bot.ui.core.components import Button, Buttons, Press
from bot.ui.core.router import Action, AnyPress, Part, Prompt, TableId, press
from bot.ui.games.open_counts import challenge_code, count_on_button
from engine.actions import (
    Accept,
    Amend,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    Move,
    NameNumber,
    Play,
    SayGo,
    TakeBack,
)
from engine.view import View as Seen


@press("m1:{user}:{table}:{prompt}:{action}")
class Offer(AnyPress):
    """A button of an offer: the account that typed the text, and the press at the table that makes the move."""

    user: Annotated[int, Part("[0-9]+", int)]
    table: TableId
    prompt: Prompt
    action: Action

    @property
    def press(self) -> Press:
        """The press that makes the move."""
        return Press(self.table, self.prompt, self.action)


@dataclass(frozen=True)
class MoveOffer(Buttons):
    """The buttons of a few moves, and **No**, below a question."""

    text: str

    @classmethod
    def of(cls, user: int, table: str, view: Seen, moves: Iterable[Move], names: Sequence[str]) -> Self:
        """Return the offer of some moves to a player."""
        labels = [_written(move, view, names) for move in moves]
        buttons = [
            Button(label, Offer(user, table, str(view.prompt), action).custom_id, style)
            for label, action, style in (
                *[(*written, ButtonStyle.primary) for written in labels],
                (gettext("No"), "no", ButtonStyle.secondary),
            )
        ]
        one = gettext("{move}?", move=formatting.with_visible_suits(labels[0][0]))
        return cls(tuple(buttons), one if len(labels) == 1 else gettext("Which do you mean?"))


def can_be_offered(move: Move) -> bool:
    """Return whether there is a button for a move."""
    return isinstance(
        move,
        Play | LayAway | TakeBack | SayGo | Declare | Amend | Accept | Challenge | NameNumber | CutPack | ClaimHeels,
    )


def _written(move: Move, view: Seen, names: Sequence[str]) -> tuple[str, str]:
    """Return the label of the button of a move, and its action."""
    match move:
        case Play(card=card, declared=None):
            return gettext("Play {cards}", cards=formatting.on_button([card])), f"play-{card}"
        case Play(card=card, declared=points):
            shown = formatting.on_button([card])
            return gettext("Play {cards} for {points}", cards=shown, points=points), f"play-{card}-{points}"
        case LayAway(cards=cards):
            return gettext("Discard {cards}", cards=formatting.on_button(cards)), f"lay-{'-'.join(map(str, cards))}"
        case TakeBack(cards=cards):
            return gettext("Take back {cards}", cards=formatting.on_button(cards)), f"took-{'-'.join(map(str, cards))}"
        case SayGo():
            return gettext("Say go"), "go"
        case Declare(points=points):
            return gettext("Count {points}", points=points), f"count-{points}"
        case Amend(points=points, what=what):
            kind = "" if what is None else f"-{what[0]}"
            return gettext("Change to {points}", points=points), f"raiseto-{points}{kind}"
        case Accept():
            return gettext("Accept" if len(view.own_windows) == 1 else "Accept all"), "satisfied"
        case Challenge():
            return _challenge_written(move, view, names)
        case NameNumber(number=number) | CutPack(number=number):
            return gettext("Cut {number}", number=number), f"cutto-{number}"
        case ClaimHeels():
            return gettext("Claim his heels"), "heels"
        case _:
            raise ValueError(f"no button for {move!r}")


def _challenge_written(move: Challenge, view: Seen, names: Sequence[str]) -> tuple[str, str]:
    """Return the label of a challenge with the count that it answers, and its action."""
    windows = view.own_windows
    window = view.own_window(windows[0].seat if move.against is None else move.against, move.card)
    assert window is not None, "only a challenge of an open count is offered"
    count, code = count_on_button(names, window), f"{window.seat}-{challenge_code(window)}"
    if move.claim == "too_many":
        return gettext("Too many: {count}", count=count), f"many-{code}"
    if move.points is None:
        return gettext("Too few: {count}", count=count), f"few-{code}"
    return gettext("Too few by {points}: {count}", points=move.points, count=count), f"few-{code}-{move.points}"
