"""Offers of moves: a typed text that asks or is unclear is answered with a button for each move that it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord.ui import Button, View

from bot.i18n.translation import gettext
from bot.ui.core import formatting
from bot.ui.core.components import Press
from bot.ui.games.open_counts import challenge_code, count_on_button
from engine.actions import (
    Accept,
    Amend,
    Challenge,
    CutPack,
    Declare,
    LayAway,
    Move,
    NameNumber,
    Play,
    Resign,
    TakeBack,
    to_code,
)
from engine.view import View as Seen

PREFIX: Final = "m1:"
"""The prefix of the custom id of each button."""

_READ: Final = re.compile(
    PREFIX + r"(?P<user>[0-9]+):(?P<table>[a-z0-9]+):(?P<prompt>[a-z0-9_.-]*):(?P<action>[A-Za-z0-9-]+)"
)


class Offer(NamedTuple):
    """The content of a custom id: the account that typed the text, and the press that makes the move."""

    user: int
    press: Press

    @property
    def custom_id(self) -> str:
        """The custom id of the button, at most 100 characters."""
        return f"{PREFIX}{self.user}:{self.press.table}:{self.press.prompt}:{self.press.action}"

    @classmethod
    def read(cls, custom_id: str) -> Offer | None:
        """Return the offer of a custom id; None for any other text."""
        found = _READ.fullmatch(custom_id)
        return (
            None if found is None else cls(int(found["user"]), Press(found["table"], found["prompt"], found["action"]))
        )


class MoveOffer(View):
    """The buttons of a few moves, and **No**. Presses are recognised by their custom ids alone."""

    def __init__(self, user: int, table: str, view: Seen, moves: Iterable[Move], names: Sequence[str]) -> None:
        super().__init__(timeout=None)
        self.labels = [_written(move, view, names) for move in moves]
        for label, action in (*self.labels, (gettext("No"), "no")):
            offer = Offer(user, Press(table, str(view.prompt), action))
            style = discord.ButtonStyle.secondary if action == "no" else discord.ButtonStyle.primary
            self.add_item(Button[Any](label=label, style=style, custom_id=offer.custom_id))

    def is_finished(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """The question above the buttons."""
        if len(self.labels) == 1:
            return gettext("{move}?", move=formatting.with_visible_suits(self.labels[0][0]))
        return gettext("Which do you mean?")


def can_be_offered(move: Move) -> bool:
    """Return whether there is a button for a move: not for what the words say that mean nothing else."""
    return not isinstance(move, Resign) and move.unless is None


def _written(move: Move, view: Seen, names: Sequence[str]) -> tuple[str, str]:
    label, action = move.label, to_code(move)
    match move:
        case Challenge():
            return _challenge_written(move, view, names)
        case Play(card=card, declared=None):
            return gettext(label, cards=formatting.on_button([card])), action
        case Play(card=card, declared=points):
            shown = formatting.on_button([card])
            return gettext("Play {cards} for {points}", cards=shown, points=points), action
        case LayAway(cards=cards) | TakeBack(cards=cards):
            return gettext(label, cards=formatting.on_button(cards)), action
        case Declare(points=points) | Amend(points=points):
            return gettext(label, points=points), action
        case NameNumber(number=number) | CutPack(number=number):
            return gettext(label, number=number), action
        case Accept() if len(view.own_windows) != 1:
            return gettext("Accept all"), action
        case _:
            return gettext(label), action


def _challenge_written(move: Challenge, view: Seen, names: Sequence[str]) -> tuple[str, str]:
    windows = view.own_windows
    window = view.own_window(windows[0].seat if move.against is None else move.against, move.card)
    assert window is not None, "only a challenge of an open count is offered"
    count, code = count_on_button(names, window), f"{window.seat}-{challenge_code(window)}"
    if move.claim == "too_many":
        return gettext("Too many: {count}", count=count), f"many-{code}"
    if move.points is None:
        return gettext("Too few: {count}", count=count), f"few-{code}"
    return gettext("Too few by {points}: {count}", points=move.points, count=count), f"few-{code}-{move.points}"
