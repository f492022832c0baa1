"""Fixtures: who is to meet whom in which round of a league."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.models.player import Player

FixtureStage: TypeAlias = Literal["league", "playoff"]
"""What a fixture or a result belongs to: the table itself, or the playoff after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One match to be played: ``first`` deals first; where ``second`` is None he has a bye.

    ``round`` and ``place`` count from 1. ``table_id`` is the last table at which it was played, of a match the last
    game's, and ``result_id`` its result unless that was struck out.
    """

    id: int
    league_id: int
    season: int
    meeting: FixtureStage
    round: int
    place: int
    first: Player
    second: Player | None
    best_of: int = 1
    table_id: str | None = None
    result_id: int | None = None

    @property
    def players(self) -> frozenset[int]:
        """The ids of its two players; of one who has a bye his alone."""
        return frozenset({self.first.id} if self.second is None else {self.first.id, self.second.id})
