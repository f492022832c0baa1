"""The cards that another player may hold: every set of ranks that fits what was seen, how likely each is, and deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, exp
from operator import mul
from typing import Final, TypeAlias

from engine.ai.levels import Chance
from engine.ai.play_positions import PIPS, RANKS, Ranks, Weights, reached
from engine.ai.tables import FOURS, KEPT_BY_DEALER, KEPT_BY_PONE, discard_likelihood
from engine.cards import PACK, Card
from engine.scoring import show_total

Holding: TypeAlias = tuple[Ranks, float]
"""The ranks that a player still holds, and the likelihood."""

_CARELESS: Final = 0.25
"""The difference of two cards in points at which a player chooses the better one e times as often."""

_ERRS: Final = 0.05
"""How often a player plays any card at all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that the other player chose: the series before it, the card, and how many cards I could answer with.

    The card is 0 if it is still to be chosen. ``unseen`` is how many cards of each rank nobody had played, the ace at
    index 1, and ``factors`` what the other could conclude about my hand, as a factor for each rank.
    """

    series: Ranks
    rank: int
    against: int
    unseen: tuple[int, ...] = (0, *[4] * len(RANKS))
    factors: Weights = (1.0,) * (len(RANKS) + 1)

    def likely_mine(self, hand: Ranks) -> Weights:
        """Return the weights of the ranks that I may have held, as a player with this hand saw it."""
        unseen = [*self.unseen]
        for rank in hand:
            unseen[rank] -= 1
        return tuple(map(mul, unseen, self.factors))

    def values(self, hand: Ranks) -> dict[int, float]:
        """Return the value of each rank that a player with this hand could choose."""
        return reached(self.series).values(hand, self.against, self.likely_mine(hand))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one player knows of the other's hand.

    ``unseen`` is the number of unseen cards of each rank, the ace at index 1. ``held`` is how many cards the other
    holds; none of them has ``room`` pips or fewer, because they said go. ``choices`` are their cards, in order.
    """

    unseen: tuple[int, ...]
    held: int
    dealer: bool
    room: int = 0
    choices: tuple[Choice, ...] = ()


def holdings(seen: Seen, many: int, chance: Chance) -> tuple[Holding, ...]:
    """Return about ``many`` likely holdings of the other player; their likelihoods add up to 1.

    Twice as many holdings are drawn by how often good players keep such hands. Of these, ``many`` are drawn by how
    likely a good player plays them as the other did.
    """
    found = possible_holdings(seen)
    if seen.choices:
        if len(found) > 2 * many:
            found = draw(found, 2 * many, chance)
        found = [(rest, likely * _played_so(rest, seen.choices)) for rest, likely in found]
    if len(found) > many:
        found = draw(found, many, chance)
    every = sum(likely for _, likely in found)
    return tuple((rest, likely / every) for rest, likely in found if likely > 0.0003 * every)


def possible_holdings(seen: Seen) -> list[Holding]:
    """Return every holding that fits, by how often such hands are kept; all alike where no kept hand fits."""
    kept = KEPT_BY_DEALER if seen.dealer else KEPT_BY_PONE
    played = tuple(choice.rank for choice in seen.choices)
    found = _weighed(seen, played, kept) if len(played) + seen.held == 4 else []
    return found or _weighed(seen, played, None)


def _weighed(seen: Seen, played: Ranks, kept: Mapping[Ranks, float] | None) -> list[Holding]:
    unseen, room = seen.unseen, seen.room
    found = []
    for rest, counted in _sets(seen.held):
        likely = 1.0
        for rank, number in counted:
            if PIPS[rank] <= room or number > unseen[rank]:
                break
            likely *= unseen[rank] if number == 1 else comb(unseen[rank], number)
        else:
            if kept is not None:
                likely *= kept[tuple(sorted((*rest, *played))) if played else rest]
            if likely > 0:
                found.append((rest, likely))
    return found


@lru_cache(maxsize=5)
def _sets(held: int) -> tuple[tuple[Ranks, tuple[tuple[int, int], ...]], ...]:
    """Return every set of this many ranks, and how many of each rank it has."""
    every = FOURS if held == 4 else tuple(combinations_with_replacement(RANKS, held))
    return tuple((ranks, tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks)))) for ranks in every)


def draw(found: list[Holding], many: int, chance: Chance) -> list[Holding]:
    """Return a sample of equal weights; each holding comes up as often as its likelihood says, or once more."""
    step = sum(likely for _, likely in found) / many
    drawn: dict[Ranks, int] = {}
    passed, mark = 0.0, step * chance()
    for rest, likely in found:
        passed += likely
        while mark < passed:
            drawn[rest] = drawn.get(rest, 0) + 1
            mark += step
    return [(rest, float(times)) for rest, times in drawn.items()]


def _played_so(rest: Ranks, choices: tuple[Choice, ...]) -> float:
    hand, likely = rest, 1.0
    for choice in reversed(choices):
        hand = tuple(sorted((*hand, choice.rank)))
        likely *= _chosen(choice, hand)
    return likely


def _chosen(choice: Choice, hand: Ranks) -> float:
    position = reached(choice.series)
    fits = {held for held in hand if position.points[held] >= 0}
    if len(fits) < 2:
        return 1.0
    values = choice.values(hand)
    best = max(values.values())
    shares = {held: exp((value - best) / _CARELESS) * hand.count(held) for held, value in values.items()}
    return (1 - _ERRS) * shares[choice.rank] / sum(shares.values()) + _ERRS / len(hand)


# Deals that fit.


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
    places = [place for place, card in enumerate(cards) if card.rank == rank] if rank else range(len(cards))
    return cards.pop(places[int(chance() * len(places))])


def likely_pair(cards: list[Card], chance: Chance, *, dealer: bool) -> tuple[Card, Card]:
    """Return a discard as likely as good players make it, by trying random pairs."""
    highest = _HIGHEST[dealer]
    while True:
        first, second = int(chance() * len(cards)), int(chance() * len(cards))
        if first != second:
            one, other = cards[first], cards[second]
            if chance() * highest < discard_likelihood(one.rank, other.rank, dealer=dealer):
                return one, other


_HIGHEST: Final = {
    side: sorted(discard_likelihood(low, high, dealer=side) for high in RANKS for low in range(1, high + 1))[-4]
    for side in (True, False)
}
"""A likelihood that few pairs exceed; those count as likely as it."""
