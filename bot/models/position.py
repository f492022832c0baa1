"""Positions for practice: a discard or a card to play, from a game that was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from engine.cards import Card


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
