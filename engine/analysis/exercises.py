"""Hands for counting practice: dealt at a level, and more often with what the player gets wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Final, Self

from engine.cards import Card
from engine.laws import Law
from engine.messages import N_
from engine.scoring import Count, Item, count_of, peg, show


class Level(Enum):
    """The level of an exercise: how hard the cards are to count."""

    BEGINNER = "beginner"
    """At most 8 points, no double runs or flushes, and fifteens of two or three cards only."""
    CLUB = "club"
    """Any cards."""
    EXPERT = "expert"
    """Double runs, flushes and near-flushes, nobs, three of a kind, many or long fifteens, or no points at all."""


class What(Enum):
    """The kind of cards to count."""

    HAND = "hand"
    CRIB = "crib"
    FIVE_CARDS = "five"
    """A hand of the five-card game: three cards and the starter."""
    PLAY = "play"
    """The points of the last card played, without the point for a go or the last card."""


class Skill(Enum):
    """A skill of counting: its name in storage, its title, its law, and how often it comes up beside the others."""

    FIFTEENS = ("fifteens", N_("Fifteens"), Law.FIFTEEN, 4)
    THIRTY_ONES = ("thirty_ones", N_("Thirty-ones"), Law.THIRTY_ONE, 2)
    PAIRS = ("pairs", N_("Pairs"), Law.PAIR, 2)
    RUNS = ("runs", N_("Runs"), Law.RUN, 2)
    DOUBLE_RUNS = ("double_runs", N_("Double runs"), Law.RUN, 2)
    FLUSHES = ("flushes", N_("Flushes"), Law.FLUSH, 1)
    NOBS = ("nobs", N_("His nobs"), Law.HIS_NOBS, 1)
    NOTHING = ("nothing", N_("Hands worth 0"), Law.SHOW, 1)
    """Cards that count 0, which players call nineteen."""

    title: str
    law: Law
    usual: int

    def __new__(cls, name: str, title: str, law: Law, usual: int) -> Self:
        skill = object.__new__(cls)
        skill._value_ = name
        skill.title = title
        skill.law = law
        skill.usual = usual
        return skill


@dataclass(frozen=True, slots=True)
class Exercise:
    """Cards to count: a hand or crib with the starter last, or the cards of a series in the order of play."""

    what: What
    cards: tuple[Card, ...]
    items: tuple[Item, ...]

    @classmethod
    def of(cls, what: What, cards: Iterable[Card]) -> Self:
        """Return the exercise with these cards. Raises ``NotationError`` for cards that are not a hand."""
        ordered = tuple(cards)
        if what is What.PLAY:
            return cls(what, ordered, peg(ordered))
        return cls(what, ordered, show(ordered[:-1], ordered[-1], crib=what is What.CRIB).items)

    @property
    def total(self) -> int:
        return sum(item.points for item in self.items)

    @property
    def count(self) -> Count:
        return Count(self.cards[:-1], self.cards[-1], self.what is What.CRIB, self.items)

    @property
    def looks_like_a_flush(self) -> bool:
        """Return whether it is a crib of one suit with a starter of another."""
        suits = {card.suit for card in self.cards[:-1]}
        return self.what is What.CRIB and len(suits) == 1 and self.cards[-1].suit not in suits

    @property
    def skills(self) -> frozenset[Skill]:
        trap = {Skill.FLUSHES} if self.looks_like_a_flush else set()
        found = {skill_of(item.law, self.items) for item in self.items} | trap
        return frozenset(found if self.items else {*found, Skill.NOTHING})

    def fits(self, level: Level) -> bool:
        if level is Level.CLUB:
            return True
        if self.what is What.PLAY:
            return len(self.cards) <= 3 if level is Level.BEGINNER else len(self.cards) >= 4
        return self._is_simple if level is Level.BEGINNER else self._is_tricky

    @property
    def _is_simple(self) -> bool:
        return (
            self.total <= 8
            and not self.skills & {Skill.DOUBLE_RUNS, Skill.FLUSHES}
            and all(len(item.cards) <= 3 for item in self.items if item.law is Law.FIFTEEN)
        )

    @property
    def _is_tricky(self) -> bool:
        fifteens = [item for item in self.items if item.law is Law.FIFTEEN]
        return (
            bool(self.skills & _TRICKY)
            or len(fifteens) >= 4
            or any(len(item.cards) >= 4 for item in fifteens)
            or any(item.law in _KINDS_OF_THREE for item in self.items)
        )


_TRICKY: Final = {Skill.DOUBLE_RUNS, Skill.FLUSHES, Skill.NOBS, Skill.NOTHING}
_KINDS_OF_THREE: Final = {Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL}
SKILLS: Final[Mapping[Law, Skill]] = {
    Law.FIFTEEN: Skill.FIFTEENS,
    Law.THIRTY_ONE: Skill.THIRTY_ONES,
    Law.PAIR: Skill.PAIRS,
    Law.PAIR_ROYAL: Skill.PAIRS,
    Law.DOUBLE_PAIR_ROYAL: Skill.PAIRS,
    Law.RUN: Skill.RUNS,
    Law.FLUSH: Skill.FLUSHES,
    Law.HIS_NOBS: Skill.NOBS,
    Law.HIS_HEELS: Skill.NOBS,
}
"""The skill that each law needs, outside a double run."""


def skill_of(law: Law, items: Sequence[Item]) -> Skill:
    """Return the skill that a law needs; runs and pairs of a double run are counted together."""
    is_double = sum(item.law is Law.RUN for item in items) > 1
    return Skill.DOUBLE_RUNS if is_double and SKILLS[law] in _IN_A_RUN else SKILLS[law]


_IN_A_RUN: Final = {Skill.RUNS, Skill.PAIRS}


# The next exercise.


def deal(
    pack: Sequence[Card], chance: float, level: Level, what: What | None, weights: Mapping[Skill, float]
) -> Exercise:
    """Return the next exercise, from a shuffled pack and a random number from 0 to below 1.

    The number chooses a skill by its weight. The exercise is the first hand of the pack that needs the skill, or the
    first hand of all where none does. Without a ``what`` it is a hand, and at expert level sometimes a crib.
    """
    skills = skills_at(level, what)
    reached = list(accumulate(weights[skill] for skill in skills))
    wanted = next(skill for skill, end in zip(skills, reached, strict=True) if chance * reached[-1] < end)
    found = (exercise for exercise in _candidates(pack, level, what) if wanted in exercise.skills)
    return next(found, None) or next(_candidates(pack, level, what))


def skills_at(level: Level, what: What | None) -> tuple[Skill, ...]:
    """Return the skills that are practised at a level, in their order."""
    never = {Skill.FLUSHES, Skill.DOUBLE_RUNS, Skill.NOBS} if what is What.PLAY else {Skill.THIRTY_ONES}
    if level is Level.BEGINNER:
        never |= {Skill.FLUSHES, Skill.DOUBLE_RUNS, Skill.THIRTY_ONES}
    return tuple(skill for skill in Skill if skill not in never)


def _candidates(pack: Sequence[Card], level: Level, what: What | None) -> Iterator[Exercise]:
    """Return every hand that is made of each card of the pack, of every second, and so on to every sixth."""
    for stride in range(1, 7):
        for start in range(len(pack)):
            kind = what or (What.CRIB if level is Level.EXPERT and start % 2 else What.HAND)
            many = 2 + start % 4 if kind is What.PLAY else _MANY[kind]
            taken = [pack[(start + stride * place) % len(pack)] for place in range(many)]
            while kind is What.PLAY and count_of(taken) > 31:
                taken.pop()
            exercise = Exercise.of(kind, taken)
            if exercise.fits(level):
                yield exercise


_MANY: Final = {What.HAND: 5, What.CRIB: 5, What.FIVE_CARDS: 4}
"""How many cards an exercise takes from the pack; a play takes two to five. Strides below 13 repeat no card."""


# Results.


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one exercise.

    ``points`` is the player's count, None if they asked to see the answer, and ``seconds`` the time if it was measured.
    ``met`` are the skills that were needed or used in error, and ``missed`` those of them that failed.
    """

    points: int | None
    total: int
    met: frozenset[Skill]
    missed: frozenset[Skill]
    seconds: float | None = None

    @property
    def is_right(self) -> bool:
        return self.points == self.total


