"""A stamp beside the database file, by which a file that was laid over it is noticed, and the lock of who owns it.

After a kill SQLite replays the ``-wal`` file over whatever file has the database's name: over a backup too. Nothing in
a backup tells it from the file that was there, so the process that runs the bot stores in a file called ``-stamp`` when
the database file was last written, to the nanosecond. Only a checkpoint writes it, so that process makes the
checkpoints itself, and stores before each that it begins. A file with another time somebody else put there or wrote.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from bot.models.errors import StorageError, StorageUnavailable

CHECKPOINT_ROWS: Final = 500
"""After this many rows written, a checkpoint follows; that is about the 1,000 pages after which SQLite makes one."""

_SECOND: Final = 10**9
_LONGEST_CHECKPOINT: Final = 10 * _SECOND
"""How long after its begin a checkpoint that was cut short may have written the file, in nanoseconds."""

_COARSE: Final = _SECOND // 20
"""How far the clock of a file system may be behind that of the process, in nanoseconds."""

_LOG_HEADER: Final = 32
_FRAME_HEADER: Final = 24

_UNSAVED: Final = 60 * _SECOND
"""How long the time of a file may be unsaved when the power fails, in nanoseconds."""


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class FileStamp:
    """The stamp of one database file."""

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        self._log = self._database.with_name(f"{self._database.name}-wal")
        self._path = self._database.with_name(f"{self._database.name}-stamp")
        self._noted: int | None = None
        self._rows = 0

    def exists(self) -> bool:
        """Return whether a process runs the bot on the file, or was killed."""
        return self._path.exists()

    def check(self) -> None:
        """Raise ``StorageError`` where a ``-wal`` is left that does not belong to the database file."""
        if not self.fits():
            name = self._database.name
            raise StorageError(
                f"{name}-wal wasn't written for this file; to use the file alone, such as a backup, delete "
                f"{name}-wal and {name}-shm; to use both, delete {name}-stamp."
            )

    def note(self) -> None:
        """Store when the database file was last written, which is now."""
        self._noted = self._written_at()
        with self.checkpoint():
            pass

    def remove_if_closed(self) -> None:
        """Remove the stamp of a file that was closed cleanly.

        The stamp stays with a ``-wal`` that SQLite has left because another program, such as Litestream, has the file
        open: if that program is killed, the ``-wal`` stays for good.
        """
        with suppress(OSError):
            if not self._log.exists() or not self._log.stat().st_size:
                self._path.unlink(missing_ok=True)

    @contextmanager
    def checkpoint(self) -> Iterator[None]:
        """Mark the time within a ``with`` as that of a checkpoint, in which a process may be killed too."""
        self._write({"written": self._noted, "boot": _boot(), "begun": time.time_ns()})
        try:
            yield
        finally:
            self._set_time()
            self._write({"written": self._noted, "boot": _boot()})

    def after_commit(self, connection: sqlite3.Connection, rows: int) -> None:
        """Make a checkpoint when it is time for one; called on the connection's thread."""
        self._rows += rows
        if self._rows >= CHECKPOINT_ROWS:
            self._rows = 0
            # What was committed is safe in the -wal, so a checkpoint that fails is made up for by the next.
            with self.checkpoint(), suppress(sqlite3.Error):
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        elif self._written_at() != self._noted:
            # Another program, such as the shell of SQLite, has made a checkpoint.
            self.note()

    def _set_time(self) -> None:
        """Give the database file a time of its own: file systems give the same one to all that happens at once."""
        now = time.time_ns()
        with suppress(OSError):
            os.utime(self._database, ns=(now, now))
        self._noted = self._written_at()

    def _written_at(self) -> int | None:
        try:
            return self._database.stat().st_mtime_ns
        except OSError:
            return None

    def _write(self, stamp: dict[str, Any]) -> None:
        # On a full disk a stamp may be left empty, which refuses nothing.
        with suppress(OSError), open(self._path, "w", encoding="utf-8", opener=_for_its_owner) as file:
            file.write(json.dumps(stamp))
            file.flush()
            os.fsync(file.fileno())

    def fits(self) -> bool:
        """Return whether the database file is the one that the stamp is about, or nothing is known of it.

        Nothing is known without a stamp or a ``-wal`` file.
        """
        # Windows stores the time of a file late, after its last handle is closed.
        if os.name == "nt":
            return True
        try:
            if not self._log.stat().st_size:
                return True
            stamp = json.loads(self._path.read_text(encoding="utf-8"))
            now, noted, begun = self._written_at(), stamp["written"], stamp.get("begun")
            if now is None or noted is None or now == noted:
                return True
            if begun is not None and begun - _COARSE <= now <= begun + _LONGEST_CHECKPOINT:
                return True
            if stamp["boot"] != _boot() and noted - _UNSAVED <= now <= noted:
                return True
            return self._is_in_the_file()
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            return True

    def _is_in_the_file(self) -> bool:
        """Return whether the database file has every page of the ``-wal``, so that replaying it changes nothing.

        That is so after a checkpoint of another program. https://www.sqlite.org/fileformat2.html describes the format.
        """
        with self._log.open("rb") as log, self._database.open("rb") as database:
            header = log.read(_LOG_HEADER)
            page_size, salts = int.from_bytes(header[8:12]), header[16:24]
            pages: dict[int, int] = {}
            written: dict[int, int] = {}
            while len(frame := log.read(_FRAME_HEADER)) == _FRAME_HEADER and frame[8:16] == salts:
                written[int.from_bytes(frame[:4])] = log.tell()
                log.seek(page_size, os.SEEK_CUR)
                if size := int.from_bytes(frame[4:8]):
                    # The end of a transaction, which says how many pages the file then has.
                    pages |= written
                    written.clear()
                    length = size * page_size
            if not pages or self._database.stat().st_size != length:
                return False
            for number, place in pages.items():
                log.seek(place)
                database.seek((number - 1) * page_size)
                if log.read(page_size) != database.read(page_size):
                    return False
        return True


@cache
def _boot() -> str:
    """Return an id of this run of the machine, or "" where the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


class Ownership:
    """The lock that lets one process at a time run on a database file, until it is released or the process ends.

    The lock is on an empty file beside the database, named after the resolved path of the database. That file stays
    there: only whether it is locked counts, so nobody ever has to delete it.
    """

    def __init__(self, database: Path) -> None:
        self._lock = FileLock(f"{database.resolve()}-lock", timeout=0, mode=0o600, thread_local=False)

    def acquire(self, refusal: str) -> None:
        """Acquire the lock. Raises ``StorageUnavailable`` with the text ``refusal`` where another process has it."""
        if not self.try_acquire():
            raise StorageUnavailable(refusal)

    def try_acquire(self) -> bool:
        """Acquire the lock, and return whether no other process has it."""
        try:
            self._lock.acquire()
        except Timeout:
            return False
        # An earlier version let others read it. It may be another user's: then it stays as it is.
        with suppress(OSError):
            Path(self._lock.lock_file).chmod(0o600)
        return True

    def release(self) -> None:
        """Release the lock, if this process has it."""
        self._lock.release()

    @contextmanager
    def acquired(self, refusal: str) -> Iterator[None]:
        """Hold the lock within a ``with``; one that this process has already stays its own."""
        if self._lock.is_locked:
            yield
            return
        self.acquire(refusal)
        try:
            yield
        finally:
            self.release()
