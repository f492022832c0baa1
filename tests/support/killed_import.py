"""A process to be killed: it imports a file into a league and kills itself after some of the import's transactions."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.leagues.file_import import import_file
from bot.storage import league_imports, leagues
from bot.storage.database import SqliteDatabase, Transaction

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


class KillingDatabase(SqliteDatabase):
    left = 0

    def transaction(self, *, foreign_keys: bool = True) -> Transaction:
        """Return a transaction, which may be the last."""
        transaction = super().transaction(foreign_keys=foreign_keys)
        run = transaction._run

        async def run_and_count(statements: object) -> None:
            await run(statements)  # type: ignore[arg-type]
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        transaction._run = run_and_count
        return transaction


async def main(path: str, name: str, data: bytes, transactions: str) -> None:
    league_imports.BATCH = 2  # type: ignore[misc]
    database = await KillingDatabase.open_file(Path(path))
    database.left = int(transactions)
    league = await leagues.find_by_name(database, None, name)
    assert league is not None
    await import_file(database, league, data, NOW)
    await database.close()


if __name__ == "__main__":
    _, database_path, league_name, csv_path, many = sys.argv
    asyncio.run(main(database_path, league_name, Path(csv_path).read_bytes(), many))
