"""News of leagues: stored together with what happens, and told to members afterwards, once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.leagues import calendar
from bot.leagues.access import AccessChecks, Asker
from bot.leagues.change_log import Logged, log_entry
from bot.models.league import League, Season
from bot.models.league_news import NewsItem, NewsMessage, NewsSettings
from bot.models.player import NewsPlace
from bot.models.result import LeagueResult
from bot.storage import store
from bot.storage.database import Database, Transaction

HELD: Final = timedelta(seconds=15)
"""How long news waits for the answer to a command that tells it in the channel; Discord takes no later answer."""


class NewsService:
    """Stores what members are to be told, and the messages that tell it.

    News is written in the transaction of what it tells, so after a kill it is still there, and told then. ``listener``
    is called after each such transaction.
    """

    def __init__(self, database: Database, access: AccessChecks, now: Callable[[], datetime]) -> None:
        self._database = database
        self._access = access
        self._now = now
        self._is_new = False
        self.listener: Callable[[], None] = _do_nothing

    def add(self, writing: Transaction, item: NewsItem, *, held: bool = False) -> None:
        """Store news within a transaction.

        If it is ``held``, the answer to a command tells it in the channel: nothing is sent until ``mark_answered`` is
        called, or the time for an answer is over.
        """
        store.news.add(writing, item, item.at + HELD if held else None)
        self._is_new = True

    def mark_outdated(self, writing: Transaction, league: League, player_id: int) -> None:
        """Note within a transaction that a player is gone: their opponents' messages lose the button to play."""
        store.news.mark_outdated(writing, league.id, player_id)
        self._is_new = True

    def announce(self) -> None:
        """Call the listener if anything was added since it was called last."""
        if self._is_new:
            self._is_new = False
            self.listener()

    async def mark_answered(self, result: LeagueResult, channel_id: int | None, message_id: int | None) -> None:
        """Note that the answer to a command has told of an entered result, so that no channel is told again."""
        if (item := await self._held(result)) is not None:
            told = NewsMessage(
                news_id=item.id, place="channel", state="sent", channel_id=channel_id, message_id=message_id
            )
            await self._release(item, [told])

    async def release(self, result: LeagueResult) -> None:
        """Tell of an entered result now, in the channel too: no answer to a command has told of it."""
        if (item := await self._held(result)) is not None:
            await self._release(item, ())

    async def _held(self, result: LeagueResult) -> NewsItem | None:
        if result.imported is None:
            return None
        return await store.news.find_held(self._database, result.league_id, result.imported)

    async def _release(self, item: NewsItem, told: Sequence[NewsMessage]) -> None:
        async with self._database.transaction() as writing:
            store.news.add_messages(writing, told)
            store.news.put_state(writing, item.id, "new")
        self.listener()

    async def unsent(self) -> list[NewsItem]:
        """Return all that is still to be told, the oldest first."""
        return await store.news.list_unsent(self._database, self._now())

    async def find(self, news_id: int) -> NewsItem | None:
        """Return the news with this id, if there is such."""
        return await store.news.find(self._database, news_id)

    async def messages(self, item: NewsItem) -> list[NewsMessage]:
        """Return the messages about news, in the order in which they are sent."""
        return await store.news.list_messages(self._database, item.id)

    async def outdated(self) -> list[NewsMessage]:
        """Return the messages that have to be edited."""
        return await store.news.list_outdated(self._database)

    async def plan(self, item: NewsItem, messages: Sequence[NewsMessage]) -> list[NewsMessage]:
        """Store messages before any of them is sent, and return all of the news with their ids."""
        async with self._database.transaction() as writing:
            store.news.add_messages(writing, messages)
            store.news.put_state(writing, item.id, "sending")
        return await self.messages(item)

    async def put_message(self, message: NewsMessage) -> None:
        """Store what has become of a message."""
        async with self._database.transaction() as writing:
            store.news.put_message(writing, message)

    async def finish(self, item: NewsItem) -> None:
        """Note that everybody was told."""
        async with self._database.transaction() as writing:
            store.news.put_state(writing, item.id, "sent")

    async def places(self, player_ids: Collection[int]) -> dict[int, NewsPlace]:
        """Return where each of these players wants to be told."""
        chosen = await store.news.list_places(self._database, player_ids)
        return {player_id: chosen.get(player_id, "channel") for player_id in player_ids}

    async def settings(self, league: League) -> NewsSettings:
        """Return a league's settings for news. Without a channel of its own the one of the weekly table is used."""
        stored = await store.news.read_settings(self._database, league.id)
        return stored if stored.channel_id is not None else replace(stored, channel_id=league.channel_id)

    async def set_channel(self, league: League, asker: Asker, channel_id: int) -> None:
        """Choose the channel for news, for a manager."""
        await self._access.check_manager(league, asker)
        stored = await store.news.read_settings(self._database, league.id)
        async with self._database.transaction() as writing:
            store.news.put_settings(writing, replace(stored, channel_id=channel_id), league_id=league.id)
            entry = log_entry(self._now(), asker.player, Logged.NEWS_CHANNEL_CHOSEN, channel=channel_id)
            store.members.add_log_entry(writing, league.id, entry)

    async def announce_starts(self, away: timedelta) -> None:
        """Tell of the seasons without a start of their own, in open play and clubs, whose first day is today.

        A season that began while the bot was stopped is told late; ``away`` is how long it was stopped.
        """
        for league, season in await store.leagues.list_starting(self._database, self._now(), away):
            with self._database.failures.at("deadlines", f"the start of season {season.number} of league {league.id}"):
                await self._announce_start(league, season)
        self.announce()

    async def _announce_start(self, league: League, season: Season) -> None:
        today = calendar.today(league.zone, self._now())
        if season.starts_on is None or not _is_told(league, season.starts_on, today):
            return
        if await store.news.has_season_start(self._database, league.id, season.number):
            return
        started = NewsItem(kind="season_started", league_id=league.id, season=season.number, at=self._now())
        async with self._database.transaction() as writing:
            self.add(writing, started)


def _is_told(league: League, starts_on: date, today: date) -> bool:
    """Return whether a start is told now: on its day, or late if the league was there on that day."""
    return starts_on == today or calendar.today(league.zone, league.created_at) <= starts_on < today


def _do_nothing() -> None:
    """Listen to nothing."""
