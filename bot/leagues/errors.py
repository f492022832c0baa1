"""The errors that leagues raise."""

from __future__ import annotations

from engine.errors import CribbageError


class LeagueError(CribbageError):
    """A request that a league refuses, with a sentence for the asker; nothing has changed."""


class NoSuchLeague(LeagueError):
    """There is no league of this name here."""


class NotManager(LeagueError):
    """A request that only a manager of the league may make."""
