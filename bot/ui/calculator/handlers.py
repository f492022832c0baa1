"""Questions about cards: the buttons and commands, their answers, and those that wait for the end of a deal."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands
from discord.utils import MISSING

from bot.analysis.calculation import calculate_aside
from bot.i18n.translation import N_, gettext, own_letters, render, typed_language, using_language
from bot.models.errors import TableError
from bot.models.player import MOST_WAITING, Player, WaitingQuestion
from bot.render.cards import CardOrRank
from bot.render.scene import Scene, Style
from bot.render.show import HandScene
from bot.tables.table import Table, Update, describe_table
from bot.ui.calculator.question_ids import decode_question, encode_question, without_claims
from bot.ui.calculator.waiting import CardsAloud, LaterButton, check_fair, find_wait, is_over, later_button
from bot.ui.core import formatting
from bot.ui.core.components import Button, Buttons
from bot.ui.core.context import Context, context_of
from bot.ui.core.errors import RefusalWithButtons
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.outbox import Refused, mentions_of, soonest
from bot.ui.core.router import LONGEST_ID, AnyPress, Rest, answers, press
from bot.ui.core.traffic import LAST
from engine.analysis.answers import Answer
from engine.analysis.explain import Detail, details, footnotes, summary
from engine.cards import CardText
from engine.errors import CribbageError, NotationError
from engine.messages import Message
from engine.text.languages.typed_language import TypedLanguage
from engine.text.multilingual import read
from engine.text.question_reader import NothingOpen
from engine.text.questions import (
    Claimed,
    DiscardQuestion,
    Face,
    HandQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    write_question,
)

_FIVE_DEALT: Final = 5

_LABELS: Final = {
    Detail.COMBINATIONS: N_("Combinations"),
    Detail.STARTERS: N_("Starters"),
    Detail.RARITY: N_("How rare?"),
    Detail.DISCARDS: N_("Other discards"),
    Detail.STEPS: N_("Card by card"),
}


@press("q1:{detail}:{question}")
class DetailButton(AnyPress):
    """A button below an answer: the detail that it shows, and the question as text."""

    detail: Detail
    question: Rest


@press("q2:{player}:{question}")
class OfferButton(AnyPress):
    """A button below a doubtful reading: the id of the player who asked, and the question; empty for none of them."""

    player: int
    question: Rest = ""


def detail_buttons(answer: Answer) -> Buttons:
    question = encode_question(without_claims(answer.question))
    return Buttons(
        tuple(Button(gettext(_LABELS[detail]), DetailButton(detail, question).custom_id) for detail in details(answer))
    )


def offer_buttons(player: int, questions: Sequence[Question]) -> Buttons:
    """Return a button for each question that a doubtful text may ask, and one for none of them."""
    names = [_chosen(questions[0])] if len(questions) == 1 else _names(questions)
    offers = [
        Button(formatting.with_visible_suits(name), _offer(player, question).custom_id, ButtonStyle.primary)
        for question, name in zip(questions, names, strict=True)
    ]
    return Buttons((*offers, Button(gettext("No"), OfferButton(player).custom_id)))


def _offer(player: int, question: Question) -> OfferButton:
    """Return the button that chooses a question; one that would be too long lacks the written scores of its cards."""
    button = OfferButton(player, encode_question(question))
    if len(button.custom_id) <= LONGEST_ID:
        return button
    return OfferButton(player, encode_question(without_claims(question)))


def _chosen(question: Question) -> str:
    return gettext("Best discard") if isinstance(question, DiscardQuestion) else gettext("Score it")


def _names(questions: Sequence[Question]) -> list[str]:
    """Return what the button of each reading is called: its cards; a discard is called so if there is only one."""
    discards = [one for one in questions if isinstance(one, DiscardQuestion) and len(one.cards) == 6]
    return [
        gettext("Discard from 6 cards") if question in discards and len(discards) == 1 else _cards_and_claim(question)
        for question in questions
    ]


def offer_text(questions: Sequence[Question]) -> str:
    """Return the sentence that asks which of the questions is meant, with the notes on the reading small."""
    if len(questions) > 1:
        sentence = gettext("Which do you mean?")
    else:
        sentence = gettext("I read {cards}. Is that right?", cards=f"`{_cards_and_claim(questions[0])}`")
    notes = dict.fromkeys(render(note) for question in questions for note in question.notes)
    return formatting.with_visible_suits("\n".join([sentence, *(f"-# {note}" for note in notes)]))


def answer_text(answer: Answer) -> str:
    lines = list(map(render, summary(answer, strong=lambda words: Message("**{words}**", {"words": words}))))
    first = len(lines) - len(footnotes(answer))
    question = own_letters(write_question(answer.question))
    shown = [line.replace(question, f"`{question}`") for line in lines[:first]]
    return formatting.with_visible_suits("\n".join([*shown, *(f"-# {line}" for line in lines[first:])]))


def detail_text(answer: Answer, detail: Detail) -> str:
    lines = map(render, details(answer).get(detail, ()))
    return formatting.with_visible_suits("\n".join([f"`{own_letters(write_question(answer.question))}`", *lines]))


def _cards_and_claim(question: Question) -> str:
    """Return the cards of a question as they were read, and the count that is declared for them."""
    if isinstance(question, DiscardQuestion) and len(question.cards) == _FIVE_DEALT:
        cards = own_letters(CardText(" ".join(face.face for face in question.cards)))
        return gettext("{label}: {value}", label=gettext("Best discard"), value=cards)
    return f"{own_letters(write_question(question))}{_claim(question)}"


def _claim(question: Question) -> str:
    if not isinstance(question, Claimed) or question.declared is None:
        return ""
    if isinstance(question, PlayQuestion) and question.declared_count is not None:
        return f" ({question.declared_count}-{question.declared})"
    return f" = {' or '.join(map(str, (question.declared, *question.others)))}"


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
            return HandScene(tuple(map(_card_or_rank, faces)), _card_or_rank(last), title, style)
        case OddsQuestion():
            return None
        case PlayQuestion(cards=faces):
            if len(faces) > _MOST_IN_A_ROW:
                return None
            return HandScene(tuple(map(_card_or_rank, faces)), None, gettext("Played in this order"), style)
        case _:
            faces = question.cards
            return HandScene(tuple(map(_card_or_rank, faces)), style=style)


def _card_or_rank(face: Face) -> CardOrRank:
    """A card as it was named: its rank alone where its suit was not."""
    return face.rank if face.card is None else face.card


_MOST_IN_A_ROW: Final = 8
"""The most cards side by side that can be told apart on a phone."""


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


KEPT: Final = N_("OK. I'll send you the answer in a DM after this deal.")
TOO_MANY: Final = N_("I'm already keeping {number} questions for you. Ask this one again after the deal.")
DEAL_OVER: Final = N_("That deal is over. Here's the answer to your question.")
CLOSED_DMS: Final = N_(
    "{player}, the deal is over, but I can't DM you. Press **Show the answer**. Only you will see it."
)
SHOW_IT: Final = N_("Show the answer")

RETRY_AFTER: Final = 60.0
"""Seconds after which an answer is sent again that Discord did not take; later each time."""

_WORK: Final = "late answers"

_log = logging.getLogger(__name__)


class LateAnswers:
    """Answers the questions that wait for a deal once it is over."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def hear(self, update: Update) -> None:
        """Answer soon what waits for a deal that has ended."""
        self.see_to(update.table.id)

    async def resume(self) -> None:
        """Answer what waits for a deal that has ended before the start."""
        for table_id in await self._context.accounts.waiting_questions.tables():
            self.see_to(table_id)

    def see_to(self, table_id: str) -> None:
        """Answer soon the questions that wait for this game, if their deals are over."""
        place = f"a question about game {table_id} is not answered yet"
        self._context.outbox.background.want(
            _WORK, table_id, partial(self._answer_all, table_id), lambda: place, first=RETRY_AFTER
        )

    async def _answer_all(self, table_id: str) -> None:
        """Answer every question whose deal is over. Raises the first failure, which keeps no other answer back."""
        context, failures = self._context, list[Exception]()
        for waiting in await context.accounts.waiting_questions.of_table(table_id):
            table = await context.tables.find(table_id)
            if not is_over(table, waiting.deal):
                continue
            try:
                with context.outbox.giving_up(table.agreement.touched_at, f"an answer about {describe_table(table)}"):
                    if not await self._answer(waiting, table):
                        continue
                await context.accounts.waiting_questions.remove(waiting)
            except (Refused, CribbageError) as error:
                if isinstance(error, Refused) or context.outbox.is_kept(table.agreement.touched_at):
                    failures.append(error)
                else:
                    _log.warning("an answer about %s is given up: %s", describe_table(table), error)
                    await context.accounts.waiting_questions.remove(waiting)
        if failures:
            raise soonest(failures)

    async def _answer(self, waiting: WaitingQuestion, table: Table) -> bool:
        """Answer a question; False if it waits for the next game or deal in which the answer would help."""
        player = waiting.player
        try:
            question = decode_question(waiting.question)
        except NotationError as error:
            _log.warning("a question that waited cannot be read any more: %s", error)
            return True
        if (wait := await find_wait(self._context, player, question)) is not None:
            questions = self._context.accounts.waiting_questions
            await questions.add(player.id, wait.table_id, wait.deal, waiting.question)
            return False
        nonce = "answer", player.id, waiting.table_id, waiting.deal, waiting.question
        with using_language(self._context.languages.of_person(player.discord_id)):
            found = await answer_question(self._context, player, question)
            text = f"{gettext(DEAL_OVER)}\n{found.text}"
            async with self._context.attachments.in_turn():
                files = await self._context.attachments.file_of(found.scene)
            more: dict[str, Any] = {"files": files, "view": found.buttons or MISSING}
        try:
            room = await self._context.outbox.dm(player.discord_id, priority=LAST)
            await self._context.outbox.post(room, text, nonce=nonce, priority=LAST, **more)
        except Refused as refused:
            # A game in DMs has no channel: then the answer waits until they open theirs.
            if refused.why == "away" or table.agreement.guild_id is None or table.is_guest:
                raise
            try:
                await self._call(waiting, table, nonce)
            except Refused as other:
                # Without the channel the answer waits until they open their DMs.
                raise (refused if other.why == "gone" else other) from None
        return True

    async def _call(self, waiting: WaitingQuestion, table: Table, nonce: tuple[object, ...]) -> None:
        """Tell a player whose DMs are closed, in the channel of the game, that they can see the answer now."""
        await self._context.languages.learn_server_of(table)
        with using_language(self._context.languages.of_guild(table.agreement.guild_id)):
            text = gettext(CLOSED_DMS, player=formatting.mention(waiting.player))
            button = LaterButton(waiting.deal, waiting.table_id, waiting.question)
            view, called = later_button(button, SHOW_IT), mentions_of([waiting.player])
        channel = self._context.outbox.channel(table.agreement.channel_id)
        await self._context.outbox.post(channel, text, nonce=nonce, mentions=called, priority=LAST, view=view)


@answers(LaterButton)
async def keep_question(context: Context, interaction: discord.Interaction[Any], button: LaterButton) -> None:
    """Store a question until its deal is over; answer it at once if the deal is over already."""
    player = await context.meet(interaction.user)
    question = decode_question(button.question)
    if is_over(await context.tables.find(button.table_id), button.deal):
        found = await answer_question(context, player, question)
        await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=True)
        return
    kept = await context.accounts.waiting_questions.add(player.id, button.table_id, button.deal, button.question)
    text = gettext(KEPT) if kept else gettext(TOO_MANY, number=MOST_WAITING)
    await interaction.response.send_message(text, ephemeral=True)
    # The deal may have ended while the question was stored.
    LateAnswers(context).see_to(button.table_id)
