"""Rank discards by the mean points of the kept hand and of the crib, which is exact for a player who saw six cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import mul
from typing import Final

from engine.ai.tables import CribAverages, crib_averages, discard_likelihood, form
from engine.cards import PACK, RANKS, SUITS, Card, Rank, Suit
from engine.errors import NotationError
from engine.scoring import show_total
from engine.text.questions import Face
from engine.view import View


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard, its cards kept, and what it brings on average.

    ``hand`` is the exact mean of the kept cards over all starters, and ``crib`` the mean of a crib with the discarded
    cards. ``peg`` is the pegging of the player less that of the other, 0 where it is not judged. ``points`` is the sum
    of these; the pone subtracts the crib. His heels is left out, because it is the same for every discard. ``chance``
    is the chance to win the game, where it was judged; if double games count, it is what the game is worth
    (``game_value``). ``error`` is the standard error of the chance.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    peg: float
    points: float
    chance: float | None = None
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards not seen yet: how many of each rank, ace first, and of each suit, clubs first."""

    ranks: tuple[int, ...]
    suits: tuple[float, ...]

    @classmethod
    def excluding(cls, seen: Sequence[Card]) -> Unseen:
        """Return the counts of the pack without the cards that have been seen."""
        ranks, suits = [len(SUITS)] * len(RANKS), [len(RANKS)] * len(SUITS)
        for card in seen:
            ranks[card.rank - 1] -= 1
            suits[card.suit] -= 1
        return cls(tuple(ranks), tuple(suits))

    @classmethod
    def of_ranks(cls, seen: Sequence[Rank]) -> Unseen:
        """Return the counts where only ranks are known: a jack has the starter's suit one time in four."""
        left = tuple(len(SUITS) - seen.count(rank) for rank in Rank)
        return cls(left, ((sum(left) - left[Rank.JACK - 1]) / len(SUITS),) * len(SUITS))


