"""A small load run: the bot over several connections, in more servers than have games, at a quick pace."""

from __future__ import annotations

import asyncio

import pytest

from tests.system.load_run import load

pytestmark = pytest.mark.system


def test_every_press_is_answered_within_discords_limits_and_nothing_is_drawn_again_at_the_start() -> None:
    report = asyncio.run(load(16, shards=2, guilds=60, seconds=15.0, minutes=2.0, robots=0.5, compares=True))
    print(report)
    assert not report.differences, "\n".join(map(str, report.differences))
    wrong = ("never answered", "later than 3 s (dropped)", "429", "other refusals", "tracebacks")
    for name in ("requests about messages at the start", *wrong):
        assert report.figures[name] == 0, name
    assert report.figures["presses"]
