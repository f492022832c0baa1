"""What the managers of a server have set for all who play there."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Server:
    """One server's settings; ``preset`` is what is played where nobody names another, None for the bot's own."""

    guild_id: int
    preset: str | None = None


async def read(database: Database, guild_id: int) -> Server:
    """The settings of a server; one that has set nothing has the usual ones."""
    row = await database.row("SELECT guild_id, preset FROM servers WHERE guild_id = ?", (guild_id,))
    return Server(guild_id) if row is None else Server(*row)


async def put(database: Database, server: Server) -> None:
    """Keep the settings of a server in place of those before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO servers (guild_id, preset) VALUES (?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET preset = excluded.preset",
            (server.guild_id, server.preset),
        )
