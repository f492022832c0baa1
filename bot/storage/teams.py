"""Teams of leagues in the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.models.league import League, Team
from bot.models.player import Player
from bot.storage import members
from bot.storage.connection import Inserted, Values
from bot.storage.database import Database, Transaction
from bot.storage.players import WIDTH, columns, server_of


def add(writing: Transaction, league_id: int, name: str, people: tuple[Player, Player], now: datetime) -> None:
    """Add a team of two people, which is a member of the league from then on."""
    _add(writing, league_id, members.add_person(writing, league_id, name, now), [person.id for person in people])


def add_named(writing: Transaction, league_id: int, name: str, people: tuple[str, str], now: datetime) -> None:
    """Add a team of two people who are known by name alone."""
    ids = [writing.insert("INSERT INTO players (discord_id, name) VALUES (NULL, ?)", (person,)) for person in people]
    _add(writing, league_id, members.add_person(writing, league_id, name, now), ids)


def _add(writing: Transaction, league_id: int, team_id: Inserted, people: Sequence[int | Inserted]) -> None:
    for place, person in enumerate(people, 1):
        writing.add("teams", league_id=league_id, team_id=team_id, place=place, player_id=person)


def delete(writing: Transaction, league_id: int, team_id: int) -> None:
    """Delete a team that has not played, as if it had never joined."""
    _keep_names(writing, "teams.league_id = ? AND team_id = ?", (league_id, team_id))
    writing.delete("teams", league_id=league_id, team_id=team_id)
    writing.delete("league_names", league_id=league_id, player_id=team_id)
    members.delete(writing, league_id, team_id)


def delete_gone(writing: Transaction, league_id: int) -> None:
    """Let the people of teams go that are no members any more; the results of the teams stay."""
    gone = "teams.league_id = ? AND team_id NOT IN (SELECT player_id FROM members WHERE league_id = ?)"
    _keep_names(writing, gone, (league_id, league_id))
    writing.write(f"DELETE FROM teams WHERE {gone}", (league_id, league_id))


def _keep_names(writing: Transaction, which: str, values: Values) -> None:
    """Note for the people of teams that are about to be deleted what the teams, which stay players, are called."""
    writing.write(
        "INSERT INTO former_names (player_id, league_id, named_id, name) "
        "SELECT teams.player_id, teams.league_id, teams.team_id, players.name FROM teams "
        f"JOIN players ON players.id = teams.team_id WHERE {which} ON CONFLICT DO NOTHING",
        values,
    )


async def list_teams(database: Database, league_id: int) -> list[Team]:
    """Return the teams of a league in the order in which they joined."""
    guild = server_of("teams.league_id")
    rows = await database.rows(
        f"SELECT {columns(guild, 'team')}, {columns(guild, 'person')} FROM teams "
        "JOIN players AS team ON team.id = teams.team_id JOIN players AS person ON person.id = teams.player_id "
        "WHERE teams.league_id = ? ORDER BY teams.team_id, teams.place",
        (league_id,),
    )
    return [
        Team(Player(*one[:WIDTH]), (Player(*one[WIDTH:]), Player(*other[WIDTH:])))
        for one, other in zip(rows[::2], rows[1::2], strict=True)
    ]


async def find_by_person(database: Database, league_id: int, player_id: int) -> Team | None:
    """Return the team for which somebody plays in a league; None if there is none."""
    return next((team for team in await list_teams(database, league_id) if player_id in team.ids), None)


async def find_entrant(database: Database, league: League, player: Player) -> Player:
    """Return who plays somebody's games of a league: their pair, or themselves."""
    return await find_member(database, league, player) if league.teams == "pairs" else player


async def find_member(database: Database, league: League, player: Player) -> Player:
    """Return who has somebody's line in the table of a league: their team, or themselves."""
    team = None if league.teams is None else await find_by_person(database, league.id, player.id)
    return player if team is None else team.player


async def list_people(database: Database, league: League) -> list[Player]:
    """Return everybody of the teams whose people play each for themselves."""
    teams = await list_teams(database, league.id) if league.teams == "singles" else []
    return [person for team in teams for person in team.people]
