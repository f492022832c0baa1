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


async def meet(database: Database, discord_id: int, name: str) -> Player:
    """The player behind a Discord account, met for the first time or once more under the present name."""
    known = await database.row("SELECT id, name FROM players WHERE discord_id = ?", (discord_id,))
    if known is None or known[1] != name:
        async with database.transaction():
            await database.write(
                "INSERT INTO players (discord_id, name) VALUES (?, ?) "
                "ON CONFLICT (discord_id) DO UPDATE SET name = excluded.name",
                (discord_id, name),
            )
        known = await database.row("SELECT id, name FROM players WHERE discord_id = ?", (discord_id,))
    assert known is not None
    return Player(known[0], discord_id, name)
