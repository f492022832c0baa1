"""The daily hand: one discard problem a day, the same for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine.cards import Card


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
