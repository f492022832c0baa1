"""Achievements as they are stored, and the lines of a server's board."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.models.result import GameStats
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class EarnedAchievement:
    """An achievement of a player: its kind, the game, the deal (0 for the whole game), its cards, and the time."""

    player_id: int
    kind: str
    table_id: str
    deal: int
    cards: tuple[Card, ...]
    earned_at: datetime


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's figures of one finished game."""

    player_id: int
    won: bool
    stats: GameStats


@dataclass(frozen=True, slots=True)
class BoardTotals:
    """What a player did in the finished games of a server in some time; ``best_hand`` is None without a hand.

    In the ``reviewed`` games every decision lost so many points on average.
    """

    player_id: int
    name: str
    games: int
    won: int
    hands: int
    hand_points: int
    best_hand: int | None
    pegged: int
    reviewed: int = 0
    lost: float = 0.0
