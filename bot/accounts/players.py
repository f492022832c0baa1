"""The players behind Discord accounts, their preferences and languages, and the settings of servers."""

from __future__ import annotations

from typing import Final, TypeVar

from bot.models.agreement import ServerSettings
from bot.models.player import LanguageChoice, Player, Preferences
from bot.storage import players, preferences
from bot.storage.database import Database

MOST_KEPT: Final = 10_000
"""How many players, and the preferences of how many, are kept in memory: more than play at any time."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class PlayerService:
    """Finds players by their Discord accounts and keeps their names up to date."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._met: dict[int, tuple[tuple[str, int | None, str | None], Player]] = {}

    async def meet(
        self, discord_id: int, name: str, *, guild_id: int | None = None, server_name: str | None = None
    ) -> Player:
        """Return the player behind a Discord account, with both names stored as they are now.

        ``name`` is that of the account. ``server_name`` is the player's own name in the server ``guild_id``, or None if
        they have none there.
        """
        names = (name, guild_id, server_name)
        # Only the latest meeting is kept: another name may have been stored since an earlier one.
        latest = self._met.get(discord_id)
        if latest is not None and latest[0] == names:
            return latest[1]
        try:
            player = await players.meet(self._database, discord_id, name, guild_id=guild_id, server_name=server_name)
        except BaseException:
            # Whatever ended it: a task that is cancelled, too, may have stored the names already.
            self._met.pop(discord_id, None)
            raise
        _keep(self._met, discord_id, (names, player))
        return player

    async def find(self, discord_id: int, guild_id: int | None = None) -> Player | None:
        """Return the player behind a Discord account, as they are called in a server; None for an unknown account.

        Without a server they are called by the account's name. An unknown account is not stored.
        """
        return await players.find(self._database, discord_id, guild_id)

    def forget_all(self) -> None:
        """Drop everybody from memory, because somebody has been erased."""
        self._met.clear()


class PreferenceService:
    """Reads and stores what players have chosen for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._chosen: dict[int, Preferences] = {}
        self._coached: dict[tuple[int, str], bool] = {}

    async def read(self, player_id: int) -> Preferences:
        """Return a player's preferences; the defaults where the player has set nothing."""
        if (chosen := self._chosen.get(player_id)) is None:
            chosen = await preferences.read(self._database, player_id)
            _keep(self._chosen, player_id, chosen)
        return chosen

    async def put(self, player_id: int, chosen: Preferences) -> None:
        """Store a player's preferences in place of those before."""
        try:
            await preferences.put(self._database, player_id, chosen)
        finally:
            self._chosen.pop(player_id, None)

    async def start_coaching(self, player_id: int, table_id: str) -> None:
        """Coach a player in the game at one table from now on."""
        try:
            await preferences.put_coaching(self._database, player_id, table_id)
        finally:
            self._coached.pop((player_id, table_id), None)

    async def is_coached(self, player_id: int, table_id: str) -> bool:
        """Return whether a player is coached in the game at this table."""
        key = player_id, table_id
        if (coached := self._coached.get(key)) is None:
            coached = await preferences.has_coaching(self._database, player_id, table_id)
            _keep(self._coached, key, coached)
        return coached

    def forget_all(self) -> None:
        """Drop everybody's preferences from memory, because somebody has been erased."""
        self._chosen.clear()
        self._coached.clear()


def _keep(memory: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Keep a value in memory, and drop the one that was kept first where there are too many."""
    memory[key] = value
    if len(memory) > MOST_KEPT:
        del memory[next(iter(memory))]


class LanguageService:
    """Reads and stores in which language each player is answered."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read_all(self) -> dict[int, LanguageChoice]:
        """Return every stored choice of language, by Discord account."""
        return await preferences.read_languages(self._database)

    async def put(self, player_id: int, choice: LanguageChoice) -> None:
        """Store a player's language in place of the one before."""
        await preferences.put_language(self._database, player_id, choice)


class ServerService:
    """Reads and stores what the managers of a server have set for everyone who plays there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, guild_id: int) -> ServerSettings:
        """Return a server's settings; the defaults where its managers have set nothing."""
        return await preferences.read_server(self._database, guild_id)

    async def put(self, settings: ServerSettings) -> None:
        """Store a server's settings in place of those before."""
        await preferences.put_server(self._database, settings)
