"""Access checks: who asks for something in a league, and who runs it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.i18n.translation import gettext
from bot.leagues.errors import NotManager
from bot.models.league import League
from bot.models.player import Player
from bot.storage import members as stored_members
from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Asker:
    """The player who asks, whether they may manage the server, and their roles there."""

    player: Player
    manages_server: bool = False
    roles: frozenset[int] = frozenset()


class AccessChecks:
    """The access checks of leagues: who manages the server, has the league's role, or is named as a manager."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def managers(self, league: League) -> list[Player]:
        """The players who run a league by name, besides those who have its role or manage the server."""
        return await stored_members.list_managers(self._database, league.id)

    async def is_manager(self, league: League, asker: Asker) -> bool:
        """Return whether somebody may change a league."""
        if asker.manages_server or league.manager_role in asker.roles:
            return True
        return any(player.id == asker.player.id for player in await self.managers(league))

    async def check_manager(self, league: League, asker: Asker) -> None:
        """Raise ``NotManager`` for somebody who does not run a league."""
        if not await self.is_manager(league, asker):
            raise NotManager(gettext("Only managers of {name} can do this.", name=league.name))
