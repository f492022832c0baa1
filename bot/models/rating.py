"""Rating steps and rated players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.models.player import Player


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player's rating after one result."""

    player_id: int
    played_at: datetime
    result_id: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class RatedWin:
    """One result as ratings see it: who won against whom, and when."""

    result_id: int
    played_at: datetime
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class StaleRatings:
    """From where on a pool is to be worked out anew: after the result ``after`` of the moment ``since``.

    ``marks`` is how often the pool had changed when this was read.
    """

    since: datetime
    after: int
    marks: int


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player's latest rating, and after how many results."""

    player: Player
    mu: float
    sigma: float
    results: int
