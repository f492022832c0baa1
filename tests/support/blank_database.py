"""New database files for tests, copied from one file because making each of them is slow."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.storage.database import Database


async def _make(path: Path) -> None:
    await (await Database.open(path)).close()


def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        asyncio.run(_make(path))
        return path.read_bytes()


_NEW: Final = _made()


def lay_out(path: Path) -> None:
    """Create a new database file, unless the file exists."""
    if not path.exists():
        path.write_bytes(_NEW)


async def opened(path: Path) -> Database:
    """Return the database in a file, which is created if it does not exist."""
    lay_out(path)
    return await Database.open(path, sync="normal")
