"""Moves on buttons: the counts that they name, and the buttons below a typed text that asks or is unclear."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Self

from discord import ButtonStyle

from bot.i18n.translation import gettext
from bot.render.scene import shorten
from bot.ui.core import formatting
from bot.ui.core.components import Button, Buttons, Press
from bot.ui.core.formatting import on_button
from bot.ui.core.router import Action, AnyPress, Part, Prompt, TableId, press
from engine import actions
from engine.cards import Card
from engine.view import View, Window


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
    def of(cls, user: int, table: str, view: View, moves: Iterable[actions.Move], names: Sequence[str]) -> Self:
        """Return the offer of some moves to a player."""
        labels = [_written(move, view, names) for move in moves]
        buttons = [
            Button(label, Offer(user, table, view.prompt or "", action).custom_id, style)
            for label, action, style in (
                *[(*written, ButtonStyle.primary) for written in labels],
                (gettext("No"), "no", ButtonStyle.secondary),
            )
        ]
        one = gettext("{move}?", move=formatting.with_visible_suits(labels[0][0]))
        return cls(tuple(buttons), one if len(labels) == 1 else gettext("Which do you mean?"))


def can_be_offered(move: actions.Move) -> bool:
    """Return whether there is a button for a move: not for what the words say that mean nothing else."""
    return not isinstance(move, actions.Resign) and move.unless is None


def _written(move: actions.Move, view: View, names: Sequence[str]) -> tuple[str, str]:
    label, action = move.label, actions.to_code(move)
    match move:
        case actions.Challenge():
            return _challenge_written(move, view, names)
        case actions.Play(card=card, declared=None):
            return gettext(label, cards=formatting.on_button([card])), action
        case actions.Play(card=card, declared=points):
            shown = formatting.on_button([card])
            return gettext("Play {cards} for {points}", cards=shown, points=points), action
        case actions.LayAway(cards=cards) | actions.TakeBack(cards=cards):
            return gettext(label, cards=formatting.on_button(cards)), action
        case actions.Declare(points=points) | actions.Amend(points=points):
            return gettext(label, points=points), action
        case actions.NameNumber(number=number) | actions.CutPack(number=number):
            return gettext(label, number=number), action
        case actions.Accept() if len(view.own_windows) != 1:
            return gettext("Accept all"), action
        case _:
            return gettext(label), action


def _challenge_written(move: actions.Challenge, view: View, names: Sequence[str]) -> tuple[str, str]:
    windows = view.own_windows
    window = view.own_window(windows[0].seat if move.against is None else move.against, move.card)
    assert window is not None, "only a challenge of an open count is offered"
    count, code = count_on_button(names, window), f"{window.seat}-{challenge_code(window)}"
    if move.claim == "too_many":
        return gettext("Too many: {count}", count=count), f"many-{code}"
    if move.points is None:
        return gettext("Too few: {count}", count=count), f"few-{code}"
    return gettext("Too few by {points}: {count}", points=move.points, count=count), f"few-{code}-{move.points}"


# The counts that buttons name.


_LONGEST_NAME, _LONGEST_BESIDE_CARD = 18, 11
"""The most letters of a name on a button, and where the card is there too."""


def count_name(names: Sequence[str], window: Window) -> str:
    """Return a count in short: ``Ben's 4``, or ``Ben's 0 (4♣)`` where Ben has counted again since."""
    short = gettext("{name}'s {declared}", name=names[window.seat], declared=window.declared)
    return short if window.name is None else f"{short} ({on_button([window.name])})"


def count_on_button(names: Sequence[str], window: Window) -> str:
    """Return a count in short, with as much of the name as fits a button on a phone."""
    longest = _LONGEST_NAME if window.name is None else _LONGEST_BESIDE_CARD
    return count_name([shorten(name, longest) for name in names], window)


_NAMED: Final = re.compile(
    r"(?:(?:many|few|called)-(?P<seat>[0-9])|raised?)-"
    r"(?P<kind>[phc])(?P<declared>[0-9]{1,2})(?:-(?P<card>[2-9TJQKA][CDHS]))?(?:-[0-9]{1,2})?"
)


def code_of(window: Window) -> str:
    """Return the code of a count beside its seat: what was counted, and the points: ``p4``."""
    return f"{window.what[0]}{window.declared}"


def challenge_code(window: Window) -> str:
    """Return the code of a count to challenge, with its card where its player has counted again since: ``p0-4C``."""
    return code_of(window) if window.name is None else f"{code_of(window)}-{window.name}"


def card_of(press: Press, view: View) -> Card | None:
    """Return the card in the play whose count a press challenges; None for a hand or crib, or where nothing tells it.

    A button without a card means the last card that this player had played when the button was shown.
    """
    named = _NAMED.fullmatch(press.action)
    if named is None or named["seat"] is None or named["kind"] != "p":
        return None
    if named["card"] is not None:
        return Card.parse(named["card"])
    before = _cards_before(press, view)
    played = [] if before is None else [card for seat, card in view.played[:before] if seat == int(named["seat"])]
    return played[-1] if played else None


def names_open_count(press: Press, view: View) -> bool:
    """Return whether a press answers or changes a count that is still open, whatever else has happened since.

    A player's count is named by its card. A button that tells none names their only count of its kind, as long as they
    have played no card since the press.
    """
    named, before = _NAMED.fullmatch(press.action), _cards_before(press, view)
    if named is None or before is None:
        return False
    is_own = named["seat"] is None
    seat = view.seat if is_own else int(named["seat"])
    code, card = f"{named['kind']}{int(named['declared'])}", card_of(press, view)
    answerable = view.amendable if is_own else view.own_windows
    found = [window for window in answerable if window.seat == seat and code_of(window) == code]
    if card is not None:
        return any(window.cards[-1] == card for window in found)
    return bool(found) and all(player != seat for player, _ in view.played[before:])


def _cards_before(press: Press, view: View) -> int | None:
    """Return how many of the cards played in this deal were played before a button was shown; None if nobody knows."""
    prompt = press.prompt.split(".")
    if len(prompt) < 3 or not (prompt[0].isdecimal() and prompt[2].isdecimal()):
        return None
    deal, stage, position = int(prompt[0]), prompt[1], int(prompt[2])
    if deal == view.deal:
        return position if stage == "play" else len(view.played) if stage in {"show", "deal"} else 0
    return 0 if deal == view.deal - 1 and stage in {"show", "deal"} else None
