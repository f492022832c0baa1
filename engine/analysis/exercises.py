"""Hands to practise counting on: dealt at a level, and leaning to what their player gets wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Final, Self

from engine.cards import Card
from engine.laws import Law
from engine.pegging import count_of, peg
from engine.scoring import Count, Item, show


class Level(Enum):
    """How hard the cards are that somebody is dealt to count."""

    BEGINNER = "beginner"
    """Eight points at most; no double runs, no flushes, and fifteens of two or three cards."""
    CLUB = "club"
    """Whatever comes."""
    EXPERT = "expert"
    """Double runs, flushes and what looks like them, nobs, three alike, many or long fifteens, or nothing at all."""


class What(Enum):
    """What is to be counted."""

    HAND = "hand"
    CRIB = "crib"
    FIVE_CARDS = "five"
    """A hand of the five-card game: three cards and the starter."""
    PLAY = "play"
    """What the last card played pegs, without the point for a go or the last card."""


class Skill(Enum):
    """One thing that a player can be good or bad at counting: its name in records, what it is called, and its law."""

    FIFTEENS = ("fifteens", "Fifteens", Law.FIFTEEN)
    THIRTY_ONES = ("thirty_ones", "Thirty-ones", Law.THIRTY_ONE)
    PAIRS = ("pairs", "Pairs", Law.PAIR)
    RUNS = ("runs", "Runs", Law.RUN)
    DOUBLE_RUNS = ("double_runs", "Double runs", Law.RUN)
    FLUSHES = ("flushes", "Flushes", Law.FLUSH)
    NOBS = ("nobs", "His nobs", Law.HIS_NOBS)
    NOTHING = ("nothing", "Nothing at all", Law.SHOW)
    """Cards that count nothing, or nineteen as players say: what is there to be seen in them is a trap."""

    title: str
    law: Law

    def __new__(cls, name: str, title: str, law: Law) -> Self:
        skill = object.__new__(cls)
        skill._value_ = name
        skill.title = title
        skill.law = law
        return skill


@dataclass(frozen=True, slots=True)
class Exercise:
    """Cards to be counted: a hand or crib with the starter last, or the cards of a series in the order of play."""

    what: What
    cards: tuple[Card, ...]
    items: tuple[Item, ...]

    @classmethod
    def of(cls, what: What, cards: Iterable[Card]) -> Self:
        """Cards to be counted. Raises ``NotationError`` for cards that are no hand."""
        laid = tuple(cards)
        if what is What.PLAY:
            return cls(what, laid, peg(laid))
        return cls(what, laid, show(laid[:-1], laid[-1], crib=what is What.CRIB).items)

    @property
    def total(self) -> int:
        """The points that the cards are worth."""
        return sum(item.points for item in self.items)

    @property
    def count(self) -> Count:
        """The cards counted, as the reckoning tells them."""
        return Count(self.cards[:-1], self.cards[-1], self.what is What.CRIB, self.items)

    @property
    def looks_like_a_flush(self) -> bool:
        """Whether it is a crib of one suit that the starter has not."""
        suits = {card.suit for card in self.cards[:-1]}
        return self.what is What.CRIB and len(suits) == 1 and self.cards[-1].suit not in suits

    @property
    def skills(self) -> frozenset[Skill]:
        """What a player must be good at to count the cards."""
        trap = {Skill.FLUSHES} if self.looks_like_a_flush else set()
        found = {skill_of(item.law, self.items) for item in self.items} | trap
        return frozenset(found if self.items else {*found, Skill.NOTHING})

    def fits(self, level: Level) -> bool:
        """Whether the cards are as hard as a level wants them."""
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
_SKILLS: Final[Mapping[Law, Skill]] = {
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


def skill_of(law: Law, items: Sequence[Item]) -> Skill:
    """The skill that a law asks for among these items: in a double run, runs and pairs are counted together."""
    is_double = sum(item.law is Law.RUN for item in items) > 1
    return Skill.DOUBLE_RUNS if is_double and _SKILLS[law] in _IN_A_RUN else _SKILLS[law]


_IN_A_RUN: Final = {Skill.RUNS, Skill.PAIRS}


# What is dealt next.


def deal(
    pack: Sequence[Card], chance: float, level: Level, what: What | None, leaning: Mapping[Skill, float]
) -> Exercise:
    """The next cards to count, from a shuffled pack and a chance from 0 up to 1.

    The chance chooses one skill, each as likely as its weight in ``leaning`` says; then comes the first hand of the
    pack that asks for it, or where none does the first of all. Without a ``what`` hands are dealt, or cribs to experts.
    """
    skills = asked_at(level, what)
    reached = list(accumulate(leaning[skill] for skill in skills))
    wanted = next(skill for skill, end in zip(skills, reached, strict=True) if chance * reached[-1] < end)
    found = (exercise for exercise in _candidates(pack, level, what) if wanted in exercise.skills)
    return next(found, None) or next(_candidates(pack, level, what))


def asked_at(level: Level, what: What | None) -> tuple[Skill, ...]:
    """The skills that are practised at a level, in their order."""
    never = {Skill.FLUSHES, Skill.DOUBLE_RUNS, Skill.NOBS} if what is What.PLAY else {Skill.THIRTY_ONES}
    if level is Level.BEGINNER:
        never |= {Skill.FLUSHES, Skill.DOUBLE_RUNS, Skill.THIRTY_ONES}
    return tuple(skill for skill in Skill if skill not in never)


def _candidates(pack: Sequence[Card], level: Level, what: What | None) -> Iterator[Exercise]:
    """Every hand that is read off a pack by taking each card, every second, and so on to every sixth."""
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
"""How many cards are taken from the pack; of a play two to five. No card is met twice at a stride below thirteen."""


# What a player has done so far.


@dataclass(frozen=True, slots=True)
class Result:
    """How one exercise went; ``points`` were said, None where the player asked to be shown, and ``seconds`` if timed.

    ``met`` are the skills that it asked for, or that were used in error; ``missed`` those of them that failed.
    """

    points: int | None
    total: int
    met: frozenset[Skill]
    missed: frozenset[Skill]
    seconds: float | None = None

    @property
    def is_right(self) -> bool:
        """Whether it was counted, and rightly."""
        return self.points == self.total


LONGEST: Final = 600.0
"""So many seconds may count as one player's time; after more he was away."""

