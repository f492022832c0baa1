"""A connection to the database file: its errors in a sentence, transactions in one call, a copy before an upgrade."""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import aiosqlite

from bot.models.errors import StaleWrite, StorageError, StorageUnavailable
from bot.storage.errors import DENIED, FULL, STALE, in_one_line

BESIDE: Final = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a database file, by the end of its name."""

Values: TypeAlias = Sequence[Any]
"""The values for a statement's question marks."""


class Inserted:
    """The id that a row gets when its transaction is written; None where its statement inserts nothing."""

    id: int | None = None


class Statement(NamedTuple):
    """A statement with the rows that it is run for.

    The id that it returns, if any, goes to ``inserted``. A row may hold such an id of a statement before; it is left
    out where that one has inserted nothing.
    """

    text: str
    rows: list[Values]
    inserted: Inserted | None = None


Statements: TypeAlias = list[Statement]
"""Statements in order."""


def with_ids(values: Values) -> Values | None:
    """Return the values of a row with the ids that were inserted before; None where one of them was not."""
    if not any(isinstance(value, Inserted) for value in values):
        return values
    known = [value.id if isinstance(value, Inserted) else value for value in values]
    missing = any(isinstance(value, Inserted) and value.id is None for value in values)
    return None if missing else known


AfterCommit: TypeAlias = Callable[[sqlite3.Connection, int], None]
"""Called on the connection's thread after a commit, with the number of rows that were run."""

BUSY_SECONDS: Final = 2.0
"""How long a transaction waits for another program, counted from its call: Discord waits 3 seconds for an answer."""

_ON_TIME: Final = 0.1
"""A transaction that waited less than this many seconds for its turn gets the whole of ``BUSY_SECONDS``."""


_STALE: Final = ("failed: events.table_id, events.version", "failed: tables.revision", "failed: promised_seeds.seed")
"""How SQLite's errors end for a write that was based on an older state of a game than is stored."""

NO_BACKUP: Final = "this isn't a backup of the bot."


