"""What a league refuses."""

from __future__ import annotations

from engine.errors import CribbageError


class LeagueError(CribbageError):
    """The league refuses: who asks may not, or it makes no sense as things stand; nothing has changed."""


class NoSuchLeague(LeagueError):
    """There is no league of this name here."""


class NotManager(LeagueError):
    """Only a manager of the league may do this."""
