"""What the cards on the table and the goes tell of another hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.ai.pegging_by_rank import PIPS, RANKS, Ranks, count_of, openings
from engine.ai.point_values import stake
from engine.cards import PACK
from engine.pegging import LIMIT
from engine.view import View

_TOGETHER: Final = 1.6
_APART: Final = 0.65
"""How many times likelier, or less likely, a rank is beside a card that was kept, as measured on robots' hands."""

_SURE: Final = max(PIPS)
"""With so much room every card comes in."""

_PASSED: Final = 0.3
"""How likely a rank still is once its holder played something else that scored less."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another hand: how many cards are held, and how likely each rank is, the ace at place 1.

    The likelihoods are cards unseen, made more or fewer by what the play has told. ``stake`` is what a point pegged
    by that hand is worth to the one who looks.
    """

    held: int
    likely: tuple[float, ...]
    stake: float


def around(view: View) -> tuple[Other, ...]:
    """The hands that may still go on in this series, from the left of the player who looks."""
    assert view.seat is not None
    seats = ((view.seat + step) % len(view.held) for step in range(1, len(view.held)))
    return tuple(read(view, seat) for seat in seats if view.held[seat] and seat not in view.gone)


def read(view: View, other: int) -> Other:
    """The hand of another seat."""
    assert view.seat is not None
    likely = _unseen(view)
    for seat, card in view.played:
        if seat == other:
            likely = [many * _COMPANY[card.rank][rank] for rank, many in enumerate(likely)]
    told = _listen(view, other)
    for rank in RANKS:
        if PIPS[rank] <= told.room:
            likely[rank] = 0.0
        elif rank in told.passed:
            likely[rank] *= _PASSED
    return Other(view.held[other], tuple(likely), stake(view.rules, view.seat, other))


def _unseen(view: View) -> list[float]:
    """How many cards of each rank lie where this seat cannot see."""
    seen = {*view.hand, *view.laid, *(card for _, card in view.played), view.starter}
    many = [0.0] * (len(RANKS) + 1)
    for card in PACK:
        if card not in seen:
            many[card.rank] += 1
    return many


@dataclass(frozen=True, slots=True)
class _Told:
    """The ranks passed over for something that scored less, and the most room in which nothing came in."""

    passed: frozenset[int]
    room: int


def _listen(view: View, other: int) -> _Told:
    """Follow the play of the deal from its first card.

    A card that does not come in was led to a fresh series, and nobody could go on in the one before. Where the turn
    passed a seat by, it had said go, or had no cards left of which anything could be told. A go at a count where
    every card comes in was a false one and tells nothing.
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
            opening = openings(series, count_of(series))
            passed.update(rank for rank, points in opening.items() if points > opening.get(card.rank, 0))
        series = (*series, int(card.rank))
        before = seat
    room = LIMIT - count_of(series)
    if room < _SURE and (other in view.gone or (series and not view.series)):
        most = max(most, room)
    return _Told(frozenset(passed), most)


def _is_between(other: int, before: int, seat: int, players: int) -> bool:
    """Whether the turn passed a seat by on its way round the table from one player to the next."""
    return other != before and (other - before) % players < ((seat - before - 1) % players) + 1


def _company(rank: int, other: int) -> float:
    """How a card that was kept speaks for another: those are kept together that score together."""
    apart = abs(rank - other)
    if apart <= 1 or PIPS[rank] + PIPS[other] == 15 or min(rank, other) >= 10:
        return _TOGETHER
    return 1.0 if apart == 2 else _APART


_COMPANY: Final = tuple(tuple(_company(rank, other) for other in (0, *RANKS)) for rank in (0, *RANKS))
