"""One SQLite file: opened, brought up to date, written in whole transactions, closed cleanly."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import Any, Final

import aiosqlite

from bot.storage.errors import StorageError

APPLICATION_ID: Final = 0x43524942
"""Marks the file as ours: the letters CRIB."""


class Database:
    """The one connection to the database file."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, made anew if need be, and bring it up to this version. Raises ``StorageError``."""
        try:
            with _translated():
                path.parent.mkdir(parents=True, exist_ok=True)
                # A path that cannot be written fails here, in the system's own words, before a thread is started.
                path.open("ab").close()
                connection = await aiosqlite.connect(path, isolation_level=None)
            database = cls(connection)
            try:
                await database._prepare()
            except BaseException:
                await connection.close()
                raise
        except StorageError as error:
            raise StorageError(f"{path}: {error}") from error
        return database

    async def close(self) -> None:
        """Close the file once a write under way has ended."""
        async with self._writing:
            await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """All that is written inside is written together, or not at all.

        One connection's tasks would interleave inside a transaction, so only one holds it at a time.
        """
        async with self._writing:
            try:
                await self.write("BEGIN IMMEDIATE")
                yield
                await self.write("COMMIT")
            except BaseException:
                # Whatever was under way on the connection's thread when this task was stopped comes before this.
                # Where nothing is left to take back, SQLite says so, and what went wrong first is what counts.
                with suppress(sqlite3.Error, ValueError):
                    await self._connection.execute("ROLLBACK")
                raise

    async def write(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run one statement inside the caller's transaction."""
        with _translated():
            await self._connection.execute(statement, values)

    async def write_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run one statement for every row inside the caller's transaction."""
        with _translated():
            await self._connection.executemany(statement, rows)

    async def rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Every row that a question finds."""
        with _translated():
            return [tuple(row) for row in await self._connection.execute_fetchall(statement, values)]

    async def row(self, statement: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The first row that a question finds, if any."""
        found = await self.rows(statement, values)
        return found[0] if found else None

    async def _prepare(self) -> None:
        """Make sure that the file is ours and whole, and bring it to this version, all the way or not at all."""
        scripts = _migrations()
        async with self.transaction():
            version = await self._check(len(scripts))
            if version < len(scripts):
                for script in scripts[version:]:
                    for statement in _statements(script):
                        await self.write(statement)
                await self.write(f"PRAGMA application_id = {APPLICATION_ID}")
                await self.write(f"PRAGMA user_version = {len(scripts)}")
        await self.rows("PRAGMA journal_mode = WAL")
        await self.rows("PRAGMA synchronous = NORMAL")
        await self.rows("PRAGMA foreign_keys = ON")

    async def _check(self, newest: int) -> int:
        """The version of the file's schema. Raises ``StorageError`` for a file that is not ours or not whole."""
        ((application,),) = await self.rows("PRAGMA application_id")
        ((version,),) = await self.rows("PRAGMA user_version")
        ((objects,),) = await self.rows("SELECT count(*) FROM sqlite_master")
        if application != APPLICATION_ID and (application or version or objects):
            raise StorageError("this is another program's database; set DATABASE_PATH to a file of the bot's own.")
        if version > newest:
            raise StorageError(
                f"a newer version of the bot wrote this (schema {version}, this one knows {newest}); "
                "update the bot, or set DATABASE_PATH to another file."
            )
        ((verdict,),) = await self.rows("PRAGMA quick_check(1)")
        if verdict != "ok":
            what = " ".join(str(verdict).split())
            raise StorageError(f"the file is damaged ({what}); restore a backup, or set DATABASE_PATH to another file.")
        return int(version)


@contextmanager
def _translated() -> Iterator[None]:
    """SQLite's errors and the file system's as one kind, said once."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise StorageError(f"the database refused a row that breaks its order ({error}).") from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise StorageError(
                f"another program holds the database ({error}); let one bot alone use the file, and try again."
            ) from error
        raise StorageError(
            f"the database cannot be used ({error}); check DATABASE_PATH, the disk, and restore a backup "
            "if the file is damaged."
        ) from error
    except OSError as error:
        raise StorageError(f"the database cannot be opened ({error.strerror}); check DATABASE_PATH.") from error
    except ValueError as error:
        # So says aiosqlite of a connection that is closed.
        raise StorageError("the database is closed, for the bot is stopping; try again when it is back.") from error


def _migrations() -> list[str]:
    """The scripts that lead from an empty file to this version, in order."""
    folder = resources.files("bot.storage") / "migrations"
    scripts = sorted((script for script in folder.iterdir() if script.name.endswith(".sql")), key=lambda s: s.name)
    return [script.read_text(encoding="utf-8") for script in scripts]


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one at a time, so that they run inside a transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
