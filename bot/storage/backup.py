"""Backups of the database file, and a look at it for its host: whether the bot could run on it."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bot.models.errors import StorageError
from bot.models.storage import Inspection
from bot.storage.connection import BESIDE, BUSY_SECONDS, convert_errors, part_of
from bot.storage.database import OWNED, check_header, check_stamp, check_verdict, newest_schema
from bot.storage.file_stamp import FileStamp, Ownership


def back_up(database: Path, target: Path) -> int:
    """Copy the database into a new file, also while the bot runs, and return the size of the copy in bytes.

    The copy is checked before it gets its name; it holds everything that was committed when it began. Raises
    ``StorageError``, for a target that exists too.
    """
    with _about(database):
        if not database.is_file():
            raise StorageError("there's no database here; set DATABASE_PATH to the bot's database.")
        check_stamp(FileStamp(database), Ownership(database))
    with _about(target):
        _refuse_to_overwrite(target)
        _need_folder(target)
        with part_of(target) as part:
            _copy(sqlite3.connect(database, timeout=BUSY_SECONDS, isolation_level=None), part)
            _refuse_to_overwrite(target)
            part.replace(target)
        _save_names(target.parent)
        return target.stat().st_size


def restore(backup: Path, database: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in place of the database, which no bot may be running on; the backup itself stays.

    A database that is there is refused, or with ``replace`` kept under another name, which is returned. Raises
    ``StorageError`` before anything has changed.
    """
    with _about(backup, is_named=True):
        if backup.is_dir():
            raise StorageError("this is a folder.")
        if not backup.is_file():
            raise StorageError("there's no such file.")
        if not os.access(backup, os.R_OK):
            raise StorageError("you can't read this file.")
        if database.exists() and database.samefile(backup):
            raise StorageError("this is the database itself, not a backup of it.")
        _check_backup(backup)
    with _about(database):
        database = database.resolve()
        database.parent.mkdir(parents=True, exist_ok=True)
        with Ownership(database).acquired(OWNED):
            if database.exists() and not replace:
                raise StorageError("this database is there already; add --replace, which keeps it under another name.")
            with part_of(database) as part:
                _copy(_connect(backup), part)
                _give_to_owner(database, part, database.with_name(f"{database.name}-lock"))
                aside = _put_aside(database) if database.exists() else None
                # SQLite would replay what an older file has left in its -wal.
                for ending in (*BESIDE, "-stamp"):
                    database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
                part.replace(database)
            _save_names(database.parent)
    return aside


def _refuse_to_overwrite(target: Path) -> None:
    if target.exists():
        raise StorageError("this file is there already; give the backup another name.")


def _need_folder(target: Path) -> None:
    if not target.parent.is_dir():
        raise StorageError(f"there is no folder {target.parent}.")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise StorageError(f"you can't write in the folder {target.parent}.")


def _check_backup(backup: Path) -> None:
    with closing(_connect(backup)) as connection:
        version = _check(connection, is_named=True)
        if not version:
            raise StorageError("this file is empty, not a backup of the bot's database.")


def _connect(backup: Path) -> sqlite3.Connection:
    """Return a connection that reads a backup and, unless it has a ``-wal`` or ``-journal``, puts nothing beside it."""
    parts = (backup.with_name(f"{backup.name}{ending}") for ending in ("-wal", "-journal"))
    if any(part.exists() and part.stat().st_size for part in parts):
        return sqlite3.connect(backup, timeout=BUSY_SECONDS, isolation_level=None)
    return sqlite3.connect(f"{backup.resolve().as_uri()}?immutable=1", uri=True, isolation_level=None)


def _copy(source: sqlite3.Connection, part: Path) -> None:
    """Copy a database into an empty file, check the copy, and wait until it is on the disk. Closes the source."""
    with (
        closing(source) as original,
        closing(sqlite3.connect(part)) as copy,
    ):
        original.execute("PRAGMA query_only = ON").fetchall()
        # Python would wait for a locked database for ever; this waits for as long as anybody does.
        original.execute("BEGIN").fetchall()
        original.execute("SELECT count(*) FROM sqlite_master").fetchall()
        original.backup(copy)
        # A backup is one file: without this SQLite would put a -wal beside it when somebody looks into it.
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        _check(copy)
    with part.open("rb+") as file:
        os.fsync(file.fileno())


def _check(connection: sqlite3.Connection, *, by: str = "integrity_check", is_named: bool = False) -> int:
    """Check every page and index of a database, and return the version of its schema. Raises ``StorageError``."""
    ((application,),) = connection.execute("PRAGMA application_id").fetchall()
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    ((objects,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    check_header(application, version, objects, newest_schema(), is_named=is_named)
    ((verdict,), *_) = connection.execute(f"PRAGMA {by}(1)").fetchall()
    check_verdict(verdict, is_named=is_named)
    return int(version)


def _put_aside(database: Path) -> Path:
    aside = database.with_name(f"{database.name}.replaced-{time.strftime('%Y%m%d-%H%M%S')}")
    if aside.exists():
        raise StorageError(f"{aside.name} is there already; try again in a second.")
    database.rename(aside)
    for ending in ("-journal", "-wal"):
        with suppress(FileNotFoundError):
            database.with_name(f"{database.name}{ending}").rename(aside.with_name(f"{aside.name}{ending}"))
    return aside


def _give_to_owner(database: Path, *files: Path) -> None:
    """Give files that root has made to the owner of the database or its folder: the bot runs as another user."""
    if os.name == "nt" or os.geteuid():
        return
    owner = (database if database.exists() else database.parent).stat()
    for file in files:
        os.chown(file, owner.st_uid, owner.st_gid)


def _save_names(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system lets us."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _about(path: Path, *, is_named: bool = False) -> Iterator[None]:
    """Raise every error as a ``StorageError`` that names the file, which the settings or the host has named."""
    try:
        with convert_errors(is_named=is_named):
            yield
    except StorageError as error:
        raise type(error)(f"{path}: {error}") from error


def inspect(path: Path) -> Inspection:
    """Look at a database file, of a running bot too. Raises ``StorageError`` that says what to do."""
    with convert_errors():
        _check_rights(path)
        newest = newest_schema()
        if not path.exists() or not path.stat().st_size:
            return Inspection(0, 0, newest)
        stamp, ownership = FileStamp(path), Ownership(path)
        check_stamp(stamp, ownership)
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            schema = _check(connection, by="quick_check")
            # Whoever may read the file may be kept from writing it by another program.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
        return Inspection(path.stat().st_size, schema, newest, _is_running(path, stamp, ownership))


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
