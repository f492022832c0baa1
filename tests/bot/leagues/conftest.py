"""A league without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.sample_league import Club, club_over


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_over(tmp_path / "cribbage.db") as club:
        yield club
