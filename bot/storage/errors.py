"""Errors of reading stored values, as one sentence that a host can act on."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

from bot.models.errors import DamagedData, StorageError
from engine.errors import CribbageError

STALE: Final = "another process has changed this game meanwhile; try again."

FULL: Final = "the disk is full; free some space on it."

DENIED: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""The numbers of the errors of a file that this user may not read or write."""

_LONGEST: Final = 200
"""The most letters that are quoted of an error."""


@contextmanager
def check_stored_values(what: str) -> Iterator[None]:
    """Raise ``DamagedData`` for stored values that the bot cannot have written; ``what`` names what they belong to."""
    try:
        yield
    except (StorageError, DamagedData):
        raise
    except (CribbageError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise DamagedData(f"{what} in the database is damaged ({in_one_line(error)}); restore a backup.") from error


def in_one_line(error: BaseException) -> str:
    """Return an error's text on one line, cut to 200 letters: it may quote bytes of a damaged file."""
    # SQLite quotes a text that it cannot decode, which may hold somebody's cards.
    said = (str(error) or type(error).__name__).partition(" with text ")[0]
    text = "".join(letter if letter.isprintable() else " " for letter in said)
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def format_timestamp(time: datetime) -> str:
    """Return a time as text in UTC."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str) -> datetime:
    """Return the time that a text represents. Raises ``DamagedData``."""
    with check_stored_values("a time"):
        return datetime.fromisoformat(text)
