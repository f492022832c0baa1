"""Answers that had to wait for the end of a deal: the questions are stored, and each is answered once in a DM."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

import discord
from discord.utils import MISSING

from bot.i18n.translation import N_, gettext, using_language
from bot.models.player import MOST_WAITING, WaitingQuestion
from bot.tables.table import Table, Update, describe_table
from bot.ui.calculator import handlers
from bot.ui.calculator.question_ids import decode_question
from bot.ui.calculator.waiting import LaterButton, find_wait, is_over, later_button
from bot.ui.core import formatting
from bot.ui.core.context import Context
from bot.ui.core.outbox import Refused, mentions_of, soonest
from bot.ui.core.router import answers
from bot.ui.core.traffic import LAST
from engine.errors import CribbageError, NotationError

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
            found = await handlers.answer_question(self._context, player, question)
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
        found = await handlers.answer_question(context, player, question)
        await context.answer_text(interaction, found.text, found.scene, found.buttons, ephemeral=True)
        return
    kept = await context.accounts.waiting_questions.add(player.id, button.table_id, button.deal, button.question)
    text = gettext(KEPT) if kept else gettext(TOO_MANY, number=MOST_WAITING)
    await interaction.response.send_message(text, ephemeral=True)
    # The deal may have ended while the question was stored.
    LateAnswers(context).see_to(button.table_id)
