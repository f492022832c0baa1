"""The stats of a finished game: the hands shown, the points of the play, and the errors that cost points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import reduce
from typing import Final

from bot.models.result import GameStats
from engine.course import Course, Declaration
from engine.events import Challenged
from engine.laws import Law
from engine.rules import Counting, Overscore

NOTHING: Final = GameStats()
"""The stats of somebody who has not played."""

_ADDED: Final = tuple(field.name for field in fields(GameStats) if field.name != "best_hand")


def game_stats(course: Course) -> tuple[GameStats, ...]:
    """Return each seat's stats of a game, from all its stored events; hands and cribs at their true counts.

    ``pegged`` are the points of the play with his heels. ``overscored`` are the holes declared beyond the truth that
    were put right (law 19), and ``caught`` those of others that this player put right or that went to them. Muggins are
    the points taken of others' oversights, and given by one's own.

    The events hold the true counts of hands that nobody challenged: this may be shown of games that are over, and of no
    other.
    """
    done = [NOTHING] * course.rules.players
    for seat, deed in (*_counted(course), *_moved(course)):
        done[seat] = _plus(done[seat], deed)
    return tuple(done)


def total(many: Iterable[GameStats]) -> GameStats:
    """Return the stats of many games, or of partners, added up."""
    return reduce(_plus, many, NOTHING)


def _plus(one: GameStats, other: GameStats) -> GameStats:
    """Return both added up."""
    best = max((deeds.best_hand for deeds in (one, other) if deeds.best_hand is not None), default=None)
    return GameStats(best_hand=best, **{name: getattr(one, name) + getattr(other, name) for name in _ADDED})


def _counted(course: Course) -> Iterator[tuple[int, GameStats]]:
    """Yield the stats of everything that was counted, with the seats they belong to."""
    corrects = course.rules.counting is Counting.REFEREE and course.rules.overscore is Overscore.CORRECT_ONLY
    for made in course.declarations.values():
        if made.what == "crib":
            yield made.seat, GameStats(cribs=1, crib_points=made.true)
        elif made.what == "hand":
            yield made.seat, GameStats(best_hand=made.true, hands=1, hand_points=made.true)
        if corrects and made.missed < 0:
            # Where a referee only corrects, an overscore leaves no trace on the board.
            yield made.seat, GameStats(overscored=-made.missed)
        yield from _caught(made)


def _caught(made: Declaration) -> Iterator[tuple[int, GameStats]]:
    for answer in made.answers:
        match answer.event:
            case Challenged(seat=seat, claim="too_many", upheld=True):
                over = (made.before(answer) or 0) - made.true
                yield made.seat, GameStats(overscored=over)
                yield seat, GameStats(caught=over)
            case _:
                pass


def _moved(course: Course) -> Iterator[tuple[int, GameStats]]:
    """Yield the stats of the pegs: the points of the play, and the points that moved because of an error."""
    refereed = course.rules.counting is Counting.REFEREE
    for peg, _, points in course.points_of_play:
        yield peg.seat, GameStats(pegged=points)
    for _, made, peg in course.pegs:
        if made is not None and peg.law is Law.MUGGINS:
            yield peg.seat, GameStats(muggins_taken=peg.points)
            yield made.seat, GameStats(muggins_given=peg.points)
        elif made is not None and peg.law is Law.OVERSCORE and refereed:
            yield made.seat, GameStats(overscored=peg.points)
            yield peg.seat, GameStats(caught=peg.points)
