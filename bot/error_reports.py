"""Reports of faults to Sentry, where the host wants them: what failed and where, and nothing about the players."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from bot.logs import is_lost_connection, without_secrets
from bot.settings import package_version

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_SENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release")
"""The parts of a report that are sent as they are: none of them is made of anything that people or servers have."""

_SENT_OF_A_FRAME: Final = ("function", "module", "lineno", "in_app")
"""What is sent of each line of a traceback: where it is in the program, never its text or the values of variables."""

_OWN: Final = "bot."
"""How the names of the bot's own loggers begin, whose messages are written without the values in them."""


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
        include_local_variables=False,
        max_breadcrumbs=0,
        server_name="",
        environment="production",
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=_without_players,
    )


def _without_players(event: Event, hint: Hint) -> Event | None:
    """Return a new report with what may be sent and nothing else; None for an outage of Discord.

    The text of an error may hold anything, such as a name, a channel or an address, so only its type is sent.
    """
    record = hint.get("log_record")
    if record is not None and is_lost_connection(record):
        return None
    report: Any = {key: event[key] for key in _SENT if key in event}
    if record is not None and record.name.startswith(_OWN) and isinstance(record.msg, str):
        report["logentry"] = {"message": without_secrets(record.msg)}
    failures = (event.get("exception") or {}).get("values") or ()
    report["exception"] = {"values": [_failure(failure) for failure in failures]}
    sent: Event = report
    return sent


def _failure(failure: Any) -> Any:
    """Return the type of an error and the places in the program that it went through."""
    frames = (failure.get("stacktrace") or {}).get("frames") or ()
    places = [{key: frame[key] for key in _SENT_OF_A_FRAME if key in frame} for frame in frames]
    return {"type": failure.get("type"), "module": failure.get("module"), "stacktrace": {"frames": places}}
