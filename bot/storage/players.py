"""The people who play, as the database knows them: by their accounts, and by what they are called in each server."""

from typing import Final

from bot.models.player import Player
from bot.storage.connection import Values
from bot.storage.database import Database, Transaction

FORMER: Final = "a former player"
"""The name of a player who has been erased."""

WIDTH: Final = 4
"""How many columns ``columns`` names."""


def columns(guild: str, players: str = "players") -> str:
    """Return the columns of a ``Player``, for a query that reads the table of players under the name ``players``.

    ``guild`` is an SQL expression for the server in which the player is shown; where it is null, the account's name is
    used. This is the only place that decides what a player is called.
    """
    return f"{players}.id, {players}.discord_id, {name_in(guild, players)}, {players}.name"


def name_in(guild: str, players: str = "players") -> str:
    """Return the column of the name alone, as ``columns`` has it."""
    return (
        "coalesce((SELECT server_names.name FROM server_names "
        f"WHERE server_names.guild_id = {guild} AND server_names.player_id = {players}.id), {players}.name)"
    )


def server_of(league: str) -> str:
    """Return an SQL expression for the server of the league whose id is the expression ``league``."""
    return f"(SELECT leagues.guild_id FROM leagues WHERE leagues.id = {league})"


async def meet(
    database: Database, discord_id: int, name: str, *, guild_id: int | None = None, server_name: str | None = None
) -> Player:
    """Return the player behind a Discord account, with both names stored as they are now.

    ``name`` is that of the account. ``server_name`` is the player's own name in the server ``guild_id``, or None if
    they have none there.
    """
    known = await database.row(
        "SELECT players.id, players.name, server_names.name FROM players LEFT JOIN server_names "
        "ON server_names.player_id = players.id AND server_names.guild_id = ? WHERE players.discord_id = ?",
        (guild_id, discord_id),
    )
    if known is None or known[1:] != (name, server_name):
        await _put(database, discord_id, name, guild_id, server_name)
        known = await database.row("SELECT id FROM players WHERE discord_id = ?", (discord_id,))
        assert known is not None
    return Player(known[0], discord_id, server_name or name, name)


async def _put(database: Database, discord_id: int, name: str, guild_id: int | None, server_name: str | None) -> None:
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO former_names (player_id, league_id, named_id, name) SELECT id, 0, id, name FROM players "
            "WHERE discord_id = ? AND name <> ? UNION "
            "SELECT players.id, 0, players.id, server_names.name FROM server_names "
            "JOIN players ON players.id = server_names.player_id "
            "WHERE discord_id = ? AND guild_id = ? AND server_names.name <> ? ON CONFLICT DO NOTHING",
            (discord_id, name, discord_id, guild_id, server_name or ""),
        )
        writing.put("players", "discord_id", discord_id=discord_id, name=name)
        if server_name is None:
            writing.write(
                "DELETE FROM server_names WHERE guild_id = ? "
                "AND player_id = (SELECT id FROM players WHERE discord_id = ?)",
                (guild_id, discord_id),
            )
        else:
            writing.write(
                "INSERT INTO server_names (guild_id, player_id, name) SELECT ?, id, ? FROM players "
                "WHERE discord_id = ? ON CONFLICT (guild_id, player_id) DO UPDATE SET name = excluded.name",
                (guild_id, server_name, discord_id),
            )


def keep_names(writing: Transaction, league_id: int, which: str, values: Values) -> None:
    """Note what players are called whose rows in a league are about to be deleted; ``which`` is a query of their ids.

    The log of the league still names them.
    """
    writing.write(
        "INSERT INTO former_names (player_id, league_id, named_id, name) SELECT id, ?, id, name FROM players "
        f"WHERE id IN ({which}) ON CONFLICT DO NOTHING",
        (league_id, *values),
    )


async def find(database: Database, discord_id: int, guild_id: int | None = None) -> Player | None:
    """Return the player behind a Discord account, as they are called in a server; None for an unknown account.

    Without a server they are called by the account's name.
    """
    row = await database.row(f"SELECT {columns('?')} FROM players WHERE discord_id = ?", (guild_id, discord_id))
    return None if row is None else Player(*row)
