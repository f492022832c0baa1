"""Meetings of seasons in the database, and the people who came to them."""

from __future__ import annotations

from typing import Final

from bot.models.league import Attendance, Meeting
from bot.storage.database import Database, Transaction
from bot.storage.players import server_of
from bot.storage.rows import Rows

_MEETINGS: Final = Rows("meetings", Meeting, "a meeting")
_ATTENDANCE: Final = Rows(
    "attendance",
    Attendance,
    "a check-in",
    key=("meeting_id", "player_id"),
    guild=server_of("(SELECT league_id FROM meetings WHERE meetings.id = attendance.meeting_id)"),
)


def add(writing: Transaction, meeting: Meeting) -> None:
    """Add a new meeting, which gets an id. Nothing is written if its season has one of its number."""
    _MEETINGS.insert(writing, [meeting], without="id")


def put(writing: Transaction, meeting: Meeting) -> None:
    """Store every field of a meeting in place of those before."""
    _MEETINGS.update(writing, meeting)


def delete(writing: Transaction, meeting_id: int) -> None:
    """Delete a meeting that has no fixtures and no results."""
    writing.delete("attendance", meeting_id=meeting_id)
    writing.delete("meetings", id=meeting_id)


async def find(database: Database, meeting_id: int) -> Meeting | None:
    """Return the meeting with this id, if there is one."""
    return await _MEETINGS.find(database, "WHERE id = ?", meeting_id)


async def list_by_season(database: Database, league_id: int, season: int) -> list[Meeting]:
    """Return the meetings of a season by their numbers."""
    return await _MEETINGS.list(database, "WHERE league_id = ? AND season = ? ORDER BY number", league_id, season)


async def list_by_league(database: Database, league_id: int) -> list[Meeting]:
    """Return the meetings of all seasons of a league."""
    return await _MEETINGS.list(database, "WHERE league_id = ? ORDER BY season, number", league_id)


def add_results(writing: Transaction, league_id: int, season: int, number: int, results: range) -> None:
    """Let results with ids that follow one another belong to the meeting of a season with this number."""
    which = "SELECT id FROM meetings WHERE league_id = ? AND season = ? AND number = ?"
    for table, key in (("league_results", "id"), ("league_sides", "result_id")):
        values = (league_id, season, number, results.start, results.stop - 1)
        writing.write(f"UPDATE {table} SET meeting_id = ({which}) WHERE {key} BETWEEN ? AND ?", values)


async def has_result(database: Database, meeting_id: int) -> bool:
    """Return whether a meeting has any result, whether it counts or not."""
    return await database.exists("SELECT 1 FROM league_sides WHERE meeting_id = ? LIMIT 1", (meeting_id,))


def put_attendance(writing: Transaction, meeting_id: int, one: Attendance) -> None:
    """Store that a player came to a meeting, or left it; the time when they came stays the first one."""
    _ATTENDANCE.put(writing, one, only=("status", "left_at"), meeting_id=meeting_id)


def delete_attendance(writing: Transaction, meeting_id: int, player_id: int) -> None:
    """Delete a check-in, as if the player had never come."""
    writing.delete("attendance", meeting_id=meeting_id, player_id=player_id)


async def list_attendance(database: Database, meeting_id: int) -> list[Attendance]:
    """Return everyone who came to a meeting, in the order in which they came."""
    rest = "WHERE attendance.meeting_id = ? ORDER BY attendance.came_at, attendance.player_id"
    return await _ATTENDANCE.list(database, rest, meeting_id)


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
