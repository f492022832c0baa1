"""The real bot as a process: everyone sees the ends of games, and after kills and faults every screen is as stored."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from tests.system import scenarios
from tests.system.faults import FAULTS
from tests.system.scenarios import Report

pytestmark = pytest.mark.system


class Reports(NamedTuple):
    """What the scenarios reported."""

    games: Report
    kills: Report
    more_kills: Report
    faults: Report
    more_faults: Report
    stop: Report


@pytest.fixture(scope="module")
def reports() -> Reports:
    """Run several bots at once, each with a Discord and players of its own, because people mostly think."""

    async def run() -> Reports:
        half = len(FAULTS) // 2
        return Reports(
            *await asyncio.gather(
                scenarios.games(60),
                scenarios.kills(10, 10),
                scenarios.kills(10, 10, seed=2),
                scenarios.faults(half, 6),
                scenarios.faults(len(FAULTS) - half, 6, first=half, seed=2),
                scenarios.stop(40),
            )
        )

    return asyncio.run(run())


def _check(*reports: Report, **figures: int) -> None:
    """Print the figures, and fail where Discord does not show what is stored, or a figure is another."""
    for report in reports:
        print(report)
    for report in reports:
        assert not report.differences, "\n".join(map(str, report.differences))
        wanted = {"lines with a token": 0} | {name.replace("_", " "): figure for name, figure in figures.items()}
        assert {name: report.figures[name] for name in wanted} == wanted


def test_sixty_games_in_threads_are_played_to_an_end_that_is_shown_and_announced(reports: Reports) -> None:
    _check(reports.games, games_over=60, tracebacks=0)


def test_after_each_of_twenty_kills_every_screen_shows_what_is_stored(reports: Reports) -> None:
    _check(reports.kills, reports.more_kills, kills=10, tracebacks=0)


def test_after_each_fault_of_discord_every_screen_shows_what_is_stored(reports: Reports) -> None:
    _check(reports.faults, reports.more_faults, the_bot_ended_by_itself=0)


def test_a_stop_among_presses_leaves_no_traceback_and_no_token_in_the_log(reports: Reports) -> None:
    _check(reports.stop, tracebacks=0, exit_code=0)
