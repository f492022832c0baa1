"""The players behind Discord accounts."""

from __future__ import annotations

from bot.models.player import Player
from bot.storage import players
from bot.storage.database import Database


class PlayerService:
    """Finds players by their Discord accounts and keeps their names up to date."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def meet(
        self, discord_id: int, name: str, *, guild_id: int | None = None, server_name: str | None = None
    ) -> Player:
        """Return the player behind a Discord account, with both names stored as they are now.

        ``name`` is that of the account. ``server_name`` is the player's own name in the server ``guild_id``, or None if
        they have none there.
        """
        return await players.meet(self._database, discord_id, name, guild_id=guild_id, server_name=server_name)

    async def find(self, discord_id: int) -> Player | None:
        """Return the player behind a Discord account, called by the account's name; None for an unknown account.

        An unknown account is not stored.
        """
        return await players.find(self._database, discord_id)
