"""New databases for tests, copied from one because making each of them is slow: SQLite files, or on PostgreSQL.

The option ``--database postgres`` chooses PostgreSQL: a test still names its databases by paths.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

from aiosqlite.core import set_exception, set_result

from bot.models.storage import DatabaseAddress, PostgresAddress
from bot.storage import database
from bot.storage.connection import Connection
from bot.storage.database import Database
from tests.support.paths import TESTS

_WRITING: Final = re.compile(r"^\W*(INSERT|UPDATE|DELETE|REPLACE INTO)\b", re.MULTILINE)


class _Turns:
    """The queue of a connection, whose calls run one by one between those of the loop instead of on a thread."""

    def put_nowait(self, call: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        try:
            # SimCord waits for the task that waits for this, and need not follow each call too.
            asyncio.BaseEventLoop.call_soon(asyncio.get_running_loop(), self._run, *call)  # type: ignore[arg-type]
        except RuntimeError:
            self._run(*call)

    @staticmethod
    def _run(future: asyncio.Future[Any] | None, function: Callable[[], Any]) -> None:
        try:
            result = function()
        except BaseException as error:
            if future is not None:
                set_exception(future, error)
        else:
            if future is not None:
                set_result(future, result)


class InLoop(Connection):
    """A connection without a thread of its own: handing a call to one costs more than most calls."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._tx: Any = _Turns()
        self._thread: Any = SimpleNamespace(start=lambda: None)

    async def reader(self, path: Path) -> Connection:
        """Read over this connection: with another SQLite would parse the whole schema again, in 2 ms."""
        return await type(self)(partial(_Reading, self._conn), iter_chunk_size=64)  # type: ignore[arg-type]


class _Reading:
    """A connection over another one that refuses to write, as if it had ``PRAGMA query_only``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any]) -> sqlite3.Cursor:
        if not statement.lstrip().startswith(("SELECT", "WITH", "EXPLAIN", "PRAGMA")) or _WRITING.search(statement):
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return self._connection.execute(statement, values)

    def close(self) -> None:
        """Leave the other connection to its owner."""


class PostgresEngine:
    """A PostgreSQL server of this process."""

    def __init__(self) -> None:
        self.chosen = False
        self._stack = ExitStack()
        self._server: str | None = None
        self._made: set[str] = set()
        self._readers: dict[str, Any] = {}

    def address(self, path: Path) -> PostgresAddress:
        """Return the address of the database that a test names by a path, created if it does not exist."""
        name = f"test_{hashlib.sha256(bytes(path)).hexdigest()[:20]}"
        if name not in self._made:
            self._run(f"CREATE DATABASE {name} TEMPLATE blank")
            self._made.add(name)
        return self._address(name)

    def new_address(self, name: str) -> PostgresAddress:
        """Return the address of a new database without any table."""
        self._run(f"CREATE DATABASE {name}")
        self._made.add(name)
        return self._address(name)

    def run_in(self, address: PostgresAddress, statement: str) -> None:
        import psycopg

        with closing(psycopg.connect(address.url, autocommit=True)) as other:
            other.execute(statement.encode())

    def reader(self, path: Path) -> Any:
        """Return another program's connection to a database."""
        import psycopg

        url = self.address(path).url
        if url not in self._readers:
            self._readers[url] = psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor)
        return self._readers[url]

    def drop_all(self) -> None:
        while self._readers:
            self._readers.popitem()[1].close()
        while self._made:
            self._run(f"DROP DATABASE {self._made.pop()} WITH (FORCE)")

    def start(self) -> None:
        """Start the server, which all tests use from now on."""
        from tests.support.postgres_server import running_server

        self.chosen = True
        self._server = self._stack.enter_context(running_server())
        self._run("CREATE DATABASE blank")
        asyncio.run(_make(self._address("blank")))

    def stop(self) -> None:
        self._stack.close()

    def _address(self, name: str) -> PostgresAddress:
        from tests.support.postgres_server import address_of

        assert self._server is not None
        return PostgresAddress(address_of(self._server, name))

    def _run(self, statement: str) -> None:
        self.run_in(self._address("postgres"), statement)


POSTGRES = PostgresEngine()


async def _make(address: DatabaseAddress) -> None:
    await (await Database.open(address)).close()


def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        asyncio.run(_make(path))
        return path.read_bytes()


_NEW: Final = _made()


def lay_out(path: Path) -> None:
    """Create a new database file, unless the file exists, for its owner alone, as the bot does."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(_NEW)


def address(path: Path) -> DatabaseAddress:
    """Return the address of the database that a test names by a path, which is created if it does not exist."""
    if POSTGRES.chosen:
        return POSTGRES.address(path)
    lay_out(path)
    return path


async def opened(path: Path) -> Database:
    """Return the database that a test names by a path, which is created if it does not exist; it runs in the loop."""
    usual, database.Connection = database.Connection, InLoop  # type: ignore[misc]
    try:
        return await Database.open(address(path), sync="normal")
    finally:
        database.Connection = usual  # type: ignore[misc]


def old_file(path: Path, version: str) -> Path:
    """Write the file that an older version of the bot has left with its games, and return its path."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript((TESTS / "bot" / "storage" / f"version_{version}.sql").read_text(encoding="utf-8"))
    return path


def read_stored(path: Path, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return what a query finds as another program reads it."""
    if POSTGRES.chosen:
        return POSTGRES.reader(path).execute(query.replace("?", "%s").encode(), values).fetchall()
    with closing(sqlite3.connect(path)) as other:
        return other.execute(query, values).fetchall()
