"""Members and managers of leagues in the database, their names in files, name claims, and the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.models.league import League, LogEntry, Member, Membership, NameClaim, folded
from bot.models.player import Player
from bot.storage.connection import Inserted
from bot.storage.database import Database, Transaction, among
from bot.storage.errors import format_timestamp
from bot.storage.leagues import list_by_ids, list_seasons, put_season
from bot.storage.players import columns, keep_names, name_in, server_of
from bot.storage.rows import Rows

_MEMBERS: Final = Rows("members", Member, "a member", source="complete_members", guild=server_of("members.league_id"))
_CLAIMS: Final = Rows(
    "claims", NameClaim, "a claim", key=("league_id", "player_id"), guild=server_of("claims.league_id")
)
_LOG: Final = Rows("league_log", LogEntry, "a league's log", guild=server_of("league_log.league_id"))

_PLAYER_COLUMNS: Final = (
    ("league_sides", "player_id"),
    ("league_sides", "opponent_id"),
    ("fixtures", "first_id"),
    ("fixtures", "second_id"),
    ("league_names", "player_id"),
)
"""The tables and columns that name a player of a league."""


def put(writing: Transaction, league_id: int, player_id: int, status: Membership, now: datetime) -> None:
    """Store whether a player plays in a league or has withdrawn; the time of joining stays the first one."""
    writing.write(
        "INSERT INTO members (league_id, player_id, status, joined_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (league_id, player_id) DO UPDATE SET status = excluded.status",
        (league_id, player_id, status, format_timestamp(now)),
    )


def delete(writing: Transaction, league_id: int, player_id: int) -> None:
    """Delete a member, as if they had never joined."""
    keep_names(writing, league_id, "SELECT ?", (player_id,))
    writing.write("DELETE FROM members WHERE league_id = ? AND player_id = ?", (league_id, player_id))


def delete_withdrawn(writing: Transaction, league_id: int) -> None:
    """Delete the members who have withdrawn, before the next season."""
    withdrawn = "FROM members WHERE league_id = ? AND status = 'withdrawn'"
    keep_names(writing, league_id, f"SELECT player_id {withdrawn}", (league_id,))
    writing.write(f"DELETE {withdrawn}", (league_id,))


async def list_members(database: Database, league_id: int) -> list[Member]:
    """Return the members of a league, withdrawn ones too, in the order in which they joined."""
    rest = "WHERE members.league_id = ? ORDER BY members.joined_at, members.player_id"
    return await _MEMBERS.list(database, rest, league_id, long=True)


async def list_active_players(database: Database, league_id: int) -> list[Player]:
    """Return the players of a league who have not withdrawn, in the order in which they joined."""
    return [member.player for member in await list_members(database, league_id) if member.status == "in"]


async def list_everyone(database: Database, league_id: int) -> list[Player]:
    """Return the members of a league, and the players of its results who are no members any more."""
    return await database.all(
        lambda row: Player(*row),
        f"SELECT {columns(server_of('?'))} FROM players WHERE players.id IN ("
        "SELECT player_id FROM complete_members WHERE league_id = ? "
        "UNION SELECT player_id FROM complete_sides WHERE league_id = ?)",
        (league_id, league_id, league_id),
    )


async def find_players(database: Database, league_id: int, player_ids: Iterable[int]) -> dict[int, Player]:
    """Return the players with these ids, by id, with their names in a league's server."""
    rows = await database.rows(
        f"SELECT {columns(server_of('?'))} FROM players WHERE players.id IN {among(player_ids)}", (league_id,)
    )
    return {player: Player(player, *rest) for player, *rest in rows}


async def list_leagues_of_player(database: Database, guild_id: int, player_id: int) -> list[League]:
    """Return the leagues of a server in which a player plays, the newest first."""
    rows = await database.rows(
        "SELECT leagues.id FROM members JOIN leagues ON leagues.id = members.league_id "
        "LEFT JOIN teams ON teams.league_id = members.league_id AND teams.team_id = members.player_id "
        "WHERE ? IN (members.player_id, teams.player_id) AND members.status = 'in' AND leagues.guild_id = ? "
        "GROUP BY leagues.id",
        (player_id, guild_id),
    )
    return await list_by_ids(database, [league_id for (league_id,) in rows])


def add_manager(writing: Transaction, league_id: int, player_id: int) -> None:
    """Add a manager to a league."""
    writing.write(
        "INSERT INTO managers (league_id, player_id) VALUES (?, ?) ON CONFLICT DO NOTHING", (league_id, player_id)
    )


def delete_manager(writing: Transaction, league_id: int, player_id: int) -> None:
    """Delete a manager of a league."""
    keep_names(writing, league_id, "SELECT ?", (player_id,))
    writing.write("DELETE FROM managers WHERE league_id = ? AND player_id = ?", (league_id, player_id))


async def list_managers(database: Database, league_id: int) -> list[Player]:
    """Return the managers that a league names, sorted by name."""
    guild = server_of("managers.league_id")
    rows = await database.rows(
        f"SELECT {columns(guild)} FROM managers JOIN players ON players.id = managers.player_id "
        f"WHERE managers.league_id = ? ORDER BY {name_in(guild)}, players.id",
        (league_id,),
    )
    return [Player(*row) for row in rows]


