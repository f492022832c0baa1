"""What a player who counts wrongly has most likely missed, or counted that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import Final

from engine.analysis.exercises import Exercise, Skill, What, skill_of
from engine.cards import Card, Rank
from engine.errors import NotationError
from engine.laws import Law
from engine.messages import say
from engine.pegging import count_of
from engine.scoring import Item
from engine.text.spoken_counts import ALONE, parse_count, pegged
from engine.text.tokens import plain, quoted


class Fault(Enum):
    """How a combination was counted wrongly."""

    MISSED = "missed"
    SHORT = "short"
    """Seen, but given too few points: a pair royal taken for a pair, a run or a flush for one a card shorter."""
    ADDED = "added"
    """Counted though it is not there, or counted twice."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: what went wrong with which combination, its cards, and by how many points, always above nought."""

    fault: Fault
    law: Law
    skill: Skill
    cards: tuple[Card, ...]
    points: int


def declared(exercise: Exercise, text: str) -> int:
    """The points that a player says. Raises ``NotationError`` for what cannot be read, or what no cards count."""
    number = text.strip()
    if exercise.what is not What.PLAY or (number.isascii() and number.isdecimal()):
        points = parse_count(text).points
    else:
        points = _pegged(exercise, text)
    most, what = (14, say("card pegs")) if exercise.what is What.PLAY else (29, say("hand counts"))
    if points > most:
        raise NotationError(say("No {what} more than {most}: type a number from 0 to {most}.", what=what, most=most))
    return points


def misadded(exercise: Exercise, text: str) -> str:
    """What a player is told whose own words add up to another number; empty where they do not."""
    if exercise.what is What.PLAY:
        return ""
    try:
        return str(parse_count(text).remark or "")
    except NotationError:
        return ""


def _pegged(exercise: Exercise, text: str) -> int:
    """The points said of the last card. No card is typed here, so what may be one is refused in other words."""
    try:
        return pegged(text, count_of(exercise.cards), ALONE)
    except NotationError:
        said = quoted(" ".join(text.split()))
        raise NotationError(say("{said} does not tell what the card pegs: {alone}.", said=said, alone=ALONE)) from None


def likely_mistakes(exercise: Exercise, points: int, text: str = "") -> tuple[Mistake, ...]:
    """The likeliest mistakes behind a count, in the order in which the combinations are counted; none in a right one.

    What was said of each combination is taken from the text. Where a number was said alone, the fewest mistakes that
    explain it are the likeliest. None are told where nothing explains it.
    """
    if points == exercise.total:
        return ()
    told = called(text, points) if exercise.what is not What.PLAY else {}
    if not told:
        return _in_order(exercise, _likeliest(exercise, points - exercise.total, set(_GROUPS.values())))
    found: list[Mistake] = []
    for group in sorted(set(_GROUPS.values())):
        true = sum(item.points for item in exercise.items if _GROUPS[item.law] == group)
        found += _likeliest(exercise, told.get(group, 0) - true, {group})
    return _in_order(exercise, found)


def skills_tried(exercise: Exercise, points: int | None, text: str = "") -> tuple[frozenset[Skill], frozenset[Skill]]:
    """The skills that an exercise asked for or that were used in error, and those of them that failed.

    All of them failed a player who asked to be shown, or whose count nothing explains.
    """
    if points == exercise.total:
        return exercise.skills, frozenset()
    found = () if points is None else likely_mistakes(exercise, points, text)
    failed = frozenset(slip.skill for slip in found) or exercise.skills
    return exercise.skills | failed, failed


# What was said aloud.

_GROUPS: Final[Mapping[Law, int]] = {
    Law.FIFTEEN: 0,
    Law.THIRTY_ONE: 0,
    Law.PAIR: 1,
    Law.PAIR_ROYAL: 1,
    Law.DOUBLE_PAIR_ROYAL: 1,
    Law.RUN: 1,
    Law.FLUSH: 2,
    Law.HIS_NOBS: 3,
    Law.HIS_HEELS: 3,
}
"""What is called together, in the order in which it is called: pairs belong to the runs, for those may be double."""