@contextmanager
def convert_errors(*, is_named: bool = False) -> Iterator[None]:
    """Raise errors of SQLite and of the file system as ``StorageError`` with one sentence.

    ``is_named`` is for a backup that the host has named, to which no setting leads.
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        if str(error).endswith(_STALE):
            raise StaleWrite(STALE) from error
        raise StorageError(f"the database refused invalid data ({error}).") from error
    except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError) as error:
        # Python itself fails on what SQLite says of a damaged file in bytes that are no text.
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_BUSY"):
            raise StorageUnavailable(
                f"another program has locked the database ({error}); close it and try again."
            ) from error
        if name == "SQLITE_FULL":
            raise StorageUnavailable(FULL) from error
        if is_named and name == "SQLITE_NOTADB":
            raise StorageError(NO_BACKUP) from error
        said = f"the {'file' if is_named else 'database'} can't be used ({in_one_line(error)})"
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
            raise StorageError(f"{said}; let the bot's user write to the file and its folder.") from error
        kind = StorageUnavailable if name.startswith("SQLITE_IOERR") else StorageError
        where = "the disk, or use another backup" if is_named else "DATABASE_PATH and the disk, or use a backup"
        raise kind(f"{said}; check {where}.") from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise StorageUnavailable(FULL) from error
        if is_named:
            raise StorageError(f"the file can't be used ({error.strerror}).") from error
        folder = " and let the bot's user write to its folder" if error.errno in DENIED else ""
        raise StorageError(f"the database can't be opened ({error.strerror}); check DATABASE_PATH{folder}.") from error


class Connection(aiosqlite.Connection):
    """A connection with a thread of its own. SQLite begins no transaction by itself on it."""

    @classmethod
    async def to(cls, path: Path, *, query_only: bool = False) -> Connection:
        """Connect to a file."""
        connection = cls(partial(_connect, path, query_only=query_only), iter_chunk_size=64)
        await connection
        return connection

    async def run_transaction(
        self, statements: Statements, after_commit: AfterCommit | None = None, *, foreign_keys: bool = True
    ) -> None:
        """Begin, run each statement with each of its rows, and commit; or undo everything.

        Without ``foreign_keys`` rows may be deleted that others point to.
        """
        called, run = time.monotonic(), _run_transaction if foreign_keys else _run_without_foreign_keys
        await self._execute(run, self._conn, statements, called, after_commit)  # type: ignore[no-untyped-call]

    async def finish_calls(self) -> None:
        """Wait until every call before this one is done."""
        await self._execute(int)  # type: ignore[no-untyped-call]


def _connect(path: Path, *, query_only: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    if query_only:
        connection.execute("PRAGMA query_only = ON")
    return connection


def _run_transaction(
    connection: sqlite3.Connection, statements: Statements, called: float, after_commit: AfterCommit | None
) -> None:
    cursor = connection.cursor()
    _begin(cursor, time.monotonic() - called)
    try:
        for statement in statements:
            _run(cursor, statement)
        cursor.execute("COMMIT")
    except BaseException:
        # Whatever failed, the connection must not stay in a transaction. A full disk has undone it already.
        if connection.in_transaction:
            cursor.execute("ROLLBACK")
        raise
    if after_commit is not None:
        after_commit(connection, sum(len(statement.rows) for statement in statements))


def _run(cursor: sqlite3.Cursor, statement: Statement) -> None:
    for row in statement.rows:
        if (values := with_ids(row)) is not None:
            cursor.execute(statement.text, values)
            if statement.inserted is not None:
                ((statement.inserted.id,),) = cursor.fetchall() or ((None,),)


def _run_without_foreign_keys(connection: sqlite3.Connection, *arguments: Any) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        _run_transaction(connection, *arguments)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")


def _begin(cursor: sqlite3.Cursor, waited: float) -> None:
    """Begin a transaction that ``waited`` some seconds for its turn, so that a row of them is not refused too late."""
    if waited < _ON_TIME:
        cursor.execute("BEGIN IMMEDIATE")
        return
    cursor.execute(f"PRAGMA busy_timeout = {max(0, round((BUSY_SECONDS - waited) * 1000))}")
    try:
        cursor.execute("BEGIN IMMEDIATE")
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")


def copy_path(database: Path, version: int) -> Path:
    """Return the path of the copy of a file with this schema version, named after the first migration that follows."""
    resolved = database.resolve()
    return resolved.with_name(f"{resolved.name}.before-{version + 1:04}")


def make_copy(database: Path, version: int) -> Path:
    """Copy a file with this schema version, check the copy, and return its path. Raises ``StorageError``.

    A copy of the same version that was there before is replaced, once the new one is whole.
    """
    target = copy_path(database, version)
    try:
        with part_of(target) as part:
            _copy(database, part, version)
            part.replace(target)
    except (OSError, sqlite3.Error) as error:
        size = max(1, round(database.stat().st_size / 1e6))
        raise StorageError(
            f"the backup {target.name}, needed before the update, failed ({in_one_line(error)}); "
            f"free {2 * size} MB on the disk and start again."
        ) from error
    return target


def _copy(database: Path, part: Path, version: int) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        ((copied,),) = copy.execute("PRAGMA user_version").fetchall()
        ((verdict,),) = copy.execute("PRAGMA quick_check(1)").fetchall()
        if (copied, verdict) != (version, "ok"):
            raise sqlite3.DatabaseError(f"the copy has schema {copied}: {verdict}")


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Make an empty file beside the target that its owner alone may read; it is deleted unless it is renamed."""
    part = target.with_name(f"{target.name}.part")
    _delete(part)
    try:
        # The copy holds hands and seeds: nobody else may read it, whoever may read the file.
        part.touch(mode=0o600)
        yield part
    finally:
        with suppress(OSError):
            _delete(part)


def _delete(part: Path) -> None:
    for ending in ("", *BESIDE):
        part.with_name(f"{part.name}{ending}").unlink(missing_ok=True)
