"""Reviews of finished games in the database."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from bot.models.result import Review, ReviewedGame
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from engine.ai.judge import Judgement
from engine.analysis.game_review import JudgedDecision, points_lost
from engine.cards import Card


def put(writing: Transaction, review: Review) -> None:
    """Store a review, unless there is one already."""
    judged = [[one.place, _choice(one.chosen), _choice(one.best)] for one in review.decisions]
    writing.write(
        "INSERT INTO reviews (table_id, player_id, decisions, lost, theirs_lost, judged) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (
            review.table_id,
            review.player_id,
            len(judged),
            points_lost(review.decisions),
            review.theirs_lost,
            json.dumps(judged, separators=(",", ":")),
        ),
    )


async def find(database: Database, table_id: str, player_id: int) -> Review | None:
    """Return the review of a game for a player, if there is one."""
    row = await database.row(
        "SELECT theirs_lost, judged FROM reviews WHERE table_id = ? AND player_id = ?", (table_id, player_id)
    )
    return None if row is None else Review(table_id, player_id, _decisions(row[1]), row[0])


async def list_games(database: Database, player_id: int) -> list[ReviewedGame]:
    """Return the sums of a player's reviews, the oldest game first."""
    rows = await database.rows(
        "SELECT reviews.table_id, results.ended_at, decisions, lost FROM reviews "
        "JOIN results ON results.table_id = reviews.table_id WHERE player_id = ? AND decisions > 0 "
        "ORDER BY results.ended_at, reviews.table_id",
        (player_id,),
    )
    return [ReviewedGame(name, parse_timestamp(ended), decisions, lost) for name, ended, decisions, lost in rows]


async def list_latest(database: Database, player_id: int, many: int) -> list[Review]:
    """Return a player's latest reviews, the newest game first."""
    rows = await database.rows(
        "SELECT reviews.table_id, theirs_lost, judged FROM reviews "
        "JOIN results ON results.table_id = reviews.table_id WHERE player_id = ? "
        "ORDER BY results.ended_at DESC, reviews.table_id LIMIT ?",
        (player_id, many),
    )
    return [Review(name, player_id, _decisions(judged), theirs_lost) for name, theirs_lost, judged in rows]


async def list_unsent(database: Database, since: datetime) -> list[tuple[str, int]]:
    """Return this process's own games that have ended since then whose review a player wants in a DM and lacks.

    Each is a table's id with the player's.
    """
    rows = await database.rows(
        "SELECT seats.table_id, seats.player_id, tables.guild_id FROM results "
        "JOIN tables ON tables.id = results.table_id JOIN seats ON seats.table_id = results.table_id "
        "JOIN preferences ON preferences.player_id = seats.player_id "
        "WHERE results.ended_at >= ? AND preferences.reviews = 1 AND NOT EXISTS "
        "(SELECT 1 FROM told WHERE told.player_id = seats.player_id AND what = ? || seats.table_id) "
        "ORDER BY results.ended_at, seats.table_id, seats.seat",
        (format_timestamp(since), _SENT),
    )
    return [(table_id, player_id) for table_id, player_id, guild_id in rows if database.is_home(guild_id)]


async def mark_sent(database: Database, table_id: str, player_id: int) -> None:
    """Store that a player has been sent the review of a game in a DM."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO told (player_id, what) VALUES (?, ?) ON CONFLICT DO NOTHING", (player_id, _SENT + table_id)
        )


_SENT: Final = "review of "
"""The beginning of how the file names a review that was sent; the table's id follows."""


def _choice(one: Judgement) -> list[Any]:
    chance = None if one.chance is None else round(one.chance, 5)
    points = (one.hand, one.crib, one.peg, one.theirs)
    return [" ".join(map(str, one.cards)), *(round(part, 4) for part in points), chance, one.lost, one.lost_chance]


def _decisions(judged: str) -> tuple[JudgedDecision, ...]:
    with check_stored_values("a review"):
        return tuple(
            JudgedDecision(place, _judgement(chosen), _judgement(best)) for place, chosen, best in json.loads(judged)
        )


def _judgement(stored: list[Any]) -> Judgement:
    cards, *numbers = stored
    return Judgement(tuple(map(Card.parse, cards.split())), *numbers)
