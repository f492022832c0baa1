"""A PostgreSQL database: the same statements as on SQLite, and several processes that know of each other's writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import psycopg
from psycopg import AsyncClientCursor, errors

from bot import metrics
from bot.models.errors import StorageError
from bot.models.storage import Inspection, PostgresAddress, Shards
from bot.storage import postgres_schema
from bot.storage.connection import Statements, Values, with_ids
from bot.storage.database import READ_SECONDS, WRITE_SECONDS, Database, newest_schema
from bot.storage.keeper import Keeper
from bot.storage.postgres_schema import check_version
from bot.storage.sessions import CONNECT_SECONDS, Session, connect, convert_errors

T = TypeVar("T")
Work = Callable[[Session], Awaitable[T]]

TRIES: Final = 5
"""How often a transaction is tried that PostgreSQL gives up because another one is in its way."""

_IMPORTS: Final = 0x43524942
"""The advisory lock of imports: the letters CRIB."""


class Line:
    """A connection to the server for one call at a time, made again where it was lost."""

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._lock = asyncio.Lock()
        self._session: Session | None = None

    async def run(self, work: Work[T]) -> T:
        """Return what ``work`` returns for the connection. Raises psycopg's errors."""
        async with self._lock:
            if self._session is None or self._session.closed:
                self._session = await connect(self._address)
            return await work(self._session)

    async def close(self) -> None:
        """Close the connection after every call before this one."""
        async with self._lock:
            if self._session is not None:
                await self._session.close()
                self._session = None


class PostgresDatabase(Database):
    """Three connections to the server: one that writes, one that reads, and one for long reads.

    A read never waits for a transaction, and a short one never for a long one. What one process writes is written in
    the order of its calls. A connection that is lost is made again at the next call.
    """

    def __init__(self, address: PostgresAddress, keeper: Keeper | None = None) -> None:
        super().__init__(keeper)
        self.address = address
        self._writer = Line(address)
        self._reader = Line(address)
        self._long_reader = Line(address)
        self._imports: Session | None = None
        self._cancelled: set[asyncio.Task[None]] = set()

    @classmethod
    async def connect(cls, address: PostgresAddress, shards: Shards | None = None) -> PostgresDatabase:
        """Connect to a database and upgrade it to this version. Raises ``StorageError``.

        With ``shards`` this process runs the bot for them.
        """
        database = cls(address, None if shards is None else Keeper(address, shards))
        try:
            with convert_errors():
                await database._writer.run(postgres_schema.upgrade)
            if database._keeper is not None:
                await database._keeper.start()
        except StorageError as error:
            await database.close()
            raise type(error)(f"{address}: {error}") from error
        return database

    async def close(self) -> None:
        self._closed = True
        if self._keeper is not None:
            await self._keeper.close()
        for line in (self._writer, self._reader, self._long_reader):
            await line.close()
        await self.unlock_imports()

    async def rows(self, statement: str, values: Values = (), *, long: bool = False) -> list[tuple[Any, ...]]:
        self._check_open()
        line = self._long_reader if long else self._reader

        async def read(session: Session) -> list[tuple[Any, ...]]:
            cursor = await session.execute(translate(statement), values)
            return await cursor.fetchall() if cursor.description is not None else []

        with convert_errors(), metrics.timed(READ_SECONDS):
            if self._cancelled:
                await asyncio.wait(self._cancelled)
            return await line.run(read)

    async def write(self, statements: Statements, *, foreign_keys: bool = True) -> None:
        """Run statements in one transaction: all of them or none; also where the caller is cancelled meanwhile."""
        self._check_open()
        task = asyncio.create_task(self._write(statements))
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if not task.done():
                self._cancelled.add(task)
                task.add_done_callback(self._forget)
            raise

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._cancelled.discard(task)
        if not task.cancelled():
            task.exception()

    async def _write(self, statements: Statements) -> None:
        async def run(session: Session) -> None:
            for left in range(TRIES - 1, -1, -1):
                try:
                    await run_transaction(session, statements)
                except (errors.DeadlockDetected, errors.SerializationFailure):
                    # Everything was undone, and nobody has read anything in between.
                    if not left:
                        raise
                else:
                    return

        with convert_errors(), metrics.timed(WRITE_SECONDS):
            await self._writer.run(run)

    async def try_lock_imports(self) -> bool:
        with convert_errors():
            session = await connect(self.address)
            cursor = await session.execute("SELECT pg_try_advisory_lock(%s)", (_IMPORTS,))
            if await cursor.fetchone() == (1,):
                self._imports = session
                return True
            await session.close()
        return False

    async def unlock_imports(self) -> None:
        """Release the lock for imports of files, which ends with its connection."""
        if self._imports is not None:
            await self._imports.close()
            self._imports = None


async def run_transaction(session: Session, statements: Statements) -> None:
    """Run each statement with each of its rows, all or nothing; in one message to the server wherever that is possible.

    The statements of one message are one transaction.
    """
    cursor = AsyncClientCursor(session)
    if all(statement.inserted is None for statement in statements):
        await _send(cursor, [_bound(cursor, one.text, row) for one in statements for row in one.rows])
        return
    async with session.transaction():
        waiting: list[str] = []
        for statement in statements:
            for row in statement.rows:
                if (values := with_ids(row)) is None:
                    continue
                waiting.append(_bound(cursor, statement.text, values))
                if statement.inserted is not None:
                    await _send(cursor, waiting)
                    waiting = []
                    found = await cursor.fetchone()
                    statement.inserted.id = None if found is None else found[0]
        await _send(cursor, waiting)


async def _send(cursor: AsyncClientCursor[Any], statements: list[str]) -> None:
    if statements:
        await cursor.execute(";\n".join(statements).encode())
        while cursor.nextset():
            pass


def _bound(cursor: AsyncClientCursor[Any], statement: str, values: Values) -> str:
    return cursor.mogrify(translate(statement), values)


def translate(statement: str) -> bytes:
    """Return a statement with psycopg's marks in place of question marks."""
    return statement.replace("%", "%%").replace("?", "%s").encode()


def inspect_server(address: PostgresAddress) -> Inspection:
    """Look at a database, of a running bot too. Raises ``StorageError`` that says what to do."""
    newest = newest_schema()
    with convert_errors(), psycopg.connect(address.url, connect_timeout=CONNECT_SECONDS) as server:
        ((size, exists, tables, may_create),) = server.execute(
            "SELECT pg_database_size(current_database()), to_regclass('schema_version') IS NOT NULL, "
            "(SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()), "
            "has_schema_privilege(current_schema(), 'CREATE')"
        ).fetchall()
        schema = 0
        if exists:
            ((schema,),) = server.execute("SELECT version FROM schema_version").fetchall()
        check_version(schema, newest, is_foreign=not exists and tables > 0)
        if not may_create:
            raise StorageError("the bot may not create tables here; make its user the owner of the database.")
    return Inspection(int(size), int(schema), newest)
