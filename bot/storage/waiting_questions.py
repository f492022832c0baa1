"""Questions about cards in the database that are answered after a deal."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from bot.models.player import MOST_WAITING, WaitingQuestion
from bot.storage.database import Database
from bot.storage.rows import Rows

_QUESTIONS: Final = Rows("waiting_questions", WaitingQuestion, "a question that waits")


class WaitingQuestions:
    """Stores the questions that wait for the end of a deal, until they are answered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._adding = asyncio.Lock()

    async def tables(self) -> list[str]:
        """Return the ids of this process's own games for which questions wait."""
        rows = await self._database.rows(
            "SELECT DISTINCT waiting_questions.table_id, tables.guild_id FROM waiting_questions "
            "JOIN tables ON tables.id = waiting_questions.table_id"
        )
        return [name for name, guild_id in rows if self._database.is_home(guild_id)]

    async def of_table(self, table_id: str) -> list[WaitingQuestion]:
        """Return the questions that wait for a deal of this game, the oldest first."""
        place, rest = "question {0} about game {5}", "WHERE table_id = ? ORDER BY waiting_questions.id"
        return await _QUESTIONS.intact(self._database, place, rest, table_id)

    async def add(self, player_id: int, table_id: str, deal: int, question: str) -> bool:
        """Store a question, or let one that waits already wait for this deal; return False if too many wait."""
        select = "SELECT question FROM waiting_questions WHERE player_id = ?"
        async with self._adding:
            texts = await self._database.column(select, (player_id,))
            if question not in texts and len(texts) >= MOST_WAITING:
                return False
            async with self._database.transaction() as writing:
                row: dict[str, Any] = {"player_id": player_id, "table_id": table_id, "deal": deal, "question": question}
                writing.put("waiting_questions", "player_id", "question", **row)
            return True

    async def remove(self, question: WaitingQuestion) -> None:
        """Delete a question that has been answered."""
        async with self._database.transaction() as writing:
            writing.delete("waiting_questions", id=question.id)
