"""A copy of the database file beside it, made before a new version of the bot changes its schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bot.storage.errors import StorageError, in_one_line

_LEFTOVERS: Final = ("", "-journal", "-wal", "-shm")
"""What may be left of a copy that failed, by the end of its name."""


def copy_path(database: Path, version: int) -> Path:
    """Return the path of the copy of a file with this schema version, named after the first migration that follows."""
    resolved = database.resolve()
    return resolved.with_name(f"{resolved.name}.before-{version + 1:04}")


def make_copy(database: Path, version: int) -> Path:
    """Copy a file with this schema version, check the copy, and return its path. Raises ``StorageError``.

    A copy of the same version that was there before is replaced, once the new one is whole.
    """
    target = copy_path(database, version)
    part = target.with_name(f"{target.name}.part")
    try:
        _delete(part)
        # The copy holds hands and seeds: nobody else may read it, whoever may read the file.
        part.touch(mode=0o600)
        _copy(database, part, version)
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            _delete(part)
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


def _delete(part: Path) -> None:
    for ending in _LEFTOVERS:
        part.with_name(f"{part.name}{ending}").unlink(missing_ok=True)
