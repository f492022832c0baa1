"""The review of a game for one of its players: each decision, judged by what the player could know then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.ai.judge import Judgement, judge, judgement_of
from engine.ai.levels import Chance
from engine.analysis.decisions import Decision, decisions_of
from engine.events import Event
from engine.rules import Rules

MOMENTS: Final = 3
"""How many of the costliest decisions a review shows first."""


@dataclass(frozen=True, slots=True)
class LostParts:
    """Where points were lost: in the hand, in the crib, in pegging, and near the end, where the chance to win counts.

    A choice that gains in one part what it loses in another has a part below 0.
    """

    hand: float = 0.0
    crib: float = 0.0
    pegging: float = 0.0
    near_end: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision by its place among the events, what was chosen, and the best choice."""

    place: int
    chosen: Judgement
    best: Judgement

    @property
    def lost(self) -> float:
        """The points lost; 0 if the choice was as good as the best."""
        return self.chosen.lost

    @property
    def lost_parts(self) -> LostParts:
        """The points lost, part by part."""
        if not self.lost:
            return LostParts()
        best, chosen = self.best, self.chosen
        if best.chance is not None:
            return LostParts(near_end=self.lost)
        return LostParts(best.hand - chosen.hand, best.crib - chosen.crib, best.peg - chosen.peg)


def judge_game(events: Sequence[Event], rules: Rules, seat: int, chance: Chance) -> tuple[JudgedDecision, ...]:
    """Return every decision of a seat with its judgement; the same events and chance give the same ones."""
    return tuple(judge_decision(decision, chance) for decision in decisions_of(events, rules, seat))


def judge_decision(decision: Decision, chance: Chance) -> JudgedDecision:
    """Return a decision with its judgement."""
    choices = judge(decision.seen, chance, decision.chosen)
    return JudgedDecision(decision.place, judgement_of(choices, decision.chosen), choices[0])


def costliest(decisions: Iterable[JudgedDecision]) -> tuple[JudgedDecision, ...]:
    """Return the costliest decisions that lost something, at most ``MOMENTS``, the costliest first."""
    mistakes = [decision for decision in decisions if decision.lost]
    return tuple(sorted(mistakes, key=lambda decision: decision.lost, reverse=True)[:MOMENTS])


def points_lost(decisions: Iterable[JudgedDecision]) -> float:
    """Return the points that the decisions lost in all."""
    return sum(decision.lost for decision in decisions)


def parts_lost(decisions: Iterable[JudgedDecision]) -> LostParts:
    """Return the points that the decisions lost, part by part; together they are ``points_lost``."""
    parts = [decision.lost_parts for decision in decisions]
    return LostParts(
        sum(part.hand for part in parts),
        sum(part.crib for part in parts),
        sum(part.pegging for part in parts),
        sum(part.near_end for part in parts),
    )
