"""The rarity of a count among all possible hands, and the points that each starter brings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from engine.cards import PACK, Card
from engine.messages import Message, number, read_texts
from engine.scoring import show_total
from engine.text.questions import Face


@dataclass(frozen=True, slots=True)
class Rarity:
    """A total among all hands with their starters: how many have exactly this total, how many more, how many less."""

    total: int
    exactly: int
    more: int
    less: int

    @property
    def every(self) -> int:
        return self.exactly + self.more + self.less

    @property
    def share(self) -> Fraction:
        """The share of the hands that have exactly this total."""
        return Fraction(self.exactly, self.every)


def decimals(share: Fraction) -> int:
    """Return the decimals of a share in percent: one, or as many as keep it from being rounded to 0 or 100."""
    percent = float(100 * share)
    return 0 if share in (0, 1) else next(places for places in range(1, 12) if 0 < round(percent, places) < 100)


def one_in_many(share: Fraction) -> Message:
    """Return how many things there are for one of such a share, which is over 0."""
    odds = 1 / share
    return number(round(odds), ",") if odds >= 10 or odds.denominator == 1 else number(float(odds), ".1f")


@dataclass(frozen=True, slots=True)
class Odds:
    """The totals of every hand with every starter: ``counts[total]`` is how many have that total."""

    counts: tuple[int, ...]

    @property
    def every(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> Fraction:
        """The exact mean of all hands."""
        return Fraction(sum(total * many for total, many in enumerate(self.counts)), self.every)

    def rarity(self, total: int) -> Rarity:
        """Return the rarity of a total, which may be one that no hand has."""
        less, more = sum(self.counts[:total]), sum(self.counts[total + 1 :])
        return Rarity(total, self.every - less - more, more, less)


_COUNTS: Final = read_texts(__package__, "odds.toml")
HANDS, CRIBS, THREES, DEALT, DEALT_FIVE = (
    Odds(tuple(_COUNTS[name])) for name in ("hands", "cribs", "threes", "dealt", "dealt_five")
)
"""The totals of hands of 4 cards, of cribs, of hands of 3, and of the hands that average most of 6 and of 5 cards."""


def dealt_odds_of(held: int) -> Odds:
    """Return the odds of a hand of three or four cards that was kept from two cards more."""
    return DEALT_FIVE if held == 3 else DEALT


def odds_of(held: int, *, crib: bool) -> Odds:
    """Return the odds of a hand of three or four cards, or of a crib of four."""
    if held == 3:
        return THREES
    return CRIBS if crib else HANDS


@dataclass(frozen=True, slots=True)
class Starters:
    """The total of a hand with each starter: for every total, lowest first, the starters that make it."""

    by_total: tuple[tuple[int, tuple[Card, ...]], ...]

    @property
    def mean(self) -> Fraction:
        """The mean over all starters, each equally likely."""
        many = sum(len(cards) for _, cards in self.by_total)
        return Fraction(sum(total * len(cards) for total, cards in self.by_total), many)


def starters(hand: Sequence[Card], *, crib: bool = False, ranks_alone: bool = False) -> Starters:
    """Return the totals of a hand of three or four cards with every starter of the rest of the deck.

    ``ranks_alone`` leaves out flushes and his nobs.
    """
    found: dict[int, list[Card]] = {}
    for starter in PACK:
        if starter not in hand:
            total = show_total(hand, starter, crib=crib)
            if ranks_alone:
                total -= flush_of(hand, starter, crib=crib) + (starter.nobs in hand)
            found.setdefault(total, []).append(starter)
    return Starters(tuple((total, tuple(found[total])) for total in sorted(found)))


@dataclass(frozen=True, slots=True)
class Case:
    """A possible total of a hand without suits: with a flush of this many cards, or 0, and with his nobs or without."""

    total: int
    flush: int
    nobs: bool


def cases(hand: Sequence[Face], starter: Face, *, crib: bool = False) -> tuple[Case, ...]:
    """Return every case that the missing suits leave possible, the lowest total first.

    The result is empty where no suits make a hand, as for five cards of one rank.
    """
    found = set()
    for cards in with_suits((*hand, starter)):
        held, turned = cards[:-1], cards[-1]
        found.add(Case(show_total(held, turned, crib=crib), flush_of(held, turned, crib=crib), turned.nobs in held))
    return tuple(sorted(found, key=lambda case: (case.total, case.flush)))


def flush_of(hand: Sequence[Card], starter: Card, *, crib: bool) -> int:
    """Return how many cards the flush of a hand has; 0 without a flush."""
    suits = {card.suit for card in hand}
    if len(suits) > 1 or (crib and starter.suit not in suits):
        return 0
    return len(hand) + (starter.suit in suits)


def with_suits(faces: Sequence[Face]) -> Iterator[tuple[Card, ...]]:
    """Return every way to give suits to the cards without one, so that no card appears twice."""
    choices = [(face.card,) if face.card is not None else PACK[4 * (face.rank - 1) : 4 * face.rank] for face in faces]
    return (cards for cards in product(*choices) if len(set(cards)) == len(cards))
