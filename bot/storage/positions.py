"""Positions for practice in the database, with their answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.models.practice import Origin, PositionAnswer, PositionKind, PositionStats, PracticePosition
from bot.storage.database import Database
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from engine.cards import Card


async def find_latest(database: Database, player_id: int) -> PracticePosition | None:
    """Return the position that a player was given last, answered or not; None before the first one."""
    row = await database.row(
        "SELECT number, kind, place, table_id, seed, seat, asked_at, answered_at, chosen, lost "
        "FROM practice_positions WHERE player_id = ? ORDER BY number DESC LIMIT 1",
        (player_id,),
    )
    return None if row is None else _position(row)


async def put(database: Database, player_id: int, position: PracticePosition) -> None:
    """Store a player's next position, unless one of that number is stored; an unanswered one is deleted."""
    origin = position.origin
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM practice_positions WHERE player_id = ? AND number < ? AND answered_at IS NULL",
            (player_id, position.number),
        )
        writing.write(
            "INSERT INTO practice_positions (player_id, number, kind, place, table_id, seed, seat, asked_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                *(player_id, position.number, position.kind.value, origin.place),
                *(origin.table_id, origin.seed, origin.seat, format_timestamp(position.asked_at)),
            ),
        )


async def put_asked(database: Database, player_id: int, number: int, at: datetime) -> None:
    """Store that a position was shown again."""
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice_positions SET asked_at = ? WHERE player_id = ? AND number = ?",
            (format_timestamp(at), player_id, number),
        )


async def put_answer(database: Database, player_id: int, number: int, answer: PositionAnswer) -> None:
    """Store the answer of a position, unless it was answered or deleted."""
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice_positions SET answered_at = ?, chosen = ?, lost = ? "
            "WHERE player_id = ? AND number = ? AND answered_at IS NULL",
            (format_timestamp(answer.at), " ".join(map(str, answer.chosen)), answer.lost, player_id, number),
        )


async def list_solved(database: Database, player_id: int) -> set[tuple[str, int]]:
    """Return the decisions of a player's own games that they have answered without a loss: table and place."""
    rows = await database.rows(
        "SELECT table_id, place FROM practice_positions "
        "WHERE player_id = ? AND table_id IS NOT NULL AND answered_at IS NOT NULL AND lost <= 0",
        (player_id,),
    )
    return {(table_id, place) for table_id, place in rows}


async def list_recent(database: Database, player_id: int, many: int) -> set[tuple[str, int]]:
    """Return the decisions of a player's own games among their ``many`` latest positions: table and place."""
    rows = await database.rows(
        "SELECT table_id, place FROM (SELECT table_id, place FROM practice_positions WHERE player_id = ? "
        "ORDER BY number DESC LIMIT ?) AS latest WHERE table_id IS NOT NULL",
        (player_id, many),
    )
    return {(table_id, place) for table_id, place in rows}


async def read_stats(
    database: Database, player_id: int, kind: PositionKind, since: datetime, latest: int
) -> PositionStats:
    """Return how many positions of a kind were answered ``since`` then, and the mean loss of the ``latest`` ones."""
    row = await database.row(
        "SELECT (SELECT count(*) FROM practice_positions WHERE player_id = ? AND kind = ? AND answered_at >= ?), "
        "count(*), coalesce(avg(lost), 0.0) FROM (SELECT lost FROM practice_positions "
        "WHERE player_id = ? AND kind = ? AND answered_at IS NOT NULL ORDER BY number DESC LIMIT ?) AS latest",
        (player_id, kind.value, format_timestamp(since), player_id, kind.value, latest),
    )
    assert row is not None, "an aggregate always has a row"
    return PositionStats(*row)


def _position(row: tuple[Any, ...]) -> PracticePosition:
    number, kind, place, table_id, seed, seat, asked_at, answered_at, chosen, lost = row
    with check_stored_values("a practice position"):
        answer = None
        if answered_at is not None:
            cards = tuple(map(Card.parse, chosen.split()))
            answer = PositionAnswer(parse_timestamp(answered_at), cards, lost)
        origin = Origin(place, table_id, seed, seat)
        return PracticePosition(number, PositionKind(kind), origin, parse_timestamp(asked_at), answer)
