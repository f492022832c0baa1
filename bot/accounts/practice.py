"""The log of counting practice, the answers to daily hands, and the questions that are answered after a deal."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Final

from bot.models.player import WaitingQuestion
from bot.models.practice import DailyAnswer, DailyMonth, DailyPost, PracticeAnswer, PracticeHand
from bot.storage import practice, waiting_questions
from bot.storage.database import Database
from engine.analysis.exercises import Result
from engine.analysis.mistakes import skills_tried
from engine.cards import Card


class PracticeService:
    """Stores practice hands and their answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, player_id: int) -> PracticeHand | None:
        """Return the hand that a player was dealt last, answered or not; None before the first one."""
        return await practice.find_latest_hand(self._database, player_id)

    async def deal(self, player_id: int, hand: PracticeHand) -> None:
        """Store a player's next hand, unless one of that number is already stored; an unanswered one is dropped."""
        await practice.put_hand(self._database, player_id, hand)

    async def answer(self, player_id: int, hand: PracticeHand, answer: PracticeAnswer) -> None:
        """Store an answer with the skills that it shows, unless the hand is already answered or dropped."""
        shown, missed = skills_tried(hand.exercise, answer.points, answer.said or "")
        await practice.put_hand_answer(self._database, player_id, hand, answer, shown, missed)

    async def results(self, player_id: int, latest: int | None = None) -> list[Result]:
        """Return a player's results, the oldest first; only the ``latest`` ones if a number is given."""
        return await practice.list_hand_results(self._database, player_id, latest)


AS_GOOD: Final = 0.1
"""A discard that loses no more points than this counts as a best one."""


class DailyService:
    """Stores one answer of each player for each day."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player_id: int, day: date) -> DailyAnswer | None:
        """Return a player's answer of a day; None before there is one."""
        return await practice.find_daily_answer(self._database, player_id, day)

    async def answer(self, player_id: int, day: date, answer: DailyAnswer, guild_id: int | None) -> DailyAnswer:
        """Store a player's answer and return it; the first of several stands."""
        await practice.put_daily_answer(self._database, player_id, day, answer, guild_id=guild_id)
        return await self.find(player_id, day) or answer

    async def spread(self, day: date) -> list[tuple[tuple[Card, ...], int]]:
        """Return every discard that was chosen on a day with the number of players, the most frequent first."""
        return await practice.count_daily_discards(self._database, day)

    async def streak(self, player_id: int, day: date) -> int:
        """Return on how many days running a player has answered, up to this day or the one before it."""
        answered = set(await practice.list_daily_days(self._database, player_id))
        last = day if day in answered else day - timedelta(days=1)
        length = 0
        while last - timedelta(days=length) in answered:
            length += 1
        return length

    async def month(self, guild_id: int | None, day: date) -> list[DailyMonth]:
        """Return the players of the month of this day in a server, or everywhere for None, the best first."""
        following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
        return await practice.list_daily_month(
            self._database, guild_id, day.replace(day=1), following - timedelta(days=1), AS_GOOD
        )

    async def post_in(self, guild_id: int, channel_id: int | None, day: date) -> None:
        """Post the daily hand in a channel of a server from the day after this one on, or nowhere for None."""
        if channel_id is None:
            await practice.delete_daily_post(self._database, guild_id)
        else:
            await practice.put_daily_post(self._database, DailyPost(guild_id, channel_id, day))

    async def due_posts(self, day: date) -> list[DailyPost]:
        """Return the servers that have not had the hand of this day."""
        return await practice.list_due_daily_posts(self._database, day)

    async def mark_posted(self, post: DailyPost, day: date) -> None:
        """Note that a server has had the hand of this day, or cannot get it."""
        await practice.put_daily_post(self._database, DailyPost(post.guild_id, post.channel_id, day))


MOST_WAITING: Final = 5
"""How many questions of one player may wait."""


class WaitingQuestionService:
    """Stores the questions that wait for the end of a deal, until they are answered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._adding = asyncio.Lock()

    async def tables(self) -> list[str]:
        """Return the ids of the games for which questions wait."""
        return await waiting_questions.list_tables(self._database)

    async def of_table(self, table_id: str) -> list[WaitingQuestion]:
        """Return the questions that wait for a deal of this game, the oldest first."""
        return await waiting_questions.list_of_table(self._database, table_id)

    async def add(self, player_id: int, table_id: str, deal: int, question: str) -> bool:
        """Store a question, or let one that waits already wait for this deal; return False if too many wait."""
        async with self._adding:
            texts = await waiting_questions.list_texts_of_player(self._database, player_id)
            if question not in texts and len(texts) >= MOST_WAITING:
                return False
            await waiting_questions.put(self._database, player_id, table_id, deal, question)
            return True

    async def remove(self, question: WaitingQuestion) -> None:
        """Delete a question that has been answered."""
        await waiting_questions.delete(self._database, question.id)
