"""Two processes share one database, and either is killed: nothing is lost or done twice, and every screen is right."""

from __future__ import annotations

import asyncio

import pytest

from tests.system.two_processes import TAKEN_WITHIN, two_processes

pytestmark = pytest.mark.system


def test_either_of_two_processes_is_killed_and_nothing_is_lost_or_done_twice() -> None:
    report = asyncio.run(two_processes(6, 12))
    print(report)
    assert not report.differences, "\n".join(map(str, report.differences))
    figures = report.figures
    assert figures["games that did not end"] == 0
    assert figures["edits by a process that does not keep the server"] == 0
    for taken in ("robot moved after s", "clock ran out after s"):
        assert isinstance(figures[taken], float)
        assert figures[taken] < TAKEN_WITHIN
    assert [figures["tracebacks"], figures["errors"], figures["lines with a token"]] == [0, 0, 0]
