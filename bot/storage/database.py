"""The database: one SQLite file, opened, upgraded, written in whole transactions, closed cleanly; or PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from bot import metrics
from bot.background import Failures
from bot.models.errors import StorageError
from bot.models.storage import Change, DatabaseAddress, Shards, Sync, shard_of
from bot.storage.connection import Connection, Inserted, Statement, Statements, Values, convert_errors, make_copy
from bot.storage.errors import check_stored_values, in_one_line
from bot.storage.file_stamp import FileStamp, Ownership

if TYPE_CHECKING:
    from bot.storage.postgres import ChangeListener, Keeper

APPLICATION_ID: Final = 0x43524942
"""Marks a file as the bot's: the letters CRIB."""

T = TypeVar("T")

ALL: Final = 2**62
"""The ``LIMIT`` of a query that finds every row."""

MANY: Final = 500
"""From this number of rows on, objects are built on a thread of their own, so that nobody waits meanwhile."""


_log = logging.getLogger(__name__)

READ_SECONDS: Final = metrics.DATABASE_SECONDS.labels("read")
WRITE_SECONDS: Final = metrics.DATABASE_SECONDS.labels("write")

OWNED: Final = "another process runs the bot on this database; stop it first, or set DATABASE_PATH to another file."
_IN_USE: Final = "an older version of the bot runs on this database; stop it first, so that the file can be updated."


def marks(values: Collection[object]) -> str:
    """Return a question mark for each of these values."""
    return ", ".join("?" * len(values))


def among(numbers: Iterable[int]) -> str:
    """Return whole numbers as the list that follows an ``IN``, which finds nothing where there are none."""
    return f"({', '.join(str(int(number)) for number in numbers) or 'NULL'})"


class Transaction:
    """Statements that run together at the end of an ``async with``, or not at all.

    They run in one call to the connection's thread. No other task comes between, and a task that is cancelled while it
    waits has written everything or nothing.
    """

    def __init__(self, run: Callable[[Statements], Awaitable[None]]) -> None:
        self._run = run
        self._statements: Statements = []

    async def __aenter__(self) -> Transaction:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self._statements:
            await self._run(self._statements)

    def write(self, statement: str, values: Values = ()) -> None:
        """Add one statement."""
        self._statements.append(Statement(statement, [values]))

    def insert(self, statement: str, values: Values = ()) -> Inserted:
        """Add one statement that inserts a row or nothing; the id that it gives may be a value of later statements."""
        inserted = Inserted()
        self._statements.append(Statement(f"{statement} RETURNING id", [values], inserted))
        return inserted

    def write_many(self, statement: str, rows: Iterable[Values]) -> None:
        """Add one statement for every row."""
        self._statements.append(Statement(statement, list(rows)))

    def add(self, table: str, end: str = "", /, **row: Any) -> None:
        """Add a row by its columns; ``end`` is what the statement says where there is one already."""
        self.write(f"{insertion(table, row)} {end}", tuple(row.values()))

    def put(self, table: str, /, *key: str, only: Collection[str] = (), **row: Any) -> None:
        """Add a row by its columns, in place of the one with the same ``key``, or of some columns of that one."""
        changes = ", ".join(f'"{name}" = excluded."{name}"' for name in only or row if name not in key)
        self.add(table, f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}", **row)

    def delete(self, table: str, /, **which: Any) -> None:
        """Delete the rows of a table that have these values."""
        self.write(f"DELETE FROM {table} WHERE {' AND '.join(f'{name} = ?' for name in which)}", tuple(which.values()))


IF_NEW: Final = "ON CONFLICT DO NOTHING"
"""The end of a statement that leaves a row as it is which is there already."""


