"""The log of counting practice."""

from __future__ import annotations

from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import practice
from bot.storage.database import Database
from engine.analysis.exercises import Result
from engine.analysis.mistakes import skills_tried


class PracticeService:
    """Stores practice hands and their answers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, player_id: int) -> PracticeHand | None:
        """Return the hand that a player was dealt last, answered or not; None before the first one."""
        return await practice.find_latest(self._database, player_id)

    async def deal(self, player_id: int, hand: PracticeHand) -> None:
        """Store a player's next hand, unless one of that number is already stored; an unanswered one is dropped."""
        await practice.put_hand(self._database, player_id, hand)

    async def answer(self, player_id: int, hand: PracticeHand, answer: PracticeAnswer) -> None:
        """Store an answer with the skills that it shows, unless the hand is already answered or dropped."""
        shown, missed = skills_tried(hand.exercise, answer.points, answer.said or "")
        await practice.put_answer(self._database, player_id, hand, answer, shown, missed)

    async def results(self, player_id: int, latest: int | None = None) -> list[Result]:
        """Return a player's results, the oldest first; only the ``latest`` ones if a number is given."""
        return await practice.list_results(self._database, player_id, latest)
