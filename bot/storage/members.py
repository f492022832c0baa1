"""Who plays in a league, who runs it, by which names files know its players, and what was changed by whom."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from bot.models.league import League, LogEntry, Member, Membership, NameClaim, folded
from bot.models.player import Player
from bot.storage.database import Database, Transaction
from bot.storage.leagues import of_ids
from bot.storage.players import WIDTH, columns, name_in, server_of
from bot.storage.timestamps import format_timestamp, parse_timestamp

_HELD: Final = (
    ("league_sides", "player_id"),
    ("league_sides", "opponent_id"),
    ("fixtures", "first_id"),
    ("fixtures", "second_id"),
    ("league_names", "player_id"),
)
"""Where a player of a league is named."""


def put(writing: Transaction, league_id: int, player_id: int, status: Membership, now: datetime) -> None:
    """Somebody plays in a league from now on, or has withdrawn; when he joined stays as it was."""
    writing.write(
        "INSERT INTO members (league_id, player_id, status, joined_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (league_id, player_id) DO UPDATE SET status = excluded.status",
        (league_id, player_id, status, format_timestamp(now)),
    )


def drop(writing: Transaction, league_id: int, player_id: int) -> None:
    """Somebody leaves as if he had never joined."""
    writing.write("DELETE FROM members WHERE league_id = ? AND player_id = ?", (league_id, player_id))


def drop_withdrawn(writing: Transaction, league_id: int) -> None:
    """Whoever has withdrawn is not of the next season."""
    writing.write("DELETE FROM members WHERE league_id = ? AND status = 'withdrawn'", (league_id,))


async def listed(database: Database, league_id: int) -> list[Member]:
    """Everyone who plays in a league or has withdrawn, in the order in which they joined."""
    return await database.all(
        _member,
        f"SELECT {columns(server_of('members.league_id'))}, members.status, members.joined_at FROM members "
        "JOIN players ON players.id = members.player_id WHERE members.league_id = ? "
        "ORDER BY members.joined_at, players.id",
        (league_id,),
    )


def _member(row: tuple[Any, ...]) -> Member:
    *player, status, joined_at = row
    return Member(Player(*player), status, parse_timestamp(joined_at))


async def playing(database: Database, league_id: int) -> list[Player]:
    """Everyone who plays in a league and has not withdrawn, in the order in which they joined."""
    return [member.player for member in await listed(database, league_id) if member.status == "in"]


async def named(database: Database, league_id: int, player_ids: Iterable[int]) -> dict[int, Player]:
    """The people of these ids, by the id, as they are called in a league."""
    rows = await database.rows(
        f"SELECT {columns(server_of('?'))} FROM json_each(?) AS asked JOIN players ON players.id = asked.value",
        (league_id, json.dumps(list(player_ids))),
    )
    return {player: Player(player, *rest) for player, *rest in rows}


async def of_player(database: Database, guild_id: int, player_id: int) -> list[League]:
    """The leagues of a server in which somebody plays, the newest first."""
    rows = await database.rows(
        "SELECT leagues.id FROM members JOIN leagues ON leagues.id = members.league_id "
        "WHERE members.player_id = ? AND members.status = 'in' AND leagues.guild_id = ?",
        (player_id, guild_id),
    )
    return await of_ids(database, [league_id for (league_id,) in rows])


def appoint(writing: Transaction, league_id: int, player_id: int) -> None:
    """Somebody runs the league too."""
    writing.write("INSERT OR IGNORE INTO managers (league_id, player_id) VALUES (?, ?)", (league_id, player_id))


def dismiss(writing: Transaction, league_id: int, player_id: int) -> None:
    """Somebody runs the league no more."""
    writing.write("DELETE FROM managers WHERE league_id = ? AND player_id = ?", (league_id, player_id))


async def managers(database: Database, league_id: int) -> list[Player]:
    """Who runs a league by name, by what they are called."""
    guild = server_of("managers.league_id")
    rows = await database.rows(
        f"SELECT {columns(guild)} FROM managers JOIN players ON players.id = managers.player_id "
        f"WHERE managers.league_id = ? ORDER BY {name_in(guild)}, players.id",
        (league_id,),
    )
    return [Player(*row) for row in rows]


def put_name(writing: Transaction, league_id: int, name: str, player_id: int) -> None:
    """Files know a player of a league by this name."""
    writing.write(
        "INSERT INTO league_names (league_id, folded, player_id) VALUES (?, ?, ?) "
        "ON CONFLICT (league_id, folded) DO UPDATE SET player_id = excluded.player_id",
        (league_id, folded(name), player_id),
    )


async def names(database: Database, league_id: int) -> dict[str, Player]:
    """The players whom files know, by their names as they are compared."""
    known = await database.all(
        lambda row: (row[0], Player(*row[1:])),
        f"SELECT league_names.folded, {columns(server_of('league_names.league_id'))} FROM league_names "
        "JOIN players ON players.id = league_names.player_id "
        "WHERE league_names.league_id = ?",
        (league_id,),
    )
    return dict(known)


def put_claim(writing: Transaction, league_id: int, claim: NameClaim) -> None:
    """Somebody says that he is one of those names; of two claims of his the later one stands."""
    writing.write(
        "INSERT OR REPLACE INTO claims (league_id, player_id, named_id, asked_at) VALUES (?, ?, ?, ?)",
        (league_id, claim.player.id, claim.named.id, format_timestamp(claim.asked_at)),
    )


def drop_claim(writing: Transaction, league_id: int, player_id: int) -> None:
    """A claim has been answered, or taken back."""
    writing.write("DELETE FROM claims WHERE league_id = ? AND player_id = ?", (league_id, player_id))


def drop_claims_on(writing: Transaction, league_id: int, named_id: int) -> None:
    """A name is taken, so that nobody claims it any more."""
    writing.write("DELETE FROM claims WHERE league_id = ? AND named_id = ?", (league_id, named_id))


async def claims(database: Database, league_id: int) -> list[NameClaim]:
    """The claims that wait for a manager, the oldest first."""
    guild = server_of("claims.league_id")
    rows = await database.rows(
        f"SELECT {columns(guild)}, {columns(guild, 'named')}, claims.asked_at "
        "FROM claims JOIN players ON players.id = claims.player_id JOIN players AS named ON named.id = claims.named_id "
        "WHERE claims.league_id = ? ORDER BY claims.asked_at, players.id",
        (league_id,),
    )
    return [NameClaim(Player(*row[:WIDTH]), Player(*row[WIDTH:-1]), parse_timestamp(row[-1])) for row in rows]


def hand_over(writing: Transaction, league_id: int, named_id: int, player_id: int) -> None:
    """All that a name has in a league is this player's from now on; files know him by it still."""
    for table, column in _HELD:
        writing.write(
            f"UPDATE {table} SET {column} = ? WHERE {column} = ? AND league_id = ?", (player_id, named_id, league_id)
        )
    writing.write(
        "INSERT OR IGNORE INTO members (league_id, player_id, status, joined_at) "
        "SELECT league_id, ?, 'in', joined_at FROM members WHERE league_id = ? AND player_id = ?",
        (player_id, league_id, named_id),
    )
    drop(writing, league_id, named_id)
    writing.write(
        "UPDATE seasons SET crowned = (SELECT json_group_array(iif(value = ?, ?, value)) FROM json_each(crowned)) "
        "WHERE league_id = ?",
        (named_id, player_id, league_id),
    )


def note(
    writing: Transaction, league_id: int, at: datetime, player_id: int | None, what: str, reason: str = ""
) -> None:
    """Write a line into a league's log."""
    writing.write(
        "INSERT INTO league_log (league_id, at, player_id, what, reason) VALUES (?, ?, ?, ?, ?)",
        (league_id, format_timestamp(at), player_id, what, reason),
    )


async def log(database: Database, league_id: int, *, many: int, skip: int = 0) -> list[LogEntry]:
    """The lines of a league's log, the latest first."""
    rows = await database.rows(
        f"SELECT league_log.at, league_log.what, league_log.reason, {columns(server_of('league_log.league_id'))} "
        "FROM league_log "
        "LEFT JOIN players ON players.id = league_log.player_id WHERE league_log.league_id = ? "
        "ORDER BY league_log.id DESC LIMIT ? OFFSET ?",
        (league_id, many, skip),
    )
    return [LogEntry(parse_timestamp(at), _somebody(player), what, reason) for at, what, reason, *player in rows]


def _somebody(row: list[Any]) -> Player | None:
    return None if row[0] is None else Player(*row)
