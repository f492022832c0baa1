"""The people of a league: members, alone or as teams of two, its managers, and those who are known from files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n.translation import N_
from bot.leagues.access import Asker, LeagueError, check_reason, meant, refusal
from bot.leagues.change_log import Logged
from bot.leagues.fixtures import is_current
from bot.leagues.office import LeagueService
from bot.leagues.settings import MOST_MARKS
from bot.models.league import (
    KNOCKOUTS,
    WITH_MEETINGS,
    GivenPoints,
    League,
    Member,
    Membership,
    NameClaim,
    Season,
    Team,
    folded,
)
from bot.models.player import Player
from bot.storage import league_imports, privacy, store
from bot.storage import teams as stored_teams
from bot.storage.database import Database
from bot.storage.members import Merge

ALWAYS_OPEN: Final = WITH_MEETINGS | {"swiss"}
"""The formats that players may join while the season is played; a Swiss pairs them from its next round on."""

LONGEST_NAME: Final = 64
"""The most letters of the name of a team, or of somebody without an account, as in files."""


class MemberService(LeagueService):
    """Lists the players of a league, and changes who they are."""

    async def find_all(self, league: League) -> list[Member]:
        """Everyone who plays in a league or has withdrawn, in the order in which they joined."""
        return await store.members.list_members(self._database, league.id)

    async def playing(self, league: League, *of: Membership) -> list[Player]:
        """Everyone who plays in a league and has not withdrawn, in the order in which they joined; or others."""
        return await store.members.list_active_players(self._database, league.id, *of)

    async def may_join(self, league: League, season: Season, player: Player) -> bool:
        """Return whether somebody who does not play may join now, or come back after they have withdrawn."""
        member = await self.find(league, player)
        if member is None or member.status == "visitor":
            return may_join(league, season)
        return member.status == "withdrawn"

    async def withdrawn(self, league: League) -> frozenset[int]:
        """Return the ids of the players who have withdrawn from a league."""
        return await withdrawn_from(self._database, league)

    async def find(self, league: League, player: Player) -> Member | None:
        """The membership of a player in a league; None for somebody who never joined."""
        return next((one for one in await self.find_all(league) if one.player.id == player.id), None)

    async def join(self, league: League, player: Player) -> Member:
        """Let a player join a league; a withdrawn player comes back to the remaining fixtures."""
        async with self._office.change(league, Asker(player), managers=False) as change:
            player = await store.teams.find_member(self._database, league, player)
            member = await self.find(league, player)
            name = change.league.name
            if member is None and change.league.teams is not None:
                raise refusal("{league} is played in pairs. Use /league join with your partner.", league=name)
            if member is not None and member.status == "in":
                raise refusal("You're already in {league}.", league=name)
            visits = member is not None and member.status == "visitor"
            if (member is None or visits) and not may_join(change.league, change.season):
                raise refusal("{league} is closed to new players until the next season.", league=name)
            store.members.put(change.write, league.id, player.id, "in", self._now())
            change.mark_outdated(player.id)
            change.log(Logged.JOINED if member is None or visits else Logged.CAME_BACK)
            await change.commit()
            return await self._member(change.league, player)

    async def leave(self, league: League, player: Player) -> None:
        """Remove a player who has neither results nor fixtures nor a game; anybody else can only withdraw."""
        async with self._office.change(league, Asker(player), managers=False) as change:
            player = await store.teams.find_member(self._database, league, player)
            await self._member(change.league, player)
            if await self._takes_part(change.season, player):
                raise refusal(
                    "You already have games in {league}, so you can only withdraw. Your results stay.",
                    league=change.league.name,
                )
            store.members.delete(change.write, league.id, player.id)
            if change.league.teams is not None:
                store.teams.delete(change.write, league.id, player.id)
            store.members.delete_claim(change.write, league.id, player.id)
            change.log(Logged.LEFT)

    async def withdraw(self, league: League, asker: Asker, player: Player | None = None, reason: str = "") -> None:
        """Withdraw the asker, or another player if the asker runs the league.

        Results stand, and fixtures that are not played yet are off.
        """
        async with self._office.change(league, asker, managers=False) as change:
            own = await store.teams.find_member(self._database, league, asker.player)
            who = player or own
            if who.id != own.id:
                await change.check_manager()
            member = await self._member(change.league, who)
            if member.status == "visitor":
                raise refusal("{name} is a visitor, so there is nothing to withdraw from.", name=who.name)
            if member.status == "withdrawn":
                raise refusal("{name} has already withdrawn from {league}.", name=who.name, league=change.league.name)
            store.members.put(change.write, league.id, who.id, "withdrawn", self._now())
            change.mark_outdated(who.id)
            if who.id == own.id:
                change.log(Logged.WITHDREW, reason)
            else:
                change.log(Logged.PLAYER_WITHDRAWN, reason, player=who)

    async def _member(self, league: League, player: Player) -> Member:
        member = await self.find(league, player)
        if member is None:
            raise not_in(league, player)
        return member

    async def _takes_part(self, season: Season, player: Player) -> bool:
        """Return whether a player has fixtures in this season, a game under way, or results in any season."""
        database, league = self._database, season.league_id
        if await store.fixtures.list_fixtures(database, league, season.number, player_id=player.id):
            return True
        if await store.fixtures.has_game_under_way(database, league, player.id):
            return True
        return bool(await store.results.list_results(database, league, None, player=player.id, limit=1))


async def names_of(database: Database, league: League) -> dict[str, Player]:
    """Everyone of a league by every name that they have, folded."""
    known = {folded(player.name): player for player in await store.members.list_everyone(database, league.id)}
    return known | await store.members.read_names(database, league.id)


async def withdrawn_from(database: Database, league: League) -> frozenset[int]:
    """Return the ids of the players who have withdrawn from a league."""
    listed = await store.members.list_members(database, league.id)
    return frozenset(one.player.id for one in listed if one.status == "withdrawn")


def may_join(league: League, season: Season) -> bool:
    """Return whether new players can join a league now."""
    return season.stage == "joining" or (season.stage == "playing" and league.format in ALWAYS_OPEN)


def check_member(members: Iterable[Player], player: Player, league: League) -> None:
    """Raise ``LeagueError`` if a player is not among these members of a league."""
    if player.id not in {member.id for member in members}:
        raise not_in(league, player)


def not_in(league: League, player: Player) -> LeagueError:
    """The error for somebody who is not in a league."""
    return refusal("{name} isn't in {league_name}. Join with /league join.", name=player.name, league_name=league.name)


_EVERYONE: Final = N_("@everyone can't manage a league. Choose another role.")


class ManagerService(LeagueService):
    """Changes who runs a league; ``AccessChecks`` says who does."""

    async def add(self, league: League, asker: Asker, player: Player) -> None:
        """Let a player run a league too."""
        async with self._office.change(league, asker) as change:
            store.members.add_manager(change.write, league.id, player.id)
            change.log(Logged.MANAGER_ADDED, player=player)

    async def remove(self, league: League, asker: Asker, player: Player) -> None:
        """Remove a manager of a league; members who manage the server always run it."""
        async with self._office.change(league, asker) as change:
            if all(one.id != player.id for one in await self._office.access.managers(league)):
                raise refusal(
                    "{name} isn't on the {now_name} manager list.", name=player.name, now_name=change.league.name
                )
            store.members.delete_manager(change.write, league.id, player.id)
            change.log(Logged.MANAGER_REMOVED, player=player)

    async def set_role(self, league: League, asker: Asker, role_id: int | None) -> League:
        """Let everyone with a role run a league, or no role for None; returns the changed league."""
        async with self._office.change(league, asker) as change:
            if role_id is not None and role_id == change.league.guild_id:
                raise refusal(_EVERYONE)
            changed = replace(change.league, manager_role=role_id)
            store.leagues.put(change.write, changed)
            if role_id is None:
                change.log(Logged.ROLE_REMOVED)
            else:
                change.log(Logged.ROLE_CHOSEN, role=role_id)
            return changed


class PeopleService(LeagueService):
    """Changes who the people of a league are, for managers alone; every change is in the log."""

    async def add(self, league: League, asker: Asker, names: Sequence[str], status: Membership = "in") -> list[Player]:
        """Add people who have no Discord account, all or none, perhaps as visitors; files know them by these names too.

        Teams whose people play each for themselves are added as ``Ann & Ben``.
        """
        async with self._office.change(league, asker) as change:
            wanted = [_checked_name(name) for name in names]
            for name in wanted if change.league.teams == "singles" else ():
                _people_of(name)
            if not wanted:
                raise refusal("Type at least one name.")
            taken = await names_of(self._database, change.league)
            for at, name in enumerate(wanted):
                if folded(name) in taken or folded(name) in map(folded, wanted[:at]):
                    raise refusal("{league} already has {name}.", league=change.league.name, name=name)
            for name in wanted:
                if change.league.teams == "singles":
                    store.teams.add_named(change.write, league.id, name, _people_of(name), self._now())
                else:
                    store.members.add_person(change.write, league.id, name, self._now(), status)
                change.log(Logged.VISITOR_ADDED if status == "visitor" else Logged.PERSON_ADDED, player=name)
            await change.commit()
            added = await names_of(self._database, change.league)
            return [added[folded(name)] for name in wanted]

    async def rename(self, league: League, asker: Asker, player: Player, name: str) -> None:
        """Change the name of somebody without an account; files know them by both names."""
        async with self._office.change(league, asker) as change:
            _check_without_account(player)
            wanted = _checked_name(name)
            holder = (await names_of(self._database, change.league)).get(folded(wanted))
            if holder is not None and holder.id != player.id:
                raise refusal("{league} already has {name}.", league=change.league.name, name=wanted)
            store.members.rename(change.write, league.id, player, wanted)
            change.log(Logged.PERSON_RENAMED, player=player, name=wanted)

    async def erase(self, league: League, asker: Asker, player: Player) -> None:
        """Erase the name of somebody without an account everywhere; their results stay, as a former player's."""
        async with self._office.change(league, asker) as change, league_imports.locked(self._database):
            check_erasable(player)
            await league_imports.remove_pending(self._database)
            planned = await privacy.plan(self._database, player.id)
            privacy.erase(change.write, self._database, planned)
            change.log(Logged.PERSON_ERASED)
            await change.commit()

    async def merge(self, league: League, asker: Asker, merged: Player, into: Player, reason: str) -> None:
        """Give a player all that stands under the name of somebody without an account; it can be undone."""
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            _check_without_account(merged)
            if merged.id == into.id:
                raise refusal("Pick 2 different people.")
            if any(
                merged.id in {team.player.id, *team.ids}
                for team in await store.teams.list_teams(self._database, league.id)
            ):
                raise refusal("{name} is or plays in a team, so they can't be merged.", name=merged.name)
            await _check_not_opponents(self._database, change.season, merged, into)
            moved = await store.members.read_moved(self._database, league.id, merged.id, into.id)
            await store.members.add_merge(
                self._database, change.write, league.id, merged.id, into.id, moved, self._now()
            )
            store.members.delete_claims_on_name(change.write, league.id, merged.id)
            store.ratings.mark_league_stale(change.write, change.league)
            change.log(Logged.PEOPLE_MERGED, why, name=merged, player=into)

    async def last_merge(self, league: League) -> Merge | None:
        """Return the latest merge that can be undone."""
        found = await store.members.find_last_merge(self._database, league.id)
        return None if found is None else found[0]

    async def undo_merge(self, league: League, asker: Asker) -> Merge:
        """Undo the latest merge: everything that it moved goes back."""
        async with self._office.change(league, asker) as change:
            found = await store.members.find_last_merge(self._database, league.id)
            if found is None:
                raise refusal("There's no merge to undo.")
            merge, moved = found
            seasons = await self._office.directory.seasons(league)
            store.members.undo_merge(change.write, league.id, seasons, merge, moved, self._now())
            store.ratings.mark_league_stale(change.write, change.league)
            change.log(Logged.MERGE_UNDONE, name=merge.merged, player=merge.into)
            return merge

    async def substitute(
        self,
        league: League,
        asker: Asker,
        out: Player,
        substitute: Player,
        reason: str,
        against: Player | None = None,
    ) -> int:
        """Let somebody else play the fixtures that a player has left; results stay. Return how many there are.

        Fixtures against the substitute stay as they are, and so do those whose game has begun. Only the first is played
        ``against`` one opponent; for that somebody from outside is a visitor.
        """
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            if out.id == substitute.id:
                raise refusal("Pick 2 different people.")
            if change.league.teams is not None:
                raise refusal("Teams play with their own people. You can award a game instead.")
            listed = await store.fixtures.list_fixtures(
                self._database, league.id, change.season.number, player_id=out.id
            )
            left = [
                fixture.id
                for fixture in listed
                if fixture.result_id is None
                and fixture.table_id is None
                and is_current(fixture, change.season)
                and substitute.id not in fixture.players
                and (against is None or against.id in fixture.players)
            ][: None if against is None else 1]
            if not left:
                raise refusal("{name} has no fixtures left to play.", name=out.name)
            known = {one.player.id for one in await store.members.list_members(self._database, league.id)}
            if against is None or substitute.id not in known:
                status: Membership = "in" if against is None else "visitor"
                store.members.put(change.write, league.id, substitute.id, status, self._now())
            change.mark_outdated(out.id)
            store.fixtures.replace_player(change.write, left, out.id, substitute.id)
            if against is None:
                store.leagues.replace_in_groups(change.write, league.id, change.season.number, out.id, substitute.id)
            change.log(Logged.SUBSTITUTED, why, substitute=substitute, number=len(left), player=out)
            return len(left)

    async def give(self, league: League, asker: Asker, player: Player, points: int, reason: str) -> None:
        """Give a player points in the open season, or take some for a number below 0; the table says why."""
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            if change.league.format in KNOCKOUTS:
                raise refusal("A knockout has no points.")
            if not 0 < abs(points) <= MOST_MARKS:
                raise refusal("Choose 1-{most} points, with a minus to take them.", most=MOST_MARKS)
            given = (*change.season.given, GivenPoints(player.id, points, why))
            store.leagues.put_season(change.write, replace(change.season, given=given))
            change.log(Logged.POINTS_GIVEN, why, player=player, points=f"{points:+}")

    async def make_visitor(self, league: League, asker: Asker, player: Player, reason: str) -> None:
        """Let the results of somebody count for their opponents alone; ``bring_back`` makes them a player again."""
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            if change.league.format not in WITH_MEETINGS:
                raise refusal("Only open play and club seasons have visitors.")
            played = await store.results.list_results(self._database, league.id, player=player.id)
            if any(result.season < change.season.number for result in played):
                raise refusal("{name} has results in earlier seasons. Withdraw them instead.", name=player.name)
            store.members.put(change.write, league.id, player.id, "visitor", self._now())
            change.log(Logged.MADE_VISITOR, why, player=player)

    async def bring_back(self, league: League, asker: Asker, player: Player) -> None:
        """Let somebody who has withdrawn, or a visitor, play as everyone does."""
        async with self._office.change(league, asker) as change:
            playing = await store.members.list_active_players(self._database, league.id)
            if player.id in {one.id for one in playing}:
                raise refusal("{name} hasn't withdrawn.", name=player.name)
            store.members.put(change.write, league.id, player.id, "in", self._now())
            change.mark_outdated(player.id)
            change.log(Logged.PLAYER_BROUGHT_BACK, player=player)


