"""Judge every discard by hand, crib and pegging, and near the end of a game by the chance to win it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from engine.ai.discard_averages import CribEstimate, Discard, analyse
from engine.ai.holdings import Deal, possible_deals
from engine.ai.levels import Chance, Stop, never
from engine.ai.play_positions import Ranks, Seating, play_out, points_of, start
from engine.ai.tables import FIVE_CARDS, Place, pegging
from engine.ai.winning_chances import Race
from engine.cards import Card, Rank
from engine.scoring import show_total
from engine.text.questions import Face
from engine.view import View

_FIRST_DEALS: Final = 64
"""How many deals are tried for each discard near the end of a game."""

_PARTS: Final = 8
"""In how many parts they are tried; after each it is asked whether to stop."""

_MORE_DEALS: Final = 400
"""How many more are tried for the best of them."""

_AT_ONCE: Final = 50
"""How many of them are tried before it is asked whether to stop."""

_BEST: Final = 4

ALIKE: Final = 0.02
"""Chances that differ by less count as equal, because the deals do not tell them apart; points decide between them."""

_BEHIND: Final = 4.0
"""Discards that lose more points than this are not tried near the end of a game."""

_MOST_TRIED: Final = 8

SAMPLED: Final = 1_500
"""How many more ``discard_chances`` tries for each of the best discards."""

_ALL_TRIED: Final = 12
"""With this many holes to go or fewer, every discard is tried."""

_HEELS: Final = 2


def by_points(cards: Sequence[Card], place: Place) -> tuple[Discard, ...]:
    """Return every discard of a player at a place by its points, the best first. Raises ``NotationError``."""
    pegged = pegging(place.form, place.steps)

    found = [
        replace(one, peg=pegged[ranks_of(one.kept)], points=one.points + pegged[ranks_of(one.kept)])
        for one in analyse(cards, dealer=place.deals, players=place.players)
    ]
    return tuple(sorted(found, key=lambda discard: discard.points, reverse=True))


def judge_discards(
    view: View, chance: Chance, stop: Stop = never, *, careful: Sequence[Card] = ()
) -> tuple[Discard, ...]:
    """Return every discard of a player who has discarded nothing, the best first.

    Near the end of a game the discard of the cards ``careful`` is judged as thoroughly as the best ones. Once it is to
    ``stop``, fewer deals are tried.
    """
    place = Place.of(view, view.own_seat)
    race = Race.of(view, place)
    found = _with_exact_cribs(by_points(view.hand, place), place)
    if not race.is_near_the_end:
        return found
    near = _of_different_ranks(found)
    if race.least > _ALL_TRIED:
        near = [discard for discard in near if found[0].points - discard.points < _BEHIND][:_MOST_TRIED]
    asked = [discard for discard in found if set(discard.cards) == set(careful)]
    near += [discard for discard in asked if discard not in near]
    best, others = _by_chance(near, race, place, chance, stop, _MORE_DEALS, asked)
    judged = best + others
    return (*judged, *(discard for discard in found if all(discard.cards != one.cards for one in judged)))


def _by_chance(
    near: Sequence[Discard],
    race: Race,
    place: Place,
    chance: Chance,
    stop: Stop,
    more: int,
    careful: Sequence[Discard] = (),
) -> tuple[list[Discard], list[Discard]]:
    """Return the best discards by the chance to win, which ``more`` deals decide between, and those left out then."""
    cards, tried = (*near[0].cards, *near[0].kept), [_Tried(discard, race, place) for discard in near]
    deals = possible_deals(cards, _FIRST_DEALS, chance, place)
    for part in range(_PARTS):
        if part and stop():
            break
        _try_all(tried, deals[part::_PARTS])
    tried.sort(key=lambda one: one.chance, reverse=True)
    best = [one for number, one in enumerate(tried) if number < _BEST or one.discard in careful]
    for _ in range(more // _AT_ONCE):
        if len(best) < 2 or stop():
            break
        _try_all(best, possible_deals(cards, _AT_ONCE, chance, place))
    judged = [one.judged for one in best]
    highest = max([discard.chance or 0.0 for discard in judged])
    judged.sort(key=lambda discard: _value(discard, highest), reverse=True)
    return judged, [one.judged for one in tried if one not in best]


def _with_exact_cribs(found: Sequence[Discard], place: Place) -> tuple[Discard, ...]:
    """Return the discards of two players with the mean of the crib by all cards seen; of more players the same."""
    if place.players > 2:
        return tuple(found)
    estimate = CribEstimate.of_cards((*found[0].cards, *found[0].kept), dealer=place.deals)
    sign, exact = 1.0 if place.deals else -1.0, list[Discard]()
    for one in found:
        first, second = (Face(card.rank, card) for card in one.cards)
        crib = estimate.crib((first, second))
        exact.append(replace(one, crib=crib, points=one.points + sign * (crib - one.crib)))
    return tuple(sorted(exact, key=lambda one: one.points, reverse=True))


def discard_chances(discards: Sequence[Discard], race: Race, place: Place, chance: Chance) -> tuple[Discard, ...]:
    """Return every discard of a player at a place; the best come first, with their chances to win.

    ``discards`` are sorted by points. Of discards that keep the same ranks only one has a chance.
    """
    judged, _ = _by_chance(_of_different_ranks(discards), race, place, chance, never, SAMPLED)
    return (*judged, *(discard for discard in discards if all(discard.cards != one.cards for one in judged)))


def _of_different_ranks(found: Sequence[Discard]) -> list[Discard]:
    by_ranks: dict[Ranks, Discard] = {}
    for discard in found:
        by_ranks.setdefault(ranks_of(discard.kept), discard)
    return list(by_ranks.values())


def _value(discard: Discard, best: float) -> tuple[float, float]:
    """Return the chance of a discard and its points; every chance near the best counts as the best."""
    chance = discard.chance or 0.0
    return (best if best - chance < ALIKE else chance), discard.points


def ranks_of(cards: Sequence[Card | Face]) -> Ranks:
    """Return the ranks of cards, the lowest first."""
    return tuple(sorted(int(card.rank) for card in cards))


def _try_all(discards: Sequence[_Tried], deals: Sequence[Deal]) -> None:
    for discard in discards:
        for deal in deals:
            discard.add(deal)


class _Tried:
    """A discard that is tried in deals: the chances to win after them, and the points that they brought.

    The chance is the mean over the deals. Where the points of these deals differ from the exact averages, the mean is
    moved by as much as such points were worth in them.
    """

    def __init__(self, discard: Discard, race: Race, place: Place) -> None:
        self.discard = discard
        self._kept = ranks_of(discard.kept)
        self._race = race
        self._place = place
        self._chances: list[float] = []
        self._nets: list[float] = []

    def add(self, deal: Deal) -> None:
        """Try one deal."""
        place, first = self._place, -self._place.steps % self._place.players
        heels = _HEELS if deal.starter.rank is Rank.JACK else 0
        signs, seating = place.signs, Seating(place.signs, place.form == FIVE_CARDS)
        pegged = play_out(start(), (self._kept, *deal.hands), (first + 1) % place.players, first, seating)
        hands = (show_total(self.discard.kept, deal.starter), *deal.points)
        crib = show_total((*self.discard.cards, *deal.crib), deal.starter, crib=True)
        order = [(first + step) % place.players for step in range(1, place.players + 1)]
        shown = [signs[one] * hands[one] for one in order]
        scores = [signs[first] * heels, *pegged, *shown, signs[first] * crib]
        self._chances.append(self._race.value_after(scores))
        # The points of the others' hands and his heels are the same for every discard.
        own, others = points_of([*pegged, signs[0] * hands[0], signs[first] * crib])
        self._nets.append(own - others * place.other)

    @property
    def chance(self) -> float:
        """The chance to win."""
        return self._found()[0]

    @property
    def judged(self) -> Discard:
        """The discard with its chance, and the standard error of that."""
        chance, error = self._found()
        return replace(self.discard, chance=chance, error=error)

    def _found(self) -> tuple[float, float]:
        chances, nets = self._chances, self._nets
        mean, net = sum(chances) / len(chances), sum(nets) / len(nets)
        spread = sum((value - net) ** 2 for value in nets)
        both = sum((value - net) * (one - mean) for value, one in zip(nets, chances, strict=True))
        worth = both / spread if spread else 0.0
        unexplained = sum((one - mean - worth * (value - net)) ** 2 for value, one in zip(nets, chances, strict=True))
        moved = mean + worth * (self.discard.points - net)
        # Moved to the exact averages, a chance may leave the scale.
        return moved if self._race.stakes else min(max(moved, 0.0), 1.0), sqrt(unexplained) / len(chances)
