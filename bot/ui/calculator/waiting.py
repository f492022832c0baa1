"""Refuse answers about cards that a player still has to count or discard in a game, and offer them after the deal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, render
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.calculator.question_ids import encode_question, without_claims
from bot.ui.core.components import Button, Buttons, Press, button
from bot.ui.core.context import UNDER_WAY, Context
from bot.ui.core.errors import RefusalWithButtons
from bot.ui.core.router import LONGEST_ID, AnyPress, Rest, TableId, press
from engine.analysis.fairness import is_deal_over, names_hidden_cards, reason_to_wait
from engine.messages import Message
from engine.text.questions import DiscardQuestion, Face, Question, all_cards
from engine.view import View

OTHERS_READ: Final = N_(
    "Others can read your cards here, so I made no move: delete your message and press **My hand**, which only you see."
)
TELL_ME: Final = N_("Tell me after the deal")

_DEALT: Final = 5
"""The fewest cards that a player is dealt."""


@press("a1:{deal}.{table_id}:{question}")
class LaterButton(AnyPress):
    """**Tell me after the deal**: a question, which is asked again after a deal of a game.

    Unlike those of a game, its custom id does not hold the game's id between two colons.
    """

    deal: int
    table_id: TableId
    question: Rest


def later_button(button: LaterButton, label: str = TELL_ME) -> Buttons:
    """Return the button below a refusal, or below the news that the deal is over."""
    return Buttons((Button(gettext(label), button.custom_id, ButtonStyle.primary),))


class CardsAloud(RefusalWithButtons):
    """A refusal of cards that only their owner may know, in a place where others read them, with a button to the hand.

    ``refusal`` would be given even in private.
    """

    def __init__(self, table_id: str, view: View, refusal: RefusalWithButtons | None = None) -> None:
        hand = button(Press(table_id, view.prompt or "", "hand"), gettext("My hand"))
        buttons = Buttons((hand, *(() if refusal is None else refusal.buttons.buttons)))
        reason = "" if refusal is None else f"{render(refusal.message)} "
        super().__init__(reason + gettext(OTHERS_READ), buttons)


class Wait(NamedTuple):
    """Why an answer has to wait, and the game and deal that it waits for."""

    reason: Message
    table_id: str
    deal: int


async def check_fair(context: Context, player: Player, question: Question, channel_id: int | None = None) -> None:
    """Refuse an answer that would help to count or discard in a game (002, law 19), with a button to get it later.

    ``channel_id`` is the channel in which everybody can read the answer; None if only the player can. Raises
    ``CardsAloud`` where they would read cards there that only the player has seen.
    """
    refusal = None
    if (wait := await find_wait(context, player, question, channel_id)) is not None:
        later = LaterButton(wait.deal, wait.table_id, encode_question(question))
        if len(later.custom_id) > LONGEST_ID:
            later = replace(later, question=encode_question(without_claims(question)))
        refusal = RefusalWithButtons(wait.reason, later_button(later))
    if channel_id is not None:
        if isinstance(question, DiscardQuestion) and len(question.cards) < _DEALT:
            # It has nothing but discards that are compared.
            await check_no_discard(context, player)
        await check_hidden(context, player, all_cards(question), refusal)
    if refusal is not None:
        raise refusal


async def check_hidden(
    context: Context, player: Player, cards: Sequence[Face], refusal: RefusalWithButtons | None = None
) -> None:
    """Raise ``CardsAloud`` if cards that others can read here look like those that only the player has seen."""
    for table_id, view in (await context.tables.views_of_player(player, *UNDER_WAY)).items():
        if names_hidden_cards(cards, view):
            raise CardsAloud(table_id, view, refusal)


async def check_no_discard(context: Context, player: Player) -> None:
    """Raise ``CardsAloud`` if the player has to discard, whether or not the cards that others read are held."""
    for table_id, view in (await context.tables.views_of_player(player, *UNDER_WAY)).items():
        if view.stage == "lay_away" and view.to_lay:
            raise CardsAloud(table_id, view)


async def find_wait(context: Context, player: Player, question: Question, channel_id: int | None = None) -> Wait | None:
    """Return what an answer to a player has to wait for, if anything: a game of theirs, or one in the channel.

    A paused game hides nothing from people who only watch it: nobody there is about to count.
    """
    own = await context.tables.views_of_player(player, *UNDER_WAY)
    for table_id, view in own.items():
        if (reason := reason_to_wait(question, view)) is not None:
            return Wait(reason, table_id, view.deal)
    if channel_id is None:
        return None
    for table_id in await context.tables.ids_in_channel(channel_id, "playing"):
        if table_id in own:
            continue
        table = await context.tables.find(table_id)
        if table.place == "dm":
            continue
        if (reason := reason_to_wait(question, table.spectator)) is not None:
            return Wait(reason, table_id, table.spectator.deal)
    return None


def is_over(table: Table, deal: int) -> bool:
    """Return whether every hand of a deal of a game is settled, or the game has ended."""
    return table.status in {"over", "closed"} or is_deal_over(table.spectator, deal)
