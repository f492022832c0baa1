"""The settings of servers."""

from __future__ import annotations

from bot.models.server import ServerSettings
from bot.storage import servers
from bot.storage.database import Database


class ServerService:
    """Reads and stores what the managers of a server have set for everyone who plays there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, guild_id: int) -> ServerSettings:
        """Return a server's settings; the defaults where its managers have set nothing."""
        return await servers.read(self._database, guild_id)

    async def put(self, settings: ServerSettings) -> None:
        """Store a server's settings in place of those before."""
        await servers.put(self._database, settings)
