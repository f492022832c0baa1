"""A PostgreSQL database: the same statements as on SQLite, and several processes that know of each other's writes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, TypeVar

import psycopg
from psycopg import AsyncClientCursor, AsyncConnection, errors
from psycopg.adapt import Buffer, Dumper, Loader

from bot import metrics
from bot.models.storage import PostgresAddress
from bot.storage import postgres_schema
from bot.storage.connection import Statements, Values, with_ids
from bot.storage.database import Database
from bot.storage.errors import FULL, StaleWrite, StorageError, StorageUnavailable, in_one_line

T = TypeVar("T")
Session = AsyncConnection[tuple[Any, ...]]
Work = Callable[[Session], Awaitable[T]]

CONNECT_SECONDS: Final = 5
LOCK_SECONDS: Final = 2
"""How long a statement waits for another process: Discord waits 3 seconds for an answer."""

TRIES: Final = 5
"""How often a transaction is tried that PostgreSQL gives up because another one is in its way."""

_IMPORTS: Final = 0x43524942
"""The advisory lock of imports: the letters CRIB."""

_READ_SECONDS: Final = metrics.DATABASE_SECONDS.labels("read")
_WRITE_SECONDS: Final = metrics.DATABASE_SECONDS.labels("write")


class _NumberOfBool(Loader):
    """Reads a truth value as SQLite gives it: 1 or 0."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"t")


class _NumberOfNumeric(Loader):
    """Reads a number as SQLite gives it: whole or not. Sums and averages of whole numbers are of this type."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text or b"N" in text else int(text)


class _BoolAsNumber(Dumper):
    """Writes a truth value as SQLite does: 1 or 0."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:  # noqa: FBT001 - as psycopg calls it
        return b"1" if obj else b"0"


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

    def __init__(self, address: PostgresAddress) -> None:
        super().__init__()
        self.address = address
        self._writer = Line(address)
        self._reader = Line(address)
        self._long_reader = Line(address)
        self._imports: Session | None = None
        self._cancelled: set[asyncio.Task[None]] = set()
        self._closed = False

    @classmethod
    async def connect(cls, address: PostgresAddress) -> PostgresDatabase:
        """Connect to a database and upgrade it to this version. Raises ``StorageError``."""
        database = cls(address)
        try:
            with convert_errors():
                await database._writer.run(postgres_schema.upgrade)
        except StorageError as error:
            await database.close()
            raise type(error)(f"{address}: {error}") from error
        return database

    async def close(self) -> None:
        """Close the connections once every call before this one is done."""
        self._closed = True
        for line in (self._writer, self._reader, self._long_reader):
            await line.close()
        await self.unlock_imports()

    async def rows(self, statement: str, values: Values = (), *, long: bool = False) -> list[tuple[Any, ...]]:
        """Return every row that a query finds. A query is ``long`` if it may read more than some thousands of rows."""
        self._check_open()
        line = self._long_reader if long else self._reader

        async def read(session: Session) -> list[tuple[Any, ...]]:
            cursor = await session.execute(translate(statement), values)
            return await cursor.fetchall() if cursor.description is not None else []

        with convert_errors(), metrics.timed(_READ_SECONDS):
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

        with convert_errors(), metrics.timed(_WRITE_SECONDS):
            await self._writer.run(run)

    async def try_lock_imports(self) -> bool:
        """Acquire the lock for imports of files, and return whether no other process has it."""
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

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("the bot is stopping; try again when it is back.")


async def connect(address: PostgresAddress) -> Session:
    """Connect to a database, in a connection that begins no transaction by itself. Raises psycopg's errors."""
    session = await AsyncConnection.connect(
        address.url,
        autocommit=True,
        cursor_factory=AsyncClientCursor,
        connect_timeout=CONNECT_SECONDS,
        application_name="cribbage-bot",
        # A host that is gone is noticed within half a minute.
        keepalives_idle=10,
        keepalives_interval=5,
        keepalives_count=2,
    )
    session.adapters.register_loader("bool", _NumberOfBool)
    session.adapters.register_loader("numeric", _NumberOfNumeric)
    session.adapters.register_dumper(bool, _BoolAsNumber)
    await session.execute(
        f"SET lock_timeout = '{LOCK_SECONDS}s'; SET client_min_messages = warning; "
        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2"
    )
    return session


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
    """Send statements in one message, and read until the result of the last one."""
    if statements:
        await cursor.execute(";\n".join(statements).encode())
        while cursor.nextset():
            pass


def _bound(cursor: AsyncClientCursor[Any], statement: str, values: Values) -> str:
    return cursor.mogrify(translate(statement), values)


@lru_cache(maxsize=2048)
def translate(statement: str) -> bytes:
    """Return a statement in the words of PostgreSQL, with psycopg's marks in place of question marks."""
    return postgres_schema.without_hints(statement).replace("%", "%%").replace("?", "%s").encode()


@contextmanager
def convert_errors() -> Iterator[None]:
    """Raise errors of PostgreSQL as ``StorageError`` with one sentence."""
    try:
        yield
    except errors.IntegrityError as error:
        if _is_stale(error):
            raise StaleWrite("another process has changed this game meanwhile; try again.") from error
        raise StorageError(f"the database refused invalid data ({_said(error)}).") from error
    except errors.DiskFull as error:
        raise StorageUnavailable(FULL) from error
    except (errors.LockNotAvailable, errors.QueryCanceled) as error:
        raise StorageUnavailable(f"another program has locked the database ({_said(error)}); try again.") from error
    except (errors.InvalidPassword, errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName) as error:
        raise StorageError(f"PostgreSQL refuses ({_said(error)}); check DATABASE_URL.") from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StorageUnavailable(f"PostgreSQL can't be reached ({_said(error)}); check DATABASE_URL.") from error
    except (psycopg.Error, UnicodeError, OverflowError) as error:
        raise StorageError(f"the database can't be used ({_said(error)}).") from error


def _is_stale(error: errors.IntegrityError) -> bool:
    """Return whether a write was based on an older state of a game than is stored."""
    diagnosis = error.diag
    if isinstance(error, errors.NotNullViolation):
        return (diagnosis.table_name, diagnosis.column_name) == ("tables", "revision")
    return isinstance(error, errors.UniqueViolation) and diagnosis.constraint_name == "events_pkey"


def _said(error: BaseException) -> str:
    """Return the first line of an error: the lines that follow quote values."""
    return in_one_line(ValueError((str(error) or type(error).__name__).partition("\n")[0]))
