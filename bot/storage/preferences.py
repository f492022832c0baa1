"""Players' preferences in the database, and the tables at which players are coached."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from bot.models.player import Preferences
from bot.storage.database import Database


async def read(database: Database, player_id: int) -> Preferences:
    """Return the preferences of a player; the defaults where nothing is stored."""
    row = await database.row(
        "SELECT pictures, four_colours, pips, ping, spoken, bot_counts, reviews, news FROM preferences "
        "WHERE player_id = ?",
        (player_id,),
    )
    if row is None:
        return Preferences()
    pictures, four_colours, pips, ping, spoken, bot_counts, reviews, news = row
    return Preferences(
        bool(pictures),
        bool(four_colours),
        bool(pips),
        bool(ping),
        bool(spoken),
        None if bot_counts is None else bool(bot_counts),
        bool(reviews),
        news,
    )


async def put(database: Database, player_id: int, preferences: Preferences) -> None:
    """Store a player's preferences in place of those before."""
    values = [int(value) if isinstance(value, bool) else value for value in asdict(preferences).values()]
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO preferences (player_id, pictures, four_colours, pips, ping, spoken, bot_counts, reviews, "
            "news) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (player_id) DO UPDATE SET pictures = excluded.pictures, four_colours = excluded.four_colours, "
            "pips = excluded.pips, ping = excluded.ping, spoken = excluded.spoken, bot_counts = excluded.bot_counts, "
            "reviews = excluded.reviews, news = excluded.news",
            (player_id, *values),
        )


async def put_coaching(database: Database, player_id: int, table_id: str) -> None:
    """Store that a player is coached in the game at a table."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO told (player_id, what) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (player_id, _COACHING.format(table_id)),
        )


async def has_coaching(database: Database, player_id: int, table_id: str) -> bool:
    """Return whether a player is coached in the game at a table."""
    values = (player_id, _COACHING.format(table_id))
    return await database.row("SELECT 1 FROM told WHERE player_id = ? AND what = ?", values) is not None


_COACHING: Final = "lesson at {}"
"""How coaching at a table is named in the file."""
