"""The language of each player."""

from __future__ import annotations

from bot.models.player import LanguageChoice
from bot.storage import languages
from bot.storage.database import Database


class LanguageService:
    """Reads and stores in which language each player is answered."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_all(self) -> dict[int, LanguageChoice]:
        """Return every stored choice of language, by Discord account."""
        return await languages.read_all(self._database)

    async def put(self, player_id: int, choice: LanguageChoice) -> None:
        """Store a player's language in place of the one before."""
        await languages.put(self._database, player_id, choice)
