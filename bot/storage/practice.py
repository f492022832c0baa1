"""Practice hands in the database, with their answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage.database import ALL, Database
from bot.storage.errors import format_timestamp, parse_timestamp
from engine.analysis.exercises import Exercise, Level, Result, Skill, What
from engine.cards import Card

_COLUMNS: Final = "number, level, wish, timed, what, cards, dealt_at, answered_at, points, said"


async def find_latest(database: Database, player_id: int) -> PracticeHand | None:
    """Return the hand that a player was dealt last, answered or not; None before the first one."""
    row = await database.row(
        f"SELECT {_COLUMNS} FROM practice WHERE player_id = ? ORDER BY number DESC LIMIT 1", (player_id,)
    )
    return None if row is None else _hand(row)


async def put_hand(database: Database, player_id: int, hand: PracticeHand) -> None:
    """Store a player's next hand, unless one of that number is stored; an unanswered one is deleted."""
    wish = hand.wish.value if hand.wish else ""
    cards = " ".join(map(str, hand.exercise.cards))
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM practice WHERE player_id = ? AND number < ? AND answered_at IS NULL",
            (player_id, hand.number),
        )
        writing.write(
            "INSERT INTO practice (player_id, number, level, wish, timed, what, cards, dealt_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                *(player_id, hand.number, hand.level.value, wish, int(hand.timed)),
                *(hand.exercise.what.value, cards, format_timestamp(hand.dealt_at)),
            ),
        )


async def put_answer(
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


async def list_results(database: Database, player_id: int, latest: int | None = None) -> list[Result]:
    """Return a player's results, the oldest first; only the ``latest`` ones if a number is given."""
    rows = await database.rows(
        "SELECT points, total, met, missed, timed, dealt_at, answered_at FROM practice "
        "WHERE player_id = ? AND answered_at IS NOT NULL ORDER BY number DESC LIMIT ?",
        (player_id, ALL if latest is None else latest),
    )
    return [_result(row) for row in reversed(rows)]


def _hand(row: tuple[Any, ...]) -> PracticeHand:
    number, level, wish, timed, what, cards, dealt_at, answered_at, points, said = row
    exercise = Exercise.of(What(what), map(Card.parse, cards.split()))
    answer = None if answered_at is None else PracticeAnswer(parse_timestamp(answered_at), points, said)
    wanted = What(wish) if wish else None
    return PracticeHand(number, Level(level), wanted, bool(timed), exercise, parse_timestamp(dealt_at), answer)


def _result(row: tuple[Any, ...]) -> Result:
    points, total, met, missed, timed, dealt_at, answered_at = row
    took = (parse_timestamp(answered_at) - parse_timestamp(dealt_at)).total_seconds()
    return Result(points, total, _skills(met), _skills(missed), took if timed and points is not None else None)


def _skill_names(skills: Iterable[Skill]) -> str:
    return " ".join(sorted(skill.value for skill in skills))


def _skills(names: str) -> frozenset[Skill]:
    return frozenset(skill for skill in Skill if skill.value in names.split())
