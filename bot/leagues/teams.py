"""Pairs and other teams of two: who plays for whom, and how two people join as one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.leagues.access import Asker, refusal
from bot.leagues.change_log import Logged
from bot.leagues.members import LONGEST_NAME, may_join, names_of
from bot.leagues.office import LeagueService
from bot.models.league import League, Team, folded
from bot.models.player import Player
from bot.storage import teams as stored_teams


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
