"""Find what a player with a wrong count most likely missed, or counted although it is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import Final

from engine.analysis.exercises import SKILLS, Exercise, Skill, What, skill_of
from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import message
from engine.pegging import count_of
from engine.scoring import Item
from engine.text.spoken_counts import ALONE, UnclearNumber, parse_count, parse_pegging
from engine.text.typed_cards import plain, quoted


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
    every = set(_GROUPS.values())
    if not groups:
        return _in_counting_order(exercise, _likeliest_mistakes(exercise, points - exercise.total, every))
    found: list[Mistake] = []
    for group in sorted(every):
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
    possible = [
        mistake for mistake in _possible_mistakes(exercise, too_many=difference > 0) if _GROUPS[mistake.law] in groups
    ]
    if difference > 0 and len(groups) == 1:
        possible += _unlike_any_cards(exercise, groups)
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


def _possible_mistakes(exercise: Exercise, *, too_many: bool) -> list[Mistake]:
    found = _wrong_combinations(exercise) if too_many else _missed_combinations(exercise)
    return [Mistake(fault, law, _failed_skill(exercise, law), cards, points) for fault, law, cards, points in found]


def _unlike_any_cards(exercise: Exercise, groups: set[int]) -> Iterator[Mistake]:
    for law, points in _UNLIKE_ANY_CARDS:
        if _GROUPS[law] in groups:
            yield Mistake(Fault.ADDED, law, _failed_skill(exercise, law), (), points)


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
