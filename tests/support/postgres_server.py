"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket, and never as root."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg

_USER: Final = "nobody"
"""Who runs the server where root runs the tests: PostgreSQL refuses root."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs, the newest version of those that are installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    assert initdb is not None, "install PostgreSQL, for instance Debian's package `postgresql`"
    return Path(initdb).parent


@contextmanager
def running_server(*, durable: bool = False) -> Iterator[str]:
    """Run a server, which ends with this process at the latest; yield the address of its folder, for ``address_of``.

    Unless it is ``durable`` it never waits for the disk.
    """
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        data = folder / "data"
        options = ["--auth=trust", "--username=cribbage", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [*_as_user(), programs() / "initdb", "-D", data, *options], check=True, capture_output=True, cwd=folder
        )
        speed = [] if durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                # Where this process is killed, the server is told to stop.
                [
                    *_as_user("--pdeathsig", "INT"),
                    *(programs() / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="),
                    *("-c", "max_connections=300", *speed),
                ],
                stdout=log,
                stderr=log,
                cwd=folder,
            )
        try:
            _wait(folder, server)
            yield str(folder)
        finally:
            # At once: nobody needs what it stores.
            server.send_signal(3)
            server.wait(timeout=60)


def address_of(server: str, database: str) -> str:
    return f"postgresql://cribbage@/{database}?host={server}"


def _as_user(*options: str) -> Sequence[str]:
    user = (f"--reuid={_USER}", "--regid=nogroup", "--clear-groups") if os.geteuid() == 0 else ()
    return ("setpriv", *user, *options) if user or options else ()


def _wait(folder: Path, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert server.poll() is None, (folder / "log").read_text()
        try:
            psycopg.connect(address_of(str(folder), "postgres")).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError((folder / "log").read_text())
