"""Players claim the names by which imported files know them, and managers accept or refuse the claims."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker
from bot.leagues.change_log import ChangeLog
from bot.leagues.changes import LeagueChanges
from bot.leagues.errors import LeagueError
from bot.models.league import League, NameClaim, Season, folded
from bot.models.player import Player
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import members as stored_members
from bot.storage import ratings as stored_ratings
from bot.storage.database import Database


class NameClaimService:
    """Keeps the claims to names in a league."""

    def __init__(
        self,
        database: Database,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._access = access
        self._changes = changes
        self._log = log
        self._now = now

    async def unclaimed(self, league: League) -> list[Player]:
        """Return the players of a league from files without a claim, in alphabetical order."""
        known = await stored_members.read_names(self._database, league.id)
        # A file may have brought tens of thousands.
        return await asyncio.to_thread(_without_account, known.values())

    async def make(self, league: League, player: Player, name: str) -> NameClaim:
        """Claim the player that files know by a name; a manager accepts or refuses the claim."""
        async with self._changes.lock(league) as (now, _):
            named = (await stored_members.read_names(self._database, now.id)).get(folded(name))
            if named is None:
                raise LeagueError(gettext("{league} has no imported player called {name}.", league=now.name, name=name))
            if named.discord_id is not None:
                raise LeagueError(gettext("{name} already belongs to {named_name}.", name=name, named_name=named.name))
            claim = NameClaim(player, named, self._now())
            async with self._database.transaction() as writing:
                stored_members.put_claim(writing, now.id, claim)
                self._log.add(writing, now, Asker(player), f"claimed the name {named.name}")
            return claim

    async def waiting(self, league: League, asker: Asker) -> list[NameClaim]:
        """The claims that wait for a manager, oldest first. Raises ``NotManager`` for anyone else."""
        await self._access.check_manager(league, asker)
        return await stored_members.list_claims(self._database, league.id)

    async def accept(self, league: League, asker: Asker, player: Player) -> NameClaim:
        """Accept the claim of a player for a manager; all results of the name are the player's from now on."""
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            claim = await self._claim(now, player)
            if await self._have_met(now, season, claim.player.id, claim.named.id):
                raise LeagueError(
                    gettext(
                        "{name} and {named_name} are opponents in this league, so they can't be the same person.",
                        name=claim.player.name,
                        named_name=claim.named.name,
                    )
                )
            async with self._database.transaction() as writing:
                stored_members.transfer_name(writing, now.id, claim.named.id, claim.player.id)
                stored_members.delete_claims_on_name(writing, now.id, claim.named.id)
                stored_ratings.mark_league_stale(writing, now)
                self._log.add(writing, now, asker, f"accepted {claim.player.name} as {claim.named.name}")
            return claim

    async def refuse(self, league: League, asker: Asker, player: Player, reason: str = "") -> NameClaim:
        """Refuse the claim of a player for a manager."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            claim = await self._claim(now, player)
            async with self._database.transaction() as writing:
                stored_members.delete_claim(writing, now.id, player.id)
                self._log.add(writing, now, asker, f"refused {player.name} the name {claim.named.name}", reason)
            return claim

    async def _claim(self, league: League, player: Player) -> NameClaim:
        """Return the claim of a player. Raises ``LeagueError`` if there is none."""
        for claim in await stored_members.list_claims(self._database, league.id):
            if claim.player.id == player.id:
                return claim
        raise LeagueError(
            gettext("{name} hasn't claimed a name in {league_name}.", name=player.name, league_name=league.name)
        )

    async def _have_met(self, league: League, season: Season, one: int, other: int) -> bool:
        """Return whether two players have met, or have a fixture."""
        if await stored_results.exists_between(self._database, league.id, one, other):
            return True
        listed = await stored_fixtures.list_fixtures(self._database, league.id, season.number, player_id=one)
        return any(other in fixture.players for fixture in listed)


def _without_account(players: Iterable[Player]) -> list[Player]:
    unclaimed = {player.id: player for player in players if player.discord_id is None}
    return sorted(unclaimed.values(), key=lambda player: player.name.casefold())
