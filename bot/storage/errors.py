"""Errors of reading stored values, as one sentence that a host can act on."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

from bot.models.errors import DamagedData, StaleWrite, StorageError, StorageUnavailable
from engine.errors import CribbageError

STALE: Final = "another process has changed this game meanwhile; try again."

_STALE: Final = ("failed: events.table_id, events.version", "failed: tables.revision", "failed: promised_seeds.seed")
"""How SQLite's errors end for a write that was based on an older state of a game than is stored."""

NO_BACKUP: Final = "this isn't a backup of the bot."

FULL: Final = "the disk is full; free some space on it."

DENIED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The numbers of the errors of a file that this user may not read or write."""

_LONGEST: Final = 200
"""The most letters that are quoted of an error."""


@contextmanager
def check_stored_values(what: str) -> Iterator[None]:
    """Raise ``DamagedData`` for stored values that the bot cannot have written; ``what`` names what they belong to."""
    try:
        yield
    except (StorageError, DamagedData):
        raise
    except (CribbageError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise DamagedData(f"{what} in the database is damaged ({in_one_line(error)}); restore a backup.") from error


def in_one_line(error: BaseException) -> str:
    """Return an error's text on one line, cut to 200 letters: it may quote bytes of a damaged file."""
    # SQLite quotes a text that it cannot decode, which may hold somebody's cards.
    said = (str(error) or type(error).__name__).partition(" with text ")[0]
    text = "".join(letter if letter.isprintable() else " " for letter in said)
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


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


def format_timestamp(time: datetime) -> str:
    """Return a time as text in UTC."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str) -> datetime:
    """Return the time that a text represents. Raises ``DamagedData``."""
    with check_stored_values("a time"):
        return datetime.fromisoformat(text)
