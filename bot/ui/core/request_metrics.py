"""The metrics of requests to Discord: how many, with which answers, and what their time tells of our clock."""

from __future__ import annotations

import logging
import time
from email.utils import parsedate_to_datetime
from typing import Final

import aiohttp

from bot import metrics

MOST_SECONDS_OFF: Final = 10.0
"""Seconds by which the machine's clock may differ from Discord's."""

_SWITCHING_PROTOCOLS: Final = 101
_TOO_MANY: Final = 429

_log = logging.getLogger(__name__)


class RequestMetrics:
    """Counts the requests that aiohttp reports, and logs once if the machine's clock is wrong."""

    def __init__(self) -> None:
        self._was_logged = False
        self._latest_date: str | None = None

    def request_ended(self, _: object, params: aiohttp.TraceRequestEndParams) -> None:
        """Count an answer."""
        response = params.response
        if response.status == _SWITCHING_PROTOCOLS:
            return
        metrics.REQUESTS.labels(params.method, str(response.status)).inc()
        if response.status == _TOO_MANY:
            scope = response.headers.get("X-RateLimit-Scope", "user")
            metrics.RATE_LIMITED.labels(scope if scope in {"user", "global", "shared"} else "user").inc()
        date = response.headers.get("Date")
        if date != self._latest_date and (ahead := seconds_ahead(date)) is not None:
            self._latest_date = date
            metrics.CLOCK_AHEAD.set(round(ahead))
            self._log_a_wrong_clock(ahead)

    def request_failed(self, *_: object) -> None:
        """Count a request that got no answer."""
        metrics.REQUESTS_FAILED.inc()

    def _log_a_wrong_clock(self, ahead: float) -> None:
        if abs(ahead) > MOST_SECONDS_OFF and not self._was_logged:
            self._was_logged = True
            way = "ahead of" if ahead > 0 else "behind"
            _log.warning("the machine's clock is %d s %s Discord's; let the system set it", abs(ahead), way)


def seconds_ahead(date: str | None) -> float | None:
    """Return how far the machine's clock is ahead of a ``Date`` header; None where the header has no time."""
    try:
        return time.time() - parsedate_to_datetime(date or "").timestamp()
    except (ValueError, TypeError):
        return None
