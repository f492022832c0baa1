"""Errors of the stored data that everything above the database may meet."""

from __future__ import annotations

from engine.errors import CribbageError


class StorageError(CribbageError):
    """The database refuses to be opened, read or written; nothing was written."""


class DamagedData(CribbageError):
    """Stored data cannot be read. Trying again does not help, as it may after a ``StorageError``."""
