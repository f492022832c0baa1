"""Counting practice: hands dealt at a level, more often with what the player gets wrong, and what was missed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, chain, combinations, product
from typing import Final, Self

from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import N_, message
from engine.scoring import Count, Item, count_of, peg, show
from engine.text.spoken_counts import ALONE, UnclearNumber, parse_count, parse_pegging
from engine.text.typed_cards import plain, quoted


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


class Fault(Enum):
    """The kinds of mistake in counting a combination."""

    MISSED = "missed"
    SHORT = "short"
    """Counted for too few points: a pair royal as a pair, or a run or flush as one card shorter."""
    ADDED = "added"
    """Counted although it is not there, or counted twice."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake about one combination: its law, its cards, and the points it cost or added, always above 0."""

    fault: Fault
    law: Law
    skill: Skill
    cards: tuple[Card, ...]
    points: int


def parse_declared_points(exercise: Exercise, text: str) -> int:
    """Return the points that a player typed.

    Raises ``NotationError`` for text that cannot be read, and for more points than any cards can have;
    ``UnclearNumber`` for text that may mean several numbers.
    """
    number = text.strip()
    if exercise.what is not What.PLAY or (number.isascii() and number.isdecimal()):
        points = parse_count(text).clear()
    else:
        points = _parse_pegged_points(exercise, text)
    most = 14 if exercise.what is What.PLAY else 29
    if points > most:
        raise NotationError(message("Type a number from 0 to {most}.", most=most))
    return points


def _parse_pegged_points(exercise: Exercise, text: str) -> int:
    """Return the points typed for the last card.

    Raises ``NotationError`` with a sentence of its own, because no card is typed here.
    """
    try:
        return parse_pegging(text, count_of(exercise.cards), ALONE)
    except NotationError as error:
        said = quoted(" ".join(text.split()))
        complaint = message("I couldn't read the points in {said}: {alone}.", said=said, alone=ALONE)
        if isinstance(error, UnclearNumber):
            raise UnclearNumber(complaint, error.numbers) from None
        raise NotationError(complaint) from None


def likely_mistakes(exercise: Exercise, points: int, text: str = "") -> tuple[Mistake, ...]:
    """Return the likeliest mistakes behind a wrong count, in counting order; empty for a correct count.

    The text gives the points of each group of combinations. For a number alone, the fewest mistakes that explain it are
    the likeliest. The result is empty where no mistakes explain the count.
    """
    if points == exercise.total:
        return ()
    groups = points_by_group(text, points) if exercise.what is not What.PLAY else {}
    if not groups:
        return _in_counting_order(
            exercise, _likeliest_mistakes(exercise, points - exercise.total, set(_GROUPS.values()))
        )
    found: list[Mistake] = []
    for group in sorted(set(_GROUPS.values())):
        true = sum(item.points for item in exercise.items if _GROUPS[item.law] == group)
        found += _likeliest_mistakes(exercise, groups.get(group, 0) - true, {group})
    return _in_counting_order(exercise, found)


def skills_tried(exercise: Exercise, points: int | None, text: str = "") -> tuple[frozenset[Skill], frozenset[Skill]]:
    """Return the skills that an exercise needed or that were used in error, and those of them that failed.

    All of them failed if the player asked to see the answer (``points`` is None), or if nothing explains the count.
    """
    if points == exercise.total:
        return exercise.skills, frozenset()
    found = () if points is None else likely_mistakes(exercise, points, text)
    failed = frozenset(mistake.skill for mistake in found) or exercise.skills
    return exercise.skills | failed, failed


# Spoken counts.

_COUNTED_TOGETHER: Final = (
    *((Skill.FIFTEENS, Skill.THIRTY_ONES), (Skill.PAIRS, Skill.RUNS)),
    *((Skill.FLUSHES,), (Skill.NOBS,)),
)
_GROUPS: Final = {
    law: group for law, skill in SKILLS.items() for group, of in enumerate(_COUNTED_TOGETHER) if skill in of
}
"""Laws that are counted together, by the place of their group; pairs belong to runs because of double runs."""

_CALLS: Final = (
    (r"\b (?:fifteen|15) \b", 0, (2,)),
    (r"\b (?:double[ -]double|quadruple) [ -] run \b", 1, (16,)),
    (r"\b triple [ -] run \b", 1, (15,)),
    (r"\b double [ -] run [ ] of [ ] (?:four|4) \b", 1, (10,)),
    (r"\b double [ -] run \b", 1, (8, 10)),
    (r"\b (?:run|sequence) [ ] of [ ] (?:three|3) \b", 1, (3,)),
    (r"\b (?:run|sequence) [ ] of [ ] (?:four|4) \b", 1, (4,)),
    (r"\b (?:run|sequence) [ ] of [ ] (?:five|5) \b", 1, (5,)),
    (r"\b (?:run|sequence) \b", 1, (3, 4, 5)),
    (r"\b double [ -] pair [ -] royal \b | \b (?:four|4) [ ] of [ ] a [ ] kind \b", 1, (12,)),
    (r"\b pair [ -] royal \b | \b (?:three|3) [ ] of [ ] a [ ] kind \b", 1, (6,)),
    (r"\b two [ ] pairs \b", 1, (4,)),
    (r"\b pair \b", 1, (2,)),
    (r"\b flush \b", 2, (4, 5, 3)),
    (r"\b nobs? \b", 3, (1,)),
)
"""The spoken combinations, their groups, and the points that each may stand for."""

_TOTAL: Final = r"""
    (?:is|are|makes?|equals?|totals?|=) \s+ (?:fifteen|15) \b | (?:fifteen|15) \s+ for \s+ (?:a\s+)? (?=triple)
"""
"""A fifteen that is the points of a count."""

_CALL: Final = re.compile("|".join([_TOTAL, *(f"({pattern})" for pattern, _, _ in _CALLS)]), re.VERBOSE)
_MOST_CALLED: Final = 12
"""A text with more combinations than this is not analysed."""


def points_by_group(text: str, points: int) -> dict[int, int]:
    """Return the points of each group of combinations in a spoken count; empty for a number alone."""
    _, low = plain(" ".join(text.split()))
    calls = [_CALLS[found.lastindex - 1] for found in _CALL.finditer(low) if found.lastindex is not None]
    if len(calls) > _MOST_CALLED:
        return {}
    for given in product(*(values for _, _, values in calls)):
        if calls and sum(given) == points:
            groups = dict.fromkeys((group for _, group, _ in calls), 0)
            for (_, group, _), value in zip(calls, given, strict=True):
                groups[group] += value
            return groups
    return {}


# Possible mistakes.


def _likeliest_mistakes(exercise: Exercise, difference: int, groups: set[int]) -> tuple[Mistake, ...]:
    """Return the fewest and likeliest mistakes that explain a difference; below 0 the count is too low."""
    if difference == 0:
        return ()
    found = _wrong_combinations(exercise) if difference > 0 else _missed_combinations(exercise)
    if difference > 0 and len(groups) == 1:
        found = chain(found, ((Fault.ADDED, law, (), points) for law, points in _UNLIKE_ANY_CARDS))
    possible = [
        Mistake(fault, law, _failed_skill(exercise, law), cards, points)
        for fault, law, cards, points in found
        if _GROUPS[law] in groups
    ]
    for many in range(1, _MOST_MISTAKES + 1):
        for chosen in combinations(possible, many):
            if sum(mistake.points for mistake in chosen) == abs(difference) and _are_compatible(chosen):
                return chosen
    return ()


_MOST_MISTAKES: Final = 4
"""The most mistakes that are looked for in one count."""


def _are_compatible(chosen: Sequence[Mistake]) -> bool:
    """Return whether no combination is both missed and counted short."""
    seen = [(mistake.law, mistake.cards) for mistake in chosen if mistake.fault is not Fault.ADDED]
    return len(seen) == len(set(seen))


