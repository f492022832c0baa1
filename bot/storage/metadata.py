"""Small facts about the bot itself in the database, by name."""

from collections.abc import Iterable

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
    writing.put("notes", "name", name=name, value=value)


async def read_all(database: Database, name: str) -> dict[str, str]:
    """Return what is stored under a name, and under those that begin with it and a space, by the whole name."""
    rows = await database.rows("SELECT name, value FROM notes WHERE name = ? OR name LIKE ?", (name, f"{name} %"))
    return {str(stored): str(value) for stored, value in rows}


def delete(writing: Transaction, names: Iterable[str]) -> None:
    """Delete what is stored under these names together with other changes."""
    writing.write_many("DELETE FROM notes WHERE name = ?", [(name,) for name in names])
