"""The questions about cards that are answered after a deal."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.models.waiting_question import WaitingQuestion
from bot.storage import waiting_questions
from bot.storage.database import Database

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
