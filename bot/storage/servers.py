"""What the managers of a server have set for all who play there."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.database import Database
from bot.storage.tables import Place


@dataclass(frozen=True, slots=True)
class Server:
    """One server's settings; ``preset`` is what is played where nobody names another, None for the bot's own.

    ``place`` is where games are played unless somebody says otherwise, and ``channel_id`` the one channel in which they
    are started, None for any. ``greeted`` once the bot has said good day.
    """

    guild_id: int
    preset: str | None = None
    place: Place | None = None
    channel_id: int | None = None
    greeted: bool = False


async def read(database: Database, guild_id: int) -> Server:
    """The settings of a server; one that has set nothing has the usual ones."""
    row = await database.row("SELECT preset, place, channel_id, greeted FROM servers WHERE guild_id = ?", (guild_id,))
    if row is None:
        return Server(guild_id)
    preset, place, channel_id, greeted = row
    return Server(guild_id, preset, place, channel_id, bool(greeted))


async def put(database: Database, server: Server) -> None:
    """Keep the settings of a server in place of those before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO servers (guild_id, preset, place, channel_id, greeted) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (guild_id) DO UPDATE SET preset = excluded.preset, place = excluded.place, "
            "channel_id = excluded.channel_id, greeted = excluded.greeted",
            (server.guild_id, server.preset, server.place, server.channel_id, int(server.greeted)),
        )
