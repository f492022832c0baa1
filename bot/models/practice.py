"""Hands dealt for counting practice and how they were counted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.analysis.exercises import Exercise, Level, What


@dataclass(frozen=True, slots=True)
class PracticeAnswer:
    """An answer to an exercise: the points and the words; both are None where the player asked to see the count."""

    at: datetime
    points: int | None = None
    said: str | None = None


@dataclass(frozen=True, slots=True)
class PracticeHand:
    """One exercise of one player, numbered from 1, with the answer once there is one.

    ``wish`` is the kind of exercise that the player chose, None where the level decides.
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
        """The seconds that the answer took; None where it was not timed or the player gave none."""
        if not self.timed or self.answer is None or self.answer.points is None:
            return None
        return (self.answer.at - self.dealt_at).total_seconds()