def insertion(table: str, columns: Collection[str]) -> str:
    """Return a statement that inserts a row with these columns."""
    names = ", ".join(f'"{name}"' for name in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({marks(columns)})"


def deleter(table: str, *which: str) -> Callable[..., None]:
    """Return the function that deletes the rows which have some values in these columns."""
    return lambda writing, *values: writing.delete(table, **dict(zip(which, values, strict=True)))


def asking(read: Callable[..., Awaitable[T]], statement: str) -> Callable[..., Awaitable[T]]:
    """Return the function that asks a database something, such as ``Database.exists``, for a query's values."""
    return lambda database, *values: read(database, statement, values)


class Database(ABC):
    """A database that is written in whole transactions, on SQLite or on PostgreSQL.

    A read finds every transaction that was written before it, also where the task that wrote it was cancelled.
    """

    def __init__(self, keeper: Keeper | None = None) -> None:
        self._keeper = keeper
        self._closed = False
        self.importing = asyncio.Lock()
        self.failures = Failures(_log)
        """What could not be read or worked on, each logged once."""

    @staticmethod
    async def open(
        address: DatabaseAddress, *, owner: bool = False, sync: Sync = "full", shards: Shards | None = None
    ) -> Database:
        """Open a database, created if there is none, and upgrade it to this version. Raises ``StorageError``.

        ``owner`` is for a process that runs the bot: a file has one at a time, PostgreSQL one for each shard.
        """
        if isinstance(address, Path):
            return await SqliteDatabase.open_file(address, owner=owner, sync=sync)
        from bot.storage.postgres import PostgresDatabase  # noqa: PLC0415 - few hosts have its driver

        return await PostgresDatabase.connect(address, (shards or Shards()) if owner else None)

    @abstractmethod
    async def close(self) -> None:
        """Close the database once every call before this one is done."""

    @abstractmethod
    async def rows(self, statement: str, values: Values = (), *, long: bool = False) -> list[tuple[Any, ...]]:
        """Return every row that a query finds. A query is ``long`` if it may read more than some thousands of rows."""

    @abstractmethod
    async def write(self, statements: Statements, *, foreign_keys: bool = True) -> None:
        """Run statements in one transaction: all of them or none."""

    @abstractmethod
    async def try_lock_imports(self) -> bool:
        """Acquire the lock for imports of files, and return whether no other process has it."""

    @abstractmethod
    async def unlock_imports(self) -> None:
        """Release the lock for imports of files."""

    def listen(self, listener: ChangeListener) -> None:
        """Tell this listener what other processes do from now on."""
        if self._keeper is not None:
            self._keeper.listen(listener)

    def keeps(self, guild_id: int | None) -> bool:
        """Return whether this process keeps the clocks, robots and posts of a server, or of DMs for None."""
        return self._keeper is None or self._keeper.keeps(guild_id)

    @property
    def shard_count(self) -> int:
        """The number of shards of all processes that run the bot on this database."""
        return 1 if self._keeper is None else self._keeper.shards.count

    def kept_shards(self) -> frozenset[int]:
        """Return the shards that this process keeps now."""
        return frozenset({0}) if self._keeper is None else self._keeper.kept

    @property
    def processes(self) -> int:
        """The number of processes that run the bot on this database, this one included."""
        return 1 if self._keeper is None else self._keeper.processes

    def is_home(self, guild_id: int | None) -> bool:
        """Return whether a server, or DMs for None, is of this process's own shards."""
        if self._keeper is None:
            return True
        shards = self._keeper.shards
        return shard_of(guild_id, shards.count) in shards.ids

    def announce(self, writing: Transaction, table_id: str, what: Change, guild_id: int | None) -> None:
        """Tell the other processes of a change of a table, if the transaction is committed."""
        if self._keeper is not None and self._keeper.may_have_others:
            writing.write(*self._keeper.announcement(table_id, what, guild_id))

    def transaction(self, *, foreign_keys: bool = True) -> Transaction:
        """Return a transaction: what is added to it inside its ``async with`` is written at the end, all or nothing.

        Without ``foreign_keys`` SQLite does not check that rows which others point to stay: checking that for many
        thousands of rows takes minutes. The caller deletes those others too, before.
        """
        return Transaction(self.write if foreign_keys else partial(self.write, foreign_keys=False))

    async def all(
        self,
        make: Callable[[tuple[Any, ...]], T],
        statement: str,
        values: Values = (),
        *,
        long: bool = True,
        what: str = "a row",
    ) -> list[T]:
        """Return every row that a query finds, each built into an object by ``make``; errors call it ``what``."""
        rows = await self.rows(statement, values, long=long)
        if len(rows) < MANY:
            return _build_all(make, rows, what)
        return await asyncio.to_thread(_build_all, make, rows, what)

    async def intact(
        self, place: str, make: Callable[[tuple[Any, ...]], T], statement: str, values: Values = ()
    ) -> list[T]:
        """Return every row that a query finds and that can be read, each built into an object by ``make``.

        One that is damaged is left out and logged once; ``place`` names it, with its columns in braces by number.
        """
        found = []
        for row in await self.rows(statement, values):
            where = place.format(*row)
            with self.failures.at("stored data", where), check_stored_values(where):
                found.append(make(row))
        return found

    async def row(self, statement: str, values: Values = ()) -> tuple[Any, ...] | None:
        """Return the first row that a query finds, if any."""
        found = await self.rows(statement, values)
        return found[0] if found else None

    async def exists(self, statement: str, values: Values = ()) -> bool:
        """Return whether a query finds a row."""
        return await self.row(statement, values) is not None

    async def number(self, statement: str, values: Values = ()) -> int:
        """Return the whole number that a query finds, or 0."""
        row = await self.row(statement, values)
        return 0 if row is None else int(row[0] or 0)

    async def column(self, statement: str, values: Values = (), *, long: bool = False) -> list[Any]:
        """Return the first value of every row that a query finds."""
        return [row[0] for row in await self.rows(statement, values, long=long)]

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("the bot is stopping; try again when it is back.")


class SqliteDatabase(Database):
    """Three connections to the database file: one that writes, one that reads, and one for long reads.

    A read never waits for a transaction, and a short one never for a long one.
    """

    def __init__(self, path: Path, connection: Connection, ownership: Ownership, stamp: FileStamp) -> None:
        super().__init__()
        self._path = path
        self._connection = connection
        self._reader: Connection | None = None
        self._long_reader: Connection | None = None
        self._ownership = ownership
        self._stamp = stamp
        self._owned = False
        self._cancelled_writes = 0
        self._closing = asyncio.Lock()
        self._import_lock = Ownership(path.with_name(f"{path.name}-import"))

    @classmethod
    async def open_file(cls, path: Path, *, owner: bool = False, sync: Sync = "full") -> Self:
        """Open the file, created if there is none, and upgrade it to this version. Raises ``StorageError``.

        A file has one ``owner`` at a time, the process that runs the bot on it. Others may read it and write to it
        meanwhile, as SQLite lets them, but must not change its schema.
        """
        try:
            with convert_errors():
                path.parent.mkdir(parents=True, exist_ok=True)
                # A path that cannot be written fails here, in the system's own words, before a thread is started.
                # The file holds hands and seeds, so nobody else may read a new one, nor what SQLite puts beside it.
                os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
                ownership = Ownership(path)
                if owner:
                    ownership.acquire(OWNED)
            try:
                return await cls._open_connections(path, ownership, owner=owner, sync=sync)
            except BaseException:
                # Whatever ends it, a cancelled start too: another process may own the file then.
                ownership.release()
                raise
        except StorageError as error:
            raise type(error)(f"{path}: {error}") from error

    @classmethod
    async def _open_connections(cls, path: Path, ownership: Ownership, *, owner: bool, sync: Sync) -> Self:
        stamp = FileStamp(path)
        # Before SQLite opens the file, which replays a -wal and deletes it at the end.
        check_stamp(stamp, ownership)
        with convert_errors():
            connection = await Connection.to(path)
        database = cls(path, connection, ownership, stamp)
        try:
            await database._prepare(sync, owner=owner)
            with convert_errors():
                database._reader = await Connection.to(path, query_only=True)
                database._long_reader = await Connection.to(path, query_only=True)
        except BaseException:
            # Whatever ends it: each connection has a thread of its own, which would stay.
            await database._close_connections()
            raise
        return database

    async def close(self) -> None:
        """Close the file once every call before this one is done, and let another process own it."""
        self._closed = True
        # aiosqlite would wait for ever if two callers closed it at once.
        async with self._closing:
            try:
                await self._close_connections()
            finally:
                self._ownership.release()

    async def _close_connections(self) -> None:
        """Close the connections, at which SQLite moves everything into the database file."""
        try:
            for reader in (self._reader, self._long_reader):
                if reader is not None:
                    await reader.close()
        finally:
            await self._close_writer()

    async def _close_writer(self) -> None:
        if not self._owned:
            await self._connection.close()
            return
        self._owned = False
        await self._connection.finish_calls()
        with self._stamp.checkpoint():
            await self._connection.close()
        self._stamp.remove_if_closed()

    async def rows(self, statement: str, values: Values = (), *, long: bool = False) -> list[tuple[Any, ...]]:
        self._check_open()
        reader = self._long_reader if long else self._reader
        assert reader is not None
        with convert_errors(), READ_SECONDS.time():
            await self._finish_cancelled_writes()
            return [tuple(row) for row in await reader.execute_fetchall(statement, values)]

    async def write(self, statements: Statements, *, foreign_keys: bool = True) -> None:
        self._check_open()
        after_commit = self._stamp.after_commit if self._owned else None
        try:
            with convert_errors(), WRITE_SECONDS.time():
                await self._connection.run_transaction(statements, after_commit, foreign_keys=foreign_keys)
        except asyncio.CancelledError:
            self._cancelled_writes += 1
            raise

    async def try_lock_imports(self) -> bool:
        return self._import_lock.try_acquire()

    async def unlock_imports(self) -> None:
        self._import_lock.release()

    async def _finish_cancelled_writes(self) -> None:
        """Wait for transactions whose tasks were cancelled, so that a read finds them as they stay: written or not."""
        if cancelled := self._cancelled_writes:
            await self._connection.finish_calls()
            if self._cancelled_writes == cancelled:
                self._cancelled_writes = 0

    async def _prepare(self, sync: Sync, *, owner: bool) -> None:
        """Make sure that the file is the bot's and whole, upgrade it to this version, and set the connection up."""
        if owner or self._stamp.exists():
            # An owner makes the checkpoints itself, between two stamps, and nobody else makes any meanwhile.
            await self._ask("PRAGMA wal_autocheckpoint = 0")
        scripts = _migrations()
        await self._ask("BEGIN")
        version = await self._check_header(len(scripts))
        await self._ask("COMMIT")
        # The longest check of all runs outside any transaction, so that another process can write meanwhile.
        await self._check_pages()
        if version < len(scripts):
            await self._upgrade(scripts)
        await self._ask("PRAGMA journal_mode = WAL")
        await self._ask(f"PRAGMA synchronous = {sync.upper()}")
        await self._ask("PRAGMA foreign_keys = ON")
        if owner:
            self._owned = True
            self._stamp.note()

    async def _upgrade(self, scripts: Sequence[str]) -> None:
        """Run the migrations that the file has not seen, all of them or none, after a copy of the file was made."""
        # Nobody else has this connection yet, and if anything fails it is closed, which rolls back what was begun.
        await self._ask("BEGIN IMMEDIATE")
        # Another process may have just done it.
        version = await self._check_header(len(scripts))
        if version < len(scripts):
            # Nobody runs on a file that is being created.
            with self._ownership.acquired(_IN_USE) if version else nullcontext():
                if version:
                    await asyncio.to_thread(make_copy, self._path, version)
                for script in scripts[version:]:
                    for statement in _statements(script):
                        await self._ask(statement)
                await self._ask(f"PRAGMA application_id = {APPLICATION_ID}")
                await self._ask(f"PRAGMA user_version = {len(scripts)}")
                await self._ask("COMMIT")
        else:
            await self._ask("COMMIT")

    async def _ask(self, statement: str) -> list[tuple[Any, ...]]:
        with convert_errors():
            return [tuple(row) for row in await self._connection.execute_fetchall(statement)]

    async def _check_header(self, newest: int) -> int:
        """Return the version of the file's schema. Raises ``StorageError`` for another program's or a newer file."""
        ((application,),) = await self._ask("PRAGMA application_id")
        ((version,),) = await self._ask("PRAGMA user_version")
        ((objects,),) = await self._ask("SELECT count(*) FROM sqlite_master")
        check_header(application, version, objects, newest)
        return int(version)

    async def _check_pages(self) -> None:
        ((verdict,),) = await self._ask("PRAGMA quick_check(1)")
        check_verdict(verdict)


def check_header(application: int, version: int, objects: int, newest: int, *, is_named: bool = False) -> None:
    """Raise ``StorageError`` for another program's file, or one with a newer schema than this version knows.

    ``objects`` is the number of its tables and indexes. ``is_named`` is for a backup that the host has named.
    """
    if application != APPLICATION_ID and (application or version or objects):
        what = "" if is_named else "; set DATABASE_PATH to a file of the bot's own"
        raise StorageError(f"this is another program's database{what}.")
    if version > newest:
        what = "" if is_named else ", or set DATABASE_PATH to another file"
        raise StorageError(
            f"a newer version of the bot wrote this (schema {version}, this one knows {newest}); update the bot{what}."
        )


def check_verdict(verdict: str, *, is_named: bool = False) -> None:
    """Raise ``StorageError`` unless SQLite's check of a whole file found it in order.

    ``is_named`` is for a backup that the host has named.
    """
    if verdict != "ok":
        damage = in_one_line(ValueError(verdict))
        what = "use another backup" if is_named else "restore a backup, or set DATABASE_PATH to another file"
        raise StorageError(f"the file is damaged ({damage}); {what}.")


def newest_schema() -> int:
    """Return the number of the newest schema that this version knows."""
    return len(_migrations())


def check_stamp(stamp: FileStamp, ownership: Ownership) -> None:
    """Raise ``StorageError`` where a -wal is left beside another file, unless the bot is running and writes both."""
    try:
        stamp.check()
    except StorageError:
        try:
            with ownership.acquired(OWNED):
                belongs = stamp.fits()
        except StorageError:
            return
        if not belongs:
            raise


def _build_all(make: Callable[[tuple[Any, ...]], T], rows: Iterable[tuple[Any, ...]], what: str) -> list[T]:
    with check_stored_values(what):
        return [make(row) for row in rows]


def migration_files() -> list[Traversable]:
    """Return the files of the migrations, in order."""
    folder = resources.files("bot.storage") / "migrations"
    return sorted((script for script in folder.iterdir() if script.name.endswith(".sql")), key=lambda one: one.name)


@cache
def _migrations() -> Sequence[str]:
    return tuple(script.read_text(encoding="utf-8") for script in migration_files())


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one at a time, so that they run inside a transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
