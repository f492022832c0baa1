"""The real bot as a process: everyone sees the ends of games, and after kills and faults every screen is as stored."""

from __future__ import annotations

import pytest

from tests.system import scenarios
from tests.system.scenarios import Report

pytestmark = pytest.mark.system


def _check(report: Report) -> None:
    """Print the figures, and fail where Discord does not show what is stored."""
    print(report)
    assert not report.differences, "\n".join(map(str, report.differences))
    assert report.figures["lines with a token"] == 0


async def test_sixty_games_in_threads_are_played_to_an_end_that_is_shown_and_announced() -> None:
    report = await scenarios.games(60)
    _check(report)
    assert report.figures["games over"] == 60
    assert report.figures["tracebacks"] == 0


async def test_after_each_of_twenty_kills_every_screen_shows_what_is_stored() -> None:
    report = await scenarios.kills(20)
    _check(report)
    assert report.figures["tracebacks"] == 0


async def test_after_each_of_ten_faults_of_discord_every_screen_shows_what_is_stored() -> None:
    report = await scenarios.faults(10)
    _check(report)
    assert report.figures["the bot ended by itself"] == 0
