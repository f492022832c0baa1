"""The log of the bot and the reports of its faults: what they say, and their secrets."""

from __future__ import annotations

import copy
import json
import logging
import os
import re
import sys
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

LogFormat: TypeAlias = Literal["text", "json"]
"""How the log is written: as text for people, or as one JSON object a line."""

_HIDDEN: Final = "[hidden]"

_TOKENS: Final = (
    # An address with the token of an interaction or a webhook lets anybody answer in the bot's name.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^\s/?#\"'<>()]+"), rf"\g<1>{_HIDDEN}"),
    # "interaction:" in base 64, with which the token of each interaction begins.
    (re.compile(r"aW50ZXJhY3Rpb246[^\s/?#\"'<>()]*"), _HIDDEN),
    # A bot's token: its account, a time and a signature.
    (re.compile(r"\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), _HIDDEN),
)

_SECRETS: Final = (
    # Cards, as errors quote them: a hand must not be read in a log.
    re.compile(
        r"(?<![A-Za-z0-9])(?:(?:10|[2-9TJQKA])[CDHS]|(?:10|[2-9])[cdhs]|(?:10|[2-9TJQKA])[♣♦♥♠])+(?![A-Za-z0-9])"
    ),
    # The seed of a shuffle: 32 bytes, as hexadecimal digits or as Python writes bytes.
    re.compile(r"\b[0-9a-f]{64}\b"),
    re.compile(r"""\bb'(?:[^'\\\n]|\\.)*'|\bb"(?:[^"\\\n]|\\.)*\""""),
)

_FAILED_SHARD: Final = "Failed to connect for shard_id"
_FAILED_CONNECTIONS: Final = ("Attempting a reconnect", _FAILED_SHARD)
"""How discord.py begins to say that it could not connect."""

_SHARD_WAITS: Final = 5.0
"""Seconds after which discord.py tries the first connection of a shard again."""

_own_tokens: set[str] = set()

_log = logging.getLogger(__name__)


def configure(level: str, token: str, log_format: LogFormat = "text") -> None:
    """Log what the bot does from this level on, and what its libraries do from INFO on at the lowest.

    The log goes to standard error; whoever runs the bot rotates it.

    Below INFO the libraries write whole requests and statements, with the hands in them. ``token`` is the bot's own.
    """
    remember_token(token)
    lowest = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    if log_format == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(LogFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=max(lowest, logging.INFO), handlers=[handler])
    logging.getLogger("bot").setLevel(lowest)
    # Each of its usual reconnections, several a day, is a line.
    logging.getLogger("discord.gateway").setLevel(logging.WARNING if lowest >= logging.INFO else logging.INFO)
    logging.captureWarnings(capture=True)
    sys.excepthook = lambda *fault: _log.critical("the bot failed", exc_info=fault)
    threading.excepthook = lambda fault: _log.critical("a thread failed", exc_info=fault.exc_value)


def report_failure(sentence: str) -> None:
    """Say on standard error why a command failed: as its only line, or as a line of the log where that is JSON."""
    handlers = logging.getLogger().handlers
    if any(isinstance(handler.formatter, JsonFormatter) for handler in handlers):
        _log.critical("%s", sentence)
    else:
        print(f"cribbage-bot: {without_tokens(sentence)}", file=sys.stderr)  # noqa: T201


def remember_token(token: str) -> None:
    """Hide this token from now on, whatever it looks like."""
    if token:
        _own_tokens.add(token)


def without_tokens(text: str) -> str:
    """Return a text without the token of the bot or of an interaction."""
    for token in _own_tokens:
        text = text.replace(token, _HIDDEN)
    for pattern, replacement in _TOKENS:
        text = pattern.sub(replacement, text)
    return text


def without_secrets(text: str) -> str:
    """Return a text without tokens, cards and seeds, such as that of an error which nobody has foreseen."""
    text = without_tokens(text)
    for pattern in _SECRETS:
        text = pattern.sub(_HIDDEN, text)
    return text


def is_lost_connection(record: logging.LogRecord) -> bool:
    """Return whether a record is discord.py's of a connection that failed and is tried again."""
    return bool(record.exc_info and str(record.msg).startswith(_FAILED_CONNECTIONS))


def proxy_fault(error: BaseException) -> str | None:
    """Return in a few words how the proxy keeps the bot from Discord, if it is the proxy that does."""
    import aiohttp  # noqa: PLC0415 - most commands need not wait for it

    if isinstance(error, aiohttp.ClientHttpProxyError):
        return f"the proxy of HTTPS_PROXY refuses: {error.status} {error.message}"
    if isinstance(error, aiohttp.ClientProxyConnectionError):
        return f"the proxy of HTTPS_PROXY does not answer: {system_error(error.os_error)}"
    return None


def system_error(error: OSError) -> str:
    """Return the system's own words for an error, to which libraries add addresses and settings."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


class LogFormatter(logging.Formatter):
    """Formats a record without tokens, its traceback included, and a failed connection without its traceback.

    Errors are formatted without cards and seeds too.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        short = _without_connection_trace(record)
        return _hide(short, super().format(short))


class JsonFormatter(logging.Formatter):
    """Formats a record as ``LogFormatter`` does, but as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record: time (UTC), level, logger, message, and the traceback of an error."""
        record = _without_connection_trace(record)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _hide(record, record.getMessage()),
        }
        if record.exc_info:
            line["error"] = _hide(record, self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _hide(record: logging.LogRecord, text: str) -> str:
    is_fault = record.levelno >= logging.ERROR or record.exc_info
    return without_secrets(text) if is_fault else without_tokens(text)


def _without_connection_trace(record: logging.LogRecord) -> logging.LogRecord:
    """Return discord.py's record of a failed connection as one sentence, and every other record as it is."""
    if not is_lost_connection(record):
        return record
    assert record.exc_info
    wait = record.args[-1] if isinstance(record.args, tuple) and record.args else 0.0
    if record.msg.startswith(_FAILED_SHARD):
        wait = _SHARD_WAITS
    short, error = copy.copy(record), record.exc_info[1]
    assert error is not None
    short.msg = "Discord cannot be reached (%s). Next try in %.0f s."
    short.args = (proxy_fault(error) or f"{type(error).__name__}: {error}", wait)
    short.levelno, short.levelname, short.exc_info, short.exc_text = logging.WARNING, "WARNING", None, None
    return short


# Reports of faults to Sentry, where the host wants them: what failed and where, and nothing about the players.

_SENT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release")
"""The parts of a report that are sent as they are: none of them is made of anything that people or servers have."""

_SENT_OF_A_FRAME: Final = ("function", "module", "lineno", "in_app")
"""What is sent of each line of a traceback: where it is in the program, never its text or the values of variables."""

_OWN: Final = "bot."
"""How the names of the bot's own loggers begin, whose messages are written without the values in them."""


def report_faults(dsn: str, version: str) -> None:
    """Send what is logged as an error, and what ends the program, to the Sentry project of this address."""
    import sentry_sdk  # noqa: PLC0415 - few hosts have it
    from sentry_sdk.integrations.atexit import AtexitIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.dedupe import DedupeIntegration  # noqa: PLC0415
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn=dsn,
        release=f"cribbage-bot@{version}",
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
    frames = (failure.get("stacktrace") or {}).get("frames") or ()
    places = [{key: frame[key] for key in _SENT_OF_A_FRAME if key in frame} for frame in frames]
    return {"type": failure.get("type"), "module": failure.get("module"), "stacktrace": {"frames": places}}
