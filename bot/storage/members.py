"""Members and managers of leagues in the database, their names in files, claims and merges, and the log."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from bot.models.league import League, LogEntry, LogTopic, Member, Membership, NameClaim, Season, folded
from bot.models.player import Player
from bot.storage.connection import Inserted
from bot.storage.database import IF_NEW, Database, Transaction, among, deleter, marks
from bot.storage.errors import format_timestamp
from bot.storage.league_results import recount
from bot.storage.leagues import LOG, list_by_ids, list_seasons, put_season
from bot.storage.players import columns, keep_names, name_in, server_of
from bot.storage.rows import Rows

_MEMBERS: Final = Rows("members", Member, "a member", source="complete_members", guild=server_of("members.league_id"))
_CLAIMS: Final = Rows(
    "claims", NameClaim, "a claim", key=("league_id", "player_id"), guild=server_of("claims.league_id")
)

list_members: Final = _MEMBERS.lister(
    "WHERE members.league_id = ? ORDER BY members.joined_at, members.player_id", long=True
)
"""Lists the members of a league, withdrawn ones too, in the order in which they joined."""

put_claim: Final = _CLAIMS.put
delete_claim: Final = deleter("claims", "league_id", "player_id")
delete_claims_on_name: Final = deleter("claims", "league_id", "named_id")
list_claims: Final = _CLAIMS.lister("WHERE claims.league_id = ? ORDER BY claims.asked_at, claims.player_id")


_PLAYER_COLUMNS: Final = (
    ("league_sides", "player_id"),
    ("league_sides", "opponent_id"),
    ("fixtures", "first_id"),
    ("fixtures", "second_id"),
    ("league_names", "player_id"),
)
"""The tables and columns that name a player of a league."""


def put(writing: Transaction, league_id: int, player_id: int, status: Membership, now: datetime) -> None:
    """Store how a player belongs to a league; the time of joining stays the first one.

    What they have played in the open season counts by that.
    """
    writing.write(
        "INSERT INTO members (league_id, player_id, status, joined_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (league_id, player_id) DO UPDATE SET status = excluded.status",
        (league_id, player_id, status, format_timestamp(now)),
    )
    season = "(SELECT max(number) FROM seasons WHERE league_id = ?)"
    recount(writing, f"player_id = ? AND league_id = ? AND season = {season}", player_id, league_id, league_id)


def delete(writing: Transaction, league_id: int, player_id: int) -> None:
    """Delete a member, as if they had never joined."""
    keep_names(writing, league_id, "SELECT ?", (player_id,))
    writing.delete("members", league_id=league_id, player_id=player_id)


def delete_withdrawn(writing: Transaction, league_id: int) -> None:
    """Delete the members who have withdrawn, before the next season."""
    withdrawn = "FROM members WHERE league_id = ? AND status = 'withdrawn'"
    keep_names(writing, league_id, f"SELECT player_id {withdrawn}", (league_id,))
    writing.write(f"DELETE {withdrawn}", (league_id,))


async def list_active_players(database: Database, league_id: int, *of: Membership) -> list[Player]:
    """Return the players of a league, or also its visitors, in the order in which they joined."""
    return [member.player for member in await list_members(database, league_id) if member.status in (of or ("in",))]


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
    ids = await database.column(
        "SELECT leagues.id FROM members JOIN leagues ON leagues.id = members.league_id "
        "LEFT JOIN teams ON teams.league_id = members.league_id AND teams.team_id = members.player_id "
        "WHERE ? IN (members.player_id, teams.player_id) AND members.status = 'in' AND leagues.guild_id = ? "
        "GROUP BY leagues.id",
        (player_id, guild_id),
    )
    return await list_by_ids(database, ids)


def add_manager(writing: Transaction, league_id: int, player_id: int) -> None:
    """Add a manager to a league."""
    writing.add("managers", IF_NEW, league_id=league_id, player_id=player_id)


def delete_manager(writing: Transaction, league_id: int, player_id: int) -> None:
    """Delete a manager of a league."""
    keep_names(writing, league_id, "SELECT ?", (player_id,))
    writing.delete("managers", league_id=league_id, player_id=player_id)


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
    writing.put("league_names", "league_id", "folded", league_id=league_id, folded=folded(name), player_id=player_id)


def add_person(writing: Transaction, league_id: int, name: str, now: datetime, status: Membership = "in") -> Inserted:
    """Add a member or visitor who is known by name alone, also in files; return the id that they get."""
    player_id = writing.insert("INSERT INTO players (discord_id, name) VALUES (NULL, ?)", (name,))
    member = {"league_id": league_id, "player_id": player_id}
    writing.add("members", **member, status=status, joined_at=format_timestamp(now))
    writing.add("league_names", **member, folded=folded(name))
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
        "SELECT league_id, ?, CASE status WHEN 'visitor' THEN status ELSE 'in' END, joined_at FROM members "
        "WHERE league_id = ? AND player_id = ? ON CONFLICT DO NOTHING",
        (player_id, league_id, named_id),
    )
    delete(writing, league_id, named_id)
    recount(writing, "player_id = ? AND league_id = ?", player_id, league_id)
    for season in await list_seasons(database, league_id):
        crowned = tuple(player_id if one == named_id else one for one in season.crowned)
        given = tuple(replace(one, player=player_id) if one.player == named_id else one for one in season.given)
        if (crowned, given) != (season.crowned, season.given):
            put_season(writing, replace(season, crowned=crowned, given=given))


def add_log_entry(writing: Transaction, league_id: int, entry: LogEntry) -> None:
    """Add a line to a league's log."""
    LOG.add(writing, entry, league_id=league_id)


