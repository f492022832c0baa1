"""What is measured of the bot, in the text format of Prometheus, and what holds its event loop.

No label names a person, a server or a game.
"""

import asyncio
import logging
import sys
import threading
import time
import traceback
from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

_log = logging.getLogger(__name__)

_MILLISECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the ranges in which times are counted, in seconds."""

_REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=_REGISTRY)
PlatformCollector(registry=_REGISTRY)

_counter = partial(Counter, registry=_REGISTRY)
_gauge = partial(Gauge, registry=_REGISTRY)
_times = partial(Histogram, registry=_REGISTRY, buckets=_MILLISECONDS)

VERSION: Final = _gauge("cribbage_info", "1, with the version of the bot as its label.", ["version"])
READY: Final = _gauge("cribbage_ready", "1 while players can reach the bot, 0 otherwise.")
SERVERS: Final = _gauge("cribbage_servers", "Servers that the bot is in.")
TABLES: Final = _gauge("cribbage_tables", "Tables that are not over, by their status.", ["status"])

ACTS: Final = _counter("cribbage_acts", "Moves in games that were stored.", ["by"])
ACT_SECONDS: Final = _times(
    "cribbage_act_seconds", "Seconds from a person's move until it is stored, with the wait for its table."
)
LOOP_DELAY: Final = _times(
    "cribbage_loop_delay_seconds", "Seconds by which the event loop was late, looked at ten times a second."
)

REQUESTS: Final = _counter("cribbage_discord_requests", "Requests to Discord that were answered.", ["method", "status"])
REQUESTS_FAILED: Final = _counter("cribbage_discord_requests_failed", "Requests to Discord that got no answer.")
RATE_LIMITED: Final = _counter(
    "cribbage_discord_rate_limited", "Requests that Discord refused with 429, by the scope of its limit.", ["scope"]
)
CLOCK_AHEAD: Final = _gauge(
    "cribbage_clock_ahead_seconds", "Seconds by which the machine's clock is ahead of Discord's."
)

PRESSES_DROPPED: Final = _counter("cribbage_presses_dropped", "Presses that came too late to be answered.")

PICTURES_WAITING: Final = _gauge("cribbage_pictures_waiting", "Pictures that wait to be drawn.")
PICTURES_DRAWN: Final = _counter("cribbage_pictures_drawn", "Pictures that were drawn.")
PICTURES_REFUSED: Final = _counter(
    "cribbage_pictures_refused", "Pictures that were shown as text, because too many waited."
)

BACKGROUND_RUNNING: Final = _gauge(
    "cribbage_background_running", "Loops and jobs in the background that are running.", ["work"]
)
BACKGROUND_RUNS: Final = _counter("cribbage_background_runs", "Turns of loops and jobs in the background.", ["work"])
BACKGROUND_FAILURES: Final = _counter(
    "cribbage_background_failures", "Failures of work in the background: of a turn, or of one thing in it.", ["work"]
)

DATABASE_SECONDS: Final = _times(
    "cribbage_database_seconds", "Seconds of a transaction or a query, with the wait for its turn.", ["kind"]
)


def text() -> bytes:
    """Return everything that was measured, in the text format of Prometheus."""
    return generate_latest(_REGISTRY)


def value(name: str, **labels: str) -> float:
    """Return the present value of one sample, 0 if there is none yet."""
    return _REGISTRY.get_sample_value(name, labels) or 0.0


TICK: Final = 0.1
"""Seconds between two ticks of the event loop."""

SLOW: Final = 0.25
"""Seconds by which a tick may be late before it is logged."""


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
        LOOP_DELAY.observe(max(late, 0.0))
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
