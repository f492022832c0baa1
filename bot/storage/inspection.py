"""A look at the database file for its host: whether the bot could run on it. Nothing is created or changed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.storage.connection import BUSY_SECONDS
from bot.storage.database import check_header, check_stamp, check_verdict, newest_schema
from bot.storage.errors import StorageError, convert_errors
from bot.storage.file_stamp import FileStamp
from bot.storage.ownership import Ownership


@dataclass(frozen=True, slots=True)
class Inspection:
    """A database that the bot can run on: its size in bytes, its schema and the newest; both are 0 for no file yet."""

    size: int
    schema: int
    newest: int
    is_running: bool


def inspect(path: Path) -> Inspection:
    """Look at a database file, of a running bot too. Raises ``StorageError`` that says what to do."""
    with convert_errors():
        _check_rights(path)
        newest = newest_schema()
        if not path.exists() or not path.stat().st_size:
            return Inspection(0, 0, newest, is_running=False)
        stamp, ownership = FileStamp(path), Ownership(path)
        check_stamp(stamp, ownership)
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            ((application,),) = connection.execute("PRAGMA application_id").fetchall()
            ((schema,),) = connection.execute("PRAGMA user_version").fetchall()
            ((objects,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            check_header(application, schema, objects, newest)
            ((verdict,), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
            check_verdict(verdict)
            # Whoever may read the file may be kept from writing it by another program.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        return Inspection(path.stat().st_size, int(schema), newest, _is_running(path, stamp, ownership))


def existing_folder(path: Path) -> Path:
    """Return the folder of a file, or the nearest one above it that exists."""
    return next(folder for folder in path.resolve().parents if folder.is_dir())


def _check_rights(path: Path) -> None:
    """Raise ``StorageError`` where this user may not write the file, or create it and the files beside it."""
    folder = existing_folder(path)
    if path.is_dir():
        raise StorageError("this is a folder; set DATABASE_PATH to a file.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StorageError(f"the bot may not write in {folder}; let its user write there, or set DATABASE_PATH.")
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        raise StorageError("the bot may not write this file; let its user read and write it.")


def _is_running(path: Path, stamp: FileStamp, ownership: Ownership) -> bool:
    """Return whether a bot runs on the file; nothing is created to find that out."""
    lock = path.resolve().with_name(f"{path.resolve().name}-lock")
    if not stamp.exists() or not lock.exists():
        return False
    if ownership.try_acquire():
        ownership.release()
        return False
    return True
