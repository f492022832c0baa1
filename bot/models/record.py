"""Awards of a season and records of a league."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bot.models.player import Player
from bot.models.result import ResultTotals

RecordKind: TypeAlias = Literal["margin", "streak", "night", "skunks", "wins", "titles"]
"""Most points ahead in a result, most wins running, most game points at a night, and most of a season or of all."""


@dataclass(frozen=True, slots=True)
class HighHand:
    """A hand of 28 or 29, by the number of its result."""

    player: Player
    points: int
    result_id: int
    played_at: datetime


@dataclass(frozen=True, slots=True)
class Feat:
    """What several players reached: ``value``, and in which season and at which meeting, 0 where there is none."""

    player: Player
    value: int
    season: int = 0
    meeting: int = 0


@dataclass(frozen=True, slots=True)
class LifetimeTotals:
    """A player's counted results of all seasons, added up."""

    totals: ResultTotals
    seasons: int
    nights: int


@dataclass(frozen=True, slots=True)
class Improvement:
    """By how many points per game a player has improved since the season before."""

    player: Player
    before: float
    now: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonAwards:
    """The awards of a season; several players share the most."""

    champions: tuple[Player, ...] = ()
    slams: tuple[Feat, ...] = ()
    high_hands: tuple[HighHand, ...] = ()
    most_skunks: tuple[Feat, ...] = ()
    best_night: tuple[Feat, ...] = ()
    most_improved: tuple[Improvement, ...] = ()
