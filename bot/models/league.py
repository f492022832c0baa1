"""Leagues: their seasons, meetings, teams, fixtures, members, name claims and log entries."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal, TypeAlias, get_args

from bot.models.agreement import Clock
from bot.models.player import Player
from engine.rules import Rules

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
    player's ``best`` meetings count, or all of them. A player is ranked after ``attendance`` meetings. The best hand of
    each meeting is worth ``hand`` points on top of all.
    """

    basis: SeasonBasis = "games"
    scale: tuple[tuple[int, int], ...] = ()
    places: tuple[int, ...] = ()
    best: int | None = None
    attendance: int = 0
    hand: int = 0


POINTS_OF_GAMES: Final = SeasonCounting()
"""The default: the points of all games are added up."""


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
    "plus",
]
"""What decides between players who are level: more results won; the spread; points and then spread of the results
between them; fewer skunks lost; more skunks won; the points of all opponents (Buchholz), or of those beaten
(Sonneborn-Berger); how often their opponents win; the latest results; the playoff games between them; the plus points,
which are the margins of all wins."""

SeasonStage: TypeAlias = Literal["joining", "playing", "playoffs", "closed"]
"""The stage of a season. Open play and clubs are at ``playing`` from the start, because people join at any time."""

Membership: TypeAlias = Literal["in", "withdrawn", "visitor"]
"""A visitor's results count for their opponents alone: a visitor stands in no table."""

SCHEMES: Final[tuple[Scheme, ...]] = get_args(Scheme)

FORMATS: Final[tuple[Format, ...]] = get_args(Format)

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
    played in teams. ``night_time`` is when its club nights begin by the local clock, such as 19:30; with it they have
    events on Discord.
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
    night_time: str | None = None


@dataclass(frozen=True, slots=True)
class GivenPoints:
    """Points that a manager gave a player, by id: a bonus or a handicap, or a penalty below 0."""

    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One season of a league; ``crowned`` are the players who won it, once it is closed.

    ``counting`` is what its meetings count for, and ``elimination`` the kind of its bracket, if it has one. ``given``
    are points beside those of results; none is ever taken out, so that a place there names one.
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
    given: tuple[GivenPoints, ...] = ()

    @property
    def points_given(self) -> dict[int, int]:
        """The points that players have beside those of results, added up, by their ids."""
        added = Counter[int]()
        for one in self.given:
            added[one.player] += one.points
        return added

    @property
    def played(self) -> FixtureStage:
        """Which fixtures are played now: those of the playoffs once they are drawn."""
        return "playoff" if self.stage == "playoffs" else "league"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a league, a visitor, or a player who has withdrawn and whose results stay."""

    player: Player
    status: Membership
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class NameClaim:
    """A member's claim to be a player that files know by another name."""

    player: Player
    named: Player
    asked_at: datetime


LogTopic: TypeAlias = Literal["results", "people", "season", "settings", "check-ins"]
"""What an entry of a league's log is about; the season has its rounds and nights too."""

LOG_TOPICS: Final[tuple[LogTopic, ...]] = ("results", "people", "season", "settings", "check-ins")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a league's log; ``player`` is None for acts on the command line.

    It tells of the ``facts`` of one kind, whose name is ``what``, and is about these ``people``, by id. In entries of
    earlier versions, which have no facts, ``what`` is an English sentence.
    """

    at: datetime
    player: Player | None
    what: str
    reason: str = ""
    topic: LogTopic = "settings"
    facts: Mapping[str, Any] | None = None
    people: tuple[int, ...] = ()


_LONGEST: Final = 200


def folded(name: str) -> str:
    """Return a name in the form in which names are compared, without regard to case and spacing.

    Letters beyond those of the longest name are left out: the time of normalizing marks grows with their square.
    """
    return " ".join(unicodedata.normalize("NFC", name[:_LONGEST]).split()).casefold()


@dataclass(frozen=True, slots=True)
class Team:
    """A team: the ``player`` as which it stands in tables and fixtures, and its two people."""

    player: Player
    people: tuple[Player, Player]

    @property
    def ids(self) -> frozenset[int]:
        """The ids of its people."""
        return frozenset(person.id for person in self.people)

    def partner_of(self, person: Player) -> Player:
        """Return the other of its people."""
        return self.people[1] if self.people[0].id == person.id else self.people[0]


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
    A singles game of two teams belongs to their fixture ``team_fixture_id``, and is over once that is awarded. It
    ``plays_on`` a local day at a ``venue`` where somebody has said so, and is ``postponed`` once the day was changed.
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
    plays_on: date | None = None
    venue: str = ""
    postponed: bool = False

    @property
    def is_playoff(self) -> bool:
        """Return whether it belongs to the playoffs."""
        return self.stage in PLAYOFF_STAGES

    @property
    def players(self) -> frozenset[int]:
        """The ids of the players: two, or one for a bye."""
        return frozenset(player.id for player in self.people)

    @property
    def people(self) -> list[Player]:
        """The players: two, or one for a bye."""
        return [self.first] if self.second is None else [self.first, self.second]

    def opponent_of(self, player: Player) -> Player:
        """Return the other one of the two players."""
        assert self.second is not None
        return self.second if self.first.id == player.id else self.first
