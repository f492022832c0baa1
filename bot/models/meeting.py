"""Meetings of a season, the people who came, and what a season of meetings counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, TypeAlias

from bot.models.player import Player

MeetingFormat: TypeAlias = Literal["night", "single", "double", "swiss", "free"]
"""A club night of N games; everyone meets everyone once or twice; Swiss rounds; no pairings at all."""

MeetingStage: TypeAlias = Literal["open", "playing", "closed"]
"""People check in; the pairings are drawn; it is over."""

Presence: TypeAlias = Literal["here", "left"]

SeasonBasis: TypeAlias = Literal["games", "marks"]
"""The season counts the points of all games, or marks for the score and place in each meeting."""

MEETING_FORMATS: Final[tuple[MeetingFormat, ...]] = ("night", "single", "double", "swiss", "free")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One club night, round or tournament. ``number`` counts from 1 in its season, and ``day`` is a local one.

    ``games`` are the games of a night or the rounds of a Swiss.
    """

    id: int
    league_id: int
    season: int
    number: int
    day: date
    name: str = ""
    format: MeetingFormat = "night"
    games: int = 9
    stage: MeetingStage = "open"
    closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Attendance:
    """A player at a meeting. Late arrivals have a late ``came_at``, and people who left early a ``left_at``."""

    player: Player
    status: Presence
    came_at: datetime
    left_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonCounting:
    """What a season of meetings adds up.

    ``scale`` are pairs of the points at a meeting and the marks for at least so many, in rising order; ``places`` are
    the marks for first place, second place and so on, on top of that. They matter where the ``basis`` is marks. Only a
    player's ``best`` meetings count, or all of them. A player is ranked after ``attendance`` meetings.
    """

    basis: SeasonBasis = "games"
    scale: tuple[tuple[int, int], ...] = ()
    places: tuple[int, ...] = ()
    best: int | None = None
    attendance: int = 0


POINTS_OF_GAMES: Final = SeasonCounting()
"""The default: the points of all games are added up."""
