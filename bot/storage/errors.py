"""What can go wrong with the disk, in the words a host is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.errors import CribbageError

_LONGEST: Final = 200


class StorageError(CribbageError):
    """The database refuses; nothing was written."""


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Refuse stored values that cannot be what the bot wrote, in one sentence that says ``what`` they belong to."""
    try:
        yield
    except StorageError:
        raise
    except (CribbageError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise StorageError(
            f"{what} cannot be read from the database ({in_one_line(error)}); the file is damaged: restore a backup."
        ) from error


def in_one_line(error: BaseException) -> str:
    """What an error says, on one line and not too long: it may quote bytes of a damaged file."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(error) or type(error).__name__)
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
