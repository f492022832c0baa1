"""The answers to daily hands, and where daily hands are posted, in the database."""

from __future__ import annotations

from datetime import date
from typing import Final

from bot.models.practice import DailyAnswer, DailyMonth, DailyPost
from bot.storage.database import Database
from bot.storage.errors import check_stored_values
from bot.storage.players import name_in
from bot.storage.rows import Rows
from engine.cards import Card

_POSTS: Final = Rows("daily_posts", DailyPost, "the daily hand of a server", key=("guild_id",))


async def put_answer(
    database: Database, player_id: int, day: date, answer: DailyAnswer, *, guild_id: int | None
) -> None:
    """Store a player's answer of a day, unless there is one already."""
    discard = " ".join(map(str, answer.discard))
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO daily_answers (player_id, day, discard, lost, guild_id) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (player_id, day.isoformat(), discard, answer.lost, guild_id),
        )


async def find_answer(database: Database, player_id: int, day: date) -> DailyAnswer | None:
    """Return a player's answer of a day; None before there is one."""
    row = await database.row(
        "SELECT discard, lost FROM daily_answers WHERE player_id = ? AND day = ?", (player_id, day.isoformat())
    )
    return None if row is None else DailyAnswer(_cards(row[0]), row[1])


async def count_discards(database: Database, day: date) -> list[tuple[tuple[Card, ...], int]]:
    """Return every discard that was chosen on a day with the number of players, the most frequent first."""
    rows = await database.rows(
        "SELECT discard, count(*) AS many FROM daily_answers WHERE day = ? "
        "GROUP BY discard ORDER BY many DESC, discard",
        (day.isoformat(),),
    )
    return [(_cards(discard), many) for discard, many in rows]


async def list_days(database: Database, player_id: int) -> list[date]:
    """Return the days on which a player answered, the latest first."""
    rows = await database.rows("SELECT day FROM daily_answers WHERE player_id = ? ORDER BY day DESC", (player_id,))
    return [_date(day) for (day,) in rows]


async def list_month(
    database: Database, guild_id: int | None, first: date, last: date, best: float
) -> list[DailyMonth]:
    """Return the players of a month in a server, or everywhere for None, the best first.

    A discard that loses no more than ``best`` counts as a best one. Players are ordered by those, then by points lost.
    """
    rows = await database.rows(
        f"SELECT players.id, {name_in('?')}, count(*), count(*) FILTER (WHERE lost <= ?) AS best, avg(lost) AS mean "
        "FROM daily_answers JOIN players ON players.id = daily_answers.player_id "
        "WHERE day BETWEEN ? AND ? AND (CAST(? AS BIGINT) IS NULL OR daily_answers.guild_id = ?) "
        "GROUP BY players.id ORDER BY best DESC, mean, players.id",
        (guild_id, best, first.isoformat(), last.isoformat(), guild_id, guild_id),
    )
    return [DailyMonth(*row) for row in rows]


async def put_post(database: Database, post: DailyPost) -> None:
    """Store where a server gets the daily hand, or that the hand of a day was posted."""
    async with database.transaction() as writing:
        _POSTS.put(writing, post)


async def delete_post(database: Database, guild_id: int) -> None:
    """Delete where a server gets the daily hand."""
    async with database.transaction() as writing:
        writing.write("DELETE FROM daily_posts WHERE guild_id = ?", (guild_id,))


async def list_due_posts(database: Database, day: date) -> list[DailyPost]:
    """Return the servers that have not had the hand of this day, of those that this process keeps."""
    due = await database.intact(
        "the daily hand of server {0}",
        _POSTS.load,
        _POSTS.select("WHERE posted_on < ? ORDER BY guild_id"),
        (day.isoformat(),),
    )
    return [post for post in due if database.keeps(post.guild_id)]


def _cards(text: str) -> tuple[Card, ...]:
    with check_stored_values("the cards of a daily hand"):
        return tuple(map(Card.parse, text.split()))


def _date(text: str) -> date:
    with check_stored_values("a day"):
        return date.fromisoformat(text)
