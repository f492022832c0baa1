"""Posts the table of each league in its channel every week, at its local hour."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.background import Background
from bot.i18n.translation import using_language
from bot.leagues.service import Leagues
from bot.models.league import League
from bot.tables.log_names import quoted
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.refusals import Retries
from bot.ui.games.context import GameContext
from bot.ui.leagues import loaders

SWEEP: Final = 60.0
"""Seconds between two checks for posts that are due."""

_WORK: Final = "weekly tables"

_log = logging.getLogger(__name__)


class WeeklyPoster:
    """Posts the tables that are due, when ``post_due`` is called and regularly after ``start``."""

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
        """Post the table of every league whose hour has come, and return how many were posted.

        One comes after the other, and everything else has its turn in between. One that fails does not keep the others
        from being posted, and is tried again at the next look; where the bot may not write in the channel, later each
        time, or once there is another channel.
        """
        posted = 0
        for league in await self._leagues.weekly_posts.due():
            place = league.id, league.channel_id
            if self._refused.is_waiting(place):
                continue
            with self._background.failures.at(_WORK, f"the table of {_describe(league)} was not posted"):
                try:
                    await self._post(league)
                except (discord.Forbidden, discord.NotFound):
                    self._refused.failed(place)
                    raise
                posted += 1
                self._refused.forget(place)
            await asyncio.sleep(0)
        return posted

    @property
    def _leagues(self) -> Leagues:
        return self._context.leagues

    async def _post(self, league: League) -> None:
        """Post one table and mark it as posted."""
        assert league.channel_id is not None
        await self._context.languages.learn_server(league.guild_id)
        with using_language(self._context.languages.of_guild(league.guild_id)):
            attachments = self._context.attachments
            build = await loaders.table(self._context, league, await self._leagues.directory.season(league))
            ready = await attachments.prepare(build, attachments.for_all, urgent=False)
        await self._context.channels.partial(league.channel_id).send(
            view=ready.screen, files=ready.files, nonce=_nonce(league)
        )
        # Noted once it is sent, so that no week is left out while Discord is out of reach. Should the bot stop between
        # the two, or an answer get lost, it is sent with the same nonce, and within some minutes Discord posts it once.
        await self._leagues.weekly_posts.mark_posted(league)


def _describe(league: League) -> str:
    """Return what the log calls a league."""
    return f"league {league.id} {quoted(league.name)} in server {league.guild_id} (channel {league.channel_id})"


def _nonce(league: League) -> str:
    """The nonce of this week's post, within the 25 letters that Discord allows."""
    return f"{league.id}:{league.posted_on}"[-25:]
