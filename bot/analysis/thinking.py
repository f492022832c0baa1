"""What the processes think about: the moves of robots, the choices of a seat, and the reviews of a game."""

from collections.abc import Sequence
from random import Random
from time import monotonic

from engine.actions import Move
from engine.ai.judge import Judgement, judge
from engine.ai.robots import choose
from engine.analysis.game_review import JudgedDecision, judge_game
from engine.cards import Card
from engine.course import Course
from engine.events import Event
from engine.rules import Rules
from engine.view import View

_SEED = 1
"""The same decision is always judged with the same chance, so that asking twice changes nothing."""


_SECONDS = 0.08
"""How long a robot thinks at most; then it takes the best that it has found, which takes a little longer."""


def robot_move(view: View, robot: str, seed: int, seconds: float = _SECONDS) -> Move:
    end = monotonic() + seconds
    return choose(view, robot, Random(seed).random, lambda: monotonic() > end)


def choices_of(view: View, chosen: Sequence[Card] = ()) -> tuple[Judgement, ...]:
    """Return the choices of a seat, the best first."""
    return judge(view, Random(_SEED).random, chosen)


def reviews_of(events: Sequence[Event], rules: Rules) -> tuple[tuple[JudgedDecision, ...], ...]:
    """Return the judged decisions of each seat of a game that is over."""
    course = Course(tuple(events), rules)
    return tuple(judge_game(course, seat, Random(_SEED).random) for seat in range(rules.players))
