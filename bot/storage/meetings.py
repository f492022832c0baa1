"""Meetings of seasons in the database, and the people who came to them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from bot.models.league import Attendance, Meeting
from bot.models.player import Player
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.storage.players import columns, server_of
from bot.storage.rows import Rows

_MEETINGS: Final = Rows("meetings", Meeting, "a meeting")


def add(writing: Transaction, meeting: Meeting) -> None:
    """Add a new meeting, which gets an id. Nothing is written if its season has one of its number."""
    _MEETINGS.insert(writing, [meeting], without="id")


def put(writing: Transaction, meeting: Meeting) -> None:
    """Store every field of a meeting in place of those before."""
    _MEETINGS.update(writing, meeting)


def delete(writing: Transaction, meeting_id: int) -> None:
    """Delete a meeting that has no fixtures and no results."""
    writing.write("DELETE FROM attendance WHERE meeting_id = ?", (meeting_id,))
    writing.write("DELETE FROM meetings WHERE id = ?", (meeting_id,))


async def find(database: Database, meeting_id: int) -> Meeting | None:
    """Return the meeting with this id, if there is one."""
    return await _MEETINGS.find(database, "WHERE id = ?", meeting_id)


async def list_by_season(database: Database, league_id: int, season: int) -> list[Meeting]:
    """Return the meetings of a season by their numbers."""
    return await _MEETINGS.list(database, "WHERE league_id = ? AND season = ? ORDER BY number", league_id, season)


async def has_result(database: Database, meeting_id: int) -> bool:
    """Return whether a meeting has any result, whether it counts or not."""
    row = await database.row("SELECT 1 FROM league_sides WHERE meeting_id = ? LIMIT 1", (meeting_id,))
    return row is not None


def put_attendance(writing: Transaction, meeting_id: int, one: Attendance) -> None:
    """Store that a player came to a meeting, or left it; the time when they came stays the first one."""
    left_at = None if one.left_at is None else format_timestamp(one.left_at)
    writing.write(
        "INSERT INTO attendance (meeting_id, player_id, status, came_at, left_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (meeting_id, player_id) DO UPDATE SET status = excluded.status, left_at = excluded.left_at",
        (meeting_id, one.player.id, one.status, format_timestamp(one.came_at), left_at),
    )


def delete_attendance(writing: Transaction, meeting_id: int, player_id: int) -> None:
    """Delete a check-in, as if the player had never come."""
    writing.write("DELETE FROM attendance WHERE meeting_id = ? AND player_id = ?", (meeting_id, player_id))


async def list_attendance(database: Database, meeting_id: int) -> list[Attendance]:
    """Return everyone who came to a meeting, in the order in which they came."""
    league = server_of("(SELECT league_id FROM meetings WHERE meetings.id = attendance.meeting_id)")
    return await database.all(
        _attendance,
        f"SELECT {columns(league)}, attendance.status, attendance.came_at, attendance.left_at FROM attendance "
        "JOIN players ON players.id = attendance.player_id WHERE attendance.meeting_id = ? "
        "ORDER BY attendance.came_at, players.id",
        (meeting_id,),
    )


async def count_byes(database: Database, league_id: int, season: int) -> dict[tuple[int, int], int]:
    """Return how many byes each player had in the Swiss meetings of a season, by the ids of meeting and player."""
    rows = await database.rows(
        "SELECT meetings.id, fixtures.first_id, count(*) FROM meetings "
        "JOIN fixtures ON fixtures.meeting_id = meetings.id AND fixtures.second_id IS NULL "
        "WHERE meetings.league_id = ? AND meetings.season = ? AND meetings.format = 'swiss' "
        "GROUP BY meetings.id, fixtures.first_id",
        (league_id, season),
    )
    return {(meeting, player): byes for meeting, player, byes in rows}


def _attendance(row: tuple[Any, ...]) -> Attendance:
    *player, status, came_at, left_at = row
    return Attendance(Player(*player), status, parse_timestamp(came_at), _moment(left_at))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else parse_timestamp(text)
