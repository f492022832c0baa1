"""The people who play, as the database knows them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Player:
    """One person; ``discord_id`` is None for somebody known by name alone."""

    id: int
    discord_id: int | None
    name: str


async def meet(database: Database, discord_id: int, name: str, *, rename: bool = True) -> Player:
    """The player behind a Discord account. One who is known keeps his name unless ``rename`` is set."""
    known = await database.row("SELECT id, name FROM players WHERE discord_id = ?", (discord_id,))
    if known is not None and (known[1] == name or not rename):
        return Player(known[0], discord_id, known[1])
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO players (discord_id, name) VALUES (?, ?) "
            "ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name",
            (discord_id, name),
        )
    return await meet(database, discord_id, name, rename=False)


async def find(database: Database, discord_id: int) -> Player | None:
    """The player behind a Discord account, if he is known; nobody is written down who only was asked for."""
    row = await database.row("SELECT id, discord_id, name FROM players WHERE discord_id = ?", (discord_id,))
    return None if row is None else Player(*row)
