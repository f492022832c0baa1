"""Small facts that the bot keeps about itself."""

from __future__ import annotations

from bot.storage.database import Database


async def read(database: Database, name: str) -> str | None:
    """The note of this name, if it was ever made."""
    row = await database.row("SELECT value FROM notes WHERE name = ?", (name,))
    return None if row is None else str(row[0])


async def put(database: Database, name: str, value: str) -> None:
    """Make a note, or make it anew."""
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )
