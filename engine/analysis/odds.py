"""The rarity of a count among all possible hands, and the points that each starter brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from engine.cards import PACK, Card
from engine.messages import Message, number
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

    @classmethod
    def of(cls, counts: str) -> Odds:
        """Return the odds from a text of counts with spaces between them."""
        return cls(tuple(map(int, counts.split())))

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


HANDS: Final = Odds.of(
    """
    1009008 99792 2813796 505008 2855676 697508 1800268 751324 1137236 361224
    388740 51680 317340 19656 90100 9168 58248 11196 2708 0
    8068 2496 444 356 3680 0 0 0 76 4
    """
)
"""The totals of the 12,994,800 hands of four cards and the starter."""

CRIBS: Final = Odds.of(
    """
    1022208 99792 2839800 508908 2868960 703496 1787176 755320 1118336 358368
    378240 43880 310956 16548 88132 9072 57288 11196 2264 0
    7828 2472 444 356 3680 0 0 0 76 4
    """
)
"""The totals of the same cards counted as cribs, where a flush needs the starter."""

THREES: Final = Odds.of(
    """
    260220 18180 403032 63288 144716 69300 72928 16832 18668 5964
    4044 824 4372 164 268 96 0 0 0 0
    4
    """
)
"""The totals of the 1,082,900 hands of three cards and the starter, as in the five-card game."""


DEALT: Final = Odds.of(
    """
    3433512 309048 36707268 11394936 105776184 30362992 142528168 62958084 176533152 66267556
    85970444 15805156 100638620 8107900 33250408 5108660 31717276 6753792 1877640 0
    5672356 1791780 382996 249836 2827516 0 0 0 62316 4324
    """
)
"""The totals of the 936,491,920 deals of six cards and a starter, where the four cards that average most are kept.

``tests/support/count_dealt_hands.py`` counts them.
"""

DEALT_FIVE: Final = Odds.of(
    """
    2609472 315720 19556448 13445376 19367964 19929364 20012832 7462016 9164896 3657440
    2266320 733696 3125228 169452 224412 105972 0 0 0 0
    4512
    """
)
"""The totals of the 122,151,120 deals of the five-card game, where the three cards that average most are kept."""


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
