"""Judge games when they end: for players who get each review in a DM, and for those who follow their progress."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Final

from bot.i18n.translation import using_language
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table, Update
from bot.ui.core.context import Context
from bot.ui.core.outbox import Outbox
from bot.ui.core.pacer import LAST
from bot.ui.games.review_views import summary_view
from engine.events import GameWon

_LATE: Final = timedelta(days=1)
"""How long after its end the review of a game is still sent, without the time in which the bot was away."""

RETRY_AFTER: Final = 15.0
"""Seconds after which a review is sent again that Discord did not take; later each time."""

WORK: Final = "reviews of games that end"

_log = logging.getLogger(__name__)


class ReviewPoster:
    """Reviews the games that end. What is under way when the bot stops is sent after the next start."""

    def __init__(self, outbox: Outbox, context: Context) -> None:
        self._outbox = outbox
        self._context = context

    def hear(self, update: Update) -> None:
        """Review a game soon after it ends."""
        if any(isinstance(event, GameWon) for event in update.events):
            for seat in update.table.seats:
                self._want(update.table, seat.player)

    async def resume(self) -> None:
        """Send the reviews of games that ended shortly before the bot was stopped, and were not sent."""
        for table, player in await self._context.reviews.list_unsent(self._outbox.kept_since(_LATE)):
            self._want(table, player)

    def _want(self, table: Table, player: Player | None) -> None:
        if player is not None:
            place = f"game {table.id} was not reviewed for player {player.id}"
            review = partial(self._review, table, player, place)
            self._outbox.want(WORK, (table.id, player.id), review, lambda: place, first=RETRY_AFTER)

    async def _review(self, table: Table, player: Player, place: str) -> None:
        context = self._context
        try:
            if (await context.accounts.preferences.read(player.id)).reviews and player.discord_id is not None:
                # Whoever closes their DMs finds it behind a button; until it was sent, it is not stored as sent.
                with self._outbox.giving_up(table.agreement.touched_at, place, _LATE):
                    await self._send(table, player)
            elif await context.reviews.list_games(player):
                await context.reviews.of_game(table, player)
        except TableError as error:
            _log.info("game %s was not reviewed for a player: %s", table.id, error)

    async def _send(self, table: Table, player: Player) -> None:
        context = self._context
        with using_language(context.languages.of_person(player.discord_id)):
            review = await context.reviews.of_game(table.seen_from(None), player)
            look = await context.attachments.look(player)
            ready = await context.attachments.prepare(partial(summary_view, review), look, urgent=False)
        room = await self._outbox.dm(player.discord_id, priority=LAST)
        await self._outbox.post(room, ready, nonce=("review", table.id, player.id), priority=LAST)
        await context.reviews.mark_sent(table, player)
