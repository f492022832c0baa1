"""Hands dealt for counting practice and how they were counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.analysis.exercises import Exercise, Level, What


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    """How an exercise was answered: the points and the words that were said, neither where it was to be shown."""

    at: datetime
    points: int | None = None
    said: str | None = None


@dataclass(frozen=True, slots=True)
class PracticeHand:
    """One exercise of one player, numbered from 1, and his answer once there is one.

    ``wish`` is what he asked to be dealt, None where the level decides.
    """

    number: int
    level: Level
    wish: What | None
    timed: bool
    exercise: Exercise
    dealt_at: datetime
    answer: PracticeAnswer | None = None

    @property
    def seconds(self) -> float | None:
        """How long the answer took, if it was timed and the player gave one."""
        if not self.timed or self.answer is None or self.answer.points is None:
            return None
        return (self.answer.at - self.dealt_at).total_seconds()
