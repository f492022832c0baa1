"""Players' preferences, and the games in which a newcomer is coached."""

from __future__ import annotations

from bot.models.player import Preferences
from bot.storage import preferences
from bot.storage.database import Database


class PreferenceService:
    """Reads and stores what players have chosen for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, player_id: int) -> Preferences:
        """Return a player's preferences; the defaults where the player has set nothing."""
        return await preferences.read(self._database, player_id)

    async def put(self, player_id: int, chosen: Preferences) -> None:
        """Store a player's preferences in place of those before."""
        await preferences.put(self._database, player_id, chosen)

    async def start_coaching(self, player_id: int, table_id: str) -> None:
        """Coach a player in the game at one table from now on."""
        await preferences.put_coaching(self._database, player_id, table_id)

    async def is_coached(self, player_id: int, table_id: str) -> bool:
        """Return whether a player is coached in the game at this table."""
        return await preferences.has_coaching(self._database, player_id, table_id)
