"""A watchdog for the event loop: it logs what holds the loop for too long, so that nobody is answered."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from typing import Final

from bot import metrics

TICK: Final = 0.1
"""Seconds between two ticks of the event loop."""

SLOW: Final = 0.25
"""Seconds by which a tick may be late before it is logged."""

_log = logging.getLogger(__name__)


class Watchdog:
    """Watches the event loop from a thread of its own, from ``start`` until ``stop``.

    The loop ticks every ``TICK`` seconds. When a tick is late by more than ``SLOW``, the thread logs once where the
    loop is; when the tick comes, how long it was held is logged too.
    """

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._due = 0.0
        self._logged: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Watch the running loop, on whose thread this is called."""
        self._loop = asyncio.get_running_loop()
        self._schedule_tick()
        thread = threading.Thread(
            target=self._watch, args=(threading.get_ident(),), name="watchdog of the event loop", daemon=True
        )
        thread.start()

    def stop(self) -> None:
        """Stop watching; nothing happens if it was never started."""
        self._ended.set()
        if self._timer is not None:
            self._timer.cancel()

    def _schedule_tick(self) -> None:
        assert self._loop is not None
        self._due = time.monotonic() + TICK
        self._timer = self._loop.call_later(TICK, self._tick)

    def _tick(self) -> None:
        late = time.monotonic() - self._due
        metrics.LOOP_DELAY.observe(max(late, 0.0))
        if late > SLOW:
            _log.warning("the event loop was held for %d ms", late * 1000)
        self._schedule_tick()

    def _watch(self, thread_id: int) -> None:
        while not self._ended.wait(max(self._due + SLOW - time.monotonic(), TICK)):
            self._look(thread_id)

    def _look(self, thread_id: int) -> None:
        """Log where the loop is if its tick is late, once for each tick."""
        due = self._due
        if time.monotonic() - due > SLOW and due != self._logged:
            self._logged = due
            frame = sys._current_frames().get(thread_id)  # noqa: SLF001
            where = "".join(traceback.format_stack(frame)) if frame is not None else "unknown"
            _log.warning("the event loop is held for more than %d ms, by:\n%s", SLOW * 1000, where)
