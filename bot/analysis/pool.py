"""Processes that work for the bot, each one thing after the other: they think about cards, draw, and read files.

The bot writes what is to be done to a worker's standard input, and reads what came of it from its standard output. What
the worker writes to its standard error goes into the bot's log. A worker ends when its input does, so it never outlives
the bot.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import ceil
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

Spare: TypeAlias = Callable[[], object]
"""Something that a worker does for practice while it has nothing else to do."""

_START: Final = "from bot.analysis.pool import serve; serve()"

_TRIES: Final = 2
"""How often something is tried when the process dies."""

_LAST_LINES: Final = 40
"""The most lines of a worker's standard error that are logged."""

_SECONDS_TO_LOG: Final = 5.0
"""Seconds that the end of a worker may wait until its standard error is logged."""

_log = logging.getLogger(__name__)
_One = TypeVar("_One")


class PoolError(Exception):
    """Nothing could be done: the process died, could not be started, or was closed."""


class Worker:
    """A process that calls functions of modules. It starts at its first use, and again if it dies.

    There it first calls ``prepare`` with the ``arguments``. One thread may use it at a time, such as its ``thread``;
    another may close it.
    """

    def __init__(
        self, prepare: Callable[..., Iterable[Spare]] | None = None, *arguments: Any, tries: int = _TRIES
    ) -> None:
        self._first_message = pickle.dumps((prepare, arguments))
        self._tries = tries
        self.thread: Final = ThreadPoolExecutor(1, "worker")
        self._process: _Process | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def start(self) -> _Process:
        """Return the process, which is started if it is not running. Raises ``PoolError``, or ``OSError``."""
        with self._lock:
            if self._is_closed:
                raise PoolError("the process is closed")
            if self._process is not None and self._process.poll() is None:
                return self._process
            if self._process is not None:
                self._process.end()
            process = self._process = _Process()
        _send(process.stdin, self._first_message)
        return process

    def call(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what a function returns. Raises what it raises, with a note of the trace there, or ``PoolError``."""
        job = pickle.dumps((function, arguments))
        for _ in range(self._tries):
            try:
                process = self.start()
                _send(process.stdin, job)
                answer = _receive(process.stdout)
            except (OSError, EOFError) as error:
                died = error
                if self._process is not None:
                    self._process.end()
                continue
            returned, raised = pickle.loads(answer)
            if raised is not None:
                raise raised
            one: _One = returned
            return one
        if self._is_closed:
            raise PoolError("the process was closed")
        raise PoolError(f"the process died {self._tries} times over this") from died

    async def run(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what ``call`` returns while the event loop goes on; several calls follow one another."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, partial(self.call, function, *arguments))

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            self._is_closed = True
        if self._process is not None:
            self._process.end()


class AnalysisPool:
    """Two workers that think: a first one for robots whose move somebody waits for, and one for everything else."""

    def __init__(self) -> None:
        self._workers = {is_urgent: Worker(_prepare_to_think) for is_urgent in (True, False)}

    def start(self) -> None:
        """Let the first worker start, which takes longer than a move, unless it runs."""
        self._workers[True].thread.submit(self._workers[True].start)

    async def run_urgently(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what a function of a module returns, for somebody who waits. Raises ``PoolError``."""
        return await self._workers[True].run(function, *arguments)

    async def run(self, function: Callable[..., _One], *arguments: Any) -> _One:
        """Return what a function of a module returns, one after the other. Raises ``PoolError``."""
        return await self._workers[False].run(function, *arguments)

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers.values():
            worker.close()


async def run_apart(function: Callable[..., _One], *arguments: Any, seconds: float, memory: int) -> _One:
    """Return what a function of a module returns, from a process for it alone that may use so many bytes.

    Raises ``PoolError`` where it takes more, or works longer than so many seconds, or dies. It may wait for others as
    long again, and once more. The process is killed in any case.
    """
    worker = Worker(_limit, memory, ceil(seconds), tries=1)
    try:
        async with asyncio.timeout(3 * seconds):
            return await worker.run(function, *arguments)
    except TimeoutError as error:
        raise PoolError("the process took too much time") from error
    finally:
        worker.close()


class _Process(subprocess.Popen[bytes]):
    """A process that imports the same modules as this one, and a thread that logs its standard error."""

    def __init__(self) -> None:
        super().__init__(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            # Ctrl-C in a terminal is sent to a whole group; the bot itself ends its workers.
            process_group=0,
        )
        self._logging = threading.Thread(target=self._log_errors, daemon=True)
        self._logging.start()

    def end(self) -> None:
        """Kill the process and close its pipes; it holds nothing that could be lost."""
        self.kill()
        self.wait()
        for pipe in (self.stdin, self.stdout):
            # What was not yet written can go nowhere.
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._logging.join(_SECONDS_TO_LOG)

    def _log_errors(self) -> None:
        """Log what the process has written to its standard error as one record, once it has ended."""
        assert self.stderr is not None
        with self.stderr as pipe:
            lines = deque(pipe, _LAST_LINES)
        if text := b"".join(lines).decode(errors="replace").strip():
            _log.error("a process that works for the bot has written:\n%s", text)


def _send(pipe: Any, message: bytes) -> None:
    try:
        pipe.write(len(message).to_bytes(4) + message)
        pipe.flush()
    except ValueError as error:
        raise EOFError("the pipe was closed") from error


def _receive(pipe: Any) -> bytes:
    """Return the next message. Raises ``EOFError`` at the end."""
    try:
        length = int.from_bytes(pipe.read(4))
        message: bytes = pipe.read(length)
    except ValueError as error:
        raise EOFError("the pipe was closed") from error
    if not message or len(message) < length:
        raise EOFError("the other side has ended")
    return message


def serve() -> None:
    """Do what comes in at the standard input until it ends: the whole life of the process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints must not come between the answers.
    os.dup2(2, 1)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take_jobs, args=(jobs,), daemon=True).start()
    prepare, arguments = pickle.loads(jobs.get())
    spare = list(prepare(*arguments))[::-1] if prepare is not None else []
    while True:
        try:
            job = jobs.get(block=not spare)
        except Empty:
            with suppress(Exception):
                spare.pop()()
        else:
            try:
                _send(out, _answer(job))
            except OSError:
                # The bot was killed meanwhile, and nobody waits for the answer.
                os._exit(0)


def _take_jobs(jobs: SimpleQueue[bytes]) -> None:
    """Queue what comes in. At its end the bot is gone, so the process ends at once."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(_receive(sys.stdin.buffer))
    os._exit(0)


def _answer(job: bytes) -> bytes:
    """Return what a function returned, or what it raised. Where memory is short there is none left to say so."""
    try:
        function, arguments = pickle.loads(job)
        return pickle.dumps((function(*arguments), None))
    except MemoryError:
        os._exit(1)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))


def _limit(memory: int, seconds: int) -> Iterable[Spare]:
    """Let the process use so many bytes, and work so long. Windows has no such limits: there time and sizes count."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        # The address space would also count the room that libraries and threads only reserve.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    return ()


def _prepare_to_think() -> Iterable[Spare]:
    """Let a move wait for nothing.

    The tables are built. The cycle collector would stop a search for 70 ms, and a search makes no cycles.
    """
    from engine.ai.tables import load_tables  # noqa: PLC0415 - not in the processes that draw or read files

    load_tables()
    gc.disable()
    return ()
