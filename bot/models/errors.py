"""Errors of stored data and of tables, whose sentence a player or a host reads, and those that pass by themselves."""

from typing import Final

from engine.errors import CribbageError
from engine.messages import N_


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


NO_SUCH_GAME: Final = N_("I can't find that game. Use /games to see yours.")


class TableError(CribbageError):
    """The table refuses something, and nothing has changed."""


class NoSuchTable(TableError):
    """There is no table of this name, or it is closed."""


class NotSeated(TableError):
    """The error where a person acts at a table without a seat there."""


class Stale(TableError):
    """The question that was answered is no longer asked; the screen is out of date."""
