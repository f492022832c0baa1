"""What a crib brings on average to one who has seen six cards: exactly, over all that the other three may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import mul
from typing import Final

from engine.ai.discard_frequencies import likelihood
from engine.cards import PACK, Card, Rank, Suit
from engine.scoring import show_total
from engine.text.notation import Face

_STARTERS: Final = 44
"""So many cards may be turned up once two more than the six are out of the pack."""

_ONE_OF_EACH: Final = PACK[Suit.CLUBS :: 4]
"""A starter of each rank."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of two ranks that the adversary may lay away: how likely they are, and the starters left of each rank."""

    ranks: tuple[Rank, Rank]
    weight: float
    starters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The other two cards of a crib and the starter, the two as likely as players lay them away.

    It is the same for every two of the six cards. ``weight`` is that of all ``pairs`` together. ``nobs`` is what a jack
    of each suit brings that is laid away oneself, ``his_nobs`` what the adversary's jacks bring, and ``flush`` what two
    cards of a suit bring for their flush.
    """

    pairs: tuple[Pairs, ...]
    weight: float
    nobs: tuple[float, ...]
    his_nobs: float
    flush: tuple[float, ...]

    @classmethod
    def beside(cls, six: Sequence[Card], *, dealer: bool) -> Unknown:
        """What is unknown to one who was dealt these six cards, as the dealer or as the pone."""
        pairs, weight = _pairs([card.rank for card in six], dealer=dealer)
        unseen = [card for card in PACK if card not in six]
        left = [sum(card.suit is suit for card in unseen) for suit in Suit]
        nobs, flush, his_nobs = [0.0] * 4, [0.0] * 4, 0.0
        for first, second in combinations(unseen, 2):
            likely = likelihood(first.rank, second.rank, dealer=not dealer)
            starters = list(left)
            starters[first.suit] -= 1
            starters[second.suit] -= 1
            for suit, many in enumerate(starters):
                nobs[suit] += likely * many
            his_nobs += sum(likely * starters[card.suit] for card in (first, second) if card.rank is Rank.JACK)
            if first.suit is second.suit:
                flush[first.suit] += 5 * likely * starters[first.suit]
        every = weight * _STARTERS
        return cls(
            pairs, weight, tuple(one / every for one in nobs), his_nobs / every, tuple(one / every for one in flush)
        )

    @classmethod
    def beside_ranks(cls, six: Sequence[Rank], *, dealer: bool) -> Unknown:
        """The same of six cards without their suits: no flush is counted, and a jack has any other card's suit at one
        time in four.
        """
        pairs, weight = _pairs(six, dealer=dealer)
        every = 4 * weight * _STARTERS
        others = [(pair, pair.weight * (_STARTERS - pair.starters[Rank.JACK - 1])) for pair in pairs]
        nobs = sum(likely for _, likely in others) / every
        his_nobs = sum(likely * pair.ranks.count(Rank.JACK) for pair, likely in others) / every
        return cls(pairs, weight, (nobs,) * 4, his_nobs, (0.0,) * 4)

    def crib(self, away: tuple[Face, Face]) -> float:
        """The mean of the crib to which these two are laid away."""
        mean = self._by_rank(away[0].rank, away[1].rank) + self.his_nobs
        for face in away:
            if face.rank is Rank.JACK:
                mean += self.nobs[face.card.suit if face.card is not None else Suit.CLUBS]
        first, second = away[0].card, away[1].card
        if first is not None and second is not None and first.suit is second.suit:
            mean += self.flush[first.suit]
        return mean

    def _by_rank(self, first: Rank, second: Rank) -> float:
        """What the ranks alone bring, with four suits that make neither a flush nor his nobs."""
        points = 0.0
        mine = (Card(first, Suit.CLUBS), Card(second, Suit.DIAMONDS))
        for pair in self.pairs:
            crib = (*mine, Card(pair.ranks[0], Suit.HEARTS), Card(pair.ranks[1], Suit.SPADES))
            points += pair.weight * sum(
                map(mul, map(partial(show_total, crib, crib=True), _ONE_OF_EACH), pair.starters)
            )
        # The starters are clubs, so a jack laid down for the first rank seems to be his nobs each time.
        return points / (self.weight * _STARTERS) - (first is Rank.JACK)


def _pairs(six: Sequence[Rank], *, dealer: bool) -> tuple[tuple[Pairs, ...], float]:
    """What the adversary may lay away, by ranks, and the weight of all."""
    left = [4 - six.count(rank) for rank in Rank]
    pairs = []
    for low, high in combinations_with_replacement(Rank, 2):
        ways = comb(left[low - 1], 2) if low is high else left[low - 1] * left[high - 1]
        starters = list(left)
        starters[low - 1] -= 1
        starters[high - 1] -= 1
        if weight := ways * likelihood(low, high, dealer=not dealer):
            pairs.append(Pairs((low, high), weight, tuple(starters)))
    return tuple(pairs), sum(pair.weight for pair in pairs)
