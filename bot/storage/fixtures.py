"""Fixtures as they are kept: who is to meet whom, and who deals first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.storage.players import Player

Meeting: TypeAlias = Literal["league", "playoff"]
"""What a fixture or a result belongs to: the table itself, or the playoff after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One match to be played: ``first`` deals first; where ``second`` is None he has a bye.

    ``round`` and ``place`` count from 1. ``table_id`` is the last table opened for it, and ``result_id`` its result
    unless that was struck out.
    """

    id: int
    league_id: int
    season: int
    meeting: Meeting
    round: int
    place: int
    first: Player
    second: Player | None
    best_of: int = 1
    table_id: str | None = None
    result_id: int | None = None
