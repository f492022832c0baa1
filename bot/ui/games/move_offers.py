"""Offers of moves: a typed text that asks or is unclear is answered with a button for each move that it may mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord.ui import Button, View

from bot.i18n.translation import N_, gettext
from bot.tables.errors import Stale, TableError
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Press
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.core.router import Router
from bot.ui.games.context import GameContext
from bot.ui.games.count_codes import code_of
from bot.ui.games.handlers import asked_seat, move_of
from bot.ui.games.open_counts import count_on_button
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

PREFIX: Final = "m1:"
"""The prefix of the custom id of each button."""

ONLY_THE_WRITER: Final = N_("Only the player who typed that can answer.")
DROPPED: Final = N_("OK, you made no move.")
MADE: Final = N_("Done.")
MADE_ELSEWHERE: Final = N_("Done. Your game is in {channel}.")
TOO_LATE: Final = N_("The game has moved on since then. Type your move again.")

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


def done_text(table: Table) -> str:
    """Return the confirmation of a move that was typed in a DM, with the place of a game elsewhere."""
    if table.place == "dm" or table.agreement.guild_id is None:
        return gettext(MADE)
    return gettext(MADE_ELSEWHERE, channel=f"<#{table.agreement.channel_id}>")


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
    window = next(window for window in view.own_windows if move.against in (window.seat, None))
    count, code = count_on_button(names, window), f"{window.seat}-{code_of(window)}"
    if move.claim == "too_many":
        return gettext("Too many: {count}", count=count), f"many-{code}"
    if move.points is None:
        return gettext("Too few: {count}", count=count), f"few-{code}"
    return gettext("Too few by {points}: {count}", points=move.points, count=count), f"few-{code}-{move.points}"


def register(router: Router) -> None:
    """Let this module answer what is pressed below a typed text."""
    router.add(PREFIX, Offer.read, answer_offer)


async def answer_offer(context: GameContext, interaction: discord.Interaction[Any], offer: Offer) -> None:
    """Make the move of a button for the player who typed the text, if the game still asks for it."""
    if interaction.user.id != offer.user:
        raise TableError(gettext(ONLY_THE_WRITER))
    if offer.press.action == "no":
        await interaction.response.edit_message(content=gettext(DROPPED), view=None)
        return
    player = await context.meet(interaction.user)
    try:
        table, seat = await asked_seat(context, interaction, offer.press, player)
        move = move_of(interaction, offer.press, table.view(seat), seat)
        # The table has moved up the screen, so it is sent again below the typed message.
        context.publisher.bury(interaction.channel_id or 0)
        prompt = str(table.view(seat).prompt)
        await context.tables.act(table.id, player, prompt, move, press=interaction.id)
    except Stale:
        await interaction.response.edit_message(content=gettext(TOO_LATE), view=None)
        return
    text = done_text(table) if is_bot_dm(interaction) else gettext(MADE)
    await interaction.response.edit_message(content=text, view=None)
