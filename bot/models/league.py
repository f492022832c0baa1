"""Leagues, their seasons, members, name claims and log entries."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, TypeAlias

from bot.models.agreement import Clock
from bot.models.player import Player
from engine.rules import Rules

Scheme: TypeAlias = Literal["acc", "games", "legs"]
"""Two for a win and three for a skunk; games with their doubles, 1, 2 or 4; a point for each leg of a match."""

Format: TypeAlias = Literal["open", "single", "double", "night", "swiss", "knockout"]
"""Open play, everyone meets everyone once or twice, a club night of N games, Swiss rounds, a knockout."""

SeasonStage: TypeAlias = Literal["joining", "playing", "playoffs", "closed"]
"""How far a season has come. In open play people join at any time, so that it is playing from the start."""

Membership: TypeAlias = Literal["in", "withdrawn"]

SCHEMES: Final[tuple[Scheme, ...]] = ("acc", "games", "legs")

FORMATS: Final[tuple[Format, ...]] = ("open", "single", "double", "night", "swiss", "knockout")


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """What a league has agreed. ``guild_id`` is None until a server adopts one that was imported.

    ``many`` are the games of a club night or the rounds of a Swiss. ``post_day`` is 0 for Monday and ``post_hour`` an
    hour of the local clock in ``zone``; ``posted_on`` is the local day of the last post. ``minimum`` is how many games
    a player needs to be ranked before those who have fewer.
    """

    id: int
    guild_id: int | None
    name: str
    preset: str
    rules: Rules
    scheme: Scheme = "acc"
    format: Format = "open"
    best_of: int = 1
    many: int | None = None
    minimum: int = 0
    clock: Clock | None = None
    zone: str = "UTC"
    manager_role: int | None = None
    channel_id: int | None = None
    post_day: int | None = None
    post_hour: int | None = None
    posted_on: date | None = None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One season of a league; ``crowned`` are the players who won it, once it is closed."""

    league_id: int
    number: int
    stage: SeasonStage
    starts_on: date | None = None
    ends_on: date | None = None
    closed_at: datetime | None = None
    crowned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """One who plays in a league, or has withdrawn and keeps his results."""

    player: Player
    status: Membership
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A member says that he is the one whom files know by another name."""

    player: Player
    named: Player
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a league's log; ``player`` is None where the host did it from the command line."""

    at: datetime
    player: Player | None
    what: str
    reason: str


def folded(name: str) -> str:
    """A name as it is compared: however it is spaced and spelt, large or small."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()
