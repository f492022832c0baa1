"""A simulated Discord for each test, its requests written out, and no fault left in the log."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.simulated import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server with the bot, Ann, Ben and Cy."""
    world = World(tmp_path / "cribbage.db")
    try:
        await world.open()
        yield world
        world.env.raise_errors()
        _write_out(world)
    finally:
        await world.close()


@pytest.fixture(autouse=True)
def nothing_at_error(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Faults in callbacks are only logged, so a log at ERROR fails the test."""
    yield
    records = [record for when in ("setup", "call", "teardown") for record in caplog.get_records(when)]
    bad = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert not bad, bad


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Give the test itself the simulated clock."""
    world = getattr(item, "funcargs", {}).get("world")
    if world is None:
        return (yield)
    with world.env.time_context():
        return (yield)


def _write_out(world: World) -> None:
    """Add the requests that the test caused to the file that ``REQUESTS_OUT`` names."""
    if path := os.environ.get("REQUESTS_OUT"):
        with Path(path).open("a", encoding="utf-8") as out:
            for request in world.env.http_requests:
                out.write(json.dumps({"method": request.method, "path": request.path, "json": request.json}) + "\n")