async def _check_not_opponents(database: Database, season: Season, one: Player, other: Player) -> None:
    listed = await store.fixtures.list_fixtures(database, season.league_id, season.number, player_id=one.id)
    has_fixture = any(other.id in fixture.players for fixture in listed)
    if has_fixture or await store.results.exists_between(database, season.league_id, one.id, other.id):
        raise refusal(
            "{name} and {named_name} are opponents in this league, so they can't be the same person.",
            name=one.name,
            named_name=other.name,
        )


def _people_of(name: str) -> tuple[str, str]:
    match [one.strip() for one in name.split("&")]:
        case [one, other] if one and other and folded(one) != folded(other):
            return one, other
        case _:
            raise refusal("Type each team as its 2 people, like Ann & Ben.")


def _check_without_account(player: Player) -> None:
    if player.discord_id is not None:
        raise refusal("{name} has a Discord account, so nobody else can have their name and results.", name=player.name)


def check_erasable(player: Player) -> None:
    """Raise ``LeagueError`` for somebody whose name is not a manager's to erase."""
    if player.discord_id is not None:
        raise refusal(
            "{name} has a Discord account, so only they can erase their name, with /privacy erase.", name=player.name
        )


def _checked_name(name: str) -> str:
    trimmed = " ".join(name.split())
    if not 1 <= len(trimmed) <= LONGEST_NAME or not trimmed.isprintable():
        raise refusal("A name must have 1-{longest} characters.", longest=LONGEST_NAME)
    return trimmed


