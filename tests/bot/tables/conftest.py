"""Fixtures for the tests of tables without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.seated_tables import Room, room_over


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room
