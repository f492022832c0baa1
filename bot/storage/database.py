"""One SQLite file: opened, brought up to date, written in whole transactions, closed cleanly."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import aiosqlite

from bot.storage.errors import StorageError, in_one_line, reading
from bot.storage.ownership import Ownership

APPLICATION_ID: Final = 0x43524942
"""Marks the file as ours: the letters CRIB."""

Values: TypeAlias = Sequence[Any]
"""What stands in the places of a statement's question marks."""

Statements: TypeAlias = list[tuple[str, list[Values]]]
"""Statements in order, each with the rows that it is run for."""

T = TypeVar("T")

MANY: Final = 500
"""From so many rows on they are read on a thread of their own, so that nobody waits meanwhile."""


_OWNED: Final = "another process runs the bot on this database; stop it first, or set DATABASE_PATH to another file."
_IN_USE: Final = "an older version of the bot runs on this database; stop it first, so that the file can be updated."


class Transaction:
    """Statements that are run together at the end of an ``async with``, or not at all.

    They are run in one go on the connection's thread. No other task comes between, and a task that is cancelled while
    it waits has written everything or nothing.
    """

    def __init__(self, run: Callable[[Statements], Awaitable[None]]) -> None:
        self._run = run
        self._statements: Statements = []

    async def __aenter__(self) -> Transaction:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            await self._run(self._statements)

    def write(self, statement: str, values: Values = ()) -> None:
        """Add one statement."""
        self._statements.append((statement, [values]))

    def write_many(self, statement: str, rows: Iterable[Values]) -> None:
        """Add one statement for every row."""
        self._statements.append((statement, list(rows)))


class Database:
    """One connection to the database file."""

    def __init__(self, connection: _Connection, ownership: Ownership) -> None:
        self._connection = connection
        self._ownership = ownership
        self._closed = False
        self._closing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, *, owner: bool = False) -> Database:
        """Open the file, made anew if need be, and bring it up to this version. Raises ``StorageError``.

        A file has one ``owner`` at a time, the process that runs the bot on it. Others may read it and write to it
        meanwhile, as SQLite lets them, but must not change its schema.
        """
        try:
            with _translated():
                path.parent.mkdir(parents=True, exist_ok=True)
                # A path that cannot be written fails here, in the system's own words, before a thread is started.
                path.open("ab").close()
                ownership = Ownership(path)
                if owner:
                    ownership.take(_OWNED)
            try:
                return await cls._connected(path, ownership)
            except BaseException:
                ownership.give_back()
                raise
        except StorageError as error:
            raise StorageError(f"{path}: {error}") from error

    @classmethod
    async def _connected(cls, path: Path, ownership: Ownership) -> Database:
        with _translated():
            connection = await _Connection.to(path)
        database = cls(connection, ownership)
        try:
            await database._prepare()
        except BaseException:
            await connection.close()
            raise
        return database

    async def close(self) -> None:
        """Close the file once everything that was asked of it is done, and let another process own it."""
        self._closed = True
        # aiosqlite would wait for ever where two close it at once.
        async with self._closing:
            try:
                await self._connection.close()
            finally:
                self._ownership.give_back()

    def transaction(self) -> Transaction:
        """A transaction: what is added to it inside its ``async with`` is written at the end, all or nothing."""
        return Transaction(self._write)

    async def rows(self, statement: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Every row that a question finds."""
        self._check_open()
        with _translated():
            return [tuple(row) for row in await self._connection.execute_fetchall(statement, values)]

    async def all(self, make: Callable[[tuple[Any, ...]], T], statement: str, values: Values = ()) -> list[T]:
        """Every row that a question finds, made into what it means."""
        rows = await self.rows(statement, values)
        if len(rows) < MANY:
            return _made(make, rows)
        return await asyncio.to_thread(_made, make, rows)

    async def row(self, statement: str, values: Values = ()) -> tuple[Any, ...] | None:
        """The first row that a question finds, if any."""
        found = await self.rows(statement, values)
        return found[0] if found else None

    async def _write(self, statements: Statements) -> None:
        self._check_open()
        with _translated():
            await self._connection.run_transaction(statements)

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("the database is closed, for the bot is stopping; try again when it is back.")

    async def _prepare(self) -> None:
        """Make sure that the file is ours and whole, and bring it to this version, all the way or not at all."""
        scripts = _migrations()
        # Nobody else has this connection yet, and if anything fails it is closed, which undoes what was begun.
        await self.rows("BEGIN IMMEDIATE")
        version = await self._check(len(scripts))
        if version < len(scripts):
            # Nobody runs on a file that is only being made.
            with self._ownership.taken(_IN_USE) if version else nullcontext():
                for script in scripts[version:]:
                    for statement in _statements(script):
                        await self.rows(statement)
                await self.rows(f"PRAGMA application_id = {APPLICATION_ID}")
                await self.rows(f"PRAGMA user_version = {len(scripts)}")
        await self.rows("COMMIT")
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
            what = in_one_line(ValueError(verdict))
            raise StorageError(f"the file is damaged ({what}); restore a backup, or set DATABASE_PATH to another file.")
        return int(version)


class _Connection(aiosqlite.Connection):
    """A connection that can run a whole transaction in one call to its thread."""

    @classmethod
    async def to(cls, path: Path) -> _Connection:
        """Connect to a file. SQLite begins no transaction by itself here."""
        connection = cls(lambda: sqlite3.connect(path, isolation_level=None), iter_chunk_size=64)
        await connection
        return connection

    async def run_transaction(self, statements: Statements) -> None:
        """Begin, run each statement with each of its rows, and commit; or undo everything."""
        await self._execute(_run_transaction, self._conn, statements)  # type: ignore[no-untyped-call]


def _run_transaction(connection: sqlite3.Connection, statements: Statements) -> None:
    cursor = connection.cursor()
    cursor.execute("BEGIN IMMEDIATE")
    try:
        for statement, rows in statements:
            for values in rows:
                cursor.execute(statement, values)
        cursor.execute("COMMIT")
    except BaseException:
        # A full disk has undone it already.
        if connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise


def _made(make: Callable[[tuple[Any, ...]], T], rows: Iterable[tuple[Any, ...]]) -> list[T]:
    with reading("a row"):
        return [make(row) for row in rows]


@contextmanager
def _translated() -> Iterator[None]:
    """SQLite's errors and the file system's as one kind, said once."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise StorageError(f"the database refused a row that breaks its order ({error}).") from error
    except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError) as error:
        # Python itself fails on what SQLite says of a damaged file in bytes that are no text.
        if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
            raise StorageError(
                f"another program holds the database ({error}); let one bot alone use the file, and try again."
            ) from error
        raise StorageError(
            f"the database cannot be used ({in_one_line(error)}); check DATABASE_PATH, the disk, and restore a backup "
            "if the file is damaged."
        ) from error
    except OSError as error:
        raise StorageError(f"the database cannot be opened ({error.strerror}); check DATABASE_PATH.") from error


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
