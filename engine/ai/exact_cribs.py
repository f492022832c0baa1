"""The exact mean of a crib for a player who has seen six cards, over every possibility for the other three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import mul
from typing import Final

from engine.ai.tables import discard_likelihood
from engine.cards import PACK, Card, Rank, Suit
from engine.scoring import show_total
from engine.text.questions import Face

_STARTERS: Final = 44
"""Possible starters once eight cards are out of the pack."""

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
    """The mean of a crib for any two of six known cards; the opponent's discards are weighted by their frequency.

    ``weight`` is the total weight of all ``pairs``. ``nobs`` is the mean points of a jack of each suit among the
    player's own discards, ``opponent_nobs`` of the opponent's jacks, and ``flush`` of two discards of each suit.
    """

    pairs: tuple[OpponentDiscard, ...]
    weight: float
    nobs: tuple[float, ...]
    opponent_nobs: float
    flush: tuple[float, ...]

    @classmethod
    def of_cards(cls, six: Sequence[Card], *, dealer: bool) -> CribEstimate:
        """Return the estimate for a player who was dealt these six cards, as the dealer or as the pone."""
        pairs, weight = _pairs([card.rank for card in six], dealer=dealer)
        unseen = [card for card in PACK if card not in six]
        left = [sum(card.suit is suit for card in unseen) for suit in Suit]
        nobs, flush, opponent_nobs = [0.0] * 4, [0.0] * 4, 0.0
        for first, second in combinations(unseen, 2):
            likely = discard_likelihood(first.rank, second.rank, dealer=not dealer)
            starters = list(left)
            starters[first.suit] -= 1
            starters[second.suit] -= 1
            for suit, many in enumerate(starters):
                nobs[suit] += likely * many
            opponent_nobs += sum(likely * starters[card.suit] for card in (first, second) if card.rank is Rank.JACK)
            if first.suit is second.suit:
                flush[first.suit] += 5 * likely * starters[first.suit]
        every = weight * _STARTERS
        return cls(
            pairs,
            weight,
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
        every = 4 * weight * _STARTERS
        others = [(pair, pair.weight * (_STARTERS - pair.starters[Rank.JACK - 1])) for pair in pairs]
        nobs = sum(likely for _, likely in others) / every
        opponent_nobs = sum(likely * pair.ranks.count(Rank.JACK) for pair, likely in others) / every
        return cls(pairs, weight, (nobs,) * 4, opponent_nobs, (0.0,) * 4)

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
        return points / (self.weight * _STARTERS) - (first is Rank.JACK)


def _pairs(six: Sequence[Rank], *, dealer: bool) -> tuple[tuple[OpponentDiscard, ...], float]:
    left = [4 - six.count(rank) for rank in Rank]
    pairs = []
    for low, high in combinations_with_replacement(Rank, 2):
        ways = comb(left[low - 1], 2) if low is high else left[low - 1] * left[high - 1]
        starters = list(left)
        starters[low - 1] -= 1
        starters[high - 1] -= 1
        if weight := ways * discard_likelihood(low, high, dealer=not dealer):
            pairs.append(OpponentDiscard((low, high), weight, tuple(starters)))
    return tuple(pairs), sum(pair.weight for pair in pairs)
