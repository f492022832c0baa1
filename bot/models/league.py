"""Leagues, their seasons, members, name claims and log entries."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, TypeAlias, get_args

from bot.models.agreement import Clock
from bot.models.meeting import POINTS_OF_GAMES, SeasonCounting
from bot.models.player import Player
from engine.rules import Rules

Scheme: TypeAlias = Literal["acc", "games", "legs"]
"""How points are counted: 2 for a win and 3 for a skunk; games with doubles, 1, 2 or 4; or 1 for each leg."""

Format: TypeAlias = Literal[
    "open", "club", "single", "double", "night", "swiss", "knockout", "double-knockout", "groups", "divisions"
]
"""Open play; a season of meetings; everyone meets everyone once or twice; one club night of N games; Swiss rounds; a
knockout of single or double elimination; groups and then a knockout; divisions with promotion and relegation."""

TeamPlay: TypeAlias = Literal["pairs", "singles"]
"""Fixed pairs play games of four, or two singles games that are added up."""

Elimination: TypeAlias = Literal["single", "double"]
"""Who loses once, or twice, is out of a knockout."""

TieBreak: TypeAlias = Literal[
    "wins",
    "spread",
    "head-to-head",
    "skunked",
    "skunks",
    "buchholz",
    "sonneborn-berger",
    "opponents",
    "recent",
    "playoff",
]
"""What decides between players who are level: more results won; the spread; points and then spread of the results
between them; fewer skunks lost; more skunks won; the points of all opponents (Buchholz), or of those beaten
(Sonneborn-Berger); how often their opponents win; the latest results; the playoff games between them."""

SeasonStage: TypeAlias = Literal["joining", "playing", "playoffs", "closed"]
"""The stage of a season. Open play and clubs are at ``playing`` from the start, because people join at any time."""

Membership: TypeAlias = Literal["in", "withdrawn"]

SCHEMES: Final[tuple[Scheme, ...]] = ("acc", "games", "legs")

FORMATS: Final[tuple[Format, ...]] = (
    "open",
    "club",
    "single",
    "double",
    "night",
    "swiss",
    "knockout",
    "double-knockout",
    "groups",
    "divisions",
)

KNOCKOUTS: Final[dict[Format, Elimination]] = {"knockout": "single", "double-knockout": "double"}
"""The formats that have a bracket from the start, and no table."""

GROUPED: Final[frozenset[Format]] = frozenset({"groups", "divisions"})
"""The formats in which everyone meets everyone of their group."""

TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)

USUAL_TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("wins", "spread", "head-to-head", "skunked")
"""The tie-breaks of a league that has chosen none."""

WITH_MEETINGS: Final[frozenset[Format]] = frozenset({"open", "club"})
"""The formats in which a season may have meetings. It needs no start, and people join it at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """How a league is divided: into how ``many`` groups or divisions, None for as many as the players make.

    So many (``moves``) go through from each group, or up and down between divisions; ``twice`` is whether opponents
    meet twice.
    """

    many: int | None = None
    moves: int = 2
    twice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league and its settings. ``guild_id`` is None for an imported league until a server adopts it.

    ``many`` are the games of a club night or the rounds of a Swiss. ``post_day`` is 0 for Monday and ``post_hour`` an
    hour of the local clock in ``zone``; ``posted_on`` is the local day of the last post. ``minimum`` is how many games
    a player needs to be ranked before those who have fewer. With ``reviews`` players see how they played its games. The
    ``tie_breaks`` decide between players with equal points, the first one first. Its members are ``teams`` where it is
    played in teams.
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
    reviews: bool = True
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    grouping: Grouping = Grouping()
    teams: TeamPlay | None = None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One season of a league; ``crowned`` are the players who won it, once it is closed.

    ``counting`` is what its meetings count for, and ``elimination`` the kind of its bracket, if it has one.
    """

    league_id: int
    number: int
    stage: SeasonStage
    starts_on: date | None = None
    ends_on: date | None = None
    closed_at: datetime | None = None
    crowned: tuple[int, ...] = ()
    counting: SeasonCounting = POINTS_OF_GAMES
    elimination: Elimination = "single"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a league, or one who has withdrawn and whose results stay."""

    player: Player
    status: Membership
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A member's claim to be a player that files know by another name."""

    player: Player
    named: Player
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a league's log; ``player`` is None for acts on the command line."""

    at: datetime
    player: Player | None
    what: str
    reason: str


_LONGEST: Final = 200


def folded(name: str) -> str:
    """Return a name in the form in which names are compared, without regard to case and spacing.

    Letters beyond those of the longest name are left out: the time of normalizing marks grows with their square.
    """
    return " ".join(unicodedata.normalize("NFC", name[:_LONGEST]).split()).casefold()
