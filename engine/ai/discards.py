"""Judge every discard by hand, crib and pegging, and near the end of a game by the chance to win it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from engine.ai.discard_averages import CribEstimate, Toss, analyse
from engine.ai.holdings import Deal, possible_deals
from engine.ai.levels import Chance, Stop, never
from engine.ai.play_positions import Ranks, Seating, play_out, start
from engine.ai.tables import Place, pegging
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

_NEAR: Final = 1.5
"""Discards that are no more points behind the best have the exact mean of the crib."""

SAMPLED: Final = 1_500
"""How many deals ``discard_chances`` tries for each of the best discards."""

_MOST_SAMPLED: Final = 5

_ALL_TRIED: Final = 12
"""With this many holes to go or fewer, every discard is tried."""

_HEELS: Final = 2


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard, its cards kept, and what it brings on average.

    ``hand`` and ``crib`` are points of the show, ``peg`` is the pegging of the player less that of the other.
    ``points`` is their sum; the pone subtracts the crib. ``chance`` is the chance to win the game, where it was judged;
    if double games count, it is what the game is worth (``game_value``). ``error`` is the standard error of the chance.
    """

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    peg: float
    points: float
    chance: float | None = None
    error: float = 0.0


def by_points(cards: Sequence[Card], place: Place) -> tuple[Discard, ...]:
    """Return every discard of a player at a place by its points, the best first. Raises ``NotationError``."""
    pegged = pegging(place.form, place.steps)

    def with_pegging(toss: Toss) -> Discard:
        peg = pegged[ranks_of(toss.kept)]
        return Discard(toss.cards, toss.kept, toss.hand, toss.crib, peg, toss.total + peg)

    found = map(with_pegging, analyse(cards, dealer=place.deals, players=place.players))
    return tuple(sorted(found, key=lambda discard: discard.points, reverse=True))


def judge_discards(
    view: View, chance: Chance, stop: Stop = never, *, careful: Sequence[Card] = ()
) -> tuple[Discard, ...]:
    """Return every discard of a player who has discarded nothing, the best first.

    Near the end of a game the discard of the cards ``careful`` is judged as thoroughly as the best ones. Once it is to
    ``stop``, fewer deals are tried.
    """
    assert view.seat is not None
    place = Place.of(view, view.seat)
    race = Race.of(view, place)
    found = _with_exact_cribs(by_points(view.hand, place), place)
    if not race.is_near_the_end:
        return found
    near = _of_different_ranks(found)
    if min(race.mine, race.theirs) > _ALL_TRIED:
        near = [discard for discard in near if found[0].points - discard.points < _BEHIND][:_MOST_TRIED]
    asked = [discard for discard in found if set(discard.cards) == set(careful)]
    near += [discard for discard in asked if discard not in near]
    tried = [_Tried(discard, race, place) for discard in near]
    deals = possible_deals(view.hand, _FIRST_DEALS, chance, place)
    for part in range(_PARTS):
        if part and stop():
            break
        _try_all(tried, deals[part::_PARTS])
    tried.sort(key=lambda one: one.chance, reverse=True)
    best = [one for number, one in enumerate(tried) if number < _BEST or one.discard in asked]
    for _ in range(_MORE_DEALS // _AT_ONCE):
        if len(best) < 2 or stop():
            break
        _try_all(best, possible_deals(view.hand, _AT_ONCE, chance, place))
    judged = sorted((one.judged for one in best), key=lambda one: one.chance or 0.0, reverse=True)
    highest = judged[0].chance or 0.0
    judged.sort(key=lambda discard: _value(discard, highest), reverse=True)
    judged += [one.judged for one in tried if one not in best]
    return (*judged, *(discard for discard in found if all(discard.cards != one.cards for one in judged)))


def _with_exact_cribs(found: Sequence[Discard], place: Place) -> tuple[Discard, ...]:
    """Return the discards of two players, those near the best with the exact mean of the crib by all cards seen.

    The cribs of the others move as much as theirs do on average.
    """
    if place.players > 2:
        return tuple(found)
    estimate = CribEstimate.of_cards((*found[0].cards, *found[0].kept), dealer=place.deals)
    sign = 1.0 if place.deals else -1.0
    near = [discard for discard in found if found[0].points - discard.points < _NEAR]
    moved = [
        estimate.crib((Face(one.cards[0].rank, one.cards[0]), Face(one.cards[1].rank, one.cards[1]))) - one.crib
        for one in near
    ]
    moved += [sum(moved) / len(moved)] * (len(found) - len(near))
    exact = [
        replace(one, crib=one.crib + by, points=one.points + sign * by) for one, by in zip(found, moved, strict=True)
    ]
    return tuple(sorted(exact, key=lambda one: one.points, reverse=True))


def discard_chances(discards: Sequence[Discard], race: Race, chance: Chance) -> tuple[Discard, ...]:
    """Return every discard of one of two players; the best come first, with their chances to win.

    ``discards`` are sorted by points. Chances that are equal in whole percents are sorted by points as well. Of
    discards that keep the same ranks only one has a chance.
    """
    cards = (*discards[0].cards, *discards[0].kept)
    place = Place(2, len(cards), 0 if race.dealer else 1)
    tried = [_Tried(discard, race, place) for discard in _of_different_ranks(discards)]
    _try_all(tried, possible_deals(cards, _FIRST_DEALS, chance, place))
    best = [
        _Tried(one.discard, race, place)
        for one in sorted(tried, key=lambda one: one.chance, reverse=True)[:_MOST_SAMPLED]
    ]
    _try_all(best, possible_deals(cards, SAMPLED, chance, place))
    # Moved to the exact averages, a chance may leave the scale.
    judged = [replace(one.judged, chance=min(max(one.chance, 0.0), 1.0)) for one in best]
    judged.sort(key=lambda discard: (round(discard.chance or 0.0, 2), discard.points), reverse=True)
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
        place, first, heels = self._place, -self._place.steps % self._place.players, _heels(deal)
        signs = place.signs
        pegged = play_out(start(), (self._kept, *deal.hands), (first + 1) % place.players, first, Seating(signs))
        hands = (show_total(self.discard.kept, deal.starter), *deal.points)
        crib = show_total((*self.discard.cards, *deal.crib), deal.starter, crib=True)
        order = [(first + step) % place.players for step in range(1, place.players + 1)]
        shown = [signs[one] * hands[one] for one in order]
        scores = [signs[first] * heels, *pegged, *shown, signs[first] * crib]
        self._chances.append(self._race.value_after(scores))
        # The points of the others' hands and his heels are the same for every discard.
        same = sum(sign * points for sign, points in zip(signs[1:], deal.points, strict=True)) + signs[first] * heels
        self._nets.append(sum(scores) - same)

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
        return mean + worth * (self.discard.points - net), sqrt(unexplained) / len(chances)


def _heels(deal: Deal) -> int:
    return _HEELS if deal.starter.rank is Rank.JACK else 0
