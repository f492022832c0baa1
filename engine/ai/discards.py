"""Rank every possible discard by the mean points of the kept hand and of the crib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import mul

from engine.ai.tables import CribAverages, crib_averages
from engine.cards import PACK, RANKS, SUITS, Card, Rank
from engine.errors import NotationError
from engine.scoring import show_total
from engine.view import View


@dataclass(frozen=True, slots=True)
class Toss:
    """A discard: the cards to discard, the cards kept, and the points that they bring on average.

    ``hand`` is the exact mean of the kept cards over all starters, and ``crib`` the mean of a crib with the discarded
    cards. ``total`` is the value to the player: the crib is added on the dealer's side and subtracted for the pone. His
    heels is left out, because it is the same for every discard.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    total: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards not seen yet: how many of each rank, ace first, and of each suit, clubs first."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]

    @classmethod
    def excluding(cls, seen: Sequence[Card]) -> Unseen:
        """Return the counts of the pack without the cards that have been seen."""
        ranks, suits = [len(SUITS)] * len(RANKS), [len(RANKS)] * len(SUITS)
        for card in seen:
            ranks[card.rank - 1] -= 1
            suits[card.suit] -= 1
        return cls(tuple(ranks), tuple(suits))


def analyse(cards: Sequence[Card], *, dealer: bool) -> tuple[Toss, ...]:
    """Return every discard of two cards from six, best first. Raises ``NotationError`` unless there are six."""
    if len(cards) != 6 or len(set(cards)) != 6:
        raise NotationError(f"six different cards are dealt, not {' '.join(map(str, cards))}.")
    return _by_worth(tuple(cards), (), 2, crib_averages(2, 6), 1.0 if dealer else -1.0)


def tosses(view: View) -> tuple[Toss, ...]:
    """Return every discard that this seat can still make, best first; cards discarded already count in the crib."""
    assert view.seat is not None
    assert view.dealer is not None
    return _by_worth(view.hand, view.laid, view.to_lay, _averages(view), view.point_value(view.dealer))


def is_below_average(view: View) -> bool:
    """Return whether this seat was dealt a hand worth less than the average deal."""
    assert view.seat is not None
    assert view.dealer is not None
    cards, known = (*view.hand, *view.laid), _averages(view)
    worth, many = view.point_value(view.dealer), view.to_lay + len(view.laid)
    return _by_worth(cards, (), many, known, worth)[0].total < known.fair[0 if worth > 0 else 1]


def _averages(view: View) -> CribAverages:
    """Return the averages of this deal: once one of three players has left, the others get six cards as two players."""
    dealt = len(view.hand) + len(view.laid)
    return crib_averages(2 if dealt == 6 else view.rules.players, dealt)


def _by_worth(
    hand: tuple[Card, ...], laid: tuple[Card, ...], many: int, known: CribAverages, worth: float
) -> tuple[Toss, ...]:
    """Return every discard of ``many`` cards, best first; ``worth`` is the value of a point in the crib."""
    unseen = Unseen.excluding((*hand, *laid))

    def weigh(away: tuple[Card, ...]) -> Toss:
        kept = tuple(card for card in hand if card not in away)
        mean, crib = expected_points(kept, unseen), known.mean((*laid, *away), own=worth > 0)
        return Toss(away, kept, mean, crib, mean + worth * crib)

    return tuple(sorted(map(weigh, combinations(hand, many)), key=lambda toss: toss.total, reverse=True))


def expected_points(cards: tuple[Card, ...], unseen: Unseen, *, crib: bool = False) -> float:
    """Return the exact mean points of three or four cards over all unseen starters.

    The ranks are scored with thirteen starters of one suit, each standing for its whole rank. The suit differs from the
    first card's, so no starter is the fifth card of a flush. The points that depend on the starter's suit, for a flush
    of five and for his nobs, are added separately.
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
