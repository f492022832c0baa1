"""What players and servers prefer in the database: languages, preferences, settings of servers, who is coached."""

from __future__ import annotations

from typing import Final

from bot.models.agreement import ServerSettings
from bot.models.player import LanguageChoice, Preferences
from bot.storage.database import Database
from bot.storage.rows import Rows

PREFERENCES: Final = Rows("preferences", Preferences, "a player's preferences", key=("player_id",), last="news")
_LANGUAGES: Final = Rows("languages", LanguageChoice, "a player's language", key=("player_id",))
_SERVERS: Final = Rows("servers", ServerSettings, "the settings of a server", key=("guild_id",))


async def read(database: Database, player_id: int) -> Preferences:
    """Return the preferences of a player; the defaults where nothing is stored."""
    return await PREFERENCES.find(database, "WHERE player_id = ?", player_id) or Preferences()


async def put(database: Database, player_id: int, preferences: Preferences) -> None:
    """Store a player's preferences in place of those before."""
    async with database.transaction() as writing:
        PREFERENCES.put(writing, preferences, player_id=player_id)


async def read_server(database: Database, guild_id: int) -> ServerSettings:
    """Return the settings of a server; the defaults where nothing is stored."""
    return await _SERVERS.find(database, "WHERE guild_id = ?", guild_id) or ServerSettings(guild_id)


async def put_server(database: Database, server: ServerSettings) -> None:
    """Store the settings of a server in place of those before."""
    async with database.transaction() as writing:
        _SERVERS.put(writing, server)


async def read_languages(database: Database) -> dict[int, LanguageChoice]:
    """Return every stored choice of language, by Discord account."""
    rows = await database.rows(
        f"SELECT players.discord_id, {_LANGUAGES.columns} FROM languages "
        "JOIN players ON players.id = languages.player_id WHERE players.discord_id IS NOT NULL"
    )
    return {discord_id: _LANGUAGES.load(row) for discord_id, *row in rows}


async def put_language(database: Database, player_id: int, choice: LanguageChoice) -> None:
    """Store a player's language in place of the one before."""
    async with database.transaction() as writing:
        _LANGUAGES.put(writing, choice, player_id=player_id)


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
