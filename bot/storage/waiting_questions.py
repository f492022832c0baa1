"""Questions about cards in the database that are answered after a deal."""

from __future__ import annotations

from typing import Any, Final

from bot.models.player import Player, WaitingQuestion
from bot.storage.database import Database

_SELECT: Final = (
    "SELECT waiting_questions.id, players.id, players.discord_id, players.name, table_id, deal, question "
    "FROM waiting_questions JOIN players ON players.id = waiting_questions.player_id"
)


async def list_of_table(database: Database, table_id: str) -> list[WaitingQuestion]:
    """Return the questions that wait for a deal of this game, the oldest first."""
    select = f"{_SELECT} WHERE table_id = ? ORDER BY waiting_questions.id"
    return await database.intact("question {0} about game {4}", _question, select, (table_id,))


async def list_tables(database: Database) -> list[str]:
    """Return the ids of this process's own games for which questions wait."""
    rows = await database.rows(
        "SELECT DISTINCT waiting_questions.table_id, tables.guild_id FROM waiting_questions "
        "JOIN tables ON tables.id = waiting_questions.table_id"
    )
    return [name for name, guild_id in rows if database.is_home(guild_id)]


async def list_texts_of_player(database: Database, player_id: int) -> list[str]:
    """Return the questions of a player, as texts."""
    rows = await database.rows("SELECT question FROM waiting_questions WHERE player_id = ?", (player_id,))
    return [question for (question,) in rows]


async def put(database: Database, player_id: int, table_id: str, deal: int, question: str) -> None:
    """Store a question; one that a player has asked before waits for this deal from now on."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO waiting_questions (player_id, table_id, deal, question) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (player_id, question) DO UPDATE SET table_id = excluded.table_id, deal = excluded.deal",
            (player_id, table_id, deal, question),
        )


async def delete(database: Database, question_id: int) -> None:
    """Delete a question that has been answered."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM waiting_questions WHERE id = ?", (question_id,))


def _question(row: tuple[Any, ...]) -> WaitingQuestion:
    question_id, player_id, discord_id, name, table_id, deal, text = row
    return WaitingQuestion(question_id, Player(player_id, discord_id, name), table_id, deal, text)
