"""The stats of a finished game: the hands shown, the points of the play, and the errors that cost points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from typing import Final, Literal

from bot.models.result import GameStats
from engine.cards import Card
from engine.events import (
    Amended,
    Challenged,
    CountReset,
    DealerChosen,
    Event,
    Pegged,
    Played,
    PutBack,
    Shown,
    StarterTurned,
    What,
)
from engine.laws import Law
from engine.pegging import peg_points
from engine.rules import Counting, Overscore, Rules

_OF_THE_PLAY: Final = frozenset(
    {
        *(Law.HIS_HEELS, Law.FIFTEEN, Law.THIRTY_ONE, Law.GO, Law.LAST_CARD, Law.DECLARED),
        *(Law.PAIR, Law.PAIR_ROYAL, Law.DOUBLE_PAIR_ROYAL, Law.RUN),
    }
)
"""For what a card is pegged before the show begins."""

NOTHING: Final = GameStats()
"""The stats of somebody who has not played."""

_ADDED: Final = tuple(field.name for field in fields(GameStats) if field.name != "best_hand")


def game_stats(events: Iterable[Event], rules: Rules) -> tuple[GameStats, ...]:
    """Return each seat's stats of a game, from all its stored events; hands and cribs at their true counts.

    ``pegged`` are the points of the play with his heels. ``overscored`` are the holes declared beyond the truth that
    were put right (law 19), and ``caught`` those of others that this player put right or that went to them. Muggins are
    the points taken of others' oversights, and given by one's own.

    The events hold the true counts of hands that nobody challenged: this may be shown of games that are over, and of no
    other.
    """
    done = [NOTHING] * rules.players
    for seat, deed in _stats_by_event(events, rules):
        done[seat] = _plus(done[seat], deed)
    return tuple(done)


def total(many: Iterable[GameStats]) -> GameStats:
    """Return the stats of many games, or of partners, added up."""
    return reduce(_plus, many, NOTHING)


def _plus(one: GameStats, other: GameStats) -> GameStats:
    """Return both added up."""
    best = max((deeds.best_hand for deeds in (one, other) if deeds.best_hand is not None), default=None)
    return GameStats(best_hand=best, **{name: getattr(one, name) + getattr(other, name) for name in _ADDED})


def first_dealer(events: Iterable[Event]) -> int | None:
    """Return who dealt first, or None in a game that ended before the cut for deal."""
    return next((event.seat for event in events if isinstance(event, DealerChosen)), None)


@dataclass(frozen=True, slots=True)
class _Declaration:
    """A card, hand or crib of a seat with the points declared for it, None where nothing was, and the true points."""

    seat: int
    what: Literal["play"] | What
    declared: int | None
    true: int

    @property
    def over(self) -> int:
        """Return by how many points it is too high."""
        return max(0, (self.declared or 0) - self.true)


@dataclass(frozen=True, slots=True)
class _GameProgress:
    """The progress of a game while its events are read: the cards of the series, and what was declared.

    ``latest`` is each seat's declaration that was made or raised last, ``earlier`` also holds those before, by seat and
    what they are for, and ``ruled_on`` is the one that the latest ruling is about.
    """

    series: tuple[Card, ...] = ()
    in_play: bool = False
    latest: Mapping[int, _Declaration] = field(default_factory=dict)
    earlier: Mapping[tuple[int, str], _Declaration] = field(default_factory=dict)
    ruled_on: _Declaration = _Declaration(0, "play", None, 0)

    def after(self, event: Event) -> _GameProgress:
        """Return the same after one more event."""
        match event:
            case StarterTurned():
                return replace(self, series=(), in_play=True)
            case CountReset():
                return replace(self, series=())
            case Played():
                series = (*self.series, event.card)
                true = 0 if event.declared is None else peg_points(series)
                return replace(self, series=series).with_declaration(
                    _Declaration(event.seat, "play", event.declared, true)
                )
            case Shown():
                shown = _Declaration(event.seat, event.what, event.declared, event.true or 0)
                return replace(self, in_play=False).with_declaration(shown)
            case Amended(seat=seat, what=what, declared=declared):
                raised = self.latest[seat] if what is None else self.earlier[seat, what]
                return self.with_declaration(replace(raised, declared=declared))
            case Challenged(against=declarer):
                return replace(self, ruled_on=self.latest[declarer])
            case _:
                return self

    def with_declaration(self, made: _Declaration) -> _GameProgress:
        """Return the same after a declaration was made or raised."""
        latest, earlier = {**self.latest, made.seat: made}, {**self.earlier, (made.seat, made.what): made}
        return replace(self, latest=latest, earlier=earlier, ruled_on=made)

    def is_of_play(self, event: Pegged) -> bool:
        """Return whether points are pegged for a card played, and not for a hand or a crib."""
        if event.law is Law.DECLARED:
            return event.seat in self.latest and self.latest[event.seat].what == "play"
        return self.in_play and event.law in _OF_THE_PLAY


def _stats_by_event(events: Iterable[Event], rules: Rules) -> Iterator[tuple[int, GameStats]]:
    """Yield the stats that each event adds, with the seat they belong to, in the order of the events."""
    refereed = rules.counting is Counting.REFEREE
    so_far = _GameProgress()
    for event in events:
        so_far = so_far.after(event)
        over = so_far.ruled_on.over
        match event:
            case Shown():
                yield event.seat, _shown_stats(event)
            case Challenged(claim="too_many", upheld=True):
                yield event.against, GameStats(overscored=over)
                yield event.seat, GameStats(caught=over)
            case Pegged() | PutBack():
                yield from _moved_stats(event, so_far, refereed=refereed)
            case _:
                pass
        if refereed and isinstance(event, Played | Shown) and over and rules.overscore is Overscore.CORRECT_ONLY:
            # Where a referee only corrects, an overscore leaves no trace on the board.
            yield event.seat, GameStats(overscored=over)


def _shown_stats(event: Shown) -> GameStats:
    true = event.true or 0
    if event.what == "crib":
        return GameStats(cribs=1, crib_points=true)
    return GameStats(best_hand=true, hands=1, hand_points=true)


def _moved_stats(event: Pegged | PutBack, so_far: _GameProgress, *, refereed: bool) -> Iterator[tuple[int, GameStats]]:
    """Yield the stats that pegs add: the points of the play, and the points that moved because of an error."""
    ruled_on = so_far.ruled_on
    match event:
        case Pegged(law=Law.MUGGINS):
            yield event.seat, GameStats(muggins_taken=event.points)
            yield ruled_on.seat, GameStats(muggins_given=event.points)
        case Pegged(law=Law.OVERSCORE) if refereed:
            yield ruled_on.seat, GameStats(overscored=event.points)
            yield event.seat, GameStats(caught=event.points)
        case PutBack(law=Law.OVERSCORE) if ruled_on.what == "play":
            yield event.seat, GameStats(pegged=-event.points)
        case Pegged() if so_far.is_of_play(event):
            yield event.seat, GameStats(pegged=event.points)
        case _:
            pass