_CALLS: Final = (
    ("fifteen", 0, (2,)),
    ("doubledouble", 1, (16,)),
    ("triple", 1, (15,)),
    ("doublefour", 1, (10,)),
    ("double", 1, (8, 10)),
    ("three", 1, (3,)),
    ("four", 1, (4,)),
    ("five", 1, (5,)),
    ("run", 1, (3, 4, 5)),
    ("allpairs", 1, (12,)),
    ("royal", 1, (6,)),
    ("pairs", 1, (4,)),
    ("pair", 1, (2,)),
    ("flush", 2, (4, 5, 3)),
    ("nobs", 3, (1,)),
)
"""What may be called, its group, and the points that it may bring."""

_CALL: Final = re.compile(
    r"""
    (?P<total> (?:is|are|makes?|equals?|totals?|=) \s+ (?:fifteen|15) \b
        | (?:fifteen|15) \s+ for \s+ (?:a\s+)? (?=triple) )
    | (?P<fifteen> \b (?:fifteen|15) \b )
    | (?P<doubledouble> \b (?:double[ -]double|quadruple) [ -] run \b )
    | (?P<triple> \b triple [ -] run \b )
    | (?P<doublefour> \b double [ -] run [ ] of [ ] (?:four|4) \b )
    | (?P<double> \b double [ -] run \b )
    | (?P<three> \b (?:run|sequence) [ ] of [ ] (?:three|3) \b )
    | (?P<four> \b (?:run|sequence) [ ] of [ ] (?:four|4) \b )
    | (?P<five> \b (?:run|sequence) [ ] of [ ] (?:five|5) \b )
    | (?P<run> \b (?:run|sequence) \b )
    | (?P<allpairs> \b double [ -] pair [ -] royal \b | \b (?:four|4) [ ] of [ ] a [ ] kind \b )
    | (?P<royal> \b pair [ -] royal \b | \b (?:three|3) [ ] of [ ] a [ ] kind \b )
    | (?P<pairs> \b two [ ] pairs \b )
    | (?P<pair> \b pair \b )
    | (?P<flush> \b flush \b )
    | (?P<nobs> \b nobs? \b )
    """,
    re.VERBOSE,
)
_MOST_CALLED: Final = 12
"""Nobody truly calls more; what calls more is not gone into."""


def called(text: str, points: int) -> dict[int, int]:
    """The points that a spoken count gives each group of combinations; empty where only their number was said."""
    _, low = plain(" ".join(text.split()))
    kinds = [found.lastgroup for found in _CALL.finditer(low) if found.lastgroup != "total"]
    if len(kinds) > _MOST_CALLED:
        return {}
    calls = [next(call for call in _CALLS if call[0] == kind) for kind in kinds]
    for given in product(*(values for _, _, values in calls)):
        if calls and sum(given) == points:
            groups = dict.fromkeys((group for _, group, _ in calls), 0)
            for (_, group, _), value in zip(calls, given, strict=True):
                groups[group] += value
            return groups
    return {}


# What may have gone wrong.


def _likeliest(exercise: Exercise, difference: int, groups: set[int]) -> tuple[Mistake, ...]:
    """The fewest slips that explain so many points too many, or below nought too few; the likeliest of as many."""
    if difference == 0:
        return ()
    possible = [slip for slip in _possible(exercise, too_many=difference > 0) if _GROUPS[slip.law] in groups]
    if difference > 0 and len(groups) == 1:
        possible += _invented(exercise, groups)
    for many in range(1, _MOST_SLIPS + 1):
        for chosen in combinations(possible, many):
            if sum(slip.points for slip in chosen) == abs(difference) and _agree(chosen):
                return chosen
    return ()


_MOST_SLIPS: Final = 4
"""More mistakes than these in one count are not told apart any more."""


def _agree(chosen: Sequence[Mistake]) -> bool:
    """Whether no combination is both missed and counted short."""
    seen = [(slip.law, slip.cards) for slip in chosen if slip.fault is not Fault.ADDED]
    return len(seen) == len(set(seen))


