"""The robots: each looks at what its own seat may see, and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.actions import Declare, LayAway, Move, Play
from engine.ai.discard import analyse
from engine.ai.play import best_card
from engine.pegging import peg_points
from engine.scoring import show_total
from engine.view import View

Chance: TypeAlias = Callable[[], float]
"""A number from 0 up to, but never, 1; another at each call, each as likely as any other."""

EASY: Final = "easy"
CLUB: Final = "club"
LEVELS: Final = (EASY, CLUB)
"""How well the robots play, from a beginner to a sound club player."""

_WHIM: Final = 6.0
"""By how many points an easy robot's opinion of what to lay away may go astray."""

_ATTENTION: Final = 0.6
"""How often an easy robot looks for the card that scores."""


def choose(view: View, level: str, chance: Chance) -> Move:
    """What a robot does where something is asked of its seat; it knows what the view tells and no more.

    Robots of every level declare the truth. Raises ``ValueError`` for a level that is none of ``LEVELS``, and
    where nothing is asked that a robot could answer.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no robot of the level {level!r}; choose {' or '.join(LEVELS)}")
    if view.prompt is None:
        raise ValueError(f"nothing is asked of seat {view.seat}")
    match view.stage:
        case "lay_away":
            return _lay_away(view, level, chance)
        case "play" if len(view.legal) == 1:
            return view.legal[0]
        case "play":
            return _play(view, level, chance)
        case "show":
            return _declare(view)
        case stage:
            raise ValueError(f"a robot knows no answer at the stage {stage!r}")


def _lay_away(view: View, level: str, chance: Chance) -> LayAway:
    assert view.seat is not None
    tosses = analyse(view.hand, dealer=view.dealer == view.seat)
    if level == CLUB:
        return LayAway(view.seat, tosses[0].cards)
    return LayAway(view.seat, max(tosses, key=lambda toss: toss.total + _WHIM * chance()).cards)


def _play(view: View, level: str, chance: Chance) -> Move:
    assert view.seat is not None
    if level == CLUB:
        return Play(view.seat, best_card(view))
    if chance() >= _ATTENTION:
        return view.legal[int(chance() * len(view.legal))]
    series = tuple(card for _, card in view.series)
    plays = [move for move in view.legal if isinstance(move, Play)]
    return max(plays, key=lambda move: peg_points((*series, move.card)))


def _declare(view: View) -> Declare:
    assert view.seat is not None
    assert view.shown is not None
    assert view.starter is not None
    _, what, cards = view.shown
    return Declare(view.seat, show_total(cards, view.starter, crib=what == "crib"))
