"""Work that goes on in the background, one task for each name."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot.models.errors import DamagedData, StorageError

_log = logging.getLogger(__name__)


class BackgroundTasks:
    """Runs coroutines as tasks until they end or are closed, and logs those that fail."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    @property
    def closed(self) -> bool:
        """Return whether the tasks are closed to new work."""
        return self._closed

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run some work, unless work of the same name is running already."""
        if self._closed or name in self._tasks:
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._tasks[name] = task
        task.add_done_callback(lambda ended: self._forget(name, ended))

    async def wait(self) -> None:
        """Wait until nothing is running."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def close(self) -> None:
        """Cancel what is running, and take on nothing more."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("%s: %s", name, error, exc_info=None if isinstance(error, StorageError | DamagedData) else error)
