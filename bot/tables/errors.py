"""Errors of tables; each holds the sentence that the player reads."""

from __future__ import annotations

from engine.errors import CribbageError


class TableError(CribbageError):
    """The table refuses something, and nothing has changed."""


class NoSuchTable(TableError):
    """There is no table of this name, or it is closed."""


class NotSeated(TableError):
    """Somebody acts at a table where they do not play."""


class Stale(TableError):
    """The question that was answered is no longer asked; the screen is out of date."""
