"""Managers of a league are named and removed here, and the role that runs it is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.leagues.access import AccessChecks, Asker
from bot.leagues.change_log import ChangeLog
from bot.leagues.changes import LeagueChanges
from bot.leagues.errors import LeagueError
from bot.models.league import League
from bot.models.player import Player
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage.database import Database

_EVERYONE: Final = N_("@everyone can't manage a league. Choose another role.")


class ManagerService:
    """Changes who runs a league; ``AccessChecks`` says who does."""

    def __init__(self, database: Database, access: AccessChecks, changes: LeagueChanges, log: ChangeLog) -> None:
        self._database = database
        self._access = access
        self._changes = changes
        self._log = log

    async def add(self, league: League, asker: Asker, player: Player) -> None:
        """Let a player run a league too."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            async with self._database.transaction() as writing:
                stored_members.add_manager(writing, now.id, player.id)
                self._log.add(writing, now, asker, f"added manager {player.name}")

    async def remove(self, league: League, asker: Asker, player: Player) -> None:
        """Remove a manager of a league; members who manage the server always run it."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            if all(one.id != player.id for one in await self._access.managers(now)):
                raise LeagueError(
                    gettext("{name} isn't on the {now_name} manager list.", name=player.name, now_name=now.name)
                )
            async with self._database.transaction() as writing:
                stored_members.delete_manager(writing, now.id, player.id)
                self._log.add(writing, now, asker, f"removed manager {player.name}")

    async def set_role(self, league: League, asker: Asker, role_id: int | None) -> League:
        """Let everyone with a role run a league, or no role for None; returns the changed league."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            if role_id is not None and role_id == now.guild_id:
                raise LeagueError(gettext(_EVERYONE))
            what = "removed the manager role" if role_id is None else f"made the role <@&{role_id}> manager"
            changed = replace(now, manager_role=role_id)
            async with self._database.transaction() as writing:
                stored_leagues.put(writing, changed)
                self._log.add(writing, now, asker, what)
            return changed
