"""Fixtures for the tests of leagues without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.database import Database
from tests.support.blank_database import opened
from tests.support.sample_league import Club, club_over
from tests.support.seated_tables import Room, room_over


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Open a club without any league."""
    async with club_over(tmp_path / "cribbage.db") as club:
        yield club


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Open a room without any league."""
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Open a new database in a file."""
    database = await opened(tmp_path / "cribbage.db")
    try:
        yield database
    finally:
        await database.close()
