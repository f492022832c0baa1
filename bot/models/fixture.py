"""Fixtures: the planned matches of a league, round by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.models.player import Player

FixtureStage: TypeAlias = Literal["league", "playoff", "board", "playoff-board"]
"""The part of a season to which a fixture or result belongs: the league itself, or the playoffs after it; and in either
the singles games of two teams, which do not count by themselves."""

PLAYOFF_STAGES: Final[tuple[FixtureStage, ...]] = ("playoff", "playoff-board")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One planned match: ``first`` deals first, and has a bye where ``second`` is None.

    ``round`` and ``place`` count from 1, the rounds of each meeting too; ``meeting`` is its number. ``table_id`` is the
    latest table opened for it, in a match that of the latest game. ``result_id`` is its result, None if there is none
    or it is void. A fixture of a meeting that is ``over`` without a result is not played any more.
    A singles game of two teams belongs to their fixture ``team_fixture_id``, and is over once that is awarded.
    """

    id: int
    league_id: int
    season: int
    stage: FixtureStage
    round: int
    place: int
    first: Player
    second: Player | None
    best_of: int = 1
    table_id: str | None = None
    result_id: int | None = None
    meeting_id: int | None = None
    meeting: int | None = None
    over: bool = False
    team_fixture_id: int | None = None

    @property
    def is_playoff(self) -> bool:
        """Return whether it belongs to the playoffs."""
        return self.stage in PLAYOFF_STAGES

    @property
    def players(self) -> frozenset[int]:
        """The ids of the players: two, or one for a bye."""
        return frozenset({self.first.id} if self.second is None else {self.first.id, self.second.id})
