"""Random deals that fit the six cards of one of two players, as good players keep and discard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.ai.discard_frequencies import likelihood
from engine.ai.holdings import Seen, draw, possible_holdings
from engine.ai.pegging_by_rank import RANKS, Ranks
from engine.cards import PACK, Card
from engine.scoring import show_total

Chance: TypeAlias = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a possible deal that a player cannot see, and the points of the other player's hand."""

    hand: Ranks
    hand_points: int
    discarded: tuple[Card, Card]
    starter: Card


def possible_deals(six: Sequence[Card], many: int, chance: Chance, *, dealer: bool) -> tuple[Deal, ...]:
    """Return deals that fit six cards: the other player keeps and discards as good players do."""
    left = [card for card in PACK if card not in six]
    unseen = tuple(sum(card.rank == rank for card in left) for rank in (0, *RANKS))
    drawn = draw(possible_holdings(Seen(unseen=unseen, held=4, dealer=not dealer)), many, chance)
    return tuple(_deal(hand, left, chance, dealer=not dealer) for hand, times in drawn for _ in range(round(times)))


def _deal(hand: Ranks, left: list[Card], chance: Chance, *, dealer: bool) -> Deal:
    """Return a deal in which the other player keeps these ranks; ``dealer`` says whether they are the dealer."""
    cards = list(left)
    kept = tuple(_take(cards, chance, rank) for rank in hand)
    starter = _take(cards, chance)
    discarded = likely_pair(cards, chance, dealer=dealer)
    return Deal(hand, show_total(kept, starter), discarded, starter)


def _take(cards: list[Card], chance: Chance, rank: int = 0) -> Card:
    """Take a random card, of a rank if one is given."""
    places = [place for place, card in enumerate(cards) if card.rank == rank] if rank else range(len(cards))
    return cards.pop(places[int(chance() * len(places))])


def likely_pair(cards: list[Card], chance: Chance, *, dealer: bool) -> tuple[Card, Card]:
    """Return a discard as likely as good players make it, by trying random pairs."""
    highest = _HIGHEST[dealer]
    while True:
        first, second = int(chance() * len(cards)), int(chance() * len(cards))
        if first != second:
            one, other = cards[first], cards[second]
            if chance() * highest < likelihood(one.rank, other.rank, dealer=dealer):
                return one, other


_HIGHEST: Final = {
    side: sorted(likelihood(low, high, dealer=side) for high in RANKS for low in range(1, high + 1))[-4]
    for side in (True, False)
}
"""A likelihood that few pairs exceed; those count as likely as it."""
