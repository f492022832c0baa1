"""Finished games in the database: a player's, what they bring: figures and achievements, and their reviews."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.models.player import Player
from bot.models.practice import days_running
from bot.models.result import (
    BoardTotals,
    EarnedAchievement,
    FinishedGame,
    GameFigures,
    Review,
    ReviewedGame,
    ServerResult,
    Streaks,
)
from bot.storage.database import IF_NEW, Database, Transaction, asking, deleter
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.storage.players import columns, name_in
from bot.storage.rows import CARDS, Form, Rows
from engine.ai.judge import Judgement
from engine.analysis.achievements import Achievement, PastGame
from engine.analysis.game_review import JudgedDecision, points_lost
from engine.rules import Rules

_compact: Final = json.JSONEncoder(separators=(",", ":")).encode

_LATEST: Final = 1_000
"""The games of a player that are looked through for streaks."""

_ACHIEVEMENTS: Final = Rows("achievements", EarnedAchievement, "an achievement", key=("player_id", "kind"))


list_achievements: Final = _ACHIEVEMENTS.lister("WHERE player_id = ? ORDER BY earned_at DESC, kind")
list_achievements_of_game: Final = _ACHIEVEMENTS.lister("WHERE table_id = ?")

mark_examined: Final = deleter("unexamined_games", "table_id")

has_later_game: Final = asking(
    Database.exists,
    "SELECT 1 FROM seats JOIN results ON results.table_id = seats.table_id WHERE player_id = ? "
    "AND (ended_at, results.table_id) > (?, ?) LIMIT 1",
)
"""Returns whether a player finished a game after the one that ended then, at that table."""


async def list_finished_games(database: Database, player_id: int, guild_id: int | None = None) -> list[FinishedGame]:
    """Return the finished games of a player that count, the latest first; of one server where ``guild_id`` is given."""
    rows = await database.rows(
        "SELECT tables.id, tables.rules, mine.seat, results.side, results.games, every.robot "
        "FROM seats AS mine JOIN tables ON tables.id = mine.table_id JOIN results ON results.table_id = tables.id "
        "JOIN seats AS every ON every.table_id = tables.id "
        "WHERE mine.player_id = ? AND tables.helped = 0 AND (CAST(? AS BIGINT) IS NULL OR tables.guild_id = ?) "
        "ORDER BY results.ended_at DESC, tables.id, every.seat",
        (player_id, guild_id, guild_id),
    )
    return [
        FinishedGame(name, Rules.from_dict(json.loads(rules)), seat, tuple(robot for *_, robot in seats), side, games)
        for (name, rules, seat, side, games), seats in groupby(rows, key=itemgetter(slice(5)))
    ]


async def list_unexamined(database: Database, most: int) -> list[str]:
    """Return finished games that are not examined yet, the earliest first, at most so many."""
    return await database.column(
        "SELECT table_id FROM unexamined_games JOIN results USING (table_id) ORDER BY ended_at, table_id LIMIT ?",
        (most,),
        long=True,
    )


async def read_end(database: Database, table_id: str) -> str | None:
    """Return when a game ended, as it is stored; None if it is not over or was examined before."""
    row = await database.row(
        "SELECT ended_at FROM unexamined_games JOIN results USING (table_id) WHERE table_id = ?", (table_id,)
    )
    return None if row is None else str(row[0])


def add_figures(writing: Transaction, table_id: str, figures: GameFigures) -> None:
    """Add a player's figures of a game, unless they are stored or the player is erased."""
    stats = figures.stats
    writing.write(
        "INSERT INTO game_figures (player_id, table_id, guild_id, ended_at, won, hands, hand_points, best_hand, cribs, "
        "crib_points, pegged) SELECT players.id, tables.id, tables.guild_id, results.ended_at, ?, ?, ?, ?, ?, ?, ? "
        "FROM players, tables JOIN results ON results.table_id = tables.id "
        "WHERE players.id = ? AND players.discord_id IS NOT NULL AND tables.id = ? ON CONFLICT DO NOTHING",
        (
            *(int(figures.won), stats.hands, stats.hand_points, stats.best_hand),
            *(stats.cribs, stats.crib_points, stats.pegged, figures.player_id, table_id),
        ),
    )


