"""Judge games when they end: for players who get each review in a DM, and for those who follow their progress."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import discord

from bot.i18n.translation import using_language
from bot.models.player import Player
from bot.tables.table import Table, Update
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.games.review_views import summary_view
from engine.errors import CribbageError
from engine.events import GameWon

_log = logging.getLogger(__name__)


class ReviewPoster:
    """Reviews the games that end. What is under way when the bot stops is judged when its player asks for it."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self._client = client
        self._context = context
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def hear(self, update: Update) -> None:
        """Review a game soon after it ends."""
        if self._closed or not any(isinstance(event, GameWon) for event in update.events):
            return
        task = asyncio.create_task(self._review(update.table), name=f"review of game {update.table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _review(self, table: Table) -> None:
        for seat in table.seats:
            if seat.player is None:
                continue
            try:
                await self._review_for(table, seat.player)
            except (*DISCORD_FAILS, CribbageError) as error:
                _log.info("game %s was not reviewed for a player: %s", table.id, error)
            except Exception:
                _log.exception("game %s could not be reviewed", table.id)

    async def _review_for(self, table: Table, player: Player) -> None:
        context = self._context
        if (await context.accounts.preferences.read(player.id)).reviews and player.discord_id is not None:
            with using_language(context.languages.of_person(player.discord_id)):
                review = await context.reviews.of_game(table.seen_from(None), player)
                look = await context.attachments.look(player)
                ready = await context.attachments.prepare(partial(summary_view, review), look, urgent=False)
                room = await self._client.create_dm(discord.Object(player.discord_id))
                await room.send(view=ready.screen, files=ready.files)
        elif await context.reviews.list_games(player):
            await context.reviews.of_game(table, player)
