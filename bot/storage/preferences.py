"""Players' preferences in the database, and the tables at which players are coached."""

from __future__ import annotations

from typing import Final

from bot.models.player import Preferences
from bot.storage.database import Database
from bot.storage.rows import Rows

PREFERENCES: Final = Rows("preferences", Preferences, "a player's preferences", key=("player_id",), last="news")


async def read(database: Database, player_id: int) -> Preferences:
    """Return the preferences of a player; the defaults where nothing is stored."""
    return await PREFERENCES.find(database, "WHERE player_id = ?", player_id) or Preferences()


async def put(database: Database, player_id: int, preferences: Preferences) -> None:
    """Store a player's preferences in place of those before."""
    async with database.transaction() as writing:
        PREFERENCES.put(writing, preferences, player_id=player_id)


async def put_coaching(database: Database, player_id: int, table_id: str) -> None:
    """Store that a player is coached in the game at a table."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO told (player_id, what) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (player_id, _COACHING.format(table_id)),
        )


async def has_coaching(database: Database, player_id: int, table_id: str) -> bool:
    """Return whether a player is coached in the game at a table."""
    values = (player_id, _COACHING.format(table_id))
    return await database.row("SELECT 1 FROM told WHERE player_id = ? AND what = ?", values) is not None


_COACHING: Final = "lesson at {}"
"""How coaching at a table is named in the file."""
