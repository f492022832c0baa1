"""Merges of two people of a league in the database, with what is needed to undo them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.models.player import Player
from bot.storage.database import Database, Transaction, among
from bot.storage.errors import format_timestamp
from bot.storage.members import transfer_name
from bot.storage.players import server_of
from bot.storage.rows import Rows

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
        found[what] = [value for (value,) in await database.rows(query, (league_id, merged), long=True)]
    found["groups"] = await database.rows(_GROUPS, (league_id, merged))
    found["own_groups"] = [row[0] for row in await database.rows(_GROUPS, (league_id, into))]
    found["nights"] = await database.rows(_NIGHTS, (league_id, merged))
    found["own_nights"] = [row[0] for row in await database.rows(_NIGHTS, (league_id, into))]
    member = "SELECT status, joined_at FROM members WHERE league_id = ? AND player_id = ?"
    found["member"] = await database.row(member, (league_id, merged))
    found["was_member"] = await database.row(member, (league_id, into)) is not None
    found["crowned"] = await database.rows("SELECT number, crowned FROM seasons WHERE league_id = ?", (league_id,))
    return found


async def add(
    database: Database,
    writing: Transaction,
    league_id: int,
    merged: int,
    into: int,
    moved: dict[str, Any],
    now: datetime,
) -> None:
    """Give a player everything of another one in a league, and note it."""
    writing.write(
        "INSERT INTO merges (league_id, from_id, into_id, at, moved) VALUES (?, ?, ?, ?, ?)",
        (league_id, merged, into, format_timestamp(now), json.dumps(moved)),
    )
    await transfer_name(database, writing, league_id, merged, into)


async def find_last(database: Database, league_id: int) -> tuple[Merge, dict[str, Any]] | None:
    """Return the latest merge of a league that is not undone, and what it moved."""
    rest = "WHERE merges.league_id = ? AND merges.undone_at IS NULL ORDER BY merges.id DESC LIMIT 1"
    merge = await _MERGES.find(database, rest, league_id)
    if merge is None:
        return None
    ((moved,),) = await database.rows("SELECT moved FROM merges WHERE id = ?", (merge.id,))
    return merge, json.loads(moved)


def undo(writing: Transaction, league_id: int, merge: Merge, moved: dict[str, Any], now: datetime) -> None:
    """Give back what a merge has moved; results that the other player has played since stay."""
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
            writing.write("DELETE FROM attendance WHERE meeting_id = ? AND player_id = ?", (meeting_id, merge.into.id))
        writing.write(
            "INSERT INTO attendance (meeting_id, player_id, status, came_at, left_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (meeting_id, merge.merged.id, status, came_at, left_at),
        )
    # Merges of earlier versions have no groups.
    for season, number, place in moved.get("groups", []):
        if season not in moved["own_groups"]:
            this = (league_id, season, merge.into.id)
            writing.write("DELETE FROM season_groups WHERE league_id = ? AND season = ? AND player_id = ?", this)
        writing.write(
            "INSERT INTO season_groups (league_id, season, player_id, number, place) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (league_id, season, merge.merged.id, number, place),
        )
    if moved["member"] is not None:
        writing.write(
            "INSERT INTO members (league_id, player_id, status, joined_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (league_id, merge.merged.id, *moved["member"]),
        )
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
    for number, crowned in moved["crowned"]:
        if merge.merged.id in json.loads(crowned):
            writing.write(
                "UPDATE seasons SET crowned = ? WHERE league_id = ? AND number = ?", (crowned, league_id, number)
            )
    writing.write("UPDATE merges SET undone_at = ? WHERE id = ?", (format_timestamp(now), merge.id))
