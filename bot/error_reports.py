"""Reports of faults to Sentry, where the host wants them: what failed and where, and nothing about the players."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from bot.logs import is_lost_connection, without_secrets
from bot.version import package_version

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_SENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "exception", "logentry", "sdk")
"""The parts of a report that are sent. The others may tell of people, requests or the machine."""

_SENT_OF_A_FRAME: Final = ("filename", "abs_path", "function", "module", "lineno", "context_line", "in_app")
"""What is sent of each line of a traceback: never the values of variables."""


def start(dsn: str) -> None:
    """Send what is logged as an error, and what ends the program, to the Sentry project of this address."""
    import sentry_sdk  # noqa: PLC0415 - few hosts have it
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=dsn,
        release=f"cribbage-bot@{package_version() or 'unknown'}",
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda pending, timeout: None),
        ],
        send_default_pii=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=_without_players,
    )


def _without_players(event: Event, hint: Hint) -> Event | None:
    """Return a report with the parts that are sent, without tokens, cards and seeds; None for an outage of Discord."""
    record = hint.get("log_record")
    if record is not None and is_lost_connection(record):
        return None
    report: Any = {key: _hidden(value) for key, value in event.items() if key in _SENT}
    # The values of a message are in its text already.
    report.get("logentry", {}).pop("params", None)
    for failure in report.get("exception", {}).get("values", ()):
        stack = failure.get("stacktrace") or {}
        stack["frames"] = [
            {key: frame[key] for key in _SENT_OF_A_FRAME if key in frame} for frame in stack.get("frames", ())
        ]
    sent: Event = report
    return sent


def _hidden(value: Any) -> Any:
    """Return a value of JSON with the secrets hidden in each of its texts."""
    match value:
        case str():
            return without_secrets(value)
        case dict():
            return {key: _hidden(one) for key, one in value.items()}
        case list() | tuple():
            return [_hidden(one) for one in value]
    return value
