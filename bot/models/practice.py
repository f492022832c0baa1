"""Practice: hands to count, positions, and the daily hand, each with how it was answered."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from itertools import count
from typing import Final

from engine.analysis.exercises import Exercise, Level, What
from engine.cards import Card


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


@dataclass(frozen=True, slots=True)
class DailyHand:
    """The six cards of a day (UTC), and whether the player who discards deals."""

    day: date
    cards: tuple[Card, ...]
    dealer: bool


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """A player's discard of a day, and the points that it loses to the best one."""

    discard: tuple[Card, ...]
    lost: float


AS_GOOD: Final = 0.1
"""A discard that loses no more points than this counts as a best one."""


def days_running(days: Container[date], day: date) -> int:
    """Return how many of these days run on up to a day or the one before it."""
    last = day if day in days else day - timedelta(days=1)
    return next(length for length in count() if last - timedelta(days=length) not in days)


@dataclass(frozen=True, slots=True)
class DailyMonth:
    """A player's month: the days answered, those with a best discard, and the points lost a day."""

    player_id: int
    name: str
    days: int
    best: int
    lost: float


@dataclass(frozen=True, slots=True)
class DailyPost:
    """The channel in which a server gets the daily hand, and the last day whose hand was posted there."""

    guild_id: int
    channel_id: int
    posted_on: date


class PositionKind(Enum):
    """What is to be chosen in a position."""

    DISCARDS = "discards"
    PLAYS = "plays"

    @property
    def stage(self) -> str:
        """The stage of a game in which such a choice is made."""
        return "lay_away" if self is PositionKind.DISCARDS else "play"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a position is from: the place of the decision among the events of a game.

    The game is the player's own at a table, or one that robots play from a ``seed`` in hexadecimal.
    """

    place: int
    table_id: str | None = None
    seed: str | None = None
    seat: int = 0
    """The robot's seat; the player's own is known from their table."""


@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """The cards that a player chose, and the points that they lose against the best choice."""

    at: datetime
    chosen: tuple[Card, ...]
    lost: float


@dataclass(frozen=True, slots=True)
class PracticePosition:
    """One position of one player, numbered from 1, with the answer once there is one.

    ``asked_at`` is when the player got it, or was shown it again by a command.
    """

    number: int
    kind: PositionKind
    origin: Origin
    asked_at: datetime
    answer: PositionAnswer | None = None


@dataclass(frozen=True, slots=True)
class PositionStats:
    """How many positions of a kind a player answered today, and the mean points lost over the latest."""

    today: int
    latest: int
    lost: float
