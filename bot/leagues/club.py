"""Leagues: how they are founded, joined, played, settled and brought to an end; nothing here knows of Discord."""

from __future__ import annotations

from bot.leagues.book import Asker
from bot.leagues.entries import Score
from bot.leagues.founding import Founding
from bot.leagues.meetings import UnderWay
from bot.leagues.pages import Placed, Profile
from bot.leagues.seasons import Seasons
from bot.leagues.settling import Settling

__all__ = ["Asker", "Leagues", "Placed", "Profile", "Score", "UnderWay"]


class Leagues(Founding, Seasons, Settling):
    """Every league over one database.

    Each of its parts stands in a module of its own. What is asked raises before anything has changed: ``NoSuchLeague``,
    ``NotManager``, or ``LeagueError`` with a sentence for whoever asks. It hears of every game of the tables that it is
    told of (``tables.tell(leagues)``), and collects the results of those that belong to a league; ``resume`` collects
    what an earlier run has left.
    """
