"""How people join a league, leave it, withdraw, and claim the names by which files know them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError
from bot.leagues.result_collector import Collecting
from bot.models.league import League, Member, NameClaim, Season, folded
from bot.models.player import Player
from bot.storage import fixtures, ratings
from bot.storage import league_results as results
from bot.storage import members as people

ALWAYS_OPEN: Final = frozenset({"open", "swiss"})
"""The formats in which people may join while the season is played; a Swiss pairs them from its next round on."""


class Members(Collecting):
    """Who plays in a league."""

    async def members(self, league: League) -> list[Member]:
        """Everyone who plays in a league or has withdrawn, in the order in which they joined."""
        return await people.listed(self.database, league.id)

    async def playing(self, league: League) -> list[Player]:
        """Everyone who plays in a league and has not withdrawn, in the order in which they joined."""
        return await people.playing(self.database, league.id)

    async def member(self, league: League, player: Player) -> Member | None:
        """What somebody is in a league, if anything."""
        return next((one for one in await self.members(league) if one.player.id == player.id), None)

    async def join(self, league: League, player: Player) -> Member:
        """Play in a league from now on; who has withdrawn comes back to what is left of his fixtures."""
        async with self._changing(league) as (now, season):
            member = await self.member(now, player)
            if member is not None and member.status == "in":
                raise LeagueError(gettext("You are in {league} already.", league=now.name))
            if member is None and not _may_join(now, season):
                raise LeagueError(
                    gettext(
                        "The fixtures of {league} are made, so you can join it when the next season begins.",
                        league=now.name,
                    )
                )
            async with self.database.transaction() as writing:
                people.put(writing, now.id, player.id, "in", self._now())
                self._note(writing, now, Asker(player), "joined" if member is None else "came back")
        joined = await self.member(league, player)
        assert joined is not None
        return joined

    async def leave(self, league: League, player: Player) -> None:
        """Leave a league in which one has neither played nor fixtures; otherwise one can only withdraw."""
        async with self._changing(league) as (now, season):
            await self._member(now, player)
            if await self._has_part(now, season, player):
                raise LeagueError(
                    gettext(
                        "You have fixtures, results or a game under way in {league}; /league withdraw lets what you "
                        "have played stand.",
                        league=now.name,
                    )
                )
            async with self.database.transaction() as writing:
                people.drop(writing, now.id, player.id)
                people.drop_claim(writing, now.id, player.id)
                self._note(writing, now, Asker(player), "left")

    async def withdraw(self, league: League, asker: Asker, player: Player | None = None, reason: str = "") -> None:
        """Play on no more: results stand, and fixtures not yet played are off. A manager may withdraw others."""
        who = player or asker.player
        async with self._changing(league) as (now, _):
            if who.id != asker.player.id:
                await self._check_manager(now, asker)
            member = await self._member(now, who)
            if member.status == "withdrawn":
                raise LeagueError(
                    gettext("{name} has withdrawn from {league} already.", name=who.name, league=now.name)
                )
            async with self.database.transaction() as writing:
                people.put(writing, now.id, who.id, "withdrawn", self._now())
                self._note(writing, now, asker, f"{who.name} withdrew", reason)

    async def names(self, league: League) -> list[Player]:
        """The players of a league whom files know and whom nobody has claimed yet, by the alphabet."""
        known = await people.names(self.database, league.id)
        # A file may have brought tens of thousands.
        return await asyncio.to_thread(_unclaimed, known.values())

    async def claim(self, league: League, player: Player, name: str) -> NameClaim:
        """Say that one is the player whom files know by a name; a manager consents or refuses."""
        async with self._changing(league) as (now, _):
            named = (await people.names(self.database, now.id)).get(folded(name))
            if named is None:
                raise LeagueError(
                    gettext("No file of {league} knows a player called {name}.", league=now.name, name=name)
                )
            if named.discord_id is not None:
                raise LeagueError(gettext("{name} is {named_name} already.", name=name, named_name=named.name))
            claim = NameClaim(player, named, self._now())
            async with self.database.transaction() as writing:
                people.put_claim(writing, now.id, claim)
                self._note(writing, now, Asker(player), f"says that he is {named.name}")
            return claim

    async def claims(self, league: League, asker: Asker) -> list[NameClaim]:
        """The claims that wait for a manager, the oldest first."""
        await self._check_manager(league, asker)
        return await people.claims(self.database, league.id)

    async def consent(self, league: League, asker: Asker, player: Player) -> NameClaim:
        """A manager consents to what a player claims, and all that the name has is his."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            claim = await self._claim(now, player)
            if await self._are_two(now, claim):
                raise LeagueError(
                    gettext(
                        "{name} and {named_name} meet each other, so they are two people.",
                        name=claim.player.name,
                        named_name=claim.named.name,
                    )
                )
            async with self.database.transaction() as writing:
                people.hand_over(writing, now.id, claim.named.id, claim.player.id)
                people.drop_claims_on(writing, now.id, claim.named.id)
                ratings.mark_all(writing, now)
                self._note(writing, now, asker, f"{claim.player.name} is {claim.named.name}")
            return claim

    async def refuse(self, league: League, asker: Asker, player: Player, reason: str = "") -> NameClaim:
        """A manager refuses what a player claims."""
        async with self._changing(league) as (now, _):
            await self._check_manager(now, asker)
            claim = await self._claim(now, player)
            async with self.database.transaction() as writing:
                people.drop_claim(writing, now.id, player.id)
                self._note(writing, now, asker, f"{player.name} is not {claim.named.name}", reason)
            return claim

    async def _claim(self, league: League, player: Player) -> NameClaim:
        for claim in await people.claims(self.database, league.id):
            if claim.player.id == player.id:
                return claim
        raise LeagueError(gettext("{name} claims no name in {league_name}.", name=player.name, league_name=league.name))

    async def _are_two(self, league: League, claim: NameClaim) -> bool:
        """Whether the two whom a claim names have met, or are to meet."""
        one, other = claim.player.id, claim.named.id
        if await results.played_each_other(self.database, league.id, one, other):
            return True
        season = await self.season(league)
        his = await fixtures.listed(self.database, league.id, season.number, player_id=one)
        return any(other in fixture.players for fixture in his)

    async def _member(self, league: League, player: Player) -> Member:
        member = await self.member(league, player)
        if member is None:
            raise LeagueError(
                gettext(
                    "{name} is not in {league_name}; /league join joins it.", name=player.name, league_name=league.name
                )
            )
        return member

    async def _has_part(self, league: League, season: Season, player: Player) -> bool:
        """Whether a player has fixtures in this season, a game under way, or results in any."""
        if await fixtures.listed(self.database, league.id, season.number, player_id=player.id):
            return True
        if await fixtures.plays(self.database, league.id, player.id):
            return True
        return bool(await results.listed(self.database, league.id, None, player=player.id, limit=1))


def _unclaimed(players: Iterable[Player]) -> list[Player]:
    unclaimed = {player.id: player for player in players if player.discord_id is None}
    return sorted(unclaimed.values(), key=lambda player: player.name.casefold())


def _may_join(league: League, season: Season) -> bool:
    return season.stage == "joining" or (season.stage == "playing" and league.format in ALWAYS_OPEN)


def check_among(members: Iterable[Player], player: Player, league: League) -> None:
    """Refuse who is none of a league's members."""
    if player.id not in {member.id for member in members}:
        raise LeagueError(
            gettext(
                "{name} does not play in {league_name}; /league join joins it.",
                name=player.name,
                league_name=league.name,
            )
        )
