"""Estimate another hand from the cards on the table and the goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.ai.play_positions import PIPS, RANKS, Ranks, count_of, scores_by_rank
from engine.cards import PACK
from engine.scoring import LIMIT
from engine.view import View

_TOGETHER: Final = 1.6
_APART: Final = 0.65
"""Factors for how likely a rank is in one hand with a given card, measured on robots' hands."""

_SURE: Final = max(PIPS)
"""With this much room every card can be played."""

_PASSED: Final = 0.3
"""How much less likely a rank is once the player has played a card that scored less."""


@dataclass(frozen=True, slots=True)
class OtherHand:
    """Another hand: how many cards it holds, and a weight for each rank, with the ace at index 1.

    The weights are counts of unseen cards, adjusted by the play so far. ``point_value`` is the value of a point
    for that hand to the observing player.
    """

    held: int
    likely: tuple[float, ...]
    point_value: float


def other_hands(view: View) -> tuple[OtherHand, ...]:
    """Return the hands that can still play in this series, beginning at the left of the observing player."""
    seats = ((view.own_seat + step) % len(view.held) for step in range(1, len(view.held)))
    return tuple(estimate(view, seat) for seat in seats if view.held[seat] and seat not in view.gone)


def estimate(view: View, other: int) -> OtherHand:
    """Return the estimate of another seat's hand."""
    likely: list[float] = [*unseen_ranks(view)]
    for seat, card in view.played:
        if seat == other:
            likely = [many * _AFFINITY[card.rank][rank] for rank, many in enumerate(likely)]
    evidence = _evidence(view, other)
    for rank in RANKS:
        if PIPS[rank] <= evidence.room:
            likely[rank] = 0.0
        elif rank in evidence.passed:
            likely[rank] *= _PASSED
    return OtherHand(view.held[other], tuple(likely), view.point_value(other))


def unseen_ranks(view: View) -> tuple[int, ...]:
    """Return how many cards of each rank this seat cannot see, with the ace at index 1."""
    seen = {*view.hand, *view.laid, *(card for _, card in view.played), view.starter}
    many = [0] * (len(RANKS) + 1)
    for card in PACK:
        if card not in seen:
            many[card.rank] += 1
    return tuple(many)


def most_room_passed(view: View, other: int) -> int:
    """Return the most room under 31 in which another seat had no card to play; 0 if it never said go."""
    return _evidence(view, other).room


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The ranks not played although they scored more, and the most room in which no card was playable."""

    passed: frozenset[int]
    room: int


def _evidence(view: View, other: int) -> _Evidence:
    """Return the evidence about one hand from the play of this deal.

    A card that does not fit under 31 began a new series, so nobody could add to the series before it. A seat that was
    passed over had said go or had no cards left. A go at a count where every card fits was false and is no evidence.
    """
    passed: set[int] = set()
    most, before = 0, other
    series: Ranks = ()
    for seat, card in view.played:
        room = LIMIT - count_of(series)
        if card.pips > room:
            most, series = max(most, room), ()
        elif room < _SURE and _is_between(other, before, seat, len(view.held)):
            most = max(most, room)
        if seat == other:
            opening = scores_by_rank(series, count_of(series))
            passed.update(rank for rank, points in opening.items() if points > opening.get(card.rank, 0))
        series = (*series, int(card.rank))
        before = seat
    room = LIMIT - count_of(series)
    if room < _SURE and (other in view.gone or (series and not view.series)):
        most = max(most, room)
    return _Evidence(frozenset(passed), most)


def _is_between(other: int, before: int, seat: int, players: int) -> bool:
    """Return whether a seat sits between two players, in the order of play."""
    return other != before and (other - before) % players < ((seat - before - 1) % players) + 1


def _affinity(rank: int, other: int) -> float:
    """Return how likely another rank is in one hand with this rank; cards that score together are kept together."""
    apart = abs(rank - other)
    if apart <= 1 or PIPS[rank] + PIPS[other] == 15 or min(rank, other) >= 10:
        return _TOGETHER
    return 1.0 if apart == 2 else _APART


_AFFINITY: Final = tuple(tuple(_affinity(rank, other) for other in (0, *RANKS)) for rank in (0, *RANKS))
