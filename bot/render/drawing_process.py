"""A worker: a process of its own that draws pictures, one after the other.

The bot writes scenes to the worker's standard input and reads PNG files from its standard output. What the worker
writes to its standard error goes into the bot's log. A worker ends when its input does, so it never outlives the bot.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, Final

from bot.i18n.translation import Language
from bot.render.scene import Scene

MOST_WORKERS: Final = 4
"""The most workers that a machine gets, however many processors it has."""

_START: Final = "from bot.render.drawing_process import run; run()"
_DRAWN: Final = b"+"
_FAILED: Final = b"-"
_BEHIND_THE_BOT: Final = 5
"""By how much the priority of a worker is lower than the bot's, as the system counts it.

The bot gets three times as much of a processor as one worker. The lowest priority would get almost nothing beside other
programs that use every processor.
"""

_TRIES: Final = 2
"""How often a picture is tried when its worker dies."""

_LAST_LINES: Final = 40
"""The most lines of a worker's standard error that are logged."""

_SECONDS_TO_LOG: Final = 5.0
"""Seconds that the end of a worker may wait until its standard error is logged."""

_log = logging.getLogger(__name__)


class DrawingError(Exception):
    """A worker could not draw a picture; the message holds the worker's own trace."""


class WorkerClosed(Exception):
    """The worker was closed, so it draws nothing more."""


def worker_count() -> int:
    """Return how many workers this machine should have: one processor stays free for the bot."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


class Worker:
    """A process that draws pictures. It starts at its first use, and again if it dies.

    ``languages`` are all that scenes may be in; ``warm_up`` are scenes that it draws for practice while it has nothing
    else to do. One thread may use it at a time; another may close it.
    """

    def __init__(self, languages: Iterable[Language] = (), warm_up: Iterable[Scene] = ()) -> None:
        self._first_message = {one.name: one for one in languages}, tuple(warm_up)
        self._process: _Process | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process if it is not running. Raises ``WorkerClosed``, or ``OSError``."""
        with self._lock:
            if self._is_closed:
                raise WorkerClosed
            if self._process is not None and self._process.poll() is None:
                return
            if self._process is not None:
                self._process.end()
            self._process = _Process()
        _send(self._process.stdin, pickle.dumps(self._first_message))

    def png(self, scene: Scene) -> bytes:
        """Return the picture as a PNG file. Raises ``DrawingError``, or ``WorkerClosed`` if it is closed meanwhile."""
        job = _pickled(scene)
        for _ in range(_TRIES):
            try:
                self.start()
                return self._ask(job)
            except (OSError, EOFError) as error:
                died = error
                if self._process is not None:
                    self._process.end()
            if self._is_closed:
                raise WorkerClosed
        raise DrawingError(f"the process that draws pictures died {_TRIES} times over this one") from died

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            self._is_closed = True
        if self._process is not None:
            self._process.end()

    def _ask(self, job: bytes) -> bytes:
        assert self._process is not None
        _send(self._process.stdin, job)
        answer = _receive(self._process.stdout)
        if answer[:1] == _FAILED:
            raise DrawingError(answer[1:].decode())
        return answer[1:]


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
            _log.error("a process that draws pictures has written:\n%s", text)


def _send(pipe: Any, message: bytes) -> None:
    try:
        pipe.write(len(message).to_bytes(4) + message)
        pipe.flush()
    except ValueError as error:
        raise EOFError("the pipe was closed") from error


def _receive(pipe: Any) -> bytes:
    """Return the next message. Raises ``EOFError`` at the end."""
    try:
        message: bytes = _read(pipe, int.from_bytes(_read(pipe, 4)))
    except ValueError as error:
        raise EOFError("the pipe was closed") from error
    return message


def _read(pipe: BinaryIO, length: int) -> bytes:
    read = pipe.read(length)
    if len(read) < length:
        raise EOFError("the other side has ended")
    return read


class _Pickler(pickle.Pickler):
    """Writes a scene with the names of languages; the worker has the languages themselves."""

    def persistent_id(self, obj: Any) -> str | None:
        return obj.name if isinstance(obj, Language) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, job: bytes, languages: Mapping[str, Language]) -> None:
        super().__init__(io.BytesIO(job))
        self._languages = languages

    def persistent_load(self, pid: Any) -> Language:
        return self._languages[pid]


def _pickled(scene: Scene) -> bytes:
    out = io.BytesIO()
    _Pickler(out).dump(scene)
    return out.getvalue()


def run() -> None:
    """Draw what comes in at the standard input until it ends: the whole life of the process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        # The bot's own process comes first: players who would wait get text. Some systems forbid a lower priority.
        with suppress(OSError):
            os.nice(_BEHIND_THE_BOT)
    out = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints must not come between the pictures.
    os.dup2(2, 1)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take_jobs, args=(jobs,), daemon=True).start()
    languages, warm_up = pickle.loads(jobs.get())
    practice = list(reversed(warm_up))
    while True:
        try:
            job = jobs.get(block=not practice)
        except Empty:
            with suppress(Exception):
                practice.pop().png()
        else:
            try:
                _send(out, _answer(job, languages))
            except OSError:
                # The bot was killed meanwhile, and nobody waits for the picture.
                os._exit(0)


def _take_jobs(jobs: SimpleQueue[bytes]) -> None:
    """Queue what comes in. At its end the bot is gone, so the process ends at once."""
    with suppress(EOFError, OSError):
        while True:
            jobs.put(_receive(sys.stdin.buffer))
    os._exit(0)


def _answer(job: bytes, languages: Mapping[str, Language]) -> bytes:
    try:
        scene: Scene = _Unpickler(job, languages).load()
        return _DRAWN + scene.png()
    except Exception:
        # Whatever a picture fails with is sent to the bot, which logs it; the process draws the next one.
        return _FAILED + traceback.format_exc().encode()
