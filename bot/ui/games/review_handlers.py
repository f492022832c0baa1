"""Reviews: the command, its pages, and those that are posted after a game."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, using_language
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table, Update
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import answers
from bot.ui.core.traffic import LAST
from bot.ui.games import review_views as views
from bot.ui.games.context import FinishedGame
from bot.ui.games.review_views import ReviewButton, summary_view
from engine.events import GameWon


@answers(ReviewButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: ReviewButton) -> None:
    """Turn to another page of the review; everybody sees their own."""
    player = await context.meet(interaction.user)
    build = await _page(context, interaction, player, button)
    await context.put(interaction, build, await context.attachments.look(player))


async def show_review(context: Context, interaction: discord.Interaction[Any], table: Table, player: Player) -> None:
    """Answer with the review of a game for one of its players. Judging takes seconds, so the answer is deferred."""
    table.seat_of(player)
    await context.reviews.check(table)
    await interaction.response.defer(ephemeral=True, thinking=True)
    review = await context.reviews.of_game(table, player)
    look = await context.attachments.look(player)
    await context.answer(interaction, partial(views.summary_view, review), look, ephemeral=True)


async def _page(
    context: Context, interaction: discord.Interaction[Any], player: Player, button: ReviewButton
) -> ScreenBuilder:
    if button.page == views.PROGRESS:
        rules = (await context.find(interaction, button.table_id)).rules
        games, missing = await context.reviews.list_games(player, rules), await context.reviews.count_missing(player)
        if missing:
            # They are judged in the background.
            context.reviews.review_latest(player)
        return partial(views.progress_view, games, missing, rules, table_id=button.table_id)
    table = await context.find(interaction, button.table_id)
    review = await context.reviews.of_game(table, player)
    if button.page == views.SUMMARY or not review.decisions:
        return partial(views.summary_view, review)
    return lambda _: views.deal_view(review, int(button.page))


NO_GAME: Final = N_("You haven't finished a game yet. Start one with /play.")


@app_commands.command(description="See how you played a finished game, and what would have been better")
@app_commands.describe(game="The game's ID (default: your latest game)")
async def review(interaction: discord.Interaction[Any], game: FinishedGame | None = None) -> None:
    """Show the player's own review of a game."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    if game is None:
        over = await context.tables.ids_of_player(player.id, "over")
        if not over:
            raise TableError(gettext(NO_GAME))
        game = await context.find(interaction, over[0])
    await show_review(context, interaction, game, player)


_LATE: Final = timedelta(days=1)
"""How long after its end the review of a game is still sent, without the time in which the bot was away."""

RETRY_AFTER: Final = 15.0
"""Seconds after which a review is sent again that Discord did not take; later each time."""

WORK: Final = "reviews of games that end"

_log = logging.getLogger(__name__)


class ReviewPoster:
    """Reviews the games that end. What is under way when the bot stops is sent after the next start."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def hear(self, update: Update) -> None:
        """Review a game soon after it ends."""
        if any(isinstance(event, GameWon) for event in update.events):
            for seat in update.table.seats:
                self._want(update.table, seat.player)

    async def resume(self) -> None:
        """Send the reviews of games that ended shortly before the bot was stopped, and were not sent."""
        for table, player in await self._context.reviews.list_unsent(self._context.outbox.kept_since(_LATE)):
            self._want(table, player)

    def _want(self, table: Table, player: Player | None) -> None:
        if player is not None:
            place = f"game {table.id} was not reviewed for player {player.id}"
            review = partial(self._review, table, player, place)
            self._context.outbox.background.want(WORK, (table.id, player.id), review, lambda: place, first=RETRY_AFTER)

    async def _review(self, table: Table, player: Player, place: str) -> None:
        context = self._context
        try:
            if (await context.accounts.preferences.read(player.id)).reviews and player.discord_id is not None:
                # Whoever closes their DMs finds it behind a button; until it was sent, it is not stored as sent.
                with self._context.outbox.giving_up(table.agreement.touched_at, place, _LATE):
                    await self._send(table, player)
            elif await context.reviews.list_games(player, table.rules):
                await context.reviews.of_game(table, player)
        except TableError as error:
            _log.info("game %s was not reviewed for a player: %s", table.id, error)

    async def _send(self, table: Table, player: Player) -> None:
        context = self._context
        with using_language(context.languages.of_person(player.discord_id)):
            review = await context.reviews.of_game(table.seen_from(None), player)
            look = await context.attachments.look(player)
            ready = await context.attachments.prepare_in_turn(partial(summary_view, review), look)
        room = await self._context.outbox.dm(player.discord_id, priority=LAST)
        await self._context.outbox.post(room, ready, nonce=("review", table.id, player.id), priority=LAST)
        await context.reviews.mark_sent(table, player)