_USUAL: Final[Mapping[Skill, float]] = {
    Skill.FIFTEENS: 4,
    Skill.THIRTY_ONES: 2,
    Skill.PAIRS: 2,
    Skill.RUNS: 2,
    Skill.DOUBLE_RUNS: 2,
    Skill.FLUSHES: 1,
    Skill.NOBS: 1,
    Skill.NOTHING: 1,
}
"""How often a skill is asked for, beside the others, of a player who is as good at all of them."""

_MEMORY: Final = 8
"""About so many of the latest exercises of a skill are remembered when the next one is dealt."""
_UNKNOWN: Final = 0.5
_LEAST: Final = 0.05


def leaning(results: Iterable[Result]) -> dict[Skill, float]:
    """How much the next exercise leans to each skill, from results with the oldest first.

    The weight of a skill is how often it is usual times the share of late exercises in which it failed: a mean in which
    each new one counts an eighth. It begins at a half and never falls below a twentieth, so that nothing is forgotten.
    """
    failing = dict.fromkeys(Skill, _UNKNOWN)
    for result in results:
        for skill in result.met:
            failing[skill] += ((skill in result.missed) - failing[skill]) / _MEMORY
    return {skill: _USUAL[skill] * max(failing[skill], _LEAST) for skill in Skill}


@dataclass(frozen=True, slots=True)
class SkillCount:
    """All that a player has done at practice. Exercises that he asked to be shown are not counted among the counted."""

    counted: int
    right: int
    shown: int
    error: float | None
    """How many points a count is off on average, either way."""
    streak: int
    """How many in a row were right, up to now."""
    best_streak: int
    seconds: float | None
    """How long a timed count took on average."""
    skills: Mapping[Skill, tuple[int, int]]
    """How often each skill was asked for, and how often it failed; without those that never were."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Self:
        """The tally of some results, the oldest first."""
        errors = [abs(result.points - result.total) for result in results if result.points is not None]
        times = [result.seconds for result in results if result.seconds is not None and result.seconds <= LONGEST]
        streaks = list(accumulate((result.is_right for result in results), lambda many, right: (many + 1) * right))
        asked = {skill: [skill in result.missed for result in results if skill in result.met] for skill in Skill}
        return cls(
            counted=len(errors),
            right=errors.count(0),
            shown=len(results) - len(errors),
            error=sum(errors) / len(errors) if errors else None,
            streak=int(streaks[-1]) if streaks else 0,
            best_streak=int(max(streaks, default=0)),
            seconds=sum(times) / len(times) if times else None,
            skills={skill: (len(failed), sum(failed)) for skill, failed in asked.items() if failed},
        )
