"""Practice in the database: hands to count, positions, and the daily hand, each with its answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from bot.models.practice import (
    Origin,
    PositionAnswer,
    PositionKind,
    PositionStats,
    PracticeAnswer,
    PracticeHand,
    PracticePosition,
)
from bot.storage.database import ALL, Database
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.storage.rows import CARDS, Rows
from engine.analysis.exercises import Exercise, Result, Skill, What

_ANSWERED: Final = {"at": "answered_at"}
_HANDS: Final = Rows(
    "practice",
    PracticeHand,
    "a practice hand",
    key=("player_id", "number"),
    omit=("exercise", "wish"),
    forms={"answer": Rows("practice", PracticeAnswer, "a practice answer", named=_ANSWERED)},
)
_POSITIONS: Final = Rows(
    "practice_positions",
    PracticePosition,
    "a practice position",
    key=("player_id", "number"),
    forms={
        "origin": Rows("practice_positions", Origin, "a practice position"),
        "answer": Rows("practice_positions", PositionAnswer, "a practice position", named=_ANSWERED),
    },
)


async def find_latest_hand(database: Database, player_id: int) -> PracticeHand | None:
    """Return the hand that a player was dealt last, answered or not; None before the first one."""
    row = await database.row(
        f"SELECT what, cards, wish, {_HANDS.columns} FROM practice WHERE player_id = ? ORDER BY number DESC LIMIT 1",
        (player_id,),
    )
    if row is None:
        return None
    what, cards, wish, *rest = row
    with check_stored_values("a practice hand"):
        # The wish is empty where the level decides.
        exercise = Exercise.of(What(what), CARDS.load(cards))
        return _HANDS.load(rest, exercise=exercise, wish=What(wish) if wish else None)


async def put_hand(database: Database, player_id: int, hand: PracticeHand) -> None:
    """Store a player's next hand, unless one of that number is stored; an unanswered one is deleted."""
    exercise = {"what": hand.exercise.what.value, "cards": CARDS.store(hand.exercise.cards)}
    exercise["wish"] = hand.wish.value if hand.wish else ""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM practice WHERE player_id = ? AND number < ? AND answered_at IS NULL",
            (player_id, hand.number),
        )
        _HANDS.insert(writing, [hand], if_new=True, player_id=player_id, **exercise)


async def put_hand_answer(
    database: Database,
    player_id: int,
    hand: PracticeHand,
    answer: PracticeAnswer,
    shown: Iterable[Skill],
    missed: Iterable[Skill],
) -> None:
    """Store an answer with the skills that it has ``shown`` and ``missed``, unless the hand was answered or deleted."""
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice SET answered_at = ?, points = ?, said = ?, total = ?, met = ?, missed = ? "
            "WHERE player_id = ? AND number = ? AND answered_at IS NULL",
            (
                *(format_timestamp(answer.at), answer.points, answer.said, hand.exercise.total),
                *(_skill_names(shown), _skill_names(missed), player_id, hand.number),
            ),
        )


async def list_hand_results(database: Database, player_id: int, latest: int | None = None) -> list[Result]:
    """Return a player's results, the oldest first; only the ``latest`` ones if a number is given."""
    rows = await database.rows(
        "SELECT points, total, met, missed, timed, dealt_at, answered_at FROM practice "
        "WHERE player_id = ? AND answered_at IS NOT NULL ORDER BY number DESC LIMIT ?",
        (player_id, ALL if latest is None else latest),
    )
    return [_result(row) for row in reversed(rows)]


async def find_latest_position(database: Database, player_id: int) -> PracticePosition | None:
    """Return the position that a player was given last, answered or not; None before the first one."""
    return await _POSITIONS.find(database, "WHERE player_id = ? ORDER BY number DESC LIMIT 1", player_id)


async def put_position(database: Database, player_id: int, position: PracticePosition) -> None:
    """Store a player's next position, unless one of that number is stored; an unanswered one is deleted."""
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM practice_positions WHERE player_id = ? AND number < ? AND answered_at IS NULL",
            (player_id, position.number),
        )
        _POSITIONS.insert(writing, [position], if_new=True, player_id=player_id)


async def put_position_asked(database: Database, player_id: int, number: int, at: datetime) -> None:
    """Store that a position was shown again."""
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice_positions SET asked_at = ? WHERE player_id = ? AND number = ?",
            (format_timestamp(at), player_id, number),
        )


async def put_position_answer(database: Database, player_id: int, number: int, answer: PositionAnswer) -> None:
    """Store the answer of a position, unless it was answered or deleted."""
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice_positions SET answered_at = ?, chosen = ?, lost = ? "
            "WHERE player_id = ? AND number = ? AND answered_at IS NULL",
            (format_timestamp(answer.at), CARDS.store(answer.chosen), answer.lost, player_id, number),
        )


async def list_solved_positions(database: Database, player_id: int) -> set[tuple[str, int]]:
    """Return the decisions of a player's own games that they have answered without a loss: table and place."""
    rows = await database.rows(
        "SELECT table_id, place FROM practice_positions "
        "WHERE player_id = ? AND table_id IS NOT NULL AND answered_at IS NOT NULL AND lost <= 0",
        (player_id,),
    )
    return {(table_id, place) for table_id, place in rows}


async def list_recent_positions(database: Database, player_id: int, many: int) -> set[tuple[str, int]]:
    """Return the decisions of a player's own games among their ``many`` latest positions: table and place."""
    rows = await database.rows(
        "SELECT table_id, place FROM (SELECT table_id, place FROM practice_positions WHERE player_id = ? "
        "ORDER BY number DESC LIMIT ?) AS latest WHERE table_id IS NOT NULL",
        (player_id, many),
    )
    return {(table_id, place) for table_id, place in rows}


async def position_stats(
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


def _result(row: tuple[Any, ...]) -> Result:
    points, total, met, missed, timed, dealt_at, answered_at = row
    took = (parse_timestamp(answered_at) - parse_timestamp(dealt_at)).total_seconds()
    return Result(points, total, _skills(met), _skills(missed), took if timed and points is not None else None)


def _skill_names(skills: Iterable[Skill]) -> str:
    return " ".join(sorted(skill.value for skill in skills))


def _skills(names: str) -> frozenset[Skill]:
    return frozenset(skill for skill in Skill if skill.value in names.split())
