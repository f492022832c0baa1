"""Teams of leagues: two people join as one, and each of them speaks for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError
from bot.leagues.members import may_join
from bot.leagues.result_collector import LeagueChanges
from bot.models.league import League, Team, folded
from bot.models.player import Player
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database

LONGEST_NAME: Final = 64
"""The most letters of the name of a team."""


class TeamService:
    """Finds teams, and lets them join."""

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
        async with self._changes.lock(league) as (now, season):
            if asker.player.id not in {person.id for person in people}:
                await self._access.check_manager(now, asker)
            if now.teams is None:
                raise LeagueError(gettext("{league} isn't played in teams.", league=now.name))
            if people[0].id == people[1].id:
                raise LeagueError(gettext("Pick a partner who isn't you."))
            if not may_join(now, season):
                raise LeagueError(gettext("{league} is closed to new players until the next season.", league=now.name))
            await self._check_free(now, people)
            chosen = await self._checked_name(now, name or " & ".join(person.name for person in people))
            async with self._database.transaction() as writing:
                stored_teams.add(writing, now.id, chosen, people, self._now())
                names = " and ".join(person.name for person in people)
                self._log.add(writing, now, asker, f"joined: {names} as {chosen}")
            team = await stored_teams.find_by_person(self._database, now.id, people[0].id)
            assert team is not None
            return team

    async def _check_free(self, league: League, people: tuple[Player, Player]) -> None:
        """Raise ``LeagueError`` for somebody who plays in a team already."""
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
        """Return the trimmed name of a team. Raises ``LeagueError`` for one that is taken or not allowed."""
        chosen = " ".join(name.split())[: LONGEST_NAME + 1]
        if not 1 <= len(chosen) <= LONGEST_NAME or not chosen.isprintable():
            raise LeagueError(gettext("A team's name must have 1-{longest} characters.", longest=LONGEST_NAME))
        known = {folded(one.name) for one in await stored_members.list_everyone(self._database, league.id)}
        known |= (await stored_members.read_names(self._database, league.id)).keys()
        if folded(chosen) in known:
            raise LeagueError(gettext("{league} already has {name}.", league=league.name, name=chosen))
        return chosen