async def list_log_entries(
    database: Database,
    league_id: int,
    *,
    many: int,
    skip: int = 0,
    topics: Collection[LogTopic] | None = None,
    player_id: int | None = None,
) -> list[LogEntry]:
    """Return lines of a league's log, the latest first: of some topics, and by or about one player."""
    which = ["league_log.league_id = ?"]
    values: list[object] = [league_id]
    if topics is not None:
        which.append(f"league_log.topic IN ({marks(topics)})")
        values += topics
    if player_id is not None:
        which.append("(league_log.player_id = ? OR league_log.people LIKE ?)")
        values += [player_id, f"% {player_id} %"]
    rest = f"WHERE {' AND '.join(which)} ORDER BY league_log.id DESC LIMIT ? OFFSET ?"
    return await LOG.list(database, rest, *values, many, skip)


_MOVED: Final = {
    "results": "SELECT result_id FROM league_sides WHERE league_id = ? AND player_id = ? ORDER BY 1",
    "first": "SELECT id FROM fixtures WHERE league_id = ? AND first_id = ? ORDER BY 1",
    "second": "SELECT id FROM fixtures WHERE league_id = ? AND second_id = ? ORDER BY 1",
    "names": "SELECT folded FROM league_names WHERE league_id = ? AND player_id = ? ORDER BY 1",
}
_NIGHTS: Final = (
    "SELECT meeting_id, status, came_at, left_at FROM attendance "
    "WHERE meeting_id IN (SELECT id FROM meetings WHERE league_id = ?) AND player_id = ? ORDER BY 1"
)
_GROUPS: Final = "SELECT season, number, place FROM season_groups WHERE league_id = ? AND player_id = ? ORDER BY 1"


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge of one person's record into another's."""

    id: int
    merged: Player
    into: Player
    at: datetime


_MERGES: Final = Rows(
    "merges", Merge, "a merge", named={"merged": "from_id", "into": "into_id"}, guild=server_of("merges.league_id")
)


async def read_moved(database: Database, league_id: int, merged: int, into: int) -> dict[str, Any]:
    """Return what belongs to a player who is merged, and what of it the other has already."""
    found: dict[str, Any] = {}
    for what, query in _MOVED.items():
        found[what] = await database.column(query, (league_id, merged), long=True)
    found["groups"] = await database.rows(_GROUPS, (league_id, merged))
    found["own_groups"] = await database.column(_GROUPS, (league_id, into))
    found["nights"] = await database.rows(_NIGHTS, (league_id, merged))
    found["own_nights"] = await database.column(_NIGHTS, (league_id, into))
    member = "SELECT status, joined_at FROM members WHERE league_id = ? AND player_id = ?"
    found["member"] = await database.row(member, (league_id, merged))
    found["was_member"] = await database.exists(member, (league_id, into))
    found["crowned"] = await database.rows("SELECT number, crowned FROM seasons WHERE league_id = ?", (league_id,))
    given = {season.number: season.given for season in await list_seasons(database, league_id)}
    found["given"] = [
        (number, place) for number, every in given.items() for place, one in enumerate(every) if one.player == merged
    ]
    return found


async def add_merge(
    database: Database,
    writing: Transaction,
    league_id: int,
    merged: int,
    into: int,
    moved: dict[str, Any],
    now: datetime,
) -> None:
    """Give a player everything of another one in a league, and note it."""
    at, stored = format_timestamp(now), json.dumps(moved)
    writing.add("merges", league_id=league_id, from_id=merged, into_id=into, at=at, moved=stored)
    await transfer_name(database, writing, league_id, merged, into)


async def find_last_merge(database: Database, league_id: int) -> tuple[Merge, dict[str, Any]] | None:
    """Return the latest merge of a league that is not undone, and what it moved."""
    rest = "WHERE merges.league_id = ? AND merges.undone_at IS NULL ORDER BY merges.id DESC LIMIT 1"
    merge = await _MERGES.find(database, rest, league_id)
    if merge is None:
        return None
    ((moved,),) = await database.rows("SELECT moved FROM merges WHERE id = ?", (merge.id,))
    return merge, json.loads(moved)


def undo_merge(
    writing: Transaction, league_id: int, seasons: Iterable[Season], merge: Merge, moved: dict[str, Any], now: datetime
) -> None:
    """Give back what a merge has moved in the league's seasons; what the other player has got since stays theirs."""
    pair = (merge.merged.id, merge.into.id)
    for table, column, of, ids in (
        ("league_sides", "player_id", "result_id", moved["results"]),
        ("league_sides", "opponent_id", "result_id", moved["results"]),
        ("fixtures", "first_id", "id", moved["first"]),
        ("fixtures", "second_id", "id", moved["second"]),
    ):
        writing.write(f"UPDATE {table} SET {column} = ? WHERE {column} = ? AND {of} IN {among(ids)}", pair)
    writing.write_many(
        "UPDATE league_names SET player_id = ? WHERE league_id = ? AND folded = ?",
        [(merge.merged.id, league_id, name) for name in moved["names"]],
    )
    for meeting_id, status, came_at, left_at in moved["nights"]:
        if meeting_id not in moved["own_nights"]:
            writing.delete("attendance", meeting_id=meeting_id, player_id=merge.into.id)
        night = {"meeting_id": meeting_id, "status": status, "came_at": came_at, "left_at": left_at}
        writing.add("attendance", IF_NEW, player_id=merge.merged.id, **night)
    # Merges of earlier versions have no groups.
    for season, number, place in moved.get("groups", []):
        if season not in moved["own_groups"]:
            writing.delete("season_groups", league_id=league_id, season=season, player_id=merge.into.id)
        group = {"league_id": league_id, "season": season, "number": number, "place": place}
        writing.add("season_groups", IF_NEW, player_id=merge.merged.id, **group)
    if moved["member"] is not None:
        status, joined_at = moved["member"]
        member = {"league_id": league_id, "player_id": merge.merged.id}
        writing.add("members", IF_NEW, **member, status=status, joined_at=joined_at)
        if not moved["was_member"]:
            # Whoever has played since, or is about to, stays.
            writing.write(
                "DELETE FROM members WHERE league_id = ? AND player_id = ? "
                "AND NOT EXISTS (SELECT 1 FROM league_sides AS own WHERE own.league_id = members.league_id "
                "AND own.player_id = members.player_id) "
                "AND NOT EXISTS (SELECT 1 FROM fixtures AS own WHERE own.league_id = members.league_id "
                "AND members.player_id IN (own.first_id, own.second_id))",
                (league_id, merge.into.id),
            )
    for player_id in pair:
        recount(writing, "player_id = ? AND league_id = ?", player_id, league_id)
    crowned = {number: tuple(json.loads(ids)) for number, ids in moved["crowned"]}
    for season in seasons:
        was = crowned.get(season.number, ())
        # Merges of earlier versions have no points that were given.
        places = {place for number, place in moved.get("given", ()) if number == season.number}
        given = [replace(one, player=pair[0]) if place in places else one for place, one in enumerate(season.given)]
        back = replace(season, crowned=was if pair[0] in was else season.crowned, given=tuple(given))
        if back != season:
            put_season(writing, back)
    writing.write("UPDATE merges SET undone_at = ? WHERE id = ?", (format_timestamp(now), merge.id))
