"""Small facts about the bot itself in the database, by name."""

from __future__ import annotations

from bot.storage.database import Database, Transaction


async def read(database: Database, name: str) -> str | None:
    """Return what is stored under a name, if anything."""
    row = await database.row("SELECT value FROM notes WHERE name = ?", (name,))
    return None if row is None else str(row[0])


async def put(database: Database, name: str, value: str) -> None:
    """Store a value under a name, in place of the one before."""
    async with database.transaction() as writing:
        put_with(writing, name, value)


def put_with(writing: Transaction, name: str, value: str) -> None:
    """Store a value under a name together with other facts."""
    writing.write(
        "INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
