"""One process owns a database file at a time: a lock of the operating system, which ends with the process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.storage.errors import StorageError


class Ownership:
    """The right of this process alone to run on a database file, until it is given back or the process ends.

    The lock is taken on an empty file beside the database, under one name however the database is reached. That file
    stays there: whether it is locked is what counts, so nobody ever has to delete it.
    """

    def __init__(self, database: Path) -> None:
        self._lock = FileLock(f"{database.resolve()}-lock", timeout=0, thread_local=False)

    def take(self, refusal: str) -> None:
        """Take the lock. Raises ``StorageError`` with the refusal where another process has it."""
        try:
            self._lock.acquire()
        except Timeout:
            raise StorageError(refusal) from None

    def give_back(self) -> None:
        """Release the lock, if this process has it."""
        self._lock.release()

    @contextmanager
    def taken(self, refusal: str) -> Iterator[None]:
        """Hold the lock for a while, unless this process has it anyhow."""
        if self._lock.is_locked:
            yield
            return
        self.take(refusal)
        try:
            yield
        finally:
            self.give_back()
