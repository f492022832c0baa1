"""Judge every discard from six cards by hand, crib and pegging, and near the end of a game by the chance to win it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from engine.ai.discard_averages import Toss, analyse
from engine.ai.holdings import Deal, possible_deals
from engine.ai.levels import Chance
from engine.ai.play_positions import Ranks, play_out, start
from engine.ai.tables import PEGGED_BY_DEALER, PEGGED_BY_PONE
from engine.ai.winning_chances import Race, SignedPoints
from engine.cards import Card, Rank
from engine.scoring import show_total
from engine.text.questions import Face
from engine.view import View

_FIRST_DEALS: Final = 64
"""How many deals are tried for each discard near the end of a game."""

_MORE_DEALS: Final = 400
"""How many more are tried for the best of them."""

_BEST: Final = 4

ALIKE: Final = 0.02
"""Chances that differ by less count as equal, because the deals do not tell them apart; points decide between them."""

_BEHIND: Final = 4.0
"""Discards that lose more points than this are not tried near the end of a game."""

_MOST_TRIED: Final = 8

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


def by_points(six: Sequence[Card], *, dealer: bool) -> tuple[Discard, ...]:
    """Return every discard by its points, the best first. Raises ``NotationError`` unless there are six cards."""
    pegged = PEGGED_BY_DEALER if dealer else PEGGED_BY_PONE

    def with_pegging(toss: Toss) -> Discard:
        peg = pegged[ranks_of(toss.kept)]
        return Discard(toss.cards, toss.kept, toss.hand, toss.crib, peg, toss.total + peg)

    found = map(with_pegging, analyse(six, dealer=dealer))
    return tuple(sorted(found, key=lambda discard: discard.points, reverse=True))


def judge_discards(view: View, chance: Chance, *, careful: Sequence[Card] = ()) -> tuple[Discard, ...]:
    """Return every discard of one of two players with six cards, the best first.

    Near the end of a game the discard of the cards ``careful`` is judged as thoroughly as the best ones.
    """
    assert view.seat is not None
    race = Race.of(view)
    found = by_points(view.hand, dealer=race.dealer)
    if not race.is_near_the_end:
        return found
    near = _of_different_ranks(found)
    if min(race.mine, race.theirs) > _ALL_TRIED:
        near = [discard for discard in near if found[0].points - discard.points < _BEHIND][:_MOST_TRIED]
    asked = [discard for discard in found if set(discard.cards) == set(careful)]
    near += [discard for discard in asked if discard not in near]
    deals = possible_deals(view.hand, _FIRST_DEALS, chance, dealer=race.dealer)
    judged = _with_chances(near, deals, race)
    if len(judged) > 1:
        deals += possible_deals(view.hand, _MORE_DEALS, chance, dealer=race.dealer)
        best = judged[:_BEST] + [one for one in judged[_BEST:] if any(one.cards == other.cards for other in asked)]
        others = [one for one in judged if all(one.cards != other.cards for other in best)]
        likely = _with_chances(best, deals, race)
        highest = likely[0].chance or 0.0
        likely.sort(key=lambda discard: _value(discard, highest), reverse=True)
        judged = likely + others
    return (*judged, *(discard for discard in found if all(discard.cards != one.cards for one in judged)))


def discard_chances(discards: Sequence[Discard], race: Race, chance: Chance) -> tuple[Discard, ...]:
    """Return every discard from six cards; the best come first, with their chances to win.

    ``discards`` are sorted by points. Chances that are equal in whole percents are sorted by points as well. Of
    discards that keep the same ranks only one has a chance.
    """
    six = (*discards[0].cards, *discards[0].kept)
    deals = possible_deals(six, _FIRST_DEALS, chance, dealer=race.dealer)
    likely = _with_chances(_of_different_ranks(discards), deals, race)[:_MOST_SAMPLED]
    deals = possible_deals(six, SAMPLED, chance, dealer=race.dealer)
    judged = [
        # Moved to the exact averages, a chance may leave the scale.
        replace(discard, chance=min(max(discard.chance or 0.0, 0.0), 1.0))
        for discard in _with_chances(likely, deals, race)
    ]
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


def _with_chances(discards: Sequence[Discard], deals: Sequence[Deal], race: Race) -> list[Discard]:
    judged = []
    for discard in discards:
        chance, error = _chance_of(discard, deals, race)
        judged.append(replace(discard, chance=chance, error=error))
    return sorted(judged, key=lambda discard: discard.chance or 0.0, reverse=True)


def ranks_of(cards: Sequence[Card | Face]) -> Ranks:
    """Return the ranks of cards, the lowest first."""
    return tuple(sorted(int(card.rank) for card in cards))


def _chance_of(discard: Discard, deals: Sequence[Deal], race: Race) -> tuple[float, float]:
    """Return the chance to win with a discard, and its standard error.

    It is the mean over the deals. Where the points of these deals differ from the exact averages, the mean is moved by
    as much as such points were worth in them.
    """
    kept = ranks_of(discard.kept)
    chances, nets = [], []
    for deal in deals:
        scores = _scores(discard, kept, deal, dealer=race.dealer)
        chances.append(race.value_after(scores))
        nets.append(sum(scores) + deal.hand_points - (_heels(deal) if race.dealer else -_heels(deal)))
    mean, net = sum(chances) / len(chances), sum(nets) / len(nets)
    spread = sum((value - net) ** 2 for value in nets)
    both = sum((value - net) * (one - mean) for value, one in zip(nets, chances, strict=True))
    worth = both / spread if spread else 0.0
    unexplained = sum((one - mean - worth * (value - net)) ** 2 for value, one in zip(nets, chances, strict=True))
    return mean + worth * (discard.points - net), sqrt(unexplained) / len(deals)


def _scores(discard: Discard, kept: Ranks, deal: Deal, *, dealer: bool) -> list[SignedPoints]:
    heels, crib = _heels(deal), show_total((*discard.cards, *deal.discarded), deal.starter, crib=True)
    hand = show_total(discard.kept, deal.starter)
    pegged = play_out(start(), (kept, deal.hand), 1 if dealer else 0, 0 if dealer else 1)
    if dealer:
        return [heels, *pegged, -deal.hand_points, hand, crib]
    return [-heels, *pegged, hand, -deal.hand_points, -crib]


def _heels(deal: Deal) -> int:
    return _HEELS if deal.starter.rank is Rank.JACK else 0
