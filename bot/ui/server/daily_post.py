"""Posts the daily hand in the channels of the servers that want it, after midnight UTC."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import using_language
from bot.models.daily import DailyPost
from bot.models.errors import StorageError
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.nonces import nonce_of
from bot.ui.core.refusals import Retries
from bot.ui.games.context import GameContext
from bot.ui.practice.daily_hand import daily_hand
from bot.ui.practice.daily_handlers import today
from bot.ui.practice.daily_views import invitation_view

SWEEP: Final = 60.0
"""Seconds between two checks for posts that are due."""

_log = logging.getLogger(__name__)


class DailyPoster:
    """Posts the daily hand where it is due, when ``post_due`` is called and regularly after ``start``."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._sweeping: asyncio.Task[None] | None = None
        self._refused = Retries(first=SWEEP)

    def start(self) -> None:
        """Start to check regularly for posts that are due."""
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep(), name="the daily hands")

    async def close(self) -> None:
        """Stop checking."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    async def post_due(self) -> int:
        """Post today's hand in every server that has not had it, and return how many posts were sent.

        One that fails does not keep the others from being posted, and is tried again at the next check; where the bot
        may not write in the channel, later each time.
        """
        posted = 0
        for post in await self._context.accounts.daily.due_posts(today()):
            place = post.guild_id, post.channel_id
            if self._refused.is_waiting(place):
                continue
            try:
                await self._post(post)
                posted += 1
                self._refused.forget(place)
            except DISCORD_FAILS as error:
                _log.warning("the daily hand was not posted in server %d: %s", post.guild_id, error)
                if isinstance(error, discord.Forbidden | discord.NotFound):
                    self._refused.failed(place)
            await asyncio.sleep(0)
        return posted

    async def _post(self, post: DailyPost) -> None:
        """Post one hand and mark it as posted."""
        hand, attachments = daily_hand(today()), self._context.attachments
        await self._context.languages.learn_server(post.guild_id)
        with using_language(self._context.languages.of_guild(post.guild_id)):
            build = partial(invitation_view, hand)
            ready = await attachments.prepare(build, attachments.for_all, urgent=False)
        await self._context.channels.partial(post.channel_id).send(
            view=ready.screen, files=ready.files, nonce=nonce_of("daily", post.guild_id, hand.day)
        )
        await self._context.accounts.daily.mark_posted(post, hand.day)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.post_due()
            except StorageError as error:
                _log.warning("could not check for daily hands; trying again at the next sweep: %s", error)