def _in_order(exercise: Exercise, found: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """Slips in the order in which their combinations are counted; what is not there comes after what is."""
    places = {(item.law, item.cards): place for place, item in enumerate(exercise.items)}
    return tuple(sorted(found, key=lambda slip: (_GROUPS[slip.law], places.get((slip.law, slip.cards), len(places)))))


def _possible(exercise: Exercise, *, too_many: bool) -> list[Mistake]:
    """Every slip that may have happened, the likeliest first."""
    found = _added(exercise) if too_many else _missed(exercise)
    return [Mistake(fault, law, _failing(exercise, law), cards, points) for fault, law, cards, points in found]


def _invented(exercise: Exercise, groups: set[int]) -> Iterator[Mistake]:
    """What was said aloud, so that there is no doubt of it, though nothing in the cards looks like it."""
    for law, points in _INVENTED:
        if _GROUPS[law] in groups:
            yield Mistake(Fault.ADDED, law, _failing(exercise, law), (), points)


_INVENTED: Final = (
    *((Law.PAIR, 2), (Law.RUN, 3), (Law.RUN, 4), (Law.RUN, 5), (Law.PAIR_ROYAL, 6)),
    *((Law.FLUSH, 4), (Law.FLUSH, 5), (Law.HIS_NOBS, 1)),
)


def _failing(exercise: Exercise, law: Law) -> Skill:
    """The skill that fails in a mistake about a law; where nothing counts, mostly that of seeing it."""
    skill = skill_of(law, exercise.items)
    return skill if exercise.items or skill in exercise.skills else Skill.NOTHING


_Found = tuple[Fault, Law, tuple[Card, ...], int]


def _missed(exercise: Exercise) -> Iterator[_Found]:
    """What may have been missed: long fifteens are seen last, and one for his nobs is forgotten before anything."""
    for item in sorted(exercise.items, key=_how_plain):
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


def _how_plain(item: Item) -> int:
    """How plain a combination is to see, the least plain being nought."""
    match item.law:
        case Law.HIS_NOBS | Law.FLUSH:
            return 0
        case Law.FIFTEEN:
            return 1 if len(item.cards) > 2 else 3
        case Law.RUN:
            return 2
        case _:
            return 4


def _added(exercise: Exercise) -> Iterator[_Found]:
    """What may have been counted that is not there."""
    if exercise.what is What.PLAY:
        yield from _added_in_play(exercise)
        return
    hand, starter = exercise.cards[:-1], exercise.cards[-1]
    if exercise.looks_like_a_flush:
        yield Fault.ADDED, Law.FLUSH, hand, len(hand)
    yield from _jacks(hand, starter)
    flushes = [item.cards for item in exercise.items if item.law is Law.FLUSH]
    if flushes and starter not in flushes[0]:
        yield Fault.ADDED, Law.FLUSH, (starter,), 1
    yield from _round_the_corner(exercise.cards)
    if Skill.DOUBLE_RUNS in exercise.skills:
        for item in exercise.items:
            if item.law is Law.PAIR:
                yield Fault.ADDED, Law.PAIR, item.cards, 2
    for _ in range(3):
        yield Fault.ADDED, Law.FIFTEEN, (), 2


def _jacks(hand: Sequence[Card], starter: Card) -> Iterator[_Found]:
    """A jack of another suit is not his nobs, and one turned up scored for his heels before the play."""
    jacks = [card for card in hand if card.rank is Rank.JACK and card.suit is not starter.suit]
    if jacks:
        yield Fault.ADDED, Law.HIS_NOBS, tuple(jacks[:1]), 1
    if starter.rank is Rank.JACK:
        yield Fault.ADDED, Law.HIS_HEELS, (starter,), 1
        yield Fault.ADDED, Law.HIS_HEELS, (starter,), 2


def _round_the_corner(cards: Sequence[Card]) -> Iterator[_Found]:
    """An ace is low, so no run goes on from the king to it."""
    for ranks in ((Rank.QUEEN, Rank.KING, Rank.ACE), (Rank.KING, Rank.ACE, Rank.TWO)):
        chosen = tuple(card for rank in ranks for card in cards if card.rank is rank)
        if {card.rank for card in chosen} == set(ranks):
            yield Fault.ADDED, Law.RUN, chosen, 3


def _added_in_play(exercise: Exercise) -> Iterator[_Found]:
    """A pair or a run that another card breaks, and a fifteen that is none."""
    last, before = exercise.cards[-1], exercise.cards[:-1]
    if before[-1].rank is not last.rank and any(card.rank is last.rank for card in before):
        yield Fault.ADDED, Law.PAIR, tuple(card for card in exercise.cards if card.rank is last.rank), 2
    if not any(item.law in (Law.FIFTEEN, Law.THIRTY_ONE) for item in exercise.items):
        yield Fault.ADDED, Law.FIFTEEN, (), 2
    if not any(item.law is Law.RUN for item in exercise.items):
        for length in range(3, len(exercise.cards) + 1):
            yield Fault.ADDED, Law.RUN, (), length
