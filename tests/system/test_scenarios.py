"""The real bot as a process, or as two: everyone sees how games end, and kills and faults leave all as it is stored."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest

from tests.system import scenarios
from tests.system.faults import FAULTS
from tests.system.load_run import load
from tests.system.scenarios import Report
from tests.system.two_processes import two_processes

pytestmark = pytest.mark.system


class Reports(NamedTuple):
    games: Report
    kills: Report
    more_kills: Report
    faults: Report
    more_faults: Report
    stop: Report


class LongReports(NamedTuple):
    """What two runs reported in which people are slower still."""

    two_processes: Report
    load: Report


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


@pytest.fixture(scope="module")
def long_reports() -> LongReports:
    """Run two processes over one database, and beside them a bot over two connections in more servers than games."""

    async def run() -> LongReports:
        loaded = load(16, shards=2, guilds=60, seconds=15.0, minutes=2.0, robots=0.5, compares=True)
        return LongReports(*await asyncio.gather(two_processes(6, 12), loaded))

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


def test_either_of_two_processes_is_killed_and_nothing_is_lost_or_done_twice(long_reports: LongReports) -> None:
    _check(long_reports.two_processes, games_that_did_not_end=0, tracebacks=0, errors=0)
    figures = long_reports.two_processes.figures
    assert figures["edits by a process that does not keep the server"] == 0
    assert {type(figures[taken]) for taken in ("robot moved after s", "clock ran out after s")} == {float}


def test_every_press_is_answered_within_discords_limits_and_nothing_is_drawn_again_at_the_start(
    long_reports: LongReports,
) -> None:
    _check(long_reports.load, requests_about_messages_at_the_start=0, never_answered=0, other_refusals=0, tracebacks=0)
    figures = long_reports.load.figures
    assert (figures["later than 3 s (dropped)"], figures["429"]) == (0, 0)
    assert figures["presses"]
