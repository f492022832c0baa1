"""Settings for all tests; ``tests/support/depth.py`` says how many random samples they take.

``pytest --database postgres`` runs the tests of storage, tables and leagues on PostgreSQL.
"""

import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ("tests.support.depth",)

# Bytecode is written whatever the environment says, here and by the processes that tests start: without it each of
# them compiles the bot again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The Discord of the tests is on this machine, where a proxy of the developer's own cannot reach it.
for name in ("http", "https", "ws", "wss", "all", "no"):
    os.environ.pop(f"{name}_proxy", None)
    os.environ.pop(f"{name}_PROXY".upper(), None)

# Files of tests stay in memory where the machine has room for them: only benchmarks and system tests want a disk.
_MEMORY, _ROOM = Path("/dev/shm"), 4 << 30
if (
    os.access(_MEMORY, os.W_OK)
    and shutil.disk_usage(_MEMORY).free > _ROOM
    and not any(folder in argument for argument in sys.argv for folder in ("benchmarks", "system"))
):
    os.environ.setdefault("TMPDIR", str(_MEMORY))
    tempfile.tempdir = None

# What collecting makes lives until the end, and the garbage collector would look at it again and again.
gc.disable()


ON_BOTH = tuple(f"tests/bot/{folder}/" for folder in ("accounts", "leagues", "progress", "storage", "tables"))
"""The folders whose tests run on SQLite and on PostgreSQL."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """On PostgreSQL, skip the files in which no test would run."""
    if config.getoption("database") == "sqlite" or not collection_path.match("test_*.py"):
        return None
    is_able = collection_path.relative_to(config.rootpath).as_posix().startswith(ON_BOTH)
    return True if not is_able and "mark.postgres" not in collection_path.read_text(encoding="utf-8") else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the engine below the tests of storage, tables and leagues."""
    parser.addoption(
        "--database", choices=("sqlite", "postgres"), default="sqlite", help="run the tests that can on PostgreSQL"
    )


_SLOW = "tests/slow"
"""Where pytest's cache has the tests that took more than so many seconds when they ran last."""

_A_MOMENT = 0.2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the quick tests, and leave out what has no meaning on this engine: of a file alone, or of a server alone."""
    slow, on_discord = _slow(config), set()
    for item in items:
        if not any(map(item.get_closest_marker, ("slow", "system", "thorough"))):
            if item.path not in on_discord if "world" in item.fixturenames else item.nodeid not in slow:
                item.add_marker("quick")
            if "world" in item.fixturenames:
                on_discord.add(item.path)
    on_postgres = config.getoption("database") == "postgres"

    def is_wanted(item: pytest.Item) -> bool:
        if on_postgres:
            is_able = item.nodeid.startswith(ON_BOTH) or item.get_closest_marker("postgres")
            return bool(is_able) and not item.get_closest_marker("sqlite")
        return not item.get_closest_marker("postgres")

    if left_out := [item for item in items if not is_wanted(item)]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if is_wanted(item)]


def _slow(config: pytest.Config) -> set[str]:
    cache = getattr(config, "cache", None)
    return set(cache.get(_SLOW, ())) if cache else set()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Keep which tests took more than a moment, for the next run of the quick ones."""
    took = Counter[str]()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                took[report.nodeid] += report.duration
    cache = getattr(config, "cache", None)
    if cache and took and config.getoption("database") == "sqlite":
        now = {test for test, seconds in took.items() if seconds > _A_MOMENT}
        cache.set(_SLOW, sorted(_slow(config) - took.keys() | now))


def pytest_collection_finish() -> None:
    """Let the garbage collector work from here on, on what the tests make alone, and seldom: they make much."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def engine(pytestconfig: pytest.Config) -> Iterator[None]:
    """The server of the tests, where they run on PostgreSQL."""
    if pytestconfig.getoption("database") == "sqlite":
        yield
        return
    from tests.support.blank_database import POSTGRES

    POSTGRES.start()
    yield
    POSTGRES.stop()


@pytest.fixture(autouse=True)
def blank_engine(pytestconfig: pytest.Config) -> Iterator[None]:
    """Drop the databases of a test when it is over."""
    yield
    if pytestconfig.getoption("database") == "postgres":
        from tests.support.blank_database import POSTGRES

        POSTGRES.drop_all()
