"""The log of the bot: what it has, and the tokens that neither it nor an error message ever has."""

from __future__ import annotations

import copy
import logging
import re
import sys
import threading
from types import TracebackType
from typing import Final

_HIDDEN: Final = "[hidden]"

_TOKENS: Final = (
    # An address with the token of an interaction or a webhook lets anybody answer in the bot's name.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^\s/?#\"'<>()]+"), rf"\g<1>{_HIDDEN}"),
    # "interaction:" in base 64, with which the token of each interaction begins.
    (re.compile(r"aW50ZXJhY3Rpb246[^\s/?#\"'<>()]*"), _HIDDEN),
    # A bot's token: its account, a time and a signature.
    (re.compile(r"\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), _HIDDEN),
)

_FAILED_SHARD: Final = "Failed to connect for shard_id"
_FAILED_CONNECTIONS: Final = ("Attempting a reconnect", _FAILED_SHARD)
"""How discord.py begins to say that it could not connect."""

_SHARD_WAITS: Final = 5.0
"""Seconds after which discord.py tries the first connection of a shard again."""

_own_tokens: set[str] = set()

_log = logging.getLogger(__name__)


def configure(level: str, token: str) -> None:
    """Log what the bot does from this level on, and what its libraries do from INFO on at the lowest.

    Below INFO the libraries write whole requests and statements, with the hands in them. ``token`` is the bot's own.
    """
    remember_token(token)
    lowest = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    handler.setFormatter(LogFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=max(lowest, logging.INFO), handlers=[handler])
    logging.getLogger("bot").setLevel(lowest)
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_fault
    threading.excepthook = lambda fault: _log.critical("a thread failed", exc_info=fault.exc_value)


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


class LogFormatter(logging.Formatter):
    """Formats a record without tokens, its traceback included, and a failed connection without its traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return without_tokens(super().format(_without_connection_trace(record)))


def _without_connection_trace(record: logging.LogRecord) -> logging.LogRecord:
    """Return discord.py's record of a failed connection as one sentence, and every other record as it is."""
    if not record.exc_info or not record.msg.startswith(_FAILED_CONNECTIONS):
        return record
    wait = record.args[-1] if isinstance(record.args, tuple) and record.args else 0.0
    if record.msg.startswith(_FAILED_SHARD):
        wait = _SHARD_WAITS
    short = copy.copy(record)
    short.msg, error = "Discord cannot be reached (%s: %s). Next try in %.0f s.", record.exc_info[1]
    short.args = (type(error).__name__, error, wait)
    short.levelno, short.levelname, short.exc_info, short.exc_text = logging.WARNING, "WARNING", None, None
    return short


def _log_fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _log.critical("the bot failed", exc_info=(kind, error, trace))
