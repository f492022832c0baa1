"""Results of games: league results with both sides, totals, and finished games."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.models.fixture import FixtureStage
from bot.models.player import Player
from engine.rules import Rules

ResultStatus: TypeAlias = Literal["entered", "counted", "disputed", "void"]
"""It waits for the other player, counts, is denied by a player, or was struck out by a manager."""

UNSETTLED: Final[tuple[ResultStatus, ...]] = ("entered", "disputed")
"""The statuses of results that wait for a player or a manager."""

NEW: Final = 0
"""The id of a result that is not stored yet."""

ADDED: Final = "added"
"""How the result of two teams came about whose singles games are added up."""

NOBODY: Final = -1
"""The winner of a fixture that both players have forfeited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStats:
    """A player's stats in games at the bot's tables; points are sums over the number of hands and cribs."""

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

    @property
    def average_hand(self) -> float | None:
        """The average count of the hands; None where none was shown."""
        return self.hand_points / self.hands if self.hands else None

    @property
    def average_crib(self) -> float | None:
        """The average count of the cribs; None where none was shown."""
        return self.crib_points / self.cribs if self.cribs else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's side of a result: games with doubles, legs without, holes, and games won by a skunk."""

    player: Player
    games: int
    legs: int
    holes: int
    skunks: int = 0
    dealt_first: bool | None = None
    deeds: GameStats = field(default_factory=GameStats)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResult:
    """One result between two players. ``winner`` is the place of the winning side, 0 or 1, or ``NOBODY``.

    ``ended_by`` is how a game at the bot's tables ended, ``board`` for one played elsewhere, ``file``, or ``forfeit``.
    ``imported`` is a key for one row of a file, or one entry by hand, within the league, so that a file that is read
    again or a button that is pressed twice adds nothing.
    """

    id: int = NEW
    league_id: int
    season: int
    stage: FixtureStage
    status: ResultStatus
    sides: tuple[Side, Side]
    winner: int
    ended_by: str
    played_at: datetime
    fixture_id: int | None = None
    meeting_id: int | None = None
    table_id: str | None = None
    imported: str | None = None
    entered_by: Player | None = None
    confirmed_by: Player | None = None

    @property
    def counts(self) -> bool:
        """Return whether the league's table counts it, unlike results of playoffs, waiting and void results."""
        return self.status == "counted" and self.stage == "league"

    def side_of(self, player_id: int) -> int | None:
        """Return the index of a player's side, 0 or 1; None for a player of neither side."""
        return next((place for place, side in enumerate(self.sides) if side.player.id == player_id), None)


GAME_STATS: Final = tuple(column.name for column in fields(GameStats))
"""The names of the fields of ``GameStats``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTotals:
    """All of a player's counted results in one season, added up; ``adverse`` are the opponents' holes."""

    player: Player
    played: int = 0
    won: int = 0
    games: int = 0
    legs: int = 0
    holes: int = 0
    adverse: int = 0
    skunks: int = 0
    skunked: int = 0
    best_hand: int | None = None
    overscored: int = 0
    caught: int = 0


class MeetingSums(NamedTuple):
    """A player's counted results at one meeting, added up, by ids; the meeting is 0 for results outside meetings.

    ``best_hand`` is -1 where none is known.
    """

    player: int
    meeting: int
    best_hand: int
    played: int
    won: int
    games: int
    legs: int
    holes: int
    adverse: int
    skunks: int
    skunked: int
    overscored: int
    caught: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """One player's counted results against another, added up."""

    won: int = 0
    games: int = 0
    legs: int = 0
    holes: int = 0
    adverse: int = 0
    skunks: int = 0
    played: int = 0


@dataclass(frozen=True, slots=True)
class ServerResult:
    """One finished game between people: who sat where, the scores by side, the winning side and its games."""

    players: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    side: int
    games: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One game that is over. ``robots`` are their levels by seat, None where a person sat; ``side`` has won it."""

    table_id: str
    rules: Rules
    seat: int
    robots: tuple[str | None, ...]
    side: int
    games: int

    @property
    def own_side(self) -> int:
        """The side on which the player sat."""
        return self.rules.side_of(self.seat)

    @property
    def won(self) -> bool:
        """Return whether the player won it."""
        return self.side == self.own_side
