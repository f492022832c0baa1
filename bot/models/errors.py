"""Errors of the stored data that everything above the database may meet, and those that pass by themselves."""

from __future__ import annotations

from engine.errors import CribbageError


class Unavailable(CribbageError):
    """Something that the bot needs fails just now; trying again later may help."""


class StorageError(CribbageError):
    """The database refuses to be opened, read or written; nothing was written."""


class StorageUnavailable(StorageError, Unavailable):
    """The database cannot be used just now: another program has locked it, or the disk is full or fails."""


class StaleWrite(StorageError):
    """Another process has changed a game since it was read; nothing was written."""


class DamagedData(CribbageError):
    """Stored data cannot be read. Trying again does not help, as it may after a ``StorageError``."""
