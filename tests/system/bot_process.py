"""The bot as a process: started, stopped, killed and measured, with everything that it logs in one file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.support.paths import ROOT
from tests.system.discord_server import TOKEN_PREFIX
from tests.system.launch import ADDRESS

STOPS_WITHIN: Final = 60.0
"""Seconds that the bot has to close after SIGTERM."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")


class BotProcess:
    """``cribbage-bot run`` over a database in ``folder``; ``settings`` are variables of its environment."""

    def __init__(self, folder: Path, address: str, **settings: str) -> None:
        self.folder = folder
        self.database = folder / "cribbage.db"
        self.log = folder / "bot.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in _OF_THE_BOT},
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            ADDRESS: address,
            "DISCORD_TOKEN": "token-of-the-loopback",
            "DATABASE_PATH": str(self.database),
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        assert not self.is_running
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.system.launch", "run"),
                cwd=self.folder,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def wait(self) -> int:
        assert self._process is not None
        return await self._process.wait()

    async def kill(self) -> None:
        """Kill the process at once, and wait until all processes that it has started have ended too."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        await self._end_group(5.0)

    async def stop(self) -> int:
        """Send SIGTERM; returns the exit code. Kills what does not end in time."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.terminate()
        try:
            return await asyncio.wait_for(self._process.wait(), STOPS_WITHIN)
        except TimeoutError:
            await self.kill()
            return -signal.SIGKILL
        finally:
            await self._end_group(5.0)

    async def close(self) -> None:
        """Kill the process if it runs, and everything that it has started."""
        if self._process is not None:
            if self.is_running:
                self._process.kill()
                await self._process.wait()
            await self._end_group(0.0)

    async def _end_group(self, patience: float) -> None:
        """Wait for the processes that the ended one has started; after so many seconds kill them."""
        assert self._process is not None
        group = self._process.pid
        with suppress(ProcessLookupError):
            while patience > 0:
                os.killpg(group, 0)
                await asyncio.sleep(0.05)
                patience -= 0.05
            os.killpg(group, signal.SIGKILL)

    # What it has used and written.

    def processor_seconds(self) -> tuple[float, float]:
        """Return the processor seconds of the process with its children, and of its main thread: the event loop."""
        assert self._process is not None
        pid = self._process.pid
        own = sum(_seconds(Path(f"/proc/{one}/stat")) for one in (pid, *_children(pid)))
        return own, _seconds(Path(f"/proc/{pid}/task/{pid}/stat"))

    def megabytes(self) -> tuple[float, float]:
        """Return the resident memory of the process, and of those that it has started, in MB."""
        assert self._process is not None
        pid = self._process.pid
        return _resident(pid) / 1024, sum(map(_resident, _children(pid))) / 1024

    def logged(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def tracebacks(self) -> int:
        return self.logged().count("Traceback (most recent call last)")

    def tokens(self) -> int:
        """Return how many lines of the log have the token of an interaction."""
        return sum(bool(_TOKEN.search(line)) for line in self.logged().splitlines())


_TOKEN: Final = re.compile(re.escape(TOKEN_PREFIX))
_OF_THE_BOT: Final = (
    *("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_PATH", "DATABASE_SYNC", "DATABASE_URL", "SHARDS", "PICTURES"),
    *("LOG_LEVEL", "LOG_FORMAT", "ROBOT_PACE", "IDLE_DAYS", "INVITATION_DAYS", "LOCALE_PATH", "HTTP_PORT"),
    "SENTRY_DSN",
)


def _children(pid: int) -> Iterator[int]:
    """Yield the processes that any thread of a process has started, and theirs."""
    with suppress(OSError, ValueError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield int(child)
                yield from _children(int(child))


def _resident(pid: int) -> int:
    try:
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    except OSError:
        return 0
    return int(fields.get("VmRSS", "0 kB").split()[0])


def _seconds(stat: Path) -> float:
    try:
        fields = stat.read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS
