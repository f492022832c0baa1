"""What can go wrong with the disk, in the words a host is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.errors import CribbageError

_LONGEST: Final = 200


class StorageError(CribbageError):
    """The database refuses; nothing was written."""


class Damaged(CribbageError):
    """What is stored cannot be read; unlike a disk that refuses, trying again does not help."""


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Raise ``Damaged`` for stored values that the bot cannot have written; ``what`` says what they belong to."""
    try:
        yield
    except (StorageError, Damaged):
        raise
    except (CribbageError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise Damaged(
            f"{what} cannot be read from the database ({in_one_line(error)}); the file is damaged: restore a backup."
        ) from error


def in_one_line(error: BaseException) -> str:
    """What an error says, on one line and not too long: it may quote bytes of a damaged file."""
    # SQLite quotes a text that it cannot decode, which may hold somebody's cards.
    said = (str(error) or type(error).__name__).partition(" with text ")[0]
    text = "".join(letter if letter.isprintable() else " " for letter in said)
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
