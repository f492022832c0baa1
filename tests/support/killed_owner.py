"""A process that owns a database file, writes players to it, and is killed: now, or as it makes a checkpoint."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.storage import players
from bot.storage.database import Database
from bot.storage.file_stamp import FileStamp


async def main(path: str, first: int, many: int, checkpoint: str) -> None:
    """Meet ``many`` players from the number ``first`` on, and end by SIGKILL.

    ``checkpoint`` is none, after (one is made at the end), or within (the process is killed as it ends, before that is
    stamped).
    """
    database = await Database.open(Path(path), owner=True)
    for number in range(first, first + many):
        await players.meet(database, number, f"Player {number}")
    if checkpoint != "none":
        if checkpoint == "within":
            FileStamp._set_time = lambda stamp: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment,misc,method-assign]
        with database._stamp.checkpoint():
            await database._connection.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
