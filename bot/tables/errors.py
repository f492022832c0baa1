"""Errors of tables; each holds the sentence that the player reads."""

from __future__ import annotations

from typing import Final

from engine.errors import CribbageError
from engine.messages import N_

NO_SUCH_GAME: Final = N_("I can't find that game. Use /games to see yours.")


class TableError(CribbageError):
    """The table refuses something, and nothing has changed."""


class NoSuchTable(TableError):
    """There is no table of this name, or it is closed."""


class NotSeated(TableError):
    """The error where a person acts at a table without a seat there."""


class Stale(TableError):
    """The question that was answered is no longer asked; the screen is out of date."""