def analyse(cards: Sequence[Card], *, dealer: bool, players: int = 2) -> tuple[Discard, ...]:
    """Return every discard from the cards dealt to one of so many players, best first; ``dealer`` is the dealer's side.

    Raises ``NotationError`` unless there are six, or five where the game has five.
    """
    if len(cards) not in ((5, 6) if players == 2 else (5,)) or len(set(cards)) != len(cards):
        raise NotationError(f"six different cards are dealt, not {' '.join(map(str, cards))}.")
    worth = 1.0 if dealer else -0.5 if players == 3 else -1.0
    return _by_worth(tuple(cards), (), 4 // players, crib_averages(players, len(cards)), worth)


def tosses(view: View) -> tuple[Discard, ...]:
    """Return every discard that this seat can still make, best first; cards discarded already count in the crib."""
    assert view.dealer is not None
    return _by_worth(view.hand, view.laid, view.to_lay, _averages(view), view.point_value(view.dealer))


def is_below_average(view: View) -> bool:
    """Return whether this seat was dealt a hand worth less than the average deal."""
    assert view.dealer is not None
    cards, known = (*view.hand, *view.laid), _averages(view)
    worth, many = view.point_value(view.dealer), view.to_lay + len(view.laid)
    return _by_worth(cards, (), many, known, worth)[0].points < known.fair[0 if worth > 0 else 1]


def _averages(view: View) -> CribAverages:
    """Return the averages of this deal: once one of three players has left, the others get six cards as two players."""
    dealt = len(view.hand) + len(view.laid)
    return crib_averages(2 if dealt == 6 else view.rules.players, dealt)


def _by_worth(
    hand: tuple[Card, ...], laid: tuple[Card, ...], many: int, known: CribAverages, worth: float
) -> tuple[Discard, ...]:
    """Return every discard of ``many`` cards, best first; ``worth`` is the value of a point in the crib."""
    unseen = Unseen.excluding((*hand, *laid))

    def weigh(away: tuple[Card, ...]) -> Discard:
        kept = tuple(card for card in hand if card not in away)
        mean, crib = expected_points(kept, unseen), known.mean((*laid, *away), own=worth > 0)
        return Discard(away, kept, mean, crib, 0.0, mean + worth * crib)

    return tuple(sorted(map(weigh, combinations(hand, many)), key=lambda discard: discard.points, reverse=True))


def expected_points(cards: tuple[Card, ...], unseen: Unseen, *, crib: bool = False) -> float:
    """Return the exact mean points of three or four cards over all unseen starters.

    The ranks are scored with thirteen starters of one suit, each standing for its whole rank. The suit differs from the
    first card's, so no starter is the fifth card of a flush. The points that depend on the starter's suit, for a flush
    of five and for his nobs, are added separately.
    """
    first = cards[0].suit
    suits, every = unseen.suits, sum(unseen.ranks)
    starters = PACK[(first + 1) % 4 :: 4]
    points: float = sum(map(mul, map(partial(show_total, cards, crib=crib), starters), unseen.ranks))
    if all(card.suit is first for card in cards):
        points += suits[first] * (5 if crib else 1)
    nobs = starters[0].nobs
    for card in cards:
        if card.rank is Rank.JACK:
            points += suits[card.suit]
        if card is nobs:
            points -= every
    return points / every


# The exact mean of a crib, over every possibility for the other three cards.

_ONE_OF_EACH: Final = PACK[Suit.CLUBS :: 4]
"""A starter of each rank."""


@dataclass(frozen=True, slots=True)
class OpponentDiscard:
    """An opponent's discard by rank: its weight, and how many starters of each rank are left after it."""

    ranks: tuple[Rank, Rank]
    weight: float
    starters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CribEstimate:
    """The mean of a crib for any two of six or five known cards; an opponent's discards count by their frequency.

    ``weight`` is the total weight of all ``pairs``, and ``starters`` the number of starters after both discards.
    ``nobs`` is the mean points of a jack of each suit among the player's own discards, ``opponent_nobs`` of the
    opponent's jacks, and ``flush`` of two discards of each suit.
    """

    pairs: tuple[OpponentDiscard, ...]
    weight: float
    starters: int
    nobs: tuple[float, ...]
    opponent_nobs: float
    flush: tuple[float, ...]

    @classmethod
    def of_cards(cls, six: Sequence[Card], *, dealer: bool) -> CribEstimate:
        """Return the estimate for a player who was dealt these cards, as the dealer or as the pone."""
        pairs, weight = _pairs([card.rank for card in six], dealer=dealer)
        name, starters_left = form(2, len(six)), len(PACK) - len(six) - 2
        unseen = [card for card in PACK if card not in six]
        left = [sum(card.suit is suit for card in unseen) for suit in Suit]
        nobs, flush, opponent_nobs = [0.0] * 4, [0.0] * 4, 0.0
        for first, second in combinations(unseen, 2):
            likely = discard_likelihood(first.rank, second.rank, dealer=not dealer, name=name)
            starters = list(left)
            starters[first.suit] -= 1
            starters[second.suit] -= 1
            for suit, many in enumerate(starters):
                nobs[suit] += likely * many
            opponent_nobs += sum(likely * starters[card.suit] for card in (first, second) if card.rank is Rank.JACK)
            if first.suit is second.suit:
                flush[first.suit] += 5 * likely * starters[first.suit]
        every = weight * starters_left
        return cls(
            pairs,
            weight,
            starters_left,
            tuple(one / every for one in nobs),
            opponent_nobs / every,
            tuple(one / every for one in flush),
        )

    @classmethod
    def of_ranks(cls, six: Sequence[Rank], *, dealer: bool) -> CribEstimate:
        """Return the estimate for six cards without suits.

        No flush is counted, and a jack has the starter's suit one time in four.
        """
        pairs, weight = _pairs(six, dealer=dealer)
        left = len(PACK) - len(six) - 2
        every = 4 * weight * left
        others = [(pair, pair.weight * (left - pair.starters[Rank.JACK - 1])) for pair in pairs]
        nobs = sum(likely for _, likely in others) / every
        opponent_nobs = sum(likely * pair.ranks.count(Rank.JACK) for pair, likely in others) / every
        return cls(pairs, weight, left, (nobs,) * 4, opponent_nobs, (0.0,) * 4)

    def crib(self, away: tuple[Face, Face]) -> float:
        """Return the mean points of the crib with this discard."""
        mean = self._by_rank(away[0].rank, away[1].rank) + self.opponent_nobs
        for face in away:
            if face.rank is Rank.JACK:
                mean += self.nobs[face.card.suit if face.card is not None else Suit.CLUBS]
        first, second = away[0].card, away[1].card
        if first is not None and second is not None and first.suit is second.suit:
            mean += self.flush[first.suit]
        return mean

    def _by_rank(self, first: Rank, second: Rank) -> float:
        """Return the mean points by ranks alone, without a flush or his nobs."""
        points = 0.0
        mine = (Card(first, Suit.CLUBS), Card(second, Suit.DIAMONDS))
        for pair in self.pairs:
            crib = (*mine, Card(pair.ranks[0], Suit.HEARTS), Card(pair.ranks[1], Suit.SPADES))
            points += pair.weight * sum(
                map(mul, map(partial(show_total, crib, crib=True), _ONE_OF_EACH), pair.starters)
            )
        # The starters are clubs, so a jack as the first card is counted as his nobs each time.
        return points / (self.weight * self.starters) - (first is Rank.JACK)


def _pairs(six: Sequence[Rank], *, dealer: bool) -> tuple[tuple[OpponentDiscard, ...], float]:
    left = [4 - six.count(rank) for rank in Rank]
    pairs = []
    for low, high in combinations_with_replacement(Rank, 2):
        ways = comb(left[low - 1], 2) if low is high else left[low - 1] * left[high - 1]
        starters = list(left)
        starters[low - 1] -= 1
        starters[high - 1] -= 1
        if weight := ways * discard_likelihood(low, high, dealer=not dealer, name=form(2, len(six))):
            pairs.append(OpponentDiscard((low, high), weight, tuple(starters)))
    return tuple(pairs), sum(pair.weight for pair in pairs)
