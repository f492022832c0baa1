"""The levels of the robots, from a beginner to an expert: how carefully each plays, counts and checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, TypeAlias

from engine.cards import Card
from engine.laws import Law
from engine.messages import listed
from engine.scoring import Item, show

Chance: TypeAlias = Callable[[], float]
"""Returns a uniform random number from 0 to below 1 at each call."""

Stop: TypeAlias = Callable[[], bool]
"""Says whether a search is to stop and answer with what it has found so far; the clock is outside the engine."""


def never() -> bool:
    """Return False: the search does all its work, and the same chance gives the same answer."""
    return False


EASY: Final = "easy"
CASUAL: Final = "casual"
STEADY: Final = "steady"
CLUB: Final = "club"
EXPERT: Final = "expert"
LEVELS: Final = (EASY, CASUAL, STEADY, CLUB, EXPERT)
"""The levels, the weakest first."""

RATED: Final = (2, 6)
"""The form in which their ratings are measured: how many players, and how many cards each is dealt."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a level plays; all but ``rating`` and ``whim`` are shares from 0 to 1.

    ``rating`` is measured: 100 more win 64 games of two hands of six in 100, and ``club`` has 1500 (robots.md).
    ``whim`` is the most by which it misjudges a discard, in points. ``thinks`` is how often it looks for the best card
    to play; otherwise it ``looks`` for the one that scores most now, or plays any. ``notices`` is how often it
    challenges a wrong count, and ``miscounts`` how often it counts wrong where players check each other.
    """

    rating: int
    whim: float
    thinks: float
    looks: float
    notices: float
    miscounts: float


SKILLS: Final[Mapping[str, Skill]] = {
    EASY: Skill(rating=1320, whim=6.0, thinks=0.0, looks=0.6, notices=0.5, miscounts=0.12),
    CASUAL: Skill(rating=1400, whim=3.5, thinks=0.3, looks=0.8, notices=0.65, miscounts=0.07),
    STEADY: Skill(rating=1470, whim=1.8, thinks=0.7, looks=0.9, notices=0.8, miscounts=0.03),
    CLUB: Skill(rating=1500, whim=0.0, thinks=1.0, looks=1.0, notices=0.9, miscounts=0.0),
    EXPERT: Skill(rating=1550, whim=0.0, thinks=1.0, looks=1.0, notices=1.0, miscounts=0.0),
}

_BEFORE: Final = 5
"""A player begins as if they had won and lost so many games against ``CASUAL``, so that the first few decide little."""

_COUNTED_TWICE: Final = 0.2
"""The share of wrong counts that are too high, because a combination is counted twice."""


def is_robot(name: str) -> bool:
    """Return whether it is the name of a level, or a rating between two: the name of a robot as strong as that."""
    return name in SKILLS or (name.isdecimal() and rating_of(EASY) < int(name) < rating_of(EXPERT))


def rating_of(robot: str) -> int:
    """Return the rating of a robot. Raises ``ValueError`` for any other name."""
    if not is_robot(robot):
        raise ValueError(f"there is no robot of the level {robot!r}; choose {listed(LEVELS, 'or')}")
    return SKILLS[robot].rating if robot in SKILLS else int(robot)


def levels_of(robot: str) -> tuple[str, str]:
    """Return the levels next below and above a robot; twice its own if it is of one. Raises ``ValueError``."""
    rating = rating_of(robot)
    below = [level for level in LEVELS if SKILLS[level].rating <= rating]
    above = [level for level in LEVELS if SKILLS[level].rating >= rating]
    return below[-1], above[0]


def level_now(robot: str, chance: Chance) -> str:
    """Return the level by which a robot makes its next move: between two, the nearer one more often."""
    lower, upper = levels_of(robot)
    if lower == upper:
        return lower
    low, high = rating_of(lower), rating_of(upper)
    return upper if low + chance() * (high - low) < rating_of(robot) else lower


_STEP: Final = 20
"""A difference in rating of a robot like the player: with this much more, somebody wins 53 games in 100."""

_LIKE_PLAYERS: Final = (
    *LEVELS,
    *map(str, sorted({*range(rating_of(EASY), rating_of(EXPERT), _STEP)} - {*map(rating_of, LEVELS)})),
)
"""The robots that may be as strong as a player: the levels, and those between two of them by their ratings."""


def robot_like(results: Mapping[str, tuple[int, int]]) -> str:
    """Return the robot that is likeliest to be as strong as a player with these wins and losses against robots."""
    games = [(CASUAL, _BEFORE, _BEFORE), *((other, won, lost) for other, (won, lost) in results.items())]

    def likelihood(robot: str) -> float:
        chances = ((_win_chance(robot, other), won, lost) for other, won, lost in games)
        return sum(won * log(chance) + lost * log(1 - chance) for chance, won, lost in chances)

    return max(_LIKE_PLAYERS, key=likelihood)


def _win_chance(robot: str, other: str) -> float:
    return 1 / (1 + 10 ** ((rating_of(other) - rating_of(robot)) / 400))


def points_as_counted(
    hand: Sequence[Card], starter: Card, level: str, chance: Chance, *, crib: bool, careful: bool
) -> int:
    """Return the points that a robot counts in a hand; ``careful`` is without mistakes.

    A robot that miscounts misses the combination that is hardest to see, or counts one twice.
    """
    count = show(hand, starter, crib=crib)
    miscounts = 0.0 if careful or not count.items else SKILLS[level].miscounts
    if not miscounts or chance() >= miscounts:
        return count.total
    if chance() < _COUNTED_TWICE:
        return count.total + min(item.points for item in count.items)
    return count.total - max(count.items, key=_difficulty).points


def _difficulty(item: Item) -> int:
    match item.law:
        case Law.HIS_NOBS | Law.FLUSH:
            return 4
        case Law.FIFTEEN:
            return len(item.cards)
        case Law.RUN:
            return 2
        case _:
            return 0
