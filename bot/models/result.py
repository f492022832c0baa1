"""Results of games, and what follows from them: ratings, records, reviews and achievements."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.models.league import FixtureStage
from bot.models.player import Player
from engine.analysis.game_review import JudgedDecision
from engine.cards import Card
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
    again or a button that is pressed twice adds nothing. A match of teams may say the games at each of its ``boards``,
    those of the first side first.
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
    boards: tuple[tuple[int, int], ...] = ()

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
    """One player's counted results against another, added up; ``plus`` are the holes by which they were won."""

    won: int = 0
    games: int = 0
    legs: int = 0
    holes: int = 0
    adverse: int = 0
    skunks: int = 0
    played: int = 0
    plus: int = 0


@dataclass(frozen=True, slots=True)
class ServerResult:
    """One finished game between people: who sat where, the scores by side, the winning side and its games."""

    players: tuple[Player, ...]
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


@dataclass(frozen=True, slots=True)
class Streaks:
    """A player's wins in a row and days in a row (UTC) with a game, up to one game; whether it was the first of all.

    Only the first game of a day has ``days``.
    """

    wins: int = 0
    days: int = 0
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: the estimated strength ``mu``, and its uncertainty ``sigma``; a newcomer's by default."""

    mu: float = 25.0
    sigma: float = 3.0


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player's rating after one result."""

    player_id: int
    played_at: datetime
    result_id: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatedWin:
    """One result for the ratings: the winner, the loser, and when it was played."""

    result_id: int
    played_at: datetime
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class StaleRatings:
    """From where on a pool must be computed again: after the result ``after`` of the time ``since``.

    ``marks`` is how often the pool had changed when this was read.
    """

    since: datetime
    after: int
    marks: int


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player's latest rating, and the number of results behind it."""

    player: Player
    rating: Rating
    results: int


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game for one player: the judged decisions, and the points that the other lost."""

    table_id: str
    player_id: int
    decisions: tuple[JudgedDecision, ...]
    theirs_lost: float


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """The sums of a review: when the game ended, how many decisions were judged, and the points lost."""

    table_id: str
    ended_at: datetime
    decisions: int
    lost: float


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
    """The awards of a season; several players share the most. ``best_hands`` are those of nights."""

    champions: tuple[Player, ...] = ()
    slams: tuple[Feat, ...] = ()
    high_hands: tuple[HighHand, ...] = ()
    most_skunks: tuple[Feat, ...] = ()
    best_night: tuple[Feat, ...] = ()
    best_hands: tuple[Feat, ...] = ()
    most_improved: tuple[Improvement, ...] = ()


@dataclass(frozen=True, slots=True)
class EarnedAchievement:
    """An achievement of a player: its kind, the game, the deal (0 for the whole game), its cards, and the time."""

    player_id: int
    kind: str
    table_id: str
    deal: int
    cards: tuple[Card, ...]
    earned_at: datetime


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A player's figures of one finished game."""

    player_id: int
    won: bool
    stats: GameStats


@dataclass(frozen=True, slots=True)
class BoardTotals:
    """What a player did in the finished games of a server in some time; ``best_hand`` is None without a hand.

    In the ``reviewed`` games every decision lost so many points on average.
    """

    player_id: int
    name: str
    games: int
    won: int
    hands: int
    hand_points: int
    best_hand: int | None
    pegged: int
    reviewed: int = 0
    lost: float = 0.0
