"""Processes that think: a first one for robots whose move somebody waits for, and one for everything else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

_TRIES: Final = 2
"""How often something is thought about when the process dies."""

_One = TypeVar("_One")


class PoolError(Exception):
    """Nothing could be thought about: the process died, could not be started, or was closed."""


class AnalysisPool:
    """Two processes, which start at their first use. A process that dies is started again."""

    def __init__(self) -> None:
        self._executors: dict[bool, ProcessPoolExecutor] = {}
        self._is_closed = False

    async def run_urgently(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what a function of a module returns, for somebody who waits. Raises ``PoolError``."""
        return await self._run(function, arguments, urgent=True)

    async def run(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what a function of a module returns, one after the other. Raises ``PoolError``."""
        return await self._run(function, arguments, urgent=False)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._is_closed = True
        for urgent in tuple(self._executors):
            self._end(urgent)

    async def _run(self, function: Callable[..., _One], arguments: tuple[Any, ...], *, urgent: bool) -> _One:
        for _ in range(_TRIES):
            if self._is_closed:
                break
            executor = self._executor(urgent=urgent)
            try:
                job = partial(function, *arguments)
                return await asyncio.get_running_loop().run_in_executor(executor, job)
            except (BrokenProcessPool, OSError):
                if self._executors.get(urgent) is executor:
                    self._end(urgent)
            except RuntimeError:
                # Another task ended the executor meanwhile.
                continue
        raise PoolError("the process that thinks is closed" if self._is_closed else "the process that thinks died")

    def _executor(self, *, urgent: bool) -> ProcessPoolExecutor:
        executor = self._executors.get(urgent)
        if executor is None:
            context = multiprocessing.get_context("spawn")
            executor = ProcessPoolExecutor(1, context, initializer=_begin)
            self._executors[urgent] = executor
        return executor

    def _end(self, urgent: bool) -> None:  # noqa: FBT001 - the key of the dictionary
        _kill(self._executors.pop(urgent))


async def run_apart(function: Callable[..., _One], *arguments: Any, seconds: float, memory: int) -> _One:
    """Return what a function of a module returns, from a process for it alone that may use so many bytes.

    Raises ``PoolError`` where it takes more, or longer, or dies. The process is killed in any case.
    """
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(1, context, initializer=_begin_with_limit, initargs=(memory,))
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.get_running_loop().run_in_executor(executor, partial(_or_end, function, *arguments))
    except (BrokenProcessPool, MemoryError, OSError) as error:
        raise PoolError("the process took too much memory or time, or died") from error
    finally:
        _kill(executor)


def _or_end(function: Callable[..., _One], *arguments: Any) -> _One:
    """Return what a function returns; where memory is short the process ends, as there is none left to say so."""
    try:
        return function(*arguments)
    except MemoryError:
        os._exit(1)


def _kill(executor: ProcessPoolExecutor) -> None:
    processes = list((getattr(executor, "_processes", None) or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def _begin_with_limit(memory: int) -> None:
    """Prepare a process that may use so many bytes. Windows has no such limit: there only time and sizes count."""
    _begin()
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        # The address space would also count the room that libraries and threads only reserve.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))


def _begin() -> None:
    """Prepare a process: it leaves signals to the bot, and ends with it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
