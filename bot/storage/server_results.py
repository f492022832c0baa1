"""Results of all games between people in a server, in a league or not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from bot.models.result import ServerResult
from bot.storage.database import Database
from bot.storage.players import name_in


async def list_results(database: Database, guild_id: int) -> list[ServerResult]:
    """Return every finished game of a server in which only people sat, in the order in which they ended."""
    rows = await database.rows(
        "SELECT results.table_id, results.scores, results.side, results.games, "
        f"players.id, {name_in('tables.guild_id')} "
        "FROM results JOIN tables ON tables.id = results.table_id "
        "JOIN seats ON seats.table_id = results.table_id LEFT JOIN players ON players.id = seats.player_id "
        "WHERE tables.guild_id = ? ORDER BY results.ended_at, results.table_id, seats.seat",
        (guild_id,),
        long=True,
    )
    return await asyncio.to_thread(_results, rows)


def _results(rows: Iterable[tuple[Any, ...]]) -> list[ServerResult]:
    games: dict[str, list[tuple[object, ...]]] = {}
    for table_id, *rest in rows:
        games.setdefault(table_id, []).append(tuple(rest))
    return [_result(seats) for seats in games.values() if all(seat[3] is not None for seat in seats)]


def _result(seats: list[tuple[object, ...]]) -> ServerResult:
    scores, side, games, *_ = seats[0]
    return ServerResult(
        tuple((int(str(player)), str(name)) for *_, player, name in seats),
        tuple(json.loads(str(scores))),
        int(str(side)),
        int(str(games)),
    )
