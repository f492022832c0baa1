"""Meetings of seasons in the database, and the people who came to them."""

from __future__ import annotations

from typing import Final

from bot.models.league import Attendance, Meeting
from bot.storage.database import Database, Transaction, asking, deleter
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


put: Final = _MEETINGS.update
find: Final = _MEETINGS.finder("WHERE id = ?")
list_by_season: Final = _MEETINGS.lister("WHERE league_id = ? AND season = ? ORDER BY number")
list_by_league: Final = _MEETINGS.lister("WHERE league_id = ? ORDER BY season, number")

has_result: Final = asking(Database.exists, "SELECT 1 FROM league_sides WHERE meeting_id = ? LIMIT 1")
"""Returns whether a meeting has any result, whether it counts or not."""

delete_attendance: Final = deleter("attendance", "meeting_id", "player_id")
list_attendance: Final = _ATTENDANCE.lister(
    "WHERE attendance.meeting_id = ? ORDER BY attendance.came_at, attendance.player_id"
)


def add(writing: Transaction, meeting: Meeting) -> None:
    """Add a new meeting, which gets an id. Nothing is written if its season has one of its number."""
    _MEETINGS.insert(writing, [meeting], without="id")


def delete(writing: Transaction, meeting_id: int) -> None:
    """Delete a meeting that has no fixtures and no results."""
    writing.delete("attendance", meeting_id=meeting_id)
    writing.delete("meetings", id=meeting_id)


def add_results(writing: Transaction, league_id: int, season: int, number: int, results: range) -> None:
    """Let results with ids that follow one another belong to the meeting of a season with this number."""
    which = "SELECT id FROM meetings WHERE league_id = ? AND season = ? AND number = ?"
    for table, key in (("league_results", "id"), ("league_sides", "result_id")):
        values = (league_id, season, number, results.start, results.stop - 1)
        writing.write(f"UPDATE {table} SET meeting_id = ({which}) WHERE {key} BETWEEN ? AND ?", values)


def put_attendance(writing: Transaction, meeting_id: int, one: Attendance) -> None:
    """Store that a player came to a meeting, or left it; the time when they came stays the first one."""
    _ATTENDANCE.put(writing, one, only=("status", "left_at"), meeting_id=meeting_id)


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
