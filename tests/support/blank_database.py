"""A new database file, made by the bot once and copied for every test: making it is most of what opening it takes."""

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
    """Put a new file where there is none yet."""
    if not path.exists():
        path.write_bytes(_NEW)


async def opened(path: Path) -> Database:
    """The database over a new file, or over the one that is there."""
    lay_out(path)
    return await Database.open(path)
