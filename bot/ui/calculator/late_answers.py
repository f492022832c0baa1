"""Answers that had to wait for the end of a deal: the questions are stored, and each is answered once in a DM."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any, Final, Protocol, cast

import discord
from discord.utils import MISSING

from bot.accounts import MOST_WAITING
from bot.background import Background
from bot.i18n.translation import N_, gettext, using_language
from bot.models.player import WaitingQuestion
from bot.tables.table import Table, Update, describe_table
from bot.ui.calculator import handlers
from bot.ui.calculator.fairness import LaterButton, find_wait, is_over, later_button
from bot.ui.calculator.question_ids import decode_question
from bot.ui.core import formatting
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS, Retries, nonce_of
from bot.ui.core.router import answers
from engine.errors import CribbageError, NotationError
from engine.events import Dealt

KEPT: Final = N_("OK. I'll send you the answer in a DM after this deal.")
TOO_MANY: Final = N_("I'm already keeping {number} questions for you. Ask this one again after the deal.")
DEAL_OVER: Final = N_("That deal is over. Here's the answer to your question.")
CLOSED_DMS: Final = N_(
    "{player}, the deal is over, but I can't DM you. Press **Show the answer**. Only you will see it."
)
SHOW_IT: Final = N_("Show the answer")

RETRY_AFTER: Final = 60.0
"""Seconds after which an answer is sent again that Discord did not take; later each time."""

_KEPT: Final = timedelta(days=7)
"""How long after the last act of its game an answer is kept that nobody could be told."""

_WORK: Final = "late answers"

_log = logging.getLogger(__name__)


class LateAnswers:
    """Answers the questions that wait for a deal once it is over, one after another."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self._client = client
        self._context = context
        self._background = Background(_log, *DISCORD_FAILS)
        self._due: dict[str, None] = {}
        self._refused = Retries(first=RETRY_AFTER)

    def hear(self, update: Update) -> None:
        """Answer soon what waits for a deal that has ended."""
        table = update.table
        is_new_deal = any(isinstance(event, Dealt) for event in update.events)
        if is_new_deal or table.status in {"over", "closed"} or table.spectator.stage == "deal":
            self.see_to(table.id)

    async def resume(self) -> None:
        """Answer what waits for a deal that has ended before the start."""
        for table_id in await self._context.accounts.waiting_questions.tables():
            self.see_to(table_id)

    def see_to(self, table_id: str) -> None:
        """Answer soon the questions that wait for this game, if their deals are over."""
        self._background.cancel(_WORK, table_id)
        self._due[table_id] = None
        self._background.start(_WORK, self._answer_due)

    async def close(self) -> None:
        """Stop; what is not answered yet is answered after the next start."""
        await self._background.close()

    async def _answer_due(self) -> None:
        while self._due:
            table_id = next(iter(self._due))
            del self._due[table_id]
            with self._background.failures.at(_WORK, f"a question about game {table_id} is not answered yet"):
                try:
                    await self._answer_all(table_id)
                except Exception as error:
                    if self._background.failures.may_pass(error):
                        wait = self._refused.failed(table_id)
                        self._background.later(_WORK, wait, partial(self.see_to, table_id), key=table_id)
                    raise
                self._refused.forget(table_id)

    async def _answer_all(self, table_id: str) -> None:
        """Answer every question whose deal is over. Raises the first failure, which keeps no other answer back."""
        failures: list[Exception] = []
        for waiting in await self._context.accounts.waiting_questions.of_table(table_id):
            table = await self._context.tables.find(table_id)
            if not is_over(table, waiting.deal):
                continue
            try:
                await self._answer(waiting, table)
            except (*DISCORD_FAILS, CribbageError) as error:
                kept = _KEPT + self._context.tables.outages.total
                if discord.utils.utcnow() - table.agreement.touched_at > kept:
                    _log.warning("an answer about %s is given up: %s", describe_table(table), error)
                    await self._context.accounts.waiting_questions.remove(waiting)
                else:
                    failures.append(error)
        if failures:
            raise failures[0]

    async def _answer(self, waiting: WaitingQuestion, table: Table) -> None:
        """Answer a question and delete it, or let it wait for the next game or deal in which the answer would help."""
        questions, player = self._context.accounts.waiting_questions, waiting.player
        try:
            question = decode_question(waiting.question)
        except NotationError as error:
            _log.warning("a question that waited cannot be read any more: %s", error)
            await questions.remove(waiting)
            return
        if (wait := await find_wait(self._context, player, question)) is not None:
            await questions.add(player.id, wait.table_id, wait.deal, waiting.question)
            return
        with using_language(self._context.languages.of_person(player.discord_id)):
            found = await handlers.answer_question(self._context, player, question)
            text = f"{gettext(DEAL_OVER)}\n{found.text}"
            files = await self._context.attachments.file_of(found.scene)
            try:
                room = await self._client.create_dm(discord.Object(player.discord_id or 0))
                await room.send(text, files=files, view=found.buttons or MISSING, nonce=_nonce(waiting))
            except discord.HTTPException as error:
                if error.status >= 500:
                    raise
                await self._call(waiting, table, error)
        await questions.remove(waiting)

    async def _call(self, waiting: WaitingQuestion, table: Table, refusal: discord.HTTPException) -> None:
        """Tell a player whose DMs are closed, in the channel of the game, that they can see the answer now.

        Raises the ``refusal`` of their DMs where the game has no channel: then the answer waits until they open them.
        """
        if table.agreement.guild_id is None or table.is_guest:
            raise refusal
        await self._context.languages.learn_server_of(table)
        with using_language(self._context.languages.of_guild(table.agreement.guild_id)):
            text = gettext(CLOSED_DMS, player=formatting.mention(waiting.player))
            button = LaterButton(waiting.deal, waiting.table_id, waiting.question)
            channel = self._client.get_partial_messageable(table.agreement.channel_id)
            called = discord.AllowedMentions(users=[discord.Object(waiting.player.discord_id or 0)])
            await channel.send(text, view=later_button(button, SHOW_IT), allowed_mentions=called, nonce=_nonce(waiting))


def _nonce(waiting: WaitingQuestion) -> str:
    return nonce_of("answer", waiting.player.id, waiting.table_id, waiting.deal, waiting.question)


class _HasLateAnswers(Protocol):
    """The client, as this module sees it."""

    late_answers: LateAnswers


@answers(LaterButton)
async def keep_question(context: Context, interaction: discord.Interaction[Any], button: LaterButton) -> None:
    """Store a question until its deal is over; answer it at once if the deal is over already."""
    player = await context.meet(interaction.user)
    question = decode_question(button.question)
    if is_over(await context.tables.find(button.table_id), button.deal):
        found = await handlers.answer_question(context, player, question)
        await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=True)
        return
    kept = await context.accounts.waiting_questions.add(player.id, button.table_id, button.deal, button.question)
    text = gettext(KEPT) if kept else gettext(TOO_MANY, number=MOST_WAITING)
    await interaction.response.send_message(text, ephemeral=True)
    # The deal may have ended while the question was stored.
    cast("_HasLateAnswers", interaction.client).late_answers.see_to(button.table_id)