class NameClaimService(LeagueService):
    """Keeps the claims to names in a league."""

    async def unclaimed(self, league: League) -> list[Player]:
        """Return the players of a league from files without a claim, in alphabetical order."""
        known = await store.members.read_names(self._database, league.id)
        # A file may have brought tens of thousands.
        return await asyncio.to_thread(_without_account, known.values())

    async def make(self, league: League, player: Player, name: str) -> NameClaim:
        """Claim the player that files know by a name; a manager accepts or refuses the claim."""
        async with self._office.change(league, Asker(player), managers=False) as change:
            known = await store.members.read_names(self._database, league.id)
            named = known.get(folded(name))
            if named is None:
                like = meant(name, [one.name for one in known.values() if one.discord_id is None])
                of = change.league.name
                raise refusal("{league} has no imported player called {name}.{like}", league=of, name=name, like=like)
            if named.discord_id is not None:
                raise refusal("{name} already belongs to {named_name}.", name=name, named_name=named.name)
            claim = NameClaim(player, named, self._now())
            store.members.put_claim(change.write, claim, league_id=league.id)
            change.log(Logged.NAME_CLAIMED, name=named)
            return claim

    async def waiting(self, league: League, asker: Asker) -> list[NameClaim]:
        """The claims that wait for a manager, oldest first. Raises ``NotManager`` for anyone else."""
        await self._office.access.check_manager(league, asker)
        return await store.members.list_claims(self._database, league.id)

    async def accept(self, league: League, asker: Asker, player: Player) -> NameClaim:
        """Accept the claim of a player for a manager; all results of the name are the player's from now on."""
        async with self._office.change(league, asker) as change:
            claim = await self._claim(change.league, player)
            await _check_not_opponents(self._database, change.season, claim.player, claim.named)
            await store.members.transfer_name(self._database, change.write, league.id, claim.named.id, claim.player.id)
            store.members.delete_claims_on_name(change.write, league.id, claim.named.id)
            store.ratings.mark_league_stale(change.write, change.league)
            change.log(Logged.CLAIM_ACCEPTED, player=claim.player, name=claim.named)
            return claim

    async def refuse(self, league: League, asker: Asker, player: Player) -> NameClaim:
        """Refuse the claim of a player for a manager."""
        async with self._office.change(league, asker) as change:
            claim = await self._claim(change.league, player)
            store.members.delete_claim(change.write, league.id, player.id)
            change.log(Logged.CLAIM_REFUSED, player=player, name=claim.named)
            return claim

    async def _claim(self, league: League, player: Player) -> NameClaim:
        for claim in await store.members.list_claims(self._database, league.id):
            if claim.player.id == player.id:
                return claim
        raise refusal("{name} hasn't claimed a name in {league_name}.", name=player.name, league_name=league.name)


