"""The finished games of a player in the database."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter

from bot.models.result import FinishedGame
from bot.storage.database import Database
from engine.rules import Rules


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