def add_achievement(writing: Transaction, player_id: int, table_id: str, achievement: Achievement) -> None:
    """Add an achievement, unless the player is erased or has it; of two games, the one that ended earlier stands."""
    writing.write(
        "INSERT INTO achievements (player_id, kind, table_id, deal, cards, earned_at) "
        "SELECT players.id, ?, results.table_id, ?, ?, results.ended_at FROM players, results "
        "WHERE players.id = ? AND discord_id IS NOT NULL AND results.table_id = ? "
        "ON CONFLICT (player_id, kind) DO UPDATE SET table_id = excluded.table_id, deal = excluded.deal, "
        "cards = excluded.cards, earned_at = excluded.earned_at WHERE excluded.earned_at < achievements.earned_at",
        (achievement.kind, achievement.deal, CARDS.store(achievement.cards), player_id, table_id),
    )


async def list_past_games(database: Database, player_id: int) -> list[PastGame]:
    """Return all finished games of a player that count, the oldest first."""
    return await database.all(
        partial(_past_game, dict[str, Rules]()),
        "SELECT results.table_id, substr(results.ended_at, 1, 10), results.side, results.ended_by, mine.seat, "
        "tables.rules FROM seats AS mine JOIN results ON results.table_id = mine.table_id "
        "JOIN tables ON tables.id = mine.table_id WHERE mine.player_id = ? AND tables.helped = 0 "
        "ORDER BY results.ended_at, results.table_id",
        (player_id,),
    )


async def read_streaks(database: Database, player_id: int, table_id: str) -> Streaks:
    """Return a player's streaks up to the finished game at this table; a game with help has none."""
    rows = await database.rows(
        "SELECT tables.helped, results.ended_at, results.side, results.scores, mine.seat FROM results AS here "
        "JOIN seats AS mine ON mine.player_id = ? JOIN results ON results.table_id = mine.table_id "
        "JOIN tables ON tables.id = mine.table_id WHERE here.table_id = ? "
        "AND (results.ended_at, results.table_id) <= (here.ended_at, here.table_id) "
        "ORDER BY results.ended_at DESC, results.table_id DESC LIMIT ?",
        (player_id, table_id, _LATEST),
    )
    if not rows or rows[0][0]:
        return Streaks(is_first=len(rows) == 1)
    counted = [row for row in rows if not row[0]]
    won = [side == seat % len(json.loads(scores)) for _, _, side, scores, seat in counted]
    today, *days = (parse_timestamp(ended).date() for _, ended, *_ in counted)
    running = 0 if today in days else days_running({today, *days}, today)
    return Streaks([*won, False].index(False), running, len(rows) == 1)


async def sum_figures(database: Database, guild_id: int) -> list[BoardTotals]:
    """Return what each player did in the games of a server."""
    rows = await database.rows(
        f"SELECT players.id, {name_in('?')}, sums.* FROM (SELECT player_id AS player, count(*), sum(won), sum(hands), "
        "sum(hand_points), max(best_hand), sum(pegged) FROM game_figures WHERE guild_id = ? "
        "GROUP BY player_id) AS sums JOIN players ON players.id = sums.player",
        (guild_id, guild_id),
        long=True,
    )
    reviewed = await database.rows(
        "SELECT reviews.player_id, count(*), sum(reviews.decisions), sum(reviews.lost) FROM reviews "
        "JOIN game_figures ON game_figures.player_id = reviews.player_id AND game_figures.table_id = reviews.table_id "
        "WHERE game_figures.guild_id = ? AND reviews.decisions > 0 "
        "GROUP BY reviews.player_id",
        (guild_id,),
        long=True,
    )
    judged = {player_id: (games, points / decisions) for player_id, games, decisions, points in reviewed}
    totals = []
    for player_id, name, _, *figures in rows:
        games, lost = judged.get(player_id, (0, 0.0))
        totals.append(replace(BoardTotals(player_id, name, *figures), reviewed=games, lost=lost))
    return totals


def _past_game(known: dict[str, Rules], row: tuple[Any, ...]) -> PastGame:
    table_id, day, side, ended_by, seat, rules = row
    if rules not in known:
        with check_stored_values(f"table {table_id}"):
            known[rules] = Rules.from_dict(json.loads(rules))
    return PastGame(table_id, day, side == known[rules].side_of(seat), ended_by)


