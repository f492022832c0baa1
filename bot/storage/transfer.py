"""A move of everything in a database file into an empty PostgreSQL database, checked row by row."""

import asyncio
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from bot.models.errors import StorageError
from bot.models.storage import PostgresAddress
from bot.storage.connection import convert_errors as convert_file_errors
from bot.storage.database import OWNED, SqliteDatabase, check_stamp
from bot.storage.file_stamp import FileStamp, Ownership
from bot.storage.postgres import PostgresDatabase
from bot.storage.sessions import convert_errors

_ROWS_AT_ONCE: Final = 1_000


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table that was moved: its rows and their checksum, which are the same on both sides."""

    name: str
    rows: int
    checksum: str


async def move(file: Path, address: PostgresAddress) -> list[MovedTable]:
    """Copy every table of a file into a database that is empty, all or nothing, and compare both.

    The file stays as it was: a copy beside it is upgraded and read, and deleted at the end. No bot may run on the file.
    Raises ``StorageError``.
    """
    if not await asyncio.to_thread(file.is_file):
        raise StorageError(f"{file}: there's no database.")
    copy = await asyncio.to_thread(_copy_file, file)
    try:
        try:
            await (await SqliteDatabase.open_file(copy)).close()
        except StorageError as error:
            raise type(error)(str(error).replace(str(copy), str(file))) from error
        target = await PostgresDatabase.connect(address)
        await target.close()
        try:
            return await asyncio.to_thread(_move, copy, address)
        except StorageError as error:
            raise type(error)(f"{address}: {error}") from error
    finally:
        await asyncio.to_thread(shutil.rmtree, copy.parent, ignore_errors=True)


def _copy_file(original: Path) -> Path:
    """Copy a database file on which no bot runs, and what SQLite has left beside it, into a folder of its own.

    The file is not opened as a database, which would change it. Returns the path of the copy.
    """
    file, folder = original.resolve(), None
    try:
        ownership = Ownership(file)
        # Without this file no bot has ever run on the database.
        has_lock = file.with_name(f"{file.name}-lock").exists()
        with ownership.acquired(OWNED) if has_lock else nullcontext(), convert_file_errors(is_named=True):
            check_stamp(FileStamp(file), ownership)
            folder = Path(tempfile.mkdtemp(prefix=f"{file.name}.moving-", dir=file.parent))
            for ending in ("", "-wal", "-journal"):
                part = file.with_name(f"{file.name}{ending}")
                if part.exists():
                    shutil.copyfile(part, folder / part.name)
    except BaseException as error:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, StorageError):
            raise type(error)(f"{original}: {error}") from error
        raise
    return folder / file.name


def _move(file: Path, address: PostgresAddress) -> list[MovedTable]:
    with (
        convert_file_errors(),
        convert_errors(),
        closing(sqlite3.connect(file)) as source,
        psycopg.connect(address.url) as target,
    ):
        tables = _tables_in_order(source)
        _refuse_unless_empty(target, tables)
        moved = [_move_table(source, target, table) for table in tables]
        _continue_ids(source, target, tables)
        return moved


def _tables_in_order(source: sqlite3.Connection) -> list[str]:
    rows = source.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    left = {
        name: {other for _, _, other, *_ in source.execute(f"PRAGMA foreign_key_list({name})")} - {name}
        for (name,) in rows.fetchall()
    }
    ordered: list[str] = []
    while left:
        free = sorted(name for name, others in left.items() if others <= set(ordered))
        ordered += free
        for name in free:
            del left[name]
    return ordered


def _refuse_unless_empty(target: psycopg.Connection[Any], tables: Iterable[str]) -> None:
    for table in tables:
        target.execute(sql.SQL("LOCK TABLE {}").format(sql.Identifier(table)))
        if target.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone():
            raise StorageError(f"this database isn't empty ({table} has rows); give the address of an empty one.")


def _move_table(source: sqlite3.Connection, target: psycopg.Connection[Any], table: str) -> MovedTable:
    columns = [name for _, name, *_ in source.execute(f"PRAGMA table_info({table})")]
    if table == "tables":
        columns.append("rowid")
    listed = ", ".join(f'"{column}"' for column in columns)
    name = sql.Identifier(table)
    given = _Sum()
    fields = sql.SQL(", ").join(map(sql.Identifier, columns))
    with target.cursor() as cursor, cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(name, fields)) as copy:
        for row in source.execute(f"SELECT {listed} FROM {table}"):
            given.add(row)
            copy.write_row(row)
    stored = _Sum()
    with target.cursor(name="stored") as cursor:
        cursor.itersize = _ROWS_AT_ONCE
        cursor.execute(sql.SQL("SELECT {} FROM {}").format(fields, name))
        for row in cursor:
            stored.add(row)
    if (given.rows, given.checksum) != (stored.rows, stored.checksum):
        raise StorageError(f"{table} arrived differently ({given.rows} rows became {stored.rows}); nothing was moved.")
    return MovedTable(table, given.rows, given.checksum)


def _continue_ids(source: sqlite3.Connection, target: psycopg.Connection[Any], tables: Iterable[str]) -> None:
    """Let the next row of every table get an id above all that were given."""
    given = dict(source.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    for table in tables:
        ids = {name for _, name, kind, *_ in source.execute(f"PRAGMA table_info({table})") if kind == "INTEGER"}
        column = "rowid" if table == "tables" else "id"
        if column not in {*ids, "rowid"}:
            continue
        ((highest,),) = source.execute(f"SELECT max({column}) FROM {table}").fetchall()
        if highest := max(highest or 0, given.get(table, 0)):
            target.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", (table, column, highest))


class _Sum:
    """The number of rows, and a checksum that does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, row: Iterable[Any]) -> None:
        self.rows += 1
        digest = hashlib.sha256(repr(tuple(row)).encode("utf-8", "surrogatepass")).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % 2**256

    @property
    def checksum(self) -> str:
        return f"{self._sum:064x}"[:16]
