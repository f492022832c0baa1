"""Posts the daily hand in the channels of the servers that want it, after midnight UTC."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Final

import discord

from bot.background import Background
from bot.i18n.translation import using_language
from bot.models.practice import DailyPost
from bot.ui.core.errors import DISCORD_FAILS, Retries, nonce_of
from bot.ui.games.context import GameContext
from bot.ui.practice.daily_views import daily_hand, invitation_view, today

SWEEP: Final = 60.0
"""Seconds between two checks for posts that are due."""

_WORK: Final = "daily hands"

_log = logging.getLogger(__name__)


class DailyPoster:
    """Posts the daily hand where it is due, when ``post_due`` is called and regularly after ``start``."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._background = Background(_log, *DISCORD_FAILS)
        self._refused = Retries(first=SWEEP)

    def start(self) -> None:
        """Start to check regularly for posts that are due."""
        self._background.repeat(_WORK, self.post_due, SWEEP)

    async def close(self) -> None:
        """Stop checking."""
        await self._background.close()

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
            with self._background.failures.at(_WORK, f"the daily hand was not posted in server {post.guild_id}"):
                try:
                    await self._post(post)
                except (discord.Forbidden, discord.NotFound):
                    self._refused.failed(place)
                    raise
                posted += 1
                self._refused.forget(place)
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
