"""The members of a league, its managers, and the role that runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError
from bot.leagues.news import NewsService
from bot.leagues.result_collector import LeagueChanges
from bot.models.league import WITH_MEETINGS, League, Member, Season
from bot.models.player import Player
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database

ALWAYS_OPEN: Final = WITH_MEETINGS | {"swiss"}
"""The formats that players may join while the season is played; a Swiss pairs them from its next round on."""


class MemberService:
    """Lists the players of a league, and changes who they are."""

    def __init__(
        self,
        database: Database,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        news: NewsService,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._access = access
        self._changes = changes
        self._log = log
        self._news = news
        self._now = now

    async def find_all(self, league: League) -> list[Member]:
        """Everyone who plays in a league or has withdrawn, in the order in which they joined."""
        return await stored_members.list_members(self._database, league.id)

    async def playing(self, league: League) -> list[Player]:
        """Everyone who plays in a league and has not withdrawn, in the order in which they joined."""
        return await stored_members.list_active_players(self._database, league.id)

    async def may_join(self, league: League, season: Season, player: Player) -> bool:
        """Return whether somebody who does not play may join now, or come back after they have withdrawn."""
        member = await self.find(league, player)
        return may_join(league, season) if member is None else member.status == "withdrawn"

    async def withdrawn(self, league: League) -> frozenset[int]:
        """Return the ids of the players who have withdrawn from a league."""
        return frozenset(one.player.id for one in await self.find_all(league) if one.status == "withdrawn")

    async def find(self, league: League, player: Player) -> Member | None:
        """The membership of a player in a league; None for somebody who never joined."""
        return next((one for one in await self.find_all(league) if one.player.id == player.id), None)

    async def join(self, league: League, player: Player) -> Member:
        """Let a player join a league; a withdrawn player comes back to the remaining fixtures."""
        async with self._changes.lock(league) as (now, season):
            player = await self._entrant(now, player)
            member = await self.find(now, player)
            if member is None and now.teams is not None:
                raise LeagueError(
                    gettext("{league} is played in pairs. Use /league join with your partner.", league=now.name)
                )
            if member is not None and member.status == "in":
                raise LeagueError(gettext("You're already in {league}.", league=now.name))
            if member is None and not may_join(now, season):
                raise LeagueError(
                    gettext(
                        "{league} is closed to new players until the next season.",
                        league=now.name,
                    )
                )
            async with self._database.transaction() as writing:
                stored_members.put(writing, now.id, player.id, "in", self._now())
                self._news.mark_outdated(writing, now, player.id)
                self._log.add(writing, now, Asker(player), "joined" if member is None else "came back")
        joined = await self.find(league, player)
        assert joined is not None
        return joined

    async def leave(self, league: League, player: Player) -> None:
        """Remove a player who has neither results nor fixtures nor a game; anybody else can only withdraw."""
        async with self._changes.lock(league) as (now, season):
            player = await self._entrant(now, player)
            await self._member(now, player)
            if await self._takes_part(now, season, player):
                raise LeagueError(
                    gettext(
                        "You already have games in {league}. Use /league withdraw instead. Your results stay.",
                        league=now.name,
                    )
                )
            async with self._database.transaction() as writing:
                stored_members.delete(writing, now.id, player.id)
                if now.teams is not None:
                    stored_teams.delete(writing, now.id, player.id)
                stored_members.delete_claim(writing, now.id, player.id)
                self._log.add(writing, now, Asker(player), "left")

    async def withdraw(self, league: League, asker: Asker, player: Player | None = None, reason: str = "") -> None:
        """Withdraw the asker, or another player if the asker runs the league.

        Results stand, and fixtures that are not played yet are off.
        """
        async with self._changes.lock(league) as (now, _):
            own = await self._entrant(now, asker.player)
            who = player or own
            if who.id != own.id:
                await self._access.check_manager(now, asker)
            member = await self._member(now, who)
            if member.status == "withdrawn":
                raise LeagueError(
                    gettext("{name} has already withdrawn from {league}.", name=who.name, league=now.name)
                )
            async with self._database.transaction() as writing:
                stored_members.put(writing, now.id, who.id, "withdrawn", self._now())
                self._news.mark_outdated(writing, now, who.id)
                self._log.add(writing, now, asker, "withdrew" if who.id == own.id else f"withdrew {who.name}", reason)

    async def _member(self, league: League, player: Player) -> Member:
        """The membership of a player. Raises ``LeagueError`` for somebody who never joined."""
        member = await self.find(league, player)
        if member is None:
            raise LeagueError(
                gettext(
                    "{name} isn't in {league_name}. Join with /league join.", name=player.name, league_name=league.name
                )
            )
        return member

    async def _entrant(self, league: League, player: Player) -> Player:
        """Return as whom somebody plays: their team, or themselves."""
        return await stored_teams.find_member(self._database, league, player)

    async def _takes_part(self, league: League, season: Season, player: Player) -> bool:
        """Return whether a player has fixtures in this season, a game under way, or results in any season."""
        if await stored_fixtures.list_fixtures(self._database, league.id, season.number, player_id=player.id):
            return True
        if await stored_fixtures.has_game_under_way(self._database, league.id, player.id):
            return True
        return bool(await stored_results.list_results(self._database, league.id, None, player=player.id, limit=1))


def may_join(league: League, season: Season) -> bool:
    """Return whether new players can join a league now."""
    return season.stage == "joining" or (season.stage == "playing" and league.format in ALWAYS_OPEN)


def check_member(members: Iterable[Player], player: Player, league: League) -> None:
    """Raise ``LeagueError`` if a player is not among these members of a league."""
    if player.id not in {member.id for member in members}:
        raise LeagueError(
            gettext(
                "{name} isn't in {league_name}. Join with /league join.",
                name=player.name,
                league_name=league.name,
            )
        )


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
