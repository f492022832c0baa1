"""Answers to questions about cards: the total, its combinations and rarity, and whether a declared count is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, assert_never

from engine.analysis.odds import Case, Rarity, Starters, cases, odds_of, starters, with_suits
from engine.cards import Card, Suit
from engine.laws import Law
from engine.messages import Message
from engine.scoring import Count, Item, peg, show, show_total
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    NextQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    RunQuestion,
    running_counts,
    stand_ins,
)
from engine.text.spoken_counts import spoken_count


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of cards that may lack their suits: its law, its cards, and its points."""

    law: Law
    cards: tuple[Face, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A declared count and the possible true totals; unknown suits or a go leave several totals possible."""

    declared: int
    totals: tuple[int, ...]
    others: tuple[int, ...] = ()
    """Other declared counts; one of them may be right instead."""

    @property
    def kind(self) -> Literal["right", "over", "under", "depends", "wrong"]:
        """The verdict on the declared count: right, too high, too low, one of several totals, or between them."""
        if self.declared in self.totals:
            return "right" if len(self.totals) == 1 else "depends"
        if self.declared > self.totals[-1]:
            return "over"
        return "under" if self.declared < self.totals[0] else "wrong"

    @property
    def rivals(self) -> tuple[Verdict, ...]:
        """A verdict for each of several declared counts; empty where only one was declared."""
        if not self.others:
            return ()
        return tuple(Verdict(count, self.totals) for count in (self.declared, *self.others))

    @property
    def surplus(self) -> int:
        """The points too many, at least; below 0, the points too few."""
        match self.kind:
            case "over":
                return self.declared - self.totals[-1]
            case "under":
                return self.declared - self.totals[0]
        return 0


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The count of a hand or crib.

    ``otherwise`` holds the cards that would have made another total as the starter, with that total. It is empty where
    the question marked the starter.
    """

    question: HandQuestion
    count: Count
    words: Message
    rarity: Rarity
    otherwise: tuple[tuple[Card, int], ...]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class RanksAnswer:
    """The count of a hand without suits: the lowest total first, then every possible case.

    ``rarities`` has an entry for each possible total.
    """

    question: RanksQuestion
    items: tuple[Combination, ...]
    words: Message
    cases: tuple[Case, ...]
    rarities: tuple[Rarity, ...]
    verdict: Verdict | None

    @property
    def total(self) -> int:
        """The lowest possible total."""
        return self.cases[0].total


@dataclass(frozen=True, slots=True)
class FourCardAnswer:
    """The count of four cards by themselves and with every starter; by ranks alone if they have no suits.

    ``flush`` is the points that a flush would add to four cards without suits.
    """

    question: FourCardQuestion
    items: tuple[Combination, ...]
    words: Message
    flush: int
    starters: Starters
    verdict: Verdict | None

    @property
    def total(self) -> int:
        """The points of the four cards by themselves."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Choice:
    """The cards to discard, the four kept, and their mean points.

    ``peg`` is the pegging of the player's side less the others'. ``total`` is their sum; the crib counts against the
    player if it is another side's, and half of it with three players. ``chance`` is the chance to win the game and
    ``error`` its standard error, where the question has scores and the discard is among the best.
    """

    away: tuple[Face, ...]
    kept: tuple[Face, ...]
    hand: float
    crib: float
    peg: float
    total: float
    chance: float | None = None
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class DiscardAnswer:
    """Every discard from six cards or from five, best first, for the dealer's side and for the others."""

    question: DiscardQuestion
    dealer: tuple[Choice, ...]
    pone: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A score that is written beside a card of the play: its count and its points, None for the one left out."""

    count: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """A card of the play: the count with it, its points, and the score that is written beside it.

    ``totals`` holds the points that may be written: a go or the last card may add 1, or be left out.
    """

    card: Face
    count: int
    items: tuple[Combination, ...]
    totals: tuple[int, ...]
    written: Written | None = None

    @property
    def points(self) -> int:
        return sum(item.points for item in self.items)

    @property
    def is_right(self) -> bool:
        if self.written is None:
            return True
        return self.written.count in (None, self.count) and self.written.points in (None, *self.totals)


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """The play, card by card, without the point of the last card for a go or as the last card."""

    question: PlayQuestion
    steps: tuple[Step, ...]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class NextChoice:
    """A card that can be played: the count with it, its points at once, and its worth: my points less the other's."""

    card: Face
    count: int
    points: int
    worth: float


@dataclass(frozen=True, slots=True)
class NextAnswer:
    """Every card that can be played next, the best first; none where only go can be said."""

    question: NextQuestion
    choices: tuple[NextChoice, ...]


@dataclass(frozen=True, slots=True)
class RunAnswer:
    """Whether cards are a run."""

    question: RunQuestion
    is_run: bool


@dataclass(frozen=True, slots=True)
class OddsAnswer:
    """How likely something is, and more about it in small letters."""

    question: OddsQuestion
    line: Message
    more: tuple[Message, ...]


Seeded: TypeAlias = Callable[[object], Callable[[], float]]
"""Makes a source of chance from a seed: the same seed gives the same numbers."""

CardAnswer: TypeAlias = HandAnswer | RanksAnswer | FourCardAnswer | DiscardAnswer | PlayAnswer
Answer: TypeAlias = CardAnswer | NextAnswer | RunAnswer | OddsAnswer


def answer(question: Question, seeded: Seeded | None = None) -> Answer:
    """Return the answer to a question; ``seeded`` is needed for chances to win, which are sampled.

    The cards, the scores and the role are the seed, so the same question always gets the same answer.
    """
    match question:
        case HandQuestion():
            return _hand(question)
        case RanksQuestion():
            return _ranks(question)
        case FourCardQuestion():
            return _four(question)
        case DiscardQuestion():
            # Robots and whole games stand behind the advice; a count does not wait for them.
            from engine.analysis.choice_answers import discard_answer  # noqa: PLC0415

            return discard_answer(question, seeded)
        case PlayQuestion():
            return _play(question)
        case RunQuestion(cards=cards):
            ranks = sorted(face.rank for face in cards)
            return RunAnswer(question, len(ranks) > 2 and ranks == [*range(ranks[0], ranks[0] + len(ranks))])
        case NextQuestion():
            from engine.analysis.choice_answers import next_answer  # noqa: PLC0415 - robots stand behind it

            # A caller without a source of chance always gets the middle.
            return next_answer(question, seeded or (lambda _: lambda: 0.5))
        case OddsQuestion():
            from engine.analysis.choice_answers import odds_answer  # noqa: PLC0415 - so do their tables

            return odds_answer(question)
        case _:
            assert_never(question)


def _hand(question: HandQuestion) -> HandAnswer:
    count = show(question.hand, question.starter, crib=question.crib)
    others = () if question.starter_marked else _other_starters(question, count.total)
    rarity = odds_of(len(question.hand), crib=question.crib).rarity(count.total)
    totals = {count.total} if not question.part else part_totals(count.items, question.part)
    return HandAnswer(question, count, spoken_count(count), rarity, tuple(others), _verdict(question, totals))


def _other_starters(question: HandQuestion, total: int) -> Iterator[tuple[Card, int]]:
    """Return the cards of the hand that would have made another total as the starter, with that total."""
    for card in question.hand:
        hand = [other for other in (*question.hand, question.starter) if other is not card]
        if (other := show_total(hand, card, crib=question.crib)) != total:
            yield card, other


def _ranks(question: RanksQuestion) -> RanksAnswer:
    found = [
        case for case in cases(question.hand, question.starter, crib=question.crib) if case.nobs or not question.nobs
    ]
    faces = (*question.hand, question.starter)
    counted = (
        (cards, show(cards[:-1], cards[-1], crib=question.crib))
        for cards in with_suits(faces)
        if not question.nobs or cards[-1].nobs in cards
    )
    cards, count = next((cards, count) for cards, count in counted if count.total == found[0].total)
    totals = {case.total for case in found}
    judged = totals if not question.part else part_totals(count.items, question.part)
    odds = odds_of(len(question.hand), crib=question.crib)
    return RanksAnswer(
        question,
        _combinations(count.items, cards, faces),
        spoken_count(count),
        tuple(found),
        tuple(odds.rarity(total) for total in sorted(totals)),
        _verdict(question, judged),
    )


PARTS: Final[Mapping[str, tuple[Law, ...]]] = {
    "fifteens": (Law.FIFTEEN,),
    "pairs": (Law.PAIR, Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL),
    "runs": (Law.RUN,),
    "runs and pairs": (Law.RUN, Law.PAIR, Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL),
    "flush": (Law.FLUSH,),
    "nobs": (Law.HIS_NOBS,),
}
"""The parts of a count that may be declared alone; a double run is counted with its pairs."""


def part_totals(items: Sequence[Item], part: str) -> set[int]:
    return {sum(item.points for item in items if item.law in PARTS[part])}


def _four(question: FourCardQuestion) -> FourCardAnswer:
    cards = tuple(face.card for face in question.cards if face.card is not None)
    is_suited = len(cards) == len(question.cards)
    if not is_suited:
        cards = tuple(Card(face.rank, suit) for face, suit in zip(question.cards, Suit, strict=True))
    items = _alone(cards, crib=question.crib)
    found = _combinations(items, cards, question.cards)
    flush = 4 if not (is_suited or question.crib) and len({card.rank for card in cards}) == 4 else 0
    total = sum(item.points for item in items)
    return FourCardAnswer(
        question,
        found,
        spoken_count(Count(cards[:3], cards[3], question.crib, items)),
        flush,
        starters(cards, crib=question.crib, ranks_alone=not is_suited),
        _verdict(question, {total, total + flush}),
    )


def _alone(cards: tuple[Card, ...], *, crib: bool) -> tuple[Item, ...]:
    """Return the scores of four cards by themselves: as three of them with the fourth, except for the suits."""
    by_suit = (Law.FLUSH, Law.HIS_NOBS)
    items = tuple(item for item in show(cards[:3], cards[3]).items if item.law not in by_suit)
    is_flush = not crib and len({card.suit for card in cards}) == 1
    return (*items, Item(Law.FLUSH, cards, 4)) if is_flush else items


def combinations_of(items: Sequence[Item]) -> tuple[Combination, ...]:
    return tuple(
        Combination(item.law, tuple(Face(card.rank, card) for card in item.cards), item.points) for item in items
    )


def _combinations(items: Sequence[Item], cards: Sequence[Card], faces: Sequence[Face]) -> tuple[Combination, ...]:
    meant = dict(zip(cards, faces, strict=True))
    return tuple(Combination(item.law, tuple(meant[card] for card in item.cards), item.points) for item in items)


def _verdict(
    question: HandQuestion | RanksQuestion | FourCardQuestion | PlayQuestion, totals: set[int]
) -> Verdict | None:
    return None if question.declared is None else Verdict(question.declared, tuple(sorted(totals)), question.others)


def _play(question: PlayQuestion) -> PlayAnswer:
    cards, counts = stand_ins(question.cards), running_counts(question.cards, question.restarts)
    written = {place: Written(count, points) for place, count, points in question.written}
    if written and question.declared is not None and not question.others:
        written.setdefault(len(cards) - 1, Written(question.declared_count, question.declared))
    steps: list[Step] = []
    first = 0
    for place, (face, count) in enumerate(zip(question.cards, counts, strict=True)):
        if place and count == face.rank.pips:
            if (last := steps[-1]).count < 31:
                # A go, which pegs one more.
                with_go = (*last.items, Combination(Law.GO, (last.card,), 1))
                steps[-1] = replace(last, items=with_go, totals=(last.points, last.points + 1))
            first = place
        items = _combinations(peg(cards[first : place + 1]), cards, question.cards)
        points = sum(item.points for item in items)
        steps.append(Step(face, count, items, (points,), written.get(place)))
    # The last card of all and the card before a go peg one more; the question does not say whether this is one.
    if (last := steps[-1]).count < 31:
        steps[-1] = replace(last, totals=(last.points, last.points + 1))
    return PlayAnswer(question, tuple(steps), _verdict(question, {*steps[-1].totals}))
