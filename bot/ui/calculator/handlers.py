"""Answer typed questions about cards, except about cards that the player still has to count or discard in a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.analysis.thinking import calculate_aside
from bot.i18n.translation import N_, gettext, render, typed_language
from bot.models.errors import TableError
from bot.models.player import Player
from bot.render.scene import Scene
from bot.ui.calculator.question_ids import decode_question
from bot.ui.calculator.views import (
    DetailButton,
    OfferButton,
    answer_text,
    detail_buttons,
    detail_text,
    offer_buttons,
    offer_text,
    question_scene,
)
from bot.ui.calculator.waiting import CardsAloud, check_fair
from bot.ui.core.components import Buttons
from bot.ui.core.context import Context, context_of
from bot.ui.core.errors import RefusalWithButtons
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import answers
from engine.analysis.answers import Answer
from engine.errors import NotationError
from engine.text.languages.typed_language import TypedLanguage
from engine.text.multilingual import read
from engine.text.question_reader import NothingOpen
from engine.text.questions import (
    Question,
    Reading,
)

NOT_YOUR_QUESTION: Final = N_("Only the person who asked can choose. Use `/score` for your own cards.")
NONE_OF_THEM: Final = N_("No problem. Type 4 cards and the starter, like `5h 5d 5c js 5s`.")


@dataclass(frozen=True, slots=True)
class CalculatorAnswer:
    """The text of an answer, the picture of the cards if the player wants pictures, and buttons.

    The buttons show details, or choose a reading where the text may mean several things.
    """

    text: str
    scene: Scene | None = None
    buttons: Buttons | None = None


async def answer_typed_question(
    context: Context,
    player: Player,
    text: str,
    language: TypedLanguage | None,
    *,
    crib: bool = False,
    declared: str | None = None,
    channel_id: int | None = None,
) -> CalculatorAnswer:
    """Return the answer to a question typed in a language, or the readings to choose from.

    ``channel_id`` is the channel in which everybody can read the answer; None if only the player can. Raises
    ``NotationError`` for text that cannot be read, and ``RefusalWithButtons`` for cards that are in play in a game.
    """
    try:
        reading = read(strip_markup(text), language, crib=crib, declared=declared)
    except NothingOpen as error:
        return CalculatorAnswer(render(error.message))
    return await answer_reading(context, player, reading, channel_id)


async def answer_reading(
    context: Context, player: Player, reading: Reading, channel_id: int | None = None
) -> CalculatorAnswer:
    """Return the answer to what was read; where that is not sure, the readings that may be answered, as buttons.

    Raises ``RefusalWithButtons`` where none may be answered.
    """
    if reading.sure:
        first, *others = [await answer_question(context, player, one, channel_id) for one in reading.questions]
        return first if not others else CalculatorAnswer("\n\n".join([first.text, *(one.text for one in others)]))
    fair, refusal = [], None
    for question in reading.questions:
        try:
            await check_fair(context, player, question, channel_id)
        except RefusalWithButtons as error:
            refusal = refusal or error
        else:
            fair.append(question)
    if not fair and refusal is not None:
        raise refusal
    return CalculatorAnswer(offer_text(fair), buttons=offer_buttons(player.id, fair))


@answers(DetailButton)
async def show_detail(context: Context, interaction: discord.Interaction[Any], button: DetailButton) -> None:
    """Show a detail of an answer to the person who asks for it."""
    player = await context.meet(interaction.user)
    found = await _found(context, player, decode_question(button.question))
    await interaction.response.send_message(detail_text(found, button.detail), ephemeral=True)


@answers(OfferButton)
async def answer_choice(context: Context, interaction: discord.Interaction[Any], button: OfferButton) -> None:
    """Replace offered readings by the answer to the chosen one, or by a hint where it is none of them.

    Raises ``TableError`` for anybody but the person who asked, and ``RefusalWithButtons`` for cards in play.
    """
    player = await context.meet(interaction.user)
    if player.id != button.player:
        raise TableError(gettext(NOT_YOUR_QUESTION))
    if not button.question:
        await context.answer_text(interaction, gettext(NONE_OF_THEM), instead=True)
        return
    found = await answer_question(context, player, decode_question(button.question), _read_by_all(interaction))
    await context.answer_text(interaction, found.text, found.scene, found.buttons, instead=True)


def _read_by_all(interaction: discord.Interaction[Any]) -> int | None:
    """Return the channel of the message that was pressed, if everybody there can read it."""
    message = interaction.message
    is_private = is_bot_dm(interaction) or (message is not None and message.flags.ephemeral)
    return None if is_private else interaction.channel_id


async def answer_question(
    context: Context, player: Player, question: Question, channel_id: int | None = None
) -> CalculatorAnswer:
    """Return the answer to a question. Raises ``RefusalWithButtons`` for cards that are in play in a game."""
    found = await _found(context, player, question, channel_id)
    look = await context.attachments.look(player)
    scene = question_scene(question, look.style) if look.pictures else None
    return CalculatorAnswer(answer_text(found), scene, detail_buttons(found))


async def _found(context: Context, player: Player, question: Question, channel_id: int | None = None) -> Answer:
    await check_fair(context, player, question, channel_id)
    return await calculate_aside(question)


def strip_markup(text: str) -> str:
    """Return a message without Discord's markup: mentions, quotes, spoilers and the tags of emoji."""
    text = _EMOJI.sub(lambda emoji: emoji[1].replace("_", " "), _MENTION.sub(" ", _QUOTE.sub(" ", text)))
    return _SPOILER.sub(r" \1 ", _STRUCK.sub(" ", text))