def _in_counting_order(exercise: Exercise, found: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """Return mistakes in the order in which combinations are counted; combinations that are not there come last."""
    places = {(item.law, item.cards): place for place, item in enumerate(exercise.items)}
    return tuple(
        sorted(found, key=lambda mistake: (_GROUPS[mistake.law], places.get((mistake.law, mistake.cards), len(places))))
    )


_UNLIKE_ANY_CARDS: Final = (
    *((Law.PAIR, 2), (Law.RUN, 3), (Law.RUN, 4), (Law.RUN, 5), (Law.PAIR_ROYAL, 6)),
    *((Law.FLUSH, 4), (Law.FLUSH, 5), (Law.HIS_NOBS, 1)),
)


def _failed_skill(exercise: Exercise, law: Law) -> Skill:
    """Return the skill that fails in a mistake about a law; for cards that count nothing, mostly ``NOTHING``."""
    skill = skill_of(law, exercise.items)
    return skill if exercise.items or skill in exercise.skills else Skill.NOTHING


_Found = tuple[Fault, Law, tuple[Card, ...], int]


def _missed_combinations(exercise: Exercise) -> Iterator[_Found]:
    """Return the combinations that may have been missed, the easiest to miss first."""
    for item in sorted(exercise.items, key=_obviousness):
        yield Fault.MISSED, item.law, item.cards, item.points
    for item in exercise.items:
        match item.law, item.points:
            case Law.PAIR_ROYAL, _:
                yield Fault.SHORT, item.law, item.cards, 4
            case Law.DOUBLE_PAIR_ROYAL, _:
                yield Fault.SHORT, item.law, item.cards, 6
            case Law.RUN, points if points > 3:
                yield Fault.SHORT, item.law, item.cards, 1
            case Law.FLUSH, points if points > len(exercise.cards) - 1:
                yield Fault.SHORT, item.law, item.cards, 1
            case _:
                pass


def _obviousness(item: Item) -> int:
    match item.law:
        case Law.HIS_NOBS | Law.FLUSH:
            return 0
        case Law.FIFTEEN:
            return 1 if len(item.cards) > 2 else 3
        case Law.RUN:
            return 2
        case _:
            return 4


def _wrong_combinations(exercise: Exercise) -> Iterator[_Found]:
    if exercise.what is What.PLAY:
        yield from _wrong_combinations_in_play(exercise)
        return
    hand, starter = exercise.cards[:-1], exercise.cards[-1]
    if exercise.looks_like_a_flush:
        yield Fault.ADDED, Law.FLUSH, hand, len(hand)
    yield from _wrong_jacks(hand, starter)
    flushes = [item.cards for item in exercise.items if item.law is Law.FLUSH]
    if flushes and starter not in flushes[0]:
        yield Fault.ADDED, Law.FLUSH, (starter,), 1
    yield from _wrapped_runs(exercise.cards)
    if Skill.DOUBLE_RUNS in exercise.skills:
        for item in exercise.items:
            if item.law is Law.PAIR:
                yield Fault.ADDED, Law.PAIR, item.cards, 2
    for _ in range(3):
        yield Fault.ADDED, Law.FIFTEEN, (), 2


def _wrong_jacks(hand: Sequence[Card], starter: Card) -> Iterator[_Found]:
    """Return wrongly counted jacks: one of another suit is not his nobs, and a jack starter scored before the play."""
    jacks = [card for card in hand if card.rank is Rank.JACK and card.suit is not starter.suit]
    if jacks:
        yield Fault.ADDED, Law.HIS_NOBS, tuple(jacks[:1]), 1
    if starter.rank is Rank.JACK:
        yield Fault.ADDED, Law.HIS_HEELS, (starter,), 1
        yield Fault.ADDED, Law.HIS_HEELS, (starter,), 2


def _wrapped_runs(cards: Sequence[Card]) -> Iterator[_Found]:
    """Return runs from the king to the ace, which do not count because the ace is low."""
    for ranks in ((Rank.QUEEN, Rank.KING, Rank.ACE), (Rank.KING, Rank.ACE, Rank.TWO)):
        chosen = tuple(card for rank in ranks for card in cards if card.rank is rank)
        if {card.rank for card in chosen} == set(ranks):
            yield Fault.ADDED, Law.RUN, chosen, 3


def _wrong_combinations_in_play(exercise: Exercise) -> Iterator[_Found]:
    """Return a pair or a run that another card breaks, and a fifteen that is not there."""
    last, before = exercise.cards[-1], exercise.cards[:-1]
    if before[-1].rank is not last.rank and any(card.rank is last.rank for card in before):
        yield Fault.ADDED, Law.PAIR, tuple(card for card in exercise.cards if card.rank is last.rank), 2
    if not any(item.law in (Law.FIFTEEN, Law.THIRTY_ONE) for item in exercise.items):
        yield Fault.ADDED, Law.FIFTEEN, (), 2
    if not any(item.law is Law.RUN for item in exercise.items):
        for length in range(3, len(exercise.cards) + 1):
            yield Fault.ADDED, Law.RUN, (), length
