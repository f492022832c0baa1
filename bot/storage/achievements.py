"""Achievements and the figures of finished games in the database."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from bot.models.result import BoardTotals, EarnedAchievement, GameFigures
from bot.storage.database import Database, Transaction
from bot.storage.errors import check_stored_values, format_timestamp, parse_timestamp
from bot.storage.players import name_in
from engine.analysis.achievements import Achievement, PastGame
from engine.cards import Card
from engine.rules import Rules


async def list_unexamined(database: Database, most: int) -> list[str]:
    """Return finished games that are not examined yet, the earliest first, at most so many."""
    rows = await database.rows(
        "SELECT table_id FROM unexamined_games JOIN results USING (table_id) ORDER BY ended_at, table_id LIMIT ?",
        (most,),
        long=True,
    )
    return [table_id for (table_id,) in rows]


async def read_end(database: Database, table_id: str) -> str | None:
    """Return when a game ended, as it is stored; None if it is not over or was examined before."""
    row = await database.row(
        "SELECT ended_at FROM unexamined_games JOIN results USING (table_id) WHERE table_id = ?", (table_id,)
    )
    return None if row is None else str(row[0])


def mark_examined(writing: Transaction, table_id: str) -> None:
    """Store that a game was examined."""
    writing.write("DELETE FROM unexamined_games WHERE table_id = ?", (table_id,))


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


def add(writing: Transaction, player_id: int, table_id: str, achievement: Achievement) -> None:
    """Add an achievement, unless the player is erased or has it; of two games, the one that ended earlier stands."""
    writing.write(
        "INSERT INTO achievements (player_id, kind, table_id, deal, cards, earned_at) "
        "SELECT players.id, ?, results.table_id, ?, ?, results.ended_at FROM players, results "
        "WHERE players.id = ? AND discord_id IS NOT NULL AND results.table_id = ? "
        "ON CONFLICT (player_id, kind) DO UPDATE SET table_id = excluded.table_id, deal = excluded.deal, "
        "cards = excluded.cards, earned_at = excluded.earned_at WHERE excluded.earned_at < achievements.earned_at",
        (achievement.kind, achievement.deal, " ".join(map(str, achievement.cards)), player_id, table_id),
    )


async def list_of_player(database: Database, player_id: int) -> list[EarnedAchievement]:
    """Return a player's achievements, the latest first."""
    return await database.all(
        _achievement,
        f"SELECT {_COLUMNS} FROM achievements WHERE player_id = ? ORDER BY earned_at DESC, kind",
        (player_id,),
        long=False,
    )


async def list_of_game(database: Database, table_id: str) -> list[EarnedAchievement]:
    """Return the achievements that a game brought."""
    return await database.all(
        _achievement, f"SELECT {_COLUMNS} FROM achievements WHERE table_id = ?", (table_id,), long=False
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


async def has_later_game(database: Database, player_id: int, ended_at: str, table_id: str) -> bool:
    """Return whether a player finished a game after the one that ended then."""
    row = await database.row(
        "SELECT 1 FROM seats JOIN results ON results.table_id = seats.table_id WHERE player_id = ? "
        "AND (ended_at, results.table_id) > (?, ?) LIMIT 1",
        (player_id, ended_at, table_id),
    )
    return row is not None


async def sum_by_player(database: Database, guild_id: int, since: datetime) -> list[BoardTotals]:
    """Return what each player did in the games of a server that ended since a time."""
    ended = guild_id, format_timestamp(since)
    rows = await database.rows(
        f"SELECT players.id, {name_in('?')}, sums.* FROM (SELECT player_id AS player, count(*), sum(won), sum(hands), "
        "sum(hand_points), max(best_hand), sum(pegged) FROM game_figures WHERE guild_id = ? AND ended_at >= ? "
        "GROUP BY player_id) AS sums JOIN players ON players.id = sums.player",
        (guild_id, *ended),
        long=True,
    )
    reviewed = await database.rows(
        "SELECT reviews.player_id, count(*), sum(reviews.decisions), sum(reviews.lost) FROM reviews "
        "JOIN game_figures ON game_figures.player_id = reviews.player_id AND game_figures.table_id = reviews.table_id "
        "WHERE game_figures.guild_id = ? AND game_figures.ended_at >= ? AND reviews.decisions > 0 "
        "GROUP BY reviews.player_id",
        ended,
        long=True,
    )
    judged = {player_id: (games, points / decisions) for player_id, games, decisions, points in reviewed}
    totals = []
    for player_id, name, _, *figures in rows:
        games, lost = judged.get(player_id, (0, 0.0))
        totals.append(replace(BoardTotals(player_id, name, *figures), reviewed=games, lost=lost))
    return totals


_COLUMNS: Final = "player_id, kind, table_id, deal, cards, earned_at"


def _achievement(row: tuple[Any, ...]) -> EarnedAchievement:
    player_id, kind, table_id, deal, cards, earned_at = row
    with check_stored_values(f"an achievement of game {table_id}"):
        shown = tuple(map(Card.parse, cards.split()))
    return EarnedAchievement(player_id, kind, table_id, deal, shown, parse_timestamp(earned_at))


def _past_game(known: dict[str, Rules], row: tuple[Any, ...]) -> PastGame:
    table_id, day, side, ended_by, seat, rules = row
    if rules not in known:
        with check_stored_values(f"table {table_id}"):
            known[rules] = Rules.from_dict(json.loads(rules))
    return PastGame(table_id, day, side == known[rules].side_of(seat), ended_by)
