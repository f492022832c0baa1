"""The secretary's work on the people of a league: added, renamed, merged, substituted and brought back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError, check_reason
from bot.leagues.fixtures import is_current
from bot.leagues.news import NewsService
from bot.leagues.result_collector import LeagueChanges
from bot.models.league import League, NameClaim, Season, folded
from bot.models.player import Player
from bot.storage import erasure, league_imports, leagues, teams
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import members as stored_members
from bot.storage import ratings as stored_ratings
from bot.storage.database import Database
from bot.storage.members import Merge

LONGEST_NAME: Final = 64
"""The most letters of a name without an account, as in files."""


class PeopleService:
    """Changes who the people of a league are, for managers alone; every change is in the log."""

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

    async def add(self, league: League, asker: Asker, names: Sequence[str]) -> list[Player]:
        """Add people who have no Discord account, all or none; files know them by these names too.

        Teams whose people play each for themselves are added as ``Ann & Ben``.
        """
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            wanted = [_checked_name(name) for name in names]
            for name in wanted if now.teams == "singles" else ():
                _people_of(name)
            if not wanted:
                raise LeagueError(gettext("Type at least one name."))
            taken = await self._names(now)
            for at, name in enumerate(wanted):
                if folded(name) in taken or folded(name) in map(folded, wanted[:at]):
                    raise LeagueError(gettext("{league} already has {name}.", league=now.name, name=name))
            async with self._database.transaction() as writing:
                for name in wanted:
                    if now.teams == "singles":
                        teams.add_named(writing, now.id, name, _people_of(name), self._now())
                    else:
                        stored_members.add_person(writing, now.id, name, self._now())
                    self._log.add(writing, now, asker, f"added {name}")
            added = await self._names(now)
            return [added[folded(name)] for name in wanted]

    async def rename(self, league: League, asker: Asker, player: Player, name: str) -> None:
        """Change the name of somebody without an account; files know them by both names."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            _check_without_account(player)
            wanted = _checked_name(name)
            holder = (await self._names(now)).get(folded(wanted))
            if holder is not None and holder.id != player.id:
                raise LeagueError(gettext("{league} already has {name}.", league=now.name, name=wanted))
            async with self._database.transaction() as writing:
                stored_members.rename(writing, now.id, player, wanted)
                self._log.add(writing, now, asker, f"renamed {player.name} to {wanted}")

    async def erase(self, league: League, asker: Asker, player: Player) -> None:
        """Erase the name of somebody without an account everywhere; their results stay, as a former player's."""
        async with self._changes.lock(league) as (now, _), league_imports.locked(self._database):
            await self._access.check_manager(now, asker)
            check_erasable(player)
            await league_imports.remove_pending(self._database)
            planned = await erasure.plan(self._database, player.id)
            async with self._database.transaction() as writing:
                erasure.erase(writing, self._database, planned)
                self._log.add(writing, now, asker, "erased the name of somebody without an account")

    async def merge(self, league: League, asker: Asker, merged: Player, into: Player, reason: str) -> None:
        """Give a player all that stands under the name of somebody without an account; it can be undone."""
        why = check_reason(reason)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            _check_without_account(merged)
            if merged.id == into.id:
                raise LeagueError(gettext("Pick 2 different people."))
            if any(merged.id in {team.player.id, *team.ids} for team in await teams.list_teams(self._database, now.id)):
                raise LeagueError(gettext("{name} is or plays in a team, so they can't be merged.", name=merged.name))
            if await self._have_met(now, season, merged, into):
                raise LeagueError(
                    gettext(
                        "{name} and {named_name} are opponents in this league, so they can't be the same person.",
                        name=merged.name,
                        named_name=into.name,
                    )
                )
            moved = await stored_members.read_moved(self._database, now.id, merged.id, into.id)
            async with self._database.transaction() as writing:
                await stored_members.add_merge(self._database, writing, now.id, merged.id, into.id, moved, self._now())
                stored_members.delete_claims_on_name(writing, now.id, merged.id)
                stored_ratings.mark_league_stale(writing, now)
                self._log.add(writing, now, asker, f"merged {merged.name} into {into.name}", why)

    async def last_merge(self, league: League) -> Merge | None:
        """Return the latest merge that can be undone."""
        found = await stored_members.find_last_merge(self._database, league.id)
        return None if found is None else found[0]

    async def undo_merge(self, league: League, asker: Asker) -> Merge:
        """Undo the latest merge: everything that it moved goes back."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            found = await stored_members.find_last_merge(self._database, now.id)
            if found is None:
                raise LeagueError(gettext("There's no merge to undo."))
            merge, moved = found
            async with self._database.transaction() as writing:
                stored_members.undo_merge(writing, now.id, merge, moved, self._now())
                stored_ratings.mark_league_stale(writing, now)
                self._log.add(writing, now, asker, f"undid the merge of {merge.merged.name} into {merge.into.name}")
            return merge

    async def substitute(self, league: League, asker: Asker, out: Player, substitute: Player, reason: str) -> int:
        """Let somebody else play the fixtures that a player has left; results stay. Return how many there are.

        Fixtures against the substitute stay as they are, and so do those whose game has begun.
        """
        why = check_reason(reason)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            if out.id == substitute.id:
                raise LeagueError(gettext("Pick 2 different people."))
            if now.teams is not None:
                raise LeagueError(gettext("Teams play with their own people. You can award a game instead."))
            listed = await stored_fixtures.list_fixtures(self._database, now.id, season.number, player_id=out.id)
            left = [
                fixture.id
                for fixture in listed
                if fixture.result_id is None
                and fixture.table_id is None
                and is_current(fixture, season)
                and substitute.id not in fixture.players
            ]
            if not left:
                raise LeagueError(gettext("{name} has no fixtures left to play.", name=out.name))
            async with self._database.transaction() as writing:
                stored_members.put(writing, now.id, substitute.id, "in", self._now())
                self._news.mark_outdated(writing, now, out.id)
                stored_fixtures.replace_player(writing, left, out.id, substitute.id)
                leagues.replace_in_groups(writing, now.id, season.number, out.id, substitute.id)
                what = f"let {substitute.name} play {len(left)} fixtures of {out.name}"
                self._log.add(writing, now, asker, what, why)
            return len(left)

    async def bring_back(self, league: League, asker: Asker, player: Player) -> None:
        """Let somebody who has withdrawn play again."""
        async with self._changes.lock(league) as (now, _):
            await self._access.check_manager(now, asker)
            members = {one.player.id: one for one in await stored_members.list_members(self._database, now.id)}
            if player.id in members and members[player.id].status == "in":
                raise LeagueError(gettext("{name} hasn't withdrawn.", name=player.name))
            async with self._database.transaction() as writing:
                stored_members.put(writing, now.id, player.id, "in", self._now())
                self._news.mark_outdated(writing, now, player.id)
                self._log.add(writing, now, asker, f"brought back {player.name}")

    async def _names(self, league: League) -> dict[str, Player]:
        """Everyone of a league by every name that they have, as names are compared."""
        everyone = await stored_members.list_everyone(self._database, league.id)
        known = {folded(player.name): player for player in everyone}
        return {**known, **await stored_members.read_names(self._database, league.id)}

    async def _have_met(self, league: League, season: Season, one: Player, other: Player) -> bool:
        if await stored_results.exists_between(self._database, league.id, one.id, other.id):
            return True
        listed = await stored_fixtures.list_fixtures(self._database, league.id, season.number, player_id=one.id)
        return any(other.id in fixture.players for fixture in listed)


def _people_of(name: str) -> tuple[str, str]:
    """Return the names of the two people of a team. Raises ``LeagueError`` for any other number."""
    match [one.strip() for one in name.split("&")]:
        case [one, other] if one and other and folded(one) != folded(other):
            return one, other
        case _:
            raise LeagueError(gettext("Type each team as its 2 people, like Ann & Ben."))


def _check_without_account(player: Player) -> None:
    if player.discord_id is not None:
        raise LeagueError(
            gettext("{name} has a Discord account, so their name and results stay theirs.", name=player.name)
        )


def check_erasable(player: Player) -> None:
    """Raise ``LeagueError`` for somebody whose name is not a manager's to erase."""
    if player.discord_id is not None:
        raise LeagueError(
            gettext("{name} has a Discord account. They can use /privacy erase themselves.", name=player.name)
        )


def _checked_name(name: str) -> str:
    """Return a name trimmed. Raises ``LeagueError`` for one that is too long or cannot be read."""
    trimmed = " ".join(name.split())
    if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
        raise LeagueError(gettext("A name must have 1-{longest} characters.", longest=LONGEST_NAME))
    return trimmed


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
                await stored_members.transfer_name(self._database, writing, now.id, claim.named.id, claim.player.id)
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
