"""The real bot as a process: everyone sees the ends of games, and after kills and faults every screen is as stored."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from tests.system import scenarios
from tests.system.scenarios import Report

pytestmark = pytest.mark.system


class Reports(NamedTuple):
    """What the scenarios reported."""

    games: Report
    kills: Report
    faults: Report
    stop: Report


@pytest.fixture(scope="module")
def reports() -> Reports:
    """Run several bots at once, each with a Discord and players of its own, because people mostly think."""

    async def run() -> Reports:
        games, kills, faults = scenarios.games(60), scenarios.kills(20), scenarios.faults()
        return Reports(*await asyncio.gather(games, kills, faults, scenarios.stop(40)))

    return asyncio.run(run())


def _check(report: Report) -> None:
    """Print the figures, and fail where Discord does not show what is stored."""
    print(report)
    assert not report.differences, "\n".join(map(str, report.differences))
    assert report.figures["lines with a token"] == 0


def test_sixty_games_in_threads_are_played_to_an_end_that_is_shown_and_announced(reports: Reports) -> None:
    _check(reports.games)
    assert reports.games.figures["games over"] == 60
    assert reports.games.figures["tracebacks"] == 0


def test_after_each_of_twenty_kills_every_screen_shows_what_is_stored(reports: Reports) -> None:
    _check(reports.kills)
    assert reports.kills.figures["tracebacks"] == 0


def test_after_each_fault_of_discord_every_screen_shows_what_is_stored(reports: Reports) -> None:
    _check(reports.faults)
    assert reports.faults.figures["the bot ended by itself"] == 0


def test_a_stop_among_presses_leaves_no_traceback_and_no_token_in_the_log(reports: Reports) -> None:
    _check(reports.stop)
    assert reports.stop.figures["tracebacks"] == 0
    assert reports.stop.figures["exit code"] == 0