def _choice(one: Judgement) -> list[Any]:
    chance = None if one.chance is None else round(one.chance, 5)
    points = (one.hand, one.crib, one.peg, one.theirs)
    return [CARDS.store(one.cards), *(round(part, 4) for part in points), chance, one.lost, one.lost_chance]


def _judgement(stored: list[Any]) -> Judgement:
    cards, *numbers = stored
    return Judgement(CARDS.load(cards), *numbers)


_REVIEWS: Final = Rows(
    "reviews",
    Review,
    "a review",
    named={"decisions": "judged"},
    forms={
        "decisions": Form(
            lambda judged: _compact([[one.place, _choice(one.chosen), _choice(one.best)] for one in judged]),
            lambda text: tuple(
                JudgedDecision(place, _judgement(chosen), _judgement(best)) for place, chosen, best in json.loads(text)
            ),
        )
    },
)
_OF_RESULTS: Final = "JOIN results ON results.table_id = reviews.table_id"
_REVIEWED: Final = Rows("reviews", ReviewedGame, "a review", named={"ended_at": "results.ended_at"}, joins=_OF_RESULTS)

find_review: Final = _REVIEWS.finder("WHERE table_id = ? AND player_id = ?")
list_reviewed_games: Final = _REVIEWED.lister(
    "WHERE player_id = ? AND decisions > 0 ORDER BY results.ended_at, reviews.table_id"
)
"""Lists the sums of a player's reviews, the oldest game first."""

list_latest_reviews: Final = _REVIEWS.lister(
    f"{_OF_RESULTS} WHERE player_id = ? ORDER BY results.ended_at DESC, reviews.table_id LIMIT ?"
)
"""Lists so many of a player's latest reviews, the newest game first."""


def put_review(writing: Transaction, review: Review) -> None:
    """Store a review, unless there is one with decisions already."""
    row = {**_REVIEWS.store(review), "decisions": len(review.decisions), "lost": points_lost(review.decisions)}
    changes = ", ".join(f"{name} = excluded.{name}" for name in ("decisions", "lost", "theirs_lost", "judged"))
    end = f"ON CONFLICT (table_id, player_id) DO UPDATE SET {changes} WHERE reviews.decisions = 0"
    writing.add("reviews", end, **row)


async def list_unsent_reviews(database: Database, since: datetime) -> list[tuple[str, int]]:
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


async def mark_review_sent(database: Database, table_id: str, player_id: int) -> None:
    """Store that a player has been sent the review of a game in a DM."""
    async with database.transaction() as writing:
        writing.add("told", IF_NEW, player_id=player_id, what=_SENT + table_id)


_SENT: Final = "review of "
"""The beginning of how the file names a review that was sent; the table's id follows."""


async def list_server_results(database: Database, guild_id: int, month: date | None = None) -> list[ServerResult]:
    """Return the games of a server in which only people sat, as they ended: of the month (UTC) of a day, or all."""
    rows = await database.rows(
        "SELECT results.table_id, results.scores, results.side, results.games, "
        f"{columns('tables.guild_id')} FROM results JOIN tables ON tables.id = results.table_id "
        "JOIN seats ON seats.table_id = results.table_id LEFT JOIN players ON players.id = seats.player_id "
        "WHERE tables.guild_id = ? AND results.ended_at LIKE ? ORDER BY results.ended_at, results.table_id, seats.seat",
        (guild_id, "%" if month is None else f"{month:%Y-%m}-%"),
        long=True,
    )
    return await asyncio.to_thread(_server_results, rows)


def _server_results(rows: Iterable[tuple[Any, ...]]) -> list[ServerResult]:
    games = [list(seats) for _, seats in groupby(rows, key=itemgetter(0))]
    return [_server_result(seats) for seats in games if all(seat[4] is not None for seat in seats)]


def _server_result(seats: list[tuple[Any, ...]]) -> ServerResult:
    _, scores, side, games, *_ = seats[0]
    return ServerResult(tuple(Player(*seat[4:]) for seat in seats), tuple(json.loads(scores)), side, games)