def _without_account(players: Iterable[Player]) -> list[Player]:
    unclaimed = {player.id: player for player in players if player.discord_id is None}
    return sorted(unclaimed.values(), key=lambda player: player.name.casefold())


class TeamService(LeagueService):
    """Finds teams, and lets them join."""

    async def find_all(self, league: League) -> list[Team]:
        """Return the teams of a league in the order in which they joined."""
        return await stored_teams.list_teams(self._database, league.id)

    async def entrant(self, league: League, player: Player) -> Player:
        """Return who plays somebody's games of a league: their pair, or themselves."""
        return await stored_teams.find_entrant(self._database, league, player)

    async def member(self, league: League, player: Player) -> Player:
        """Return who has somebody's line in the table of a league: their team, or themselves."""
        return await stored_teams.find_member(self._database, league, player)

    async def people_of(self, league_id: int, players: Sequence[Player]) -> list[Player]:
        """Return the people who play as these: the two of each team, or the players themselves."""
        teams = {team.player.id: team.people for team in await stored_teams.list_teams(self._database, league_id)}
        return [person for player in players for person in teams.get(player.id, (player,))]

    async def join(self, league: League, asker: Asker, people: tuple[Player, Player], name: str = "") -> Team:
        """Let two people join as a team, for one of them or for a manager; they can leave while nothing is drawn."""
        others = asker.player.id not in {person.id for person in people}
        async with self._office.change(league, asker, managers=others) as change:
            if change.league.teams is None:
                raise refusal("{league} isn't played in teams.", league=change.league.name)
            if people[0].id == people[1].id:
                raise refusal("Pick a partner who isn't you.")
            if not may_join(change.league, change.season):
                raise refusal("{league} is closed to new players until the next season.", league=change.league.name)
            await self._check_free(change.league, people)
            chosen = await self._checked_name(change.league, name or " & ".join(person.name for person in people))
            stored_teams.add(change.write, league.id, chosen, people, self._now())
            change.log(Logged.TEAM_JOINED, people=people, team=chosen)
            await change.commit()
            team = await stored_teams.find_by_person(self._database, league.id, people[0].id)
            assert team is not None
            return team

    async def _check_free(self, league: League, people: tuple[Player, Player]) -> None:
        for team in await self.find_all(league):
            for person in people:
                if person.id in team.ids:
                    raise refusal(
                        "{name} already plays in {league} for {team}.",
                        name=person.name,
                        league=league.name,
                        team=team.player.name,
                    )

    async def _checked_name(self, league: League, name: str) -> str:
        chosen = " ".join(name.split())[: LONGEST_NAME + 1]
        if not 1 <= len(chosen) <= LONGEST_NAME or not chosen.isprintable():
            raise refusal("A team's name must have 1-{longest} characters.", longest=LONGEST_NAME)
        if folded(chosen) in await names_of(self._database, league):
            raise refusal("{league} already has {name}.", league=league.name, name=chosen)
        return chosen
