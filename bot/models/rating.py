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
    """One result for the ratings: the winner, the loser, and when it was played."""

    result_id: int
    played_at: datetime
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class StaleRatings:
    """From where on a pool must be computed again: after the result ``after`` of the time ``since``.

    ``marks`` is how often the pool had changed when this was read.
    """

    since: datetime
    after: int
    marks: int


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player's latest rating, and the number of results behind it."""

    player: Player
    mu: float
    sigma: float
    results: int
