"""What players were dealt to count at practice, and how they counted it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import timestamps
from bot.storage.database import Database
from engine.analysis.exercises import Exercise, Level, Result, Skill, What
from engine.analysis.mistakes import skills_tried
from engine.cards import Card

_COLUMNS: Final = "number, level, wish, timed, what, cards, dealt_at, answered_at, points, said"


async def present(database: Database, player_id: int) -> PracticeHand | None:
    """The exercise that a player was dealt last, answered or not."""
    row = await database.row(
        f"SELECT {_COLUMNS} FROM practice WHERE player_id = ? ORDER BY number DESC LIMIT 1", (player_id,)
    )
    return None if row is None else _sheet(row)


async def deal(database: Database, player_id: int, sheet: PracticeHand) -> None:
    """Deal a player his next exercise, unless one of that number was dealt meanwhile. One left open is dropped."""
    wish = sheet.wish.value if sheet.wish else ""
    cards = " ".join(map(str, sheet.exercise.cards))
    async with database.transaction() as writing:
        writing.write(
            "DELETE FROM practice WHERE player_id = ? AND number < ? AND answered_at IS NULL",
            (player_id, sheet.number),
        )
        writing.write(
            "INSERT INTO practice (player_id, number, level, wish, timed, what, cards, dealt_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                *(player_id, sheet.number, sheet.level.value, wish, int(sheet.timed)),
                *(sheet.exercise.what.value, cards, timestamps.written(sheet.dealt_at)),
            ),
        )


async def answer(database: Database, player_id: int, sheet: PracticeHand, given: PracticeAnswer) -> None:
    """Write an answer down, unless the exercise was answered or dropped meanwhile."""
    met, missed = skills_tried(sheet.exercise, given.points, given.said or "")
    async with database.transaction() as writing:
        writing.write(
            "UPDATE practice SET answered_at = ?, points = ?, said = ?, total = ?, met = ?, missed = ? "
            "WHERE player_id = ? AND number = ? AND answered_at IS NULL",
            (
                *(timestamps.written(given.at), given.points, given.said, sheet.exercise.total),
                *(_named(met), _named(missed), player_id, sheet.number),
            ),
        )


async def results(database: Database, player_id: int, latest: int | None = None) -> list[Result]:
    """How a player has done so far, the oldest first; only so many of the ``latest`` if that is given."""
    rows = await database.rows(
        "SELECT points, total, met, missed, timed, dealt_at, answered_at FROM practice "
        "WHERE player_id = ? AND answered_at IS NOT NULL ORDER BY number DESC LIMIT ?",
        (player_id, -1 if latest is None else latest),
    )
    return [_result(row) for row in reversed(rows)]


def _sheet(row: tuple[Any, ...]) -> PracticeHand:
    number, level, wish, timed, what, cards, dealt_at, answered_at, points, said = row
    exercise = Exercise.of(What(what), map(Card.parse, cards.split()))
    given = None if answered_at is None else PracticeAnswer(timestamps.read(answered_at), points, said)
    wanted = What(wish) if wish else None
    return PracticeHand(number, Level(level), wanted, bool(timed), exercise, timestamps.read(dealt_at), given)


def _result(row: tuple[Any, ...]) -> Result:
    points, total, met, missed, timed, dealt_at, answered_at = row
    took = (timestamps.read(answered_at) - timestamps.read(dealt_at)).total_seconds()
    return Result(points, total, _skills(met), _skills(missed), took if timed and points is not None else None)


def _named(skills: Iterable[Skill]) -> str:
    return " ".join(sorted(skill.value for skill in skills))


def _skills(names: str) -> frozenset[Skill]:
    return frozenset(skill for skill in Skill if skill.value in names.split())
