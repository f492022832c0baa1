"""What to lay away: every choice of cards, weighed by the hand that it keeps and the crib that it feeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from operator import mul

from engine.ai.crib_averages import Averages, averages
from engine.ai.point_values import stake
from engine.cards import PACK, RANKS, SUITS, Card, Rank
from engine.errors import NotationError
from engine.scoring import show_total
from engine.view import View


@dataclass(frozen=True, slots=True)
class Toss:
    """Cards to lay away and those kept, with the points that they bring on average.

    ``hand`` is the mean of the kept cards over all starters, exactly; ``crib`` the mean of a crib with those laid
    away in it. ``total`` is what the choice is worth to the player: the crib is added on the dealer's side, taken
    off by the pone. His heels comes alike to every choice, so it is in none.
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
    return _by_worth(tuple(cards), (), 2, averages(2, 6), 1.0 if dealer else -1.0)


def tosses(view: View) -> tuple[Toss, ...]:
    """Every way to lay away what this seat has still to lay, best first; what it has laid already lies there."""
    assert view.seat is not None
    assert view.dealer is not None
    worth = stake(view.rules, view.seat, view.dealer)
    return _by_worth(view.hand, view.laid, view.to_lay, averages(view.rules.players, view.rules.dealt), worth)


def is_poor(view: View) -> bool:
    """Whether this seat was dealt less than it would be dealt on average."""
    assert view.seat is not None
    assert view.dealer is not None
    cards, known = (*view.hand, *view.laid), averages(view.rules.players, view.rules.dealt)
    worth, many = stake(view.rules, view.seat, view.dealer), 2 if view.rules.players == 2 else 1
    return _by_worth(cards, (), many, known, worth)[0].total < known.fair[0 if worth > 0 else 1]


def _by_worth(
    hand: tuple[Card, ...], laid: tuple[Card, ...], many: int, known: Averages, worth: float
) -> tuple[Toss, ...]:
    """Every choice of so many cards of a hand, best first; a point of the crib is ``worth`` so much to the player."""
    unseen = Unseen.beside((*hand, *laid))

    def weigh(away: tuple[Card, ...]) -> Toss:
        kept = tuple(card for card in hand if card not in away)
        mean, crib = expected(kept, unseen), known.mean((*laid, *away), own=worth > 0)
        return Toss(away, kept, mean, crib, mean + worth * crib)

    return tuple(sorted(map(weigh, combinations(hand, many)), key=lambda toss: toss.total, reverse=True))


def expected(cards: tuple[Card, ...], unseen: Unseen, *, crib: bool = False) -> float:
    """The mean of three or four cards in the show over all starters that are unseen, exactly.

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