_MENTION: Final = re.compile(r"<(?:@[!&]?|#)[0-9]+>|@(?:everyone|here)\b")
_EMOJI: Final = re.compile(r"<a?(:\w+:)[0-9]+>")
_QUOTE: Final = re.compile(r"(?m)^[ \t]*(?:>(?:>>)?|-#|#{1,3})[ \t]")
_STRUCK: Final = re.compile(r"~~[^~]+~~")
_SPOILER: Final = re.compile(r"\|\|([^|]+)\|\|")


def try_read(text: str, language: TypedLanguage | None) -> Reading | None:
    """Return what a message asks about cards; None if it asks nothing."""
    try:
        return read(strip_markup(text), language)
    except NotationError:
        return None


@app_commands.command(description="Count any hand, or get the best discard from 6 cards")
@app_commands.describe(
    hand="5 cards, starter last (5h 5d 5c js 5s); or 6 to discard from (.. at 110-104 dealer); or: play 8 j 6",
    crib="Count it as a crib",
    declared="Your own count to check, like 28",
)
async def score(
    interaction: discord.Interaction[Any],
    hand: str,
    crib: bool = False,  # noqa: FBT001, FBT002
    declared: str | None = None,
) -> None:
    """Answer a typed question in the channel; in private if it is about cards that only the asker may know."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    ask = partial(answer_typed_question, context, player, hand, typed_language(), crib=crib, declared=declared)
    try:
        channel_id = None if is_bot_dm(interaction) else interaction.channel_id
        found, is_private = await ask(channel_id=channel_id), False
    except CardsAloud:
        found, is_private = await ask(), True
    await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=is_private)


@app_commands.context_menu(name="Score this hand")
async def score_this_hand(interaction: discord.Interaction[Any], message: discord.Message) -> None:
    """Answer the question in a message, visible only to the person who asked."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    text = message.content
    if message.author == interaction.client.user:
        # An answer of the bot holds its question as code, or its cards in the first line, before the points.
        code = _CODE.search(text)
        text = text.partition("\n")[0] if code is None else code[1]
    found = await answer_typed_question(context, player, text, typed_language())
    await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=True)


_CODE: Final = re.compile(r"`([^`]+)`")