def put_name(writing: Transaction, league_id: int, name: str, player_id: int) -> None:
    """Store the name by which files know a player of a league."""
    writing.write(
        "INSERT INTO league_names (league_id, folded, player_id) VALUES (?, ?, ?) "
        "ON CONFLICT (league_id, folded) DO UPDATE SET player_id = excluded.player_id",
        (league_id, folded(name), player_id),
    )


def add_person(writing: Transaction, league_id: int, name: str, now: datetime) -> Inserted:
    """Add a member who is known by name alone, also in files; return the id that they get."""
    player_id = writing.insert("INSERT INTO players (discord_id, name) VALUES (NULL, ?)", (name,))
    writing.write(
        "INSERT INTO members (league_id, player_id, status, joined_at) VALUES (?, ?, 'in', ?)",
        (league_id, player_id, format_timestamp(now)),
    )
    writing.write(
        "INSERT INTO league_names (league_id, folded, player_id) VALUES (?, ?, ?)",
        (league_id, folded(name), player_id),
    )
    return player_id


def rename(writing: Transaction, league_id: int, player: Player, name: str) -> None:
    """Change the name of a player without an account; files know them by the old name too."""
    writing.write("UPDATE players SET name = ? WHERE id = ? AND discord_id IS NULL", (name, player.id))
    for one in (player.name, name):
        put_name(writing, league_id, one, player.id)


async def read_names(database: Database, league_id: int) -> dict[str, Player]:
    """Return the players from files, by the folded name."""
    known = await database.all(
        lambda row: (row[0], Player(*row[1:])),
        f"SELECT names.folded, {columns(server_of('names.league_id'))} FROM complete_names AS names "
        "JOIN players ON players.id = names.player_id WHERE names.league_id = ?",
        (league_id,),
    )
    return dict(known)


def put_claim(writing: Transaction, league_id: int, claim: NameClaim) -> None:
    """Store a player's claim to a name, in place of an earlier claim of the same player."""
    _CLAIMS.put(writing, claim, league_id=league_id)


def delete_claim(writing: Transaction, league_id: int, player_id: int) -> None:
    """Delete a claim that was answered or taken back."""
    writing.write("DELETE FROM claims WHERE league_id = ? AND player_id = ?", (league_id, player_id))


def delete_claims_on_name(writing: Transaction, league_id: int, named_id: int) -> None:
    """Delete all claims to a name that was given to a player."""
    writing.write("DELETE FROM claims WHERE league_id = ? AND named_id = ?", (league_id, named_id))


async def list_claims(database: Database, league_id: int) -> list[NameClaim]:
    """Return the claims that wait for a manager, the oldest first."""
    rest = "WHERE claims.league_id = ? ORDER BY claims.asked_at, claims.player_id"
    return await _CLAIMS.list(database, rest, league_id)


async def transfer_name(
    database: Database, writing: Transaction, league_id: int, named_id: int, player_id: int
) -> None:
    """Give a player all that is stored in a league under a name; files still know the player by that name."""
    for table, column in _PLAYER_COLUMNS:
        writing.write(
            f"UPDATE {table} SET {column} = ? WHERE {column} = ? AND league_id = ?", (player_id, named_id, league_id)
        )
    own_nights = "player_id = ? AND meeting_id IN (SELECT id FROM meetings WHERE league_id = ?)"
    writing.write(
        f"UPDATE attendance SET player_id = ? WHERE {own_nights} "
        "AND meeting_id NOT IN (SELECT meeting_id FROM attendance WHERE player_id = ?)",
        (player_id, named_id, league_id, player_id),
    )
    writing.write(f"DELETE FROM attendance WHERE {own_nights}", (named_id, league_id))
    own_groups = "player_id = ? AND league_id = ?"
    writing.write(
        f"UPDATE season_groups SET player_id = ? WHERE {own_groups} "
        "AND season NOT IN (SELECT season FROM season_groups WHERE league_id = ? AND player_id = ?)",
        (player_id, named_id, league_id, league_id, player_id),
    )
    writing.write(f"DELETE FROM season_groups WHERE {own_groups}", (named_id, league_id))
    writing.write(
        "INSERT INTO members (league_id, player_id, status, joined_at) "
        "SELECT league_id, ?, 'in', joined_at FROM members WHERE league_id = ? AND player_id = ? "
        "ON CONFLICT DO NOTHING",
        (player_id, league_id, named_id),
    )
    delete(writing, league_id, named_id)
    for season in await list_seasons(database, league_id):
        if named_id in season.crowned:
            crowned = tuple(player_id if one == named_id else one for one in season.crowned)
            put_season(writing, replace(season, crowned=crowned))


def add_log_entry(
    writing: Transaction, league_id: int, at: datetime, player_id: int | None, what: str, reason: str = ""
) -> None:
    """Add a line to a league's log."""
    writing.write(
        "INSERT INTO league_log (league_id, at, player_id, what, reason) VALUES (?, ?, ?, ?, ?)",
        (league_id, format_timestamp(at), player_id, what, reason),
    )


async def list_log_entries(database: Database, league_id: int, *, many: int, skip: int = 0) -> list[LogEntry]:
    """Return lines of a league's log, the latest first."""
    rest = "WHERE league_log.league_id = ? ORDER BY league_log.id DESC LIMIT ? OFFSET ?"
    return await _LOG.list(database, rest, league_id, many, skip)
