"""The watchdog logs what holds the event loop, and for how long."""

import asyncio
import logging
import threading

from bot import metrics
from bot.metrics import Watchdog


class Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []
        self.logged = threading.Event()

    def emit(self, record):
        self.lines.append(record.getMessage())
        self.logged.set()


async def test_logs_where_the_loop_is_held_once_and_then_how_long():
    lines, watching = Lines(), Watchdog()
    metrics._log.addHandler(lines)
    try:
        watching.start()
        hold_until(lines.logged)
        watching._look(threading.get_ident())
        assert len(lines.lines) == 1
        assert lines.lines[0].startswith("the event loop is held for more than 250 ms, by:\n")
        assert "in hold_until" in lines.lines[0]
        lines.logged.clear()
        assert await asyncio.to_thread(lines.logged.wait, 30)
        assert lines.lines[1].startswith("the event loop was held for ")
        assert int(lines.lines[1].split()[-2]) >= 250
    finally:
        watching.stop()
        metrics._log.removeHandler(lines)


def hold_until(event):
    assert event.wait(30), "nothing was logged"


async def test_ends_when_it_is_stopped():
    watching = Watchdog()
    watching.start()
    [thread] = [one for one in threading.enumerate() if one.name == "watchdog of the event loop"]
    watching.stop()
    await asyncio.to_thread(thread.join, 30)
    assert not thread.is_alive()
    assert watching._timer.cancelled()


def test_may_be_stopped_before_it_was_started():
    Watchdog().stop()
