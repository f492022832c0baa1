"""Ownership of a database file: a lock of the operating system that one process has and that ends with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from bot.storage.errors import StorageUnavailable


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
