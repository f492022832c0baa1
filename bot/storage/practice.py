"""Practice in the database: hands to count, positions, and the daily hand, each with its answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from bot.models.practice import (
    AS_GOOD,
    DailyAnswer,
    DailyMonth,
    DailyPost,
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
from bot.storage.players import name_in
from bot.storage.rows import CARDS, Rows
from engine.analysis.exercises import Exercise, Result, Skill, What
from engine.cards import Card

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


find_latest_position: Final = _POSITIONS.finder("WHERE player_id = ? ORDER BY number DESC LIMIT 1")
"""Finds the position that a player was given last, answered or not."""


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


_DAILY_ANSWERS: Final = Rows("daily_answers", DailyAnswer, "the answer to a daily hand", key=("player_id", "day"))
_DAILY_POSTS: Final = Rows("daily_posts", DailyPost, "the daily hand of a server", key=("guild_id",))


class DailyHands:
    """Stores one answer of each player for each day, and where each day's hand is posted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player_id: int, day: date) -> DailyAnswer | None:
        """Return a player's answer of a day; None before there is one."""
        return await _DAILY_ANSWERS.find(self._database, "WHERE player_id = ? AND day = ?", player_id, day.isoformat())

    async def answer(self, player_id: int, day: date, answer: DailyAnswer, guild_id: int | None) -> DailyAnswer:
        """Store a player's answer and return it; the first of several stands."""
        of = day.isoformat()
        async with self._database.transaction() as writing:
            _DAILY_ANSWERS.insert(writing, [answer], if_new=True, player_id=player_id, day=of, guild_id=guild_id)
        return await self.find(player_id, day) or answer

    async def spread(self, day: date) -> list[tuple[tuple[Card, ...], int]]:
        """Return every discard that was chosen on a day with the number of players, the most frequent first."""
        rows = await self._database.rows(
            "SELECT discard, count(*) AS many FROM daily_answers WHERE day = ? "
            "GROUP BY discard ORDER BY many DESC, discard",
            (day.isoformat(),),
        )
        with check_stored_values("the cards of a daily hand"):
            return [(CARDS.load(discard), many) for discard, many in rows]

    async def lost_by_day(self, player_id: int) -> dict[date, float]:
        """Return the points that each of a player's answers lost, by its day."""
        rows = await self._database.rows("SELECT day, lost FROM daily_answers WHERE player_id = ?", (player_id,))
        with check_stored_values("a day"):
            return {date.fromisoformat(day): lost for day, lost in rows}

    async def month(self, guild_id: int | None, day: date) -> list[DailyMonth]:
        """Return the players of the month of this day in a server, or everywhere for None, the best first.

        A discard that loses no more than ``AS_GOOD`` counts as a best one. Players are ordered by those, then by points
        lost.
        """
        first, following = day.replace(day=1), (day.replace(day=28) + timedelta(days=4)).replace(day=1)
        last = following - timedelta(days=1)
        rows = await self._database.rows(
            f"SELECT players.id, {name_in('?')}, count(*), count(*) FILTER (WHERE lost <= ?) AS best, "
            "avg(lost) AS mean FROM daily_answers JOIN players ON players.id = daily_answers.player_id "
            "WHERE day BETWEEN ? AND ? AND (CAST(? AS BIGINT) IS NULL OR daily_answers.guild_id = ?) "
            "GROUP BY players.id ORDER BY best DESC, mean, players.id",
            (guild_id, AS_GOOD, first.isoformat(), last.isoformat(), guild_id, guild_id),
        )
        return [DailyMonth(*row) for row in rows]

    async def post_in(self, guild_id: int, channel_id: int | None, day: date) -> None:
        """Post the daily hand in a channel of a server from the day after this one on, or nowhere for None."""
        async with self._database.transaction() as writing:
            if channel_id is None:
                writing.delete("daily_posts", guild_id=guild_id)
            else:
                _DAILY_POSTS.put(writing, DailyPost(guild_id, channel_id, day))

    async def due_posts(self, day: date) -> list[DailyPost]:
        """Return the servers that have not had the hand of this day, of those that this process keeps."""
        place, rest = "the daily hand of server {0}", "WHERE posted_on < ? ORDER BY guild_id"
        due = await _DAILY_POSTS.intact(self._database, place, rest, day.isoformat())
        return [post for post in due if self._database.keeps(post.guild_id)]
