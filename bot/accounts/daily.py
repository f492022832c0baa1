"""The daily hand: the answers, the spread of a day, streaks, the table of a month, and where it is posted."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from bot.models.daily import DailyAnswer, DailyMonth, DailyPost
from bot.storage import daily
from bot.storage.database import Database
from engine.cards import Card

AS_GOOD: Final = 0.1
"""A discard that loses no more points than this counts as a best one."""


class DailyService:
    """Stores one answer of each player for each day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player_id: int, day: date) -> DailyAnswer | None:
        """Return a player's answer of a day; None before there is one."""
        return await daily.find_answer(self._database, player_id, day)

    async def answer(self, player_id: int, day: date, answer: DailyAnswer, guild_id: int | None) -> DailyAnswer:
        """Store a player's answer and return it; the first of several stands."""
        await daily.put_answer(self._database, player_id, day, answer, guild_id=guild_id)
        return await self.find(player_id, day) or answer

    async def spread(self, day: date) -> list[tuple[tuple[Card, ...], int]]:
        """Return every discard that was chosen on a day with the number of players, the most frequent first."""
        return await daily.count_discards(self._database, day)

    async def streak(self, player_id: int, day: date) -> int:
        """Return on how many days running a player has answered, up to this day or the one before it."""
        answered = set(await daily.list_days(self._database, player_id))
        last = day if day in answered else day - timedelta(days=1)
        length = 0
        while last - timedelta(days=length) in answered:
            length += 1
        return length

    async def month(self, guild_id: int | None, day: date) -> list[DailyMonth]:
        """Return the players of the month of this day in a server, or everywhere for None, the best first."""
        following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
        return await daily.list_month(
            self._database, guild_id, day.replace(day=1), following - timedelta(days=1), AS_GOOD
        )

    async def post_in(self, guild_id: int, channel_id: int | None, day: date) -> None:
        """Post the daily hand in a channel of a server from the day after this one on, or nowhere for None."""
        if channel_id is None:
            await daily.delete_post(self._database, guild_id)
        else:
            await daily.put_post(self._database, DailyPost(guild_id, channel_id, day))

    async def due_posts(self, day: date) -> list[DailyPost]:
        """Return the servers that have not had the hand of this day."""
        return await daily.list_due_posts(self._database, day)

    async def mark_posted(self, post: DailyPost, day: date) -> None:
        """Note that a server has had the hand of this day, or cannot get it."""
        await daily.put_post(self._database, DailyPost(post.guild_id, post.channel_id, day))
