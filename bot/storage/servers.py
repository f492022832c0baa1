"""The settings of servers in the database."""

from __future__ import annotations

from bot.models.agreement import ServerSettings
from bot.storage.database import Database


async def read(database: Database, guild_id: int) -> ServerSettings:
    """Return the settings of a server; the defaults where nothing is stored."""
    row = await database.row("SELECT preset, place, channel_id, greeted FROM servers WHERE guild_id = ?", (guild_id,))
    if row is None:
        return ServerSettings(guild_id)
    preset, place, channel_id, greeted = row
    return ServerSettings(guild_id, preset, place, channel_id, bool(greeted))


async def put(database: Database, server: ServerSettings) -> None:
    """Store the settings of a server in place of those before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO servers (guild_id, preset, place, channel_id, greeted) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET preset = excluded.preset, place = excluded.place, "
            "channel_id = excluded.channel_id, greeted = excluded.greeted",
            (server.guild_id, server.preset, server.place, server.channel_id, int(server.greeted)),
        )