LONGEST_TIME: Final = 600.0
"""The longest time in seconds that counts; after a longer one the player was probably away."""

_MEMORY: Final = 8
"""About how many of the latest exercises of a skill affect its weight."""
_UNKNOWN: Final = 0.5
_LEAST: Final = 0.05


def skill_weights(results: Iterable[Result]) -> dict[Skill, float]:
    """Return the weight of each skill for the next exercise, from results with the oldest first.

    The weight is the usual frequency of the skill times the share of recent exercises in which it failed: a moving mean
    in which each new exercise counts an eighth. The share begins at 0.5 and is at least 0.05, so every skill comes up.
    """
    failing = dict.fromkeys(Skill, _UNKNOWN)
    for result in results:
        for skill in result.met:
            failing[skill] += ((skill in result.missed) - failing[skill]) / _MEMORY
    return {skill: skill.usual * max(failing[skill], _LEAST) for skill in Skill}


@dataclass(frozen=True, slots=True)
class PracticeStats:
    """The statistics of a player's practice; ``counted`` leaves out exercises whose answer they asked to see."""

    counted: int
    right: int
    shown: int
    error: float | None
    """The mean difference in points between a count and the truth."""
    streak: int
    """How many counts in a row were right, up to now."""
    best_streak: int
    seconds: float | None
    """The mean time of a timed count."""
    skills: Mapping[Skill, tuple[int, int]]
    """How often each skill was needed, and how often it failed; without skills that were never needed."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Self:
        errors = [abs(result.points - result.total) for result in results if result.points is not None]
        times = [result.seconds for result in results if result.seconds is not None and result.seconds <= LONGEST_TIME]
        streaks = list(accumulate((result.is_right for result in results), lambda many, right: (many + 1) * right))
        needed = {skill: [skill in result.missed for result in results if skill in result.met] for skill in Skill}
        return cls(
            counted=len(errors),
            right=errors.count(0),
            shown=len(results) - len(errors),
            error=sum(errors) / len(errors) if errors else None,
            streak=int(streaks[-1]) if streaks else 0,
            best_streak=int(max(streaks, default=0)),
            seconds=sum(times) / len(times) if times else None,
            skills={skill: (len(failed), sum(failed)) for skill, failed in needed.items() if failed},
        )
