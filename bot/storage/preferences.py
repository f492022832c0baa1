"""How each player likes things to look and sound, and what he has been told of once."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from bot.models.player import Preferences
from bot.storage.database import Database


async def read(database: Database, player_id: int) -> Preferences:
    """The wishes of a player; one who has set nothing has the usual ones."""
    row = await database.row(
        "SELECT pictures, four_colours, pips, ping, spoken FROM preferences WHERE player_id = ?", (player_id,)
    )
    return Preferences() if row is None else Preferences(*map(bool, row))


async def put(database: Database, player_id: int, wishes: Preferences) -> None:
    """Keep a player's wishes in place of those before."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO preferences (player_id, pictures, four_colours, pips, ping, spoken) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (player_id) DO UPDATE SET pictures = excluded.pictures, four_colours = excluded.four_colours, "
            "pips = excluded.pips, ping = excluded.ping, spoken = excluded.spoken",
            (player_id, *map(int, asdict(wishes).values())),
        )


async def was_told(database: Database, player_id: int, what: str) -> bool:
    """Whether a player has been told of something."""
    return await database.row("SELECT 1 FROM told WHERE player_id = ? AND what = ?", (player_id, what)) is not None


async def tell_once(database: Database, player_id: int, what: str) -> bool:
    """Note that a player is told of something now; False where he was told before."""
    if await was_told(database, player_id, what):
        return False
    async with database.transaction() as writing:
        writing.write("INSERT OR IGNORE INTO told (player_id, what) VALUES (?, ?)", (player_id, what))
    return True


async def teach(database: Database, player_id: int, table_id: str) -> None:
    """Note that a player is to be told at this table what to look for."""
    await tell_once(database, player_id, _LESSON.format(table_id))


async def is_taught(database: Database, player_id: int, table_id: str) -> bool:
    """Whether a player is to be told at this table what to look for."""
    return await was_told(database, player_id, _LESSON.format(table_id))


async def was_first_game(database: Database, player_id: int, table_id: str) -> bool:
    """Whether no game of this player was over before the one at this table."""
    row = await database.row(
        "SELECT results.table_id FROM results JOIN seats ON seats.table_id = results.table_id "
        "WHERE seats.player_id = ? ORDER BY results.ended_at, results.table_id LIMIT 1",
        (player_id,),
    )
    return row is not None and row[0] == table_id


_LESSON: Final = "lesson at {}"
