"""What a table refuses, in the words a player is told."""

from __future__ import annotations

from engine.errors import CribbageError


class TableError(CribbageError):
    """The table refuses, and nothing has changed."""


class NoSuchTable(TableError):
    """There is no table of this name, or it is closed."""


class NotSeated(TableError):
    """Somebody acts who does not play here."""


class Stale(TableError):
    """The question that was answered is no longer asked; the screen is out of date."""
