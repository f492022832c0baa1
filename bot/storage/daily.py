"""The answers to daily hands, and where daily hands are posted, in the database."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from bot.models.practice import AS_GOOD, DailyAnswer, DailyMonth, DailyPost
from bot.storage.database import Database
from bot.storage.errors import check_stored_values
from bot.storage.players import name_in
from bot.storage.rows import CARDS, Rows
from engine.cards import Card

_ANSWERS: Final = Rows("daily_answers", DailyAnswer, "the answer to a daily hand", key=("player_id", "day"))
_POSTS: Final = Rows("daily_posts", DailyPost, "the daily hand of a server", key=("guild_id",))


class DailyHands:
    """Stores one answer of each player for each day, and where each day's hand is posted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, player_id: int, day: date) -> DailyAnswer | None:
        """Return a player's answer of a day; None before there is one."""
        return await _ANSWERS.find(self._database, "WHERE player_id = ? AND day = ?", player_id, day.isoformat())

    async def answer(self, player_id: int, day: date, answer: DailyAnswer, guild_id: int | None) -> DailyAnswer:
        """Store a player's answer and return it; the first of several stands."""
        of = day.isoformat()
        async with self._database.transaction() as writing:
            _ANSWERS.insert(writing, [answer], if_new=True, player_id=player_id, day=of, guild_id=guild_id)
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
                _POSTS.put(writing, DailyPost(guild_id, channel_id, day))

    async def due_posts(self, day: date) -> list[DailyPost]:
        """Return the servers that have not had the hand of this day, of those that this process keeps."""
        due = await self._database.intact(
            "the daily hand of server {0}",
            _POSTS.load,
            _POSTS.select("WHERE posted_on < ? ORDER BY guild_id"),
            (day.isoformat(),),
        )
        return [post for post in due if self._database.keeps(post.guild_id)]
