"""Meetings of seasons in the database, and the people who came to them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from bot.models.meeting import Attendance, Meeting
from bot.models.player import Player
from bot.storage.database import Database, Transaction
from bot.storage.players import columns, server_of
from bot.storage.timestamps import format_timestamp, parse_timestamp

_COLUMNS: Final = "league_id, season, number, name, day, format, games, stage, closed_at"


def add(writing: Transaction, meeting: Meeting) -> None:
    """Add a new meeting, which gets an id. Nothing is written if its season has one of its number."""
    marks = ", ".join("?" * len(_COLUMNS.split(", ")))
    writing.write(f"INSERT INTO meetings ({_COLUMNS}) VALUES ({marks})", _values(meeting))


def put(writing: Transaction, meeting: Meeting) -> None:
    """Store every field of a meeting in place of those before."""
    columns_ = ", ".join(f"{column} = ?" for column in _COLUMNS.split(", "))
    writing.write(f"UPDATE meetings SET {columns_} WHERE id = ?", (*_values(meeting), meeting.id))


def delete(writing: Transaction, meeting_id: int) -> None:
    """Delete a meeting that has no fixtures and no results."""
    writing.write("DELETE FROM attendance WHERE meeting_id = ?", (meeting_id,))
    writing.write("DELETE FROM meetings WHERE id = ?", (meeting_id,))


async def find(database: Database, meeting_id: int) -> Meeting | None:
    """Return the meeting with this id, if there is one."""
    return next(iter(await _meetings(database, "id = ?", meeting_id)), None)


async def list_by_season(database: Database, league_id: int, season: int) -> list[Meeting]:
    """Return the meetings of a season by their numbers."""
    return await _meetings(database, "league_id = ? AND season = ?", league_id, season)


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


async def _meetings(database: Database, which: str, *values: Any) -> list[Meeting]:
    return await database.all(
        _meeting, f"SELECT id, {_COLUMNS} FROM meetings WHERE {which} ORDER BY season, number", values
    )


def _values(meeting: Meeting) -> tuple[Any, ...]:
    return (
        meeting.league_id,
        meeting.season,
        meeting.number,
        meeting.name,
        meeting.day.isoformat(),
        meeting.format,
        meeting.games,
        meeting.stage,
        None if meeting.closed_at is None else format_timestamp(meeting.closed_at),
    )


def _meeting(row: tuple[Any, ...]) -> Meeting:
    meeting_id, league_id, season, number, name, day, form, games, stage, closed_at = row
    return Meeting(
        id=meeting_id,
        league_id=league_id,
        season=season,
        number=number,
        name=name,
        day=date.fromisoformat(day),
        format=form,
        games=games,
        stage=stage,
        closed_at=_moment(closed_at),
    )


def _attendance(row: tuple[Any, ...]) -> Attendance:
    *player, status, came_at, left_at = row
    return Attendance(Player(*player), status, parse_timestamp(came_at), _moment(left_at))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else parse_timestamp(text)
