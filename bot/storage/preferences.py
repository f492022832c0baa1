"""What players and servers prefer in the database: languages, preferences, settings of servers, who is coached."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Final

from bot.models.agreement import ServerSettings
from bot.models.player import LanguageChoice, Preferences
from bot.storage import leagues, metadata
from bot.storage.database import IF_NEW, Database, Transaction, asking
from bot.storage.errors import format_timestamp, parse_timestamp
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


async def list_due_ladders(database: Database, month: date) -> list[ServerSettings]:
    """Return the servers that this process keeps whose winners have not been announced in the month of this day."""
    rest = "WHERE ladder_channel IS NOT NULL AND ladder_month < ? ORDER BY guild_id"
    due = await _SERVERS.intact(database, "the ladder of server {0}", rest, month.isoformat())
    return [server for server in due if database.keeps(server.guild_id)]


_BLOCKED: Final = "blocked servers"
_LEFT: Final = "left servers"


async def blocked_servers(database: Database) -> frozenset[int]:
    """Return the servers in which the host does not want the bot."""
    return frozenset(json.loads(await metadata.read(database, _BLOCKED) or "[]"))


async def put_blocked_servers(database: Database, servers: Iterable[int]) -> None:
    """Store these servers in place of those that were blocked before."""
    await metadata.put(database, _BLOCKED, json.dumps(sorted(servers)))


async def left_servers(database: Database) -> dict[int, datetime]:
    """Return since when the bot is known to be no longer in servers of which it has data."""
    stored = json.loads(await metadata.read(database, _LEFT) or "{}")
    return {int(guild_id): parse_timestamp(since) for guild_id, since in stored.items()}


def put_left_servers(writing: Transaction, left: Mapping[int, datetime]) -> None:
    """Store since when the bot is in these servers no longer, in place of what was stored before."""
    metadata.put_with(writing, _LEFT, json.dumps({one: format_timestamp(since) for one, since in left.items()}))


_OF_A_SERVER: Final = ("servers", "server_names", "daily_posts")
_PLAYED_IN_A_SERVER: Final = ("daily_answers", "game_figures")


async def stored_servers(database: Database) -> set[int]:
    """Return every server of which something is stored that would not be stored without it."""
    tables = (*_OF_A_SERVER, *_PLAYED_IN_A_SERVER, "leagues")
    every = " UNION ".join(f"SELECT guild_id FROM {table} WHERE guild_id IS NOT NULL" for table in tables)
    return set(await database.column(every, long=True))


leagues_of_server: Final = asking(Database.column, "SELECT id FROM leagues WHERE guild_id = ?")
"""Lists the ids of a server's leagues, also of those that can't be read."""


async def count_by_server(database: Database) -> dict[int, tuple[int, int]]:
    """Return of each server how many games and how many leagues are stored."""
    many = "SELECT guild_id, COUNT(*) FROM {} WHERE guild_id IS NOT NULL GROUP BY guild_id"
    games, played = [dict(await database.rows(many.format(table), long=True)) for table in ("tables", "leagues")]
    return {one: (games.get(one, 0), played.get(one, 0)) for one in sorted(games.keys() | played.keys())}


def remove_server(writing: Transaction, guild_id: int, league_ids: Iterable[int]) -> None:
    """Remove a server with its leagues and their results. Games stay, as they are its players'."""
    for league_id in league_ids:
        leagues.delete_results(writing, league_id)
        leagues.delete(writing, league_id)
    for table in _OF_A_SERVER:
        writing.delete(table, guild_id=guild_id)
    for table in _PLAYED_IN_A_SERVER:
        writing.write(f"UPDATE {table} SET guild_id = NULL WHERE guild_id = ?", (guild_id,))


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
        writing.add("told", IF_NEW, player_id=player_id, what=_COACHING.format(table_id))


async def has_coaching(database: Database, player_id: int, table_id: str) -> bool:
    """Return whether a player is coached in the game at a table."""
    values = (player_id, _COACHING.format(table_id))
    return await database.exists("SELECT 1 FROM told WHERE player_id = ? AND what = ?", values)


_COACHING: Final = "lesson at {}"
"""How coaching at a table is named in the file."""
