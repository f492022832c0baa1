"""Everything that is to be told about a question: the total and what makes it, how rare it is, and who was right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias, assert_never

from engine.ai.discards import Unseen, expected
from engine.ai.exact_cribs import Unknown
from engine.analysis.odds import Case, Rarity, Starters, cases, odds_of, stand_ins, starters, suited
from engine.cards import PACK, Card, Rank, Suit
from engine.laws import Law
from engine.messages import Message
from engine.pegging import peg
from engine.scoring import Count, Item, show, show_total
from engine.text.notation import Face
from engine.text.reader import (
    DiscardQuestion,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    counts,
)
from engine.text.spoken_counts import spoken_count


@dataclass(frozen=True, slots=True)
class Combination:
    """One combination of cards that may lack their suits: the law that scores it, its cards, and its points."""

    law: Law
    cards: tuple[Face, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was declared beside the truth; where the suits, or a go, leave several totals open, each of them may be."""

    declared: int
    totals: tuple[int, ...]
    others: tuple[int, ...] = ()
    """Other counts, of which one may be right in place of the declared one."""

    @property
    def kind(self) -> Literal["right", "over", "under", "depends", "wrong"]:
        """Whether the count declared is right, too many or too few; one of several that may be; or between them."""
        if self.declared in self.totals:
            return "right" if len(self.totals) == 1 else "depends"
        if self.declared > self.totals[-1]:
            return "over"
        return "under" if self.declared < self.totals[0] else "wrong"

    @property
    def rivals(self) -> tuple[Verdict, ...]:
        """The same of every count between which somebody asks, the declared one first; empty where there is but one."""
        if not self.others:
            return ()
        return tuple(Verdict(count, self.totals) for count in (self.declared, *self.others))

    @property
    def surplus(self) -> int:
        """By how much it is too many at least; below nought, by how much too few."""
        match self.kind:
            case "over":
                return self.declared - self.totals[-1]
            case "under":
                return self.declared - self.totals[0]
        return 0


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """A hand or crib counted; ``otherwise`` names the cards that as starter would have made another total.

    It is empty where the starter was marked.
    """

    question: HandQuestion
    count: Count
    words: Message
    rarity: Rarity
    otherwise: tuple[tuple[Card, int], ...]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class RanksAnswer:
    """A hand without its suits: the least that it counts, and every case that they leave open, the least first.

    For every total that they leave open there is told how rare it is.
    """

    question: RanksQuestion
    items: tuple[Combination, ...]
    words: Message
    cases: tuple[Case, ...]
    rarities: tuple[Rarity, ...]
    verdict: Verdict | None

    @property
    def total(self) -> int:
        """The least total."""
        return self.cases[0].total


