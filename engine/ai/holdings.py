"""The cards that another player may hold: every set of ranks that fits what was seen, how likely each is, and deals."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, exp
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engine.ai.levels import Chance
from engine.ai.play_positions import PIPS, RANKS, Hands, Ranks, reached
from engine.ai.tables import FOURS, Place, discards_of, kept_likelihood
from engine.cards import PACK, Card
from engine.scoring import show_total

_Drawn = TypeVar("_Drawn")

Holding: TypeAlias = tuple[Ranks, float]
"""The ranks that a player still holds, and the likelihood."""

World: TypeAlias = tuple[Hands, float]
"""What the other players hold, in the order of play, and the likelihood."""

_CARELESS: Final = 0.5
"""The difference of two cards in points that makes the worse one e times less likely."""

_LEAST: Final = 0.2
"""A card that no good player would have played is no less likely than this beside the best one: people play it."""


class Choice(NamedTuple):
    """A card that another player chose: the series before it, the card, and how many cards could answer it."""

    series: Ranks
    rank: int
    against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one player knows of another's hand.

    ``unseen`` is the number of unseen cards of each rank, the ace at index 1. ``held`` is how many cards the other
    holds; none of them has ``room`` pips or fewer, because they said go. ``choices`` are their cards, in order.
    ``kept`` is how likely players of their side keep a hand.
    """

    unseen: tuple[int, ...]
    held: int
    kept: Mapping[Ranks, float]
    room: int = 0
    choices: tuple[Choice, ...] = ()


def worlds(others: Sequence[Seen], many: int, chance: Chance) -> list[World]:
    """Return about ``many`` likely deals of the hands of all others; their likelihoods add up to 1."""
    if len(others) == 1:
        return [((rest,), likely) for rest, likely in holdings(others[0], many, chance)]
    found = [holdings(seen, many, chance) for seen in others]
    marks = [list(accumulate(likely for _, likely in hands)) for hands in found]
    made: dict[Hands, float] = {}
    for _ in range(3 * many):
        hands = tuple(
            [one[min(bisect(mark, chance()), len(one) - 1)][0] for one, mark in zip(found, marks, strict=True)]
        )
        fits = _fits_together(hands, others[0].unseen)
        if fits:
            made[hands] = made.get(hands, 0.0) + fits
    sample = draw(list(made.items()), many, chance)
    every = sum(likely for _, likely in sample)
    return [(hands, likely / every) for hands, likely in sample]


def _fits_together(hands: Hands, unseen: tuple[int, ...]) -> float:
    """Return how much more likely hands are together than if each were drawn from all unseen cards."""
    fits, cards = 1.0, sum(hands, ())
    for rank in {*cards}:
        if cards.count(rank) > 1:
            left = unseen[rank]
            for hand in hands:
                number = hand.count(rank)
                if number > left:
                    return 0.0
                if number:
                    fits *= comb(left, number) / comb(unseen[rank], number)
                    left -= number
    return fits


def holdings(seen: Seen, many: int, chance: Chance) -> tuple[Holding, ...]:
    """Return about ``many`` likely holdings of the other player; their likelihoods add up to 1.

    Twice as many holdings are drawn by how often good players keep such hands. Of these, ``many`` are drawn by how
    likely a good player plays them as the other did.
    """
    played = tuple(choice.rank for choice in seen.choices)
    # Where nobody keeps such a hand, all that fit are alike.
    found = _weighed(seen, played, seen.kept) or _weighed(seen, played, None)
    if seen.choices:
        if len(found) > 2 * many:
            found = draw(found, 2 * many, chance)
        found = [(rest, likely * _played_so(rest, seen.choices)) for rest, likely in found]
    if len(found) > many:
        found = draw(found, many, chance)
    every = sum(likely for _, likely in found)
    return tuple((rest, likely / every) for rest, likely in found if likely > 0.0003 * every)


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
                likely *= kept.get(tuple(sorted((*rest, *played))) if played else rest, 0.0)
            if likely > 0:
                found.append((rest, likely))
    return found


@lru_cache(maxsize=5)
def _sets(held: int) -> tuple[tuple[Ranks, tuple[tuple[int, int], ...]], ...]:
    """Return every set of this many ranks, and how many of each rank it has."""
    every = FOURS if held == 4 else tuple(combinations_with_replacement(RANKS, held))
    return tuple((ranks, tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks)))) for ranks in every)


def draw(found: list[tuple[_Drawn, float]], many: int, chance: Chance) -> list[tuple[_Drawn, float]]:
    """Return a sample of equal weights; each one comes up as often as its likelihood says, or once more."""
    step = sum(likely for _, likely in found) / many
    drawn: dict[_Drawn, int] = {}
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
        values = reached(choice.series).quick_values(hand, choice.against)
        likely *= max(_LEAST, exp((values[choice.rank] - max(values.values())) / _CARELESS))
    return likely


# Deals that fit.


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a possible deal that a player cannot see, by the others in the order of play, and their points.

    ``crib`` is what the others and the pack give to it.
    """

    hands: Hands
    points: tuple[int, ...]
    crib: tuple[Card, ...]
    starter: Card


def possible_deals(cards: Sequence[Card], many: int, chance: Chance, place: Place) -> tuple[Deal, ...]:
    """Return deals that fit the cards of a player at a place: the others keep and discard as good players do."""
    left = [card for card in PACK if card not in cards]
    unseen = tuple(sum(card.rank == rank for card in left) for rank in (0, *RANKS))
    drawn = worlds(_seen_before(place, unseen), many, chance)
    return tuple(_deal(hands, left, chance, place) for hands, share in drawn for _ in range(round(many * share)))


def _seen_before(place: Place, unseen: tuple[int, ...]) -> tuple[Seen, ...]:
    """Return what is known of the others' hands before the play."""
    held, others = place.dealt - place.discards, [place.after(step) for step in range(1, place.players)]
    return tuple(
        Seen(unseen=unseen, held=held, kept=kept_likelihood(other.form, dealer=other.deals)) for other in others
    )


def _deal(hands: Hands, left: list[Card], chance: Chance, place: Place) -> Deal:
    """Return a deal in which the others keep these ranks."""
    cards = list(left)
    kept = [tuple([_take(cards, chance, rank) for rank in hand]) for hand in hands]
    starter = _take(cards, chance)
    points = tuple([show_total(hand, starter) for hand in kept])
    return Deal(hands, points, likely_crib(cards, chance, place), starter)


def _take(cards: list[Card], chance: Chance, rank: int = 0) -> Card:
    places = [place for place, card in enumerate(cards) if card.rank == rank] if rank else range(len(cards))
    return cards.pop(places[int(chance() * len(places))])


def likely_crib(cards: list[Card], chance: Chance, place: Place) -> tuple[Card, ...]:
    """Return what the others and the pack give to the crib, as likely as good players discard it."""
    left, crib = list(cards), list[Card]()
    for step in range(1, place.players):
        crib += _likely_discard(left, chance, place.after(step))
    while len(crib) + place.discards < 4:
        crib.append(_take(left, chance))
    return tuple(crib)


def _likely_discard(left: list[Card], chance: Chance, place: Place) -> list[Card]:
    """Take a discard from the cards that are left, as likely as good players make it, by trying random ones."""
    likely, highest = discards_of(place.form, dealer=place.deals)
    while True:
        chosen = {int(chance() * len(left)) for _ in range(place.discards)}
        if len(chosen) == place.discards:
            ranks = tuple(sorted(left[one].rank for one in chosen))
            if chance() * highest < likely[ranks]:
                return [left.pop(one) for one in sorted(chosen, reverse=True)]
