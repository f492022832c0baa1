"""The members of a league, alone or as teams of two who each speak for both, and its managers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.leagues.access import Asker, LeagueError
from bot.leagues.office import LeagueService
from bot.models.league import WITH_MEETINGS, League, Member, Season, Team, folded
from bot.models.player import Player
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database

ALWAYS_OPEN: Final = WITH_MEETINGS | {"swiss"}
"""The formats that players may join while the season is played; a Swiss pairs them from its next round on."""

LONGEST_NAME: Final = 64
"""The most letters of the name of a team."""


class MemberService(LeagueService):
    """Lists the players of a league, and changes who they are."""

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
        return await withdrawn_from(self._database, league)

    async def find(self, league: League, player: Player) -> Member | None:
        """The membership of a player in a league; None for somebody who never joined."""
        return next((one for one in await self.find_all(league) if one.player.id == player.id), None)

    async def join(self, league: League, player: Player) -> Member:
        """Let a player join a league; a withdrawn player comes back to the remaining fixtures."""
        async with self._office.change(league, Asker(player), managers=False) as change:
            player = await stored_teams.find_member(self._database, league, player)
            member = await self.find(league, player)
            name = change.league.name
            if member is None and change.league.teams is not None:
                raise LeagueError(
                    gettext("{league} is played in pairs. Use /league join with your partner.", league=name)
                )
            if member is not None and member.status == "in":
                raise LeagueError(gettext("You're already in {league}.", league=name))
            if member is None and not may_join(change.league, change.season):
                raise LeagueError(gettext("{league} is closed to new players until the next season.", league=name))
            stored_members.put(change.write, league.id, player.id, "in", self._now())
            change.mark_outdated(player.id)
            change.log("joined" if member is None else "came back")
        joined = await self.find(league, player)
        assert joined is not None
        return joined

    async def leave(self, league: League, player: Player) -> None:
        """Remove a player who has neither results nor fixtures nor a game; anybody else can only withdraw."""
        async with self._office.change(league, Asker(player), managers=False) as change:
            player = await stored_teams.find_member(self._database, league, player)
            await self._member(change.league, player)
            if await self._takes_part(change.season, player):
                raise LeagueError(
                    gettext(
                        "You already have games in {league}. Use /league withdraw instead. Your results stay.",
                        league=change.league.name,
                    )
                )
            stored_members.delete(change.write, league.id, player.id)
            if change.league.teams is not None:
                stored_teams.delete(change.write, league.id, player.id)
            stored_members.delete_claim(change.write, league.id, player.id)
            change.log("left")

    async def withdraw(self, league: League, asker: Asker, player: Player | None = None, reason: str = "") -> None:
        """Withdraw the asker, or another player if the asker runs the league.

        Results stand, and fixtures that are not played yet are off.
        """
        async with self._office.change(league, asker, managers=False) as change:
            own = await stored_teams.find_member(self._database, league, asker.player)
            who = player or own
            if who.id != own.id:
                await change.check_manager()
            member = await self._member(change.league, who)
            if member.status == "withdrawn":
                raise LeagueError(
                    gettext("{name} has already withdrawn from {league}.", name=who.name, league=change.league.name)
                )
            stored_members.put(change.write, league.id, who.id, "withdrawn", self._now())
            change.mark_outdated(who.id)
            change.log("withdrew" if who.id == own.id else f"withdrew {who.name}", reason)

    async def _member(self, league: League, player: Player) -> Member:
        member = await self.find(league, player)
        if member is None:
            raise not_in(league, player)
        return member

    async def _takes_part(self, season: Season, player: Player) -> bool:
        """Return whether a player has fixtures in this season, a game under way, or results in any season."""
        database, league = self._database, season.league_id
        if await stored_fixtures.list_fixtures(database, league, season.number, player_id=player.id):
            return True
        if await stored_fixtures.has_game_under_way(database, league, player.id):
            return True
        return bool(await stored_results.list_results(database, league, None, player=player.id, limit=1))


async def names_of(database: Database, league: League) -> dict[str, Player]:
    """Everyone of a league by every name that they have, folded."""
    known = {folded(player.name): player for player in await stored_members.list_everyone(database, league.id)}
    return known | await stored_members.read_names(database, league.id)


async def withdrawn_from(database: Database, league: League) -> frozenset[int]:
    """Return the ids of the players who have withdrawn from a league."""
    listed = await stored_members.list_members(database, league.id)
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
    return LeagueError(
        gettext("{name} isn't in {league_name}. Join with /league join.", name=player.name, league_name=league.name)
    )


class TeamService(LeagueService):
    """Finds teams, and lets them join."""

    async def find_all(self, league: League) -> list[Team]:
        """Return the teams of a league in the order in which they joined."""
        return await stored_teams.list_teams(self._database, league.id)

    async def entrant(self, league: League, player: Player) -> Player:
        """Return as whom somebody plays the games of a league: their pair, or themselves."""
        return await stored_teams.find_entrant(self._database, league, player)

    async def member(self, league: League, player: Player) -> Player:
        """Return as whom somebody stands in the table of a league: their team, or themselves."""
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
                raise LeagueError(gettext("{league} isn't played in teams.", league=change.league.name))
            if people[0].id == people[1].id:
                raise LeagueError(gettext("Pick a partner who isn't you."))
            if not may_join(change.league, change.season):
                raise LeagueError(
                    gettext("{league} is closed to new players until the next season.", league=change.league.name)
                )
            await self._check_free(change.league, people)
            chosen = await self._checked_name(change.league, name or " & ".join(person.name for person in people))
            stored_teams.add(change.write, league.id, chosen, people, self._now())
            change.log(f"joined: {people[0].name} and {people[1].name} as {chosen}")
        team = await stored_teams.find_by_person(self._database, league.id, people[0].id)
        assert team is not None
        return team

    async def _check_free(self, league: League, people: tuple[Player, Player]) -> None:
        for team in await self.find_all(league):
            for person in people:
                if person.id in team.ids:
                    raise LeagueError(
                        gettext(
                            "{name} already plays in {league} for {team}.",
                            name=person.name,
                            league=league.name,
                            team=team.player.name,
                        )
                    )

    async def _checked_name(self, league: League, name: str) -> str:
        chosen = " ".join(name.split())[: LONGEST_NAME + 1]
        if not 1 <= len(chosen) <= LONGEST_NAME or not chosen.isprintable():
            raise LeagueError(gettext("A team's name must have 1-{longest} characters.", longest=LONGEST_NAME))
        if folded(chosen) in await names_of(self._database, league):
            raise LeagueError(gettext("{league} already has {name}.", league=league.name, name=chosen))
        return chosen


_EVERYONE: Final = N_("@everyone can't manage a league. Choose another role.")


class ManagerService(LeagueService):
    """Changes who runs a league; ``AccessChecks`` says who does."""

    async def add(self, league: League, asker: Asker, player: Player) -> None:
        """Let a player run a league too."""
        async with self._office.change(league, asker) as change:
            stored_members.add_manager(change.write, league.id, player.id)
            change.log(f"added manager {player.name}")

    async def remove(self, league: League, asker: Asker, player: Player) -> None:
        """Remove a manager of a league; members who manage the server always run it."""
        async with self._office.change(league, asker) as change:
            if all(one.id != player.id for one in await self._office.access.managers(league)):
                raise LeagueError(
                    gettext(
                        "{name} isn't on the {now_name} manager list.", name=player.name, now_name=change.league.name
                    )
                )
            stored_members.delete_manager(change.write, league.id, player.id)
            change.log(f"removed manager {player.name}")

    async def set_role(self, league: League, asker: Asker, role_id: int | None) -> League:
        """Let everyone with a role run a league, or no role for None; returns the changed league."""
        async with self._office.change(league, asker) as change:
            if role_id is not None and role_id == change.league.guild_id:
                raise LeagueError(gettext(_EVERYONE))
            changed = replace(change.league, manager_role=role_id)
            stored_leagues.put(change.write, changed)
            change.log("removed the manager role" if role_id is None else f"made the role <@&{role_id}> manager")
            return changed
