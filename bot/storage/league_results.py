"""Results of leagues as they are kept, and the sums of them from which every table is worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

from bot.storage.fixtures import Meeting
from bot.storage.players import Player

ResultStatus: TypeAlias = Literal["entered", "counted", "disputed", "void"]
"""It waits for the other player, it counts, somebody denies it, or a manager has struck it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """What is known of a player's play in games at our tables; points are sums over so many hands and cribs."""

    best_hand: int | None = None
    hands: int = 0
    hand_points: int = 0
    cribs: int = 0
    crib_points: int = 0
    pegged: int = 0
    overscored: int = 0
    caught: int = 0
    muggins_taken: int = 0
    muggins_given: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's side of a result: his games with doubles, his legs without, his holes, and games won by a skunk."""

    player: Player
    games: int
    legs: int
    holes: int
    skunks: int = 0
    dealt_first: bool | None = None
    deeds: Deeds = field(default_factory=Deeds)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResult:
    """One result between two players. ``winner`` is the place of the winning side, 0 or 1.

    ``ended_by`` is how a game at our tables ended, or ``board`` for one played elsewhere, ``file``, or ``forfeit``.
    """

    id: int
    league_id: int
    season: int
    meeting: Meeting
    status: ResultStatus
    sides: tuple[Side, Side]
    winner: int
    ended_by: str
    played_at: datetime
    fixture_id: int | None = None
    table_id: str | None = None
    imported: str | None = None
    entered_by: Player | None = None
    confirmed_by: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """All of a player's counted results in one season, added up; ``adverse`` are his adversaries' holes."""

    player: Player
    played: int
    won: int
    games: int
    legs: int
    holes: int
    adverse: int
    skunks: int
    skunked: int
    best_hand: int | None
    overscored: int
    caught: int