@dataclass(frozen=True, slots=True)
class FourCardAnswer:
    """Four cards: what they count by themselves, and with every starter; by the ranks alone if they have no suits.

    ``flush`` is what a flush would add to four cards without suits.
    """

    question: FourCardQuestion
    items: tuple[Combination, ...]
    words: Message
    flush: int
    starters: Starters
    verdict: Verdict | None

    @property
    def total(self) -> int:
        """What the four count by themselves."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Choice:
    """Two cards to lay away and the four kept: the mean of the hand, that of the crib, and what they are worth."""

    away: tuple[Face, ...]
    kept: tuple[Face, ...]
    hand: float
    crib: float
    total: float


@dataclass(frozen=True, slots=True)
class DiscardAnswer:
    """Every choice of two cards to lay away, best first, for the dealer and for the pone."""

    question: DiscardQuestion
    dealer: tuple[Choice, ...]
    pone: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One card of the play: the count with it, what it pegs, and whether the count begins anew with it."""

    card: Face
    count: int
    anew: bool
    items: tuple[Combination, ...]

    @property
    def points(self) -> int:
        """What the card pegs."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """The play, card by card. What the last card pegs for a go or as the last of all is not in it."""

    question: PlayQuestion
    steps: tuple[Step, ...]
    verdict: Verdict | None

    @property
    def is_count_wrong(self) -> bool:
        """Whether another count was called with the last card."""
        return self.question.declared_count not in (None, self.steps[-1].count)


Answer: TypeAlias = HandAnswer | RanksAnswer | FourCardAnswer | DiscardAnswer | PlayAnswer


def answer(question: Question) -> Answer:
    """Everything that is to be told about a question."""
    match question:
        case HandQuestion():
            return _hand(question)
        case RanksQuestion():
            return _ranks(question)
        case FourCardQuestion():
            return _four(question)
        case DiscardQuestion():
            return DiscardAnswer(question, _choices(question, dealer=True), _choices(question, dealer=False))
        case PlayQuestion():
            return _play(question)
        case _:
            assert_never(question)


def _hand(asked: HandQuestion) -> HandAnswer:
    count = show(asked.hand, asked.starter, crib=asked.crib)
    others = () if asked.starter_marked else _otherwise(asked, count.total)
    rarity = odds_of(len(asked.hand), crib=asked.crib).rarity(count.total)
    return HandAnswer(asked, count, spoken_count(count), rarity, tuple(others), _verdict(asked, {count.total}))


def _otherwise(asked: HandQuestion, total: int) -> Iterator[tuple[Card, int]]:
    """The cards of the hand that as starter would have made another total, and which."""
    for card in asked.hand:
        hand = [other for other in (*asked.hand, asked.starter) if other is not card]
        if (other := show_total(hand, card, crib=asked.crib)) != total:
            yield card, other


def _ranks(asked: RanksQuestion) -> RanksAnswer:
    found = [case for case in cases(asked.hand, asked.starter, crib=asked.crib) if case.nobs or not asked.nobs]
    faces = (*asked.hand, asked.starter)
    counted = (
        (cards, show(cards[:-1], cards[-1], crib=asked.crib))
        for cards in suited(faces)
        if not asked.nobs or cards[-1].nobs in cards
    )
    cards, count = next((cards, count) for cards, count in counted if count.total == found[0].total)
    totals = {case.total for case in found}
    odds = odds_of(len(asked.hand), crib=asked.crib)
    return RanksAnswer(
        asked,
        _combinations(count.items, cards, faces),
        spoken_count(count),
        tuple(found),
        tuple(odds.rarity(total) for total in sorted(totals)),
        _verdict(asked, totals),
    )


def _four(asked: FourCardQuestion) -> FourCardAnswer:
    cards = tuple(face.card for face in asked.cards if face.card is not None)
    is_suited = len(cards) == len(asked.cards)
    if not is_suited:
        cards = tuple(Card(face.rank, suit) for face, suit in zip(asked.cards, Suit, strict=True))
    items = _alone(cards, crib=asked.crib)
    found = _combinations(items, cards, asked.cards)
    flush = 4 if not (is_suited or asked.crib) and len({card.rank for card in cards}) == 4 else 0
    total = sum(item.points for item in items)
    return FourCardAnswer(
        asked,
        found,
        spoken_count(Count(cards[:3], cards[3], asked.crib, items)),
        flush,
        starters(cards, crib=asked.crib, ranks_alone=not is_suited),
        _verdict(asked, {total, total + flush}),
    )


def _alone(cards: tuple[Card, ...], *, crib: bool) -> tuple[Item, ...]:
    """What four cards score by themselves: as three of them with the fourth, but for what the suits bring."""
    by_suit = (Law.FLUSH, Law.HIS_NOBS)
    items = tuple(item for item in show(cards[:3], cards[3]).items if item.law not in by_suit)
    is_flush = not crib and len({card.suit for card in cards}) == 1
    return (*items, Item(Law.FLUSH, cards, 4)) if is_flush else items


def _combinations(items: Sequence[Item], cards: Sequence[Card], faces: Sequence[Face]) -> tuple[Combination, ...]:
    """The items of cards that stand for others, whose suits need not be known."""
    meant = dict(zip(cards, faces, strict=True))
    return tuple(Combination(item.law, tuple(meant[card] for card in item.cards), item.points) for item in items)


def _verdict(asked: HandQuestion | RanksQuestion | FourCardQuestion | PlayQuestion, totals: set[int]) -> Verdict | None:
    return None if asked.declared is None else Verdict(asked.declared, tuple(sorted(totals)), asked.others)


def _choices(asked: DiscardQuestion, *, dealer: bool) -> tuple[Choice, ...]:
    """Every choice of two to lay away, best first; of those without suits each once that is told apart."""
    cards = tuple(face.card for face in asked.cards if face.card is not None)
    ranks, is_suited = [face.rank for face in asked.cards], len(cards) == len(asked.cards)
    beside = Unknown.beside(cards, dealer=dealer) if is_suited else Unknown.beside_ranks(ranks, dealer=dealer)
    unseen = Unseen.beside(cards)
    found = {}
    for places in combinations(range(6), 2):
        away = asked.cards[places[0]], asked.cards[places[1]]
        kept = tuple(face for place, face in enumerate(asked.cards) if place not in places)
        hand = _mean(kept, unseen) if is_suited else _mean_by_rank(kept, ranks)
        crib = beside.crib(away)
        total = hand + crib if dealer else hand - crib
        found[frozenset(away)] = Choice(away, kept, hand, crib, total)
    return tuple(sorted(found.values(), key=lambda choice: choice.total, reverse=True))


def _mean(kept: Sequence[Face], unseen: Unseen) -> float:
    """The mean of four cards over the starters that are left of the pack, exactly."""
    return expected(tuple(face.card for face in kept if face.card is not None), unseen)


def _mean_by_rank(kept: Sequence[Face], dealt: Sequence[Rank]) -> float:
    """The mean of four ranks over the starters that are left of the pack, exactly but for flushes.

    A jack has the suit of a starter one time in four, unless the starter is a jack itself.
    """
    hand = tuple(Card(face.rank, suit) for face, suit in zip(kept, Suit, strict=True))
    left = {rank: 4 - dealt.count(rank) for rank in Rank}
    points = sum(left[rank] * _rank_total(hand, rank) for rank in Rank if left[rank])
    return (points + sum(face.rank is Rank.JACK for face in kept) * (46 - left[Rank.JACK]) / 4) / 46


def _rank_total(hand: tuple[Card, ...], rank: Rank) -> int:
    """What four cards, no two of one suit, count by their ranks with a starter of this rank."""
    starter = next(card for card in PACK[4 * (rank - 1) : 4 * rank] if card not in hand)
    return show_total(hand, starter) - (starter.nobs in hand)


def _play(asked: PlayQuestion) -> PlayAnswer:
    cards, called = stand_ins(asked.cards), counts(asked.cards)
    steps: list[Step] = []
    first = 0
    for place, (face, count) in enumerate(zip(asked.cards, called, strict=True)):
        anew = count == face.rank.pips
        if anew and place:
            _say_go(steps)
            first = place
        items = peg(cards[first : place + 1])
        steps.append(Step(face, count, anew, _combinations(items, cards, asked.cards)))
    points = steps[-1].points
    # What is played last of all, or before a go, pegs one more; whether it was so the cards do not tell.
    totals = {points} if steps[-1].count == 31 else {points, points + 1}
    return PlayAnswer(asked, tuple(steps), _verdict(asked, totals))


def _say_go(steps: list[Step]) -> None:
    """The count begins anew, so the card before it pegs one for the go, unless it made thirty-one."""
    last = steps[-1]
    if last.count < 31:
        steps[-1] = replace(last, items=(*last.items, Combination(Law.GO, (last.card,), 1)))
