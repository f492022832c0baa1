"""Reviews of finished games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.analysis.game_review import JudgedDecision


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game for one player: the judged decisions, and the points that the other lost."""

    table_id: str
    player_id: int
    decisions: tuple[JudgedDecision, ...]
    theirs_lost: float


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """The sums of a review: when the game ended, how many decisions were judged, and the points lost."""

    table_id: str
    ended_at: datetime
    decisions: int
    lost: float
