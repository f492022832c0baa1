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
    async with club_over(tmp_path / "cribbage.db") as club:
        yield club


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await opened(tmp_path / "cribbage.db")
    try:
        yield database
    finally:
        await database.close()
