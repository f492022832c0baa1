"""Judge games when they end: for players who get each review in a DM, and for those who follow their progress."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.background import Background
from bot.i18n.translation import using_language
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table, Update
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS, Retries, is_final, nonce_of
from bot.ui.games.review_views import summary_view
from engine.events import GameWon

_LATE: Final = timedelta(days=1)
"""How long after its end the review of a game is still sent, without the time in which the bot was away."""

_TRIES: Final = 30
"""After how many refusals a review is left to the next start: after about a day."""

RETRY_AFTER: Final = 15.0
"""Seconds after which a review is sent again that Discord did not take; later each time."""

_WORK: Final = "reviews of games that end"

_log = logging.getLogger(__name__)


class ReviewPoster:
    """Reviews the games that end. What is under way when the bot stops is sent after the next start."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self._client = client
        self._context = context
        self._background = Background(_log, *DISCORD_FAILS)
        self._refused = Retries(first=RETRY_AFTER)

    def hear(self, update: Update) -> None:
        """Review a game soon after it ends."""
        if not any(isinstance(event, GameWon) for event in update.events):
            return
        players = [seat.player for seat in update.table.seats if seat.player is not None]
        self._start([(update.table, player) for player in players])

    async def resume(self) -> None:
        """Send the reviews of games that ended shortly before the bot was stopped, and were not sent."""
        since = discord.utils.utcnow() - _LATE - self._context.tables.outages.total
        unsent = await self._context.reviews.list_unsent(since)
        if unsent:
            self._start(unsent)

    async def close(self) -> None:
        """Stop."""
        await self._background.close()

    def _start(self, games: Sequence[tuple[Table, Player]]) -> None:
        self._background.start(_WORK, partial(self._review, games), key=object())

    async def _review(self, games: Sequence[tuple[Table, Player]]) -> None:
        for table, player in games:
            with self._background.failures.at(_WORK, f"game {table.id} was not reviewed for player {player.id}"):
                try:
                    await self._review_for(table, player)
                    self._refused.forget((table.id, player.id))
                except TableError as error:
                    _log.info("game %s was not reviewed for a player: %s", table.id, error)
                except DISCORD_FAILS as error:
                    # Whoever closes their DMs finds it behind a button; until it was sent, it is not stored as sent.
                    if not is_final(error):
                        self._again(table, player)
                    raise

    def _again(self, table: Table, player: Player) -> None:
        """Try to send a review again, later each time, until it is too late."""
        key = table.id, player.id
        wait = self._refused.failed(key)
        if self._refused.tries(key) < _TRIES:
            self._background.later(_WORK, wait, partial(self._start, [(table, player)]), key=key)
        else:
            self._refused.forget(key)

    async def _review_for(self, table: Table, player: Player) -> None:
        context = self._context
        if (await context.accounts.preferences.read(player.id)).reviews and player.discord_id is not None:
            with using_language(context.languages.of_person(player.discord_id)):
                review = await context.reviews.of_game(table.seen_from(None), player)
                look = await context.attachments.look(player)
                ready = await context.attachments.prepare(partial(summary_view, review), look, urgent=False)
                room = await self._client.create_dm(discord.Object(player.discord_id))
                nonce = nonce_of("review", table.id, player.id)
                await room.send(view=ready.screen, files=ready.files, nonce=nonce)
                await context.reviews.mark_sent(table, player)
        elif await context.reviews.list_games(player):
            await context.reviews.of_game(table, player)
