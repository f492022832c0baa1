"""What is measured of the bot, in the text format of Prometheus. No label names a person, a server or a game."""

from __future__ import annotations

from functools import partial
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

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
