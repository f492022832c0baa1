"""Leagues: how they are founded, joined, played, settled and brought to an end; nothing here knows of Discord."""

from __future__ import annotations

from bot.leagues.access import Asker
from bot.leagues.fixture_games import UnderWay
from bot.leagues.result_review import Settling
from bot.leagues.score_entry import Score
from bot.leagues.seasons import Seasons
from bot.leagues.setup import Founding
from bot.leagues.table_and_profile import Placed, Profile

__all__ = ["Asker", "Leagues", "Placed", "Profile", "Score", "UnderWay"]


class Leagues(Founding, Seasons, Settling):
    """Every league over one database.

    Each of its parts stands in a module of its own. What is asked raises before anything has changed: ``NoSuchLeague``,
    ``NotManager``, or ``LeagueError`` with a sentence for whoever asks. It hears of every game of the tables that it is
    told of (``tables.tell(leagues)``), and collects the results of those that belong to a league; ``resume`` collects
    what an earlier run has left.
    """
