"""What to lay away: every choice of two cards, weighed by the hand that it keeps and the crib that it feeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import mul

from engine.ai.crib import crib_mean
from engine.cards import PACK, RANKS, SUITS, Card, Rank
from engine.errors import NotationError
from engine.scoring import show_total


@dataclass(frozen=True, slots=True)
class Toss:
    """Two cards to lay away and the four kept, with the points that they bring on average.

    ``hand`` is the mean of the kept cards over all starters, exactly; ``crib`` the mean of a crib with these two
    in it. ``total`` is what the choice is worth to the player: the crib is added by the dealer, taken off by the
    pone. His heels comes alike to every choice, so it is in none.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    total: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that may turn up: how many there are of each rank, ace first, and of each suit, clubs first."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]

    @classmethod
    def beside(cls, seen: Sequence[Card]) -> Unseen:
        """The pack without the cards that have been seen."""
        ranks, suits = [len(SUITS)] * len(RANKS), [len(RANKS)] * len(SUITS)
        for card in seen:
            ranks[card.rank - 1] -= 1
            suits[card.suit] -= 1
        return cls(tuple(ranks), tuple(suits))


def analyse(cards: Sequence[Card], *, dealer: bool) -> tuple[Toss, ...]:
    """Every way to lay two of six cards away, best first. Raises ``NotationError`` unless there are six."""
    if len(cards) != 6 or len(set(cards)) != 6:
        raise NotationError(f"six different cards are dealt, not {' '.join(map(str, cards))}.")
    unseen = Unseen.beside(cards)
    tosses = [_weigh(cards, away, unseen, dealer=dealer) for away in combinations(cards, 2)]
    return tuple(sorted(tosses, key=lambda toss: toss.total, reverse=True))


def _weigh(cards: Sequence[Card], away: tuple[Card, Card], unseen: Unseen, *, dealer: bool) -> Toss:
    kept = tuple(card for card in cards if card not in away)
    hand, crib = expected(kept, unseen), crib_mean(*away, own=dealer)
    return Toss(away, kept, hand, crib, hand + crib if dealer else hand - crib)


def expected(cards: tuple[Card, ...], unseen: Unseen, *, crib: bool = False) -> float:
    """The mean of four cards in the show over all starters that are unseen, exactly.

    The ranks are scored with thirteen starters of one suit, each standing for its whole rank: a suit that the
    first card has not, so that no fifth card of a flush is among them. What the suit of the true starter adds,
    a fifth card of the flush or his nobs, is then counted by itself.
    """
    first = cards[0].suit
    suits = unseen.suits
    starters = PACK[(first + 1) % 4 :: 4]
    points: int = sum(map(mul, map(partial(show_total, cards, crib=crib), starters), unseen.ranks))
    if all(card.suit is first for card in cards):
        points += suits[first] * (5 if crib else 1)
    nobs = starters[0].nobs
    for card in cards:
        if card.rank is Rank.JACK:
            points += suits[card.suit]
        if card is nobs:
            points -= sum(suits)
    return points / sum(suits)
