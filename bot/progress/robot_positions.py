"""Positions from games of robots that are worth asking, for a process that thinks."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Final

from bot.analysis.thinking import choices_of
from bot.models.position import Origin, PositionKind
from bot.tables.robot_games import play_game
from engine.ai.levels import CLUB
from engine.analysis.game_review import Decision, decisions_of
from engine.course import Course
from engine.presets import DEFAULT, find

WORTH_ASKING: Final = 0.5
"""The least points that the third best choice loses against the best one."""


def find_robot_position(seed: str, kind: PositionKind) -> tuple[Origin, Decision]:
    """Return a decision that is worth asking, of a robot of the level club; equal arguments give the same one.

    The decisions of a game are tried in a random order, and then those of another game.
    """
    rng = Random(seed)
    while True:
        game_seed = rng.randbytes(16).hex()
        decisions = [(seat, decision) for seat in range(2) for decision in _decisions(game_seed, seat)]
        rng.shuffle(decisions)
        for seat, decision in decisions:
            if decision.seen.stage == kind.stage and _is_worth_asking(decision):
                return Origin(decision.place, seed=game_seed, seat=seat), decision


def robot_decision(origin: Origin) -> Decision | None:
    """Return the decision of a robot; None if robots play that game differently since."""
    assert origin.seed is not None
    found = _decisions(origin.seed, origin.seat)
    return next((decision for decision in found if decision.place == origin.place), None)


def _decisions(seed: str, seat: int) -> list[Decision]:
    rules = find(DEFAULT, players=2)
    events = play_game(rules, hashlib.sha256(seed.encode()).digest(), levels=(CLUB, CLUB))
    return list(decisions_of(Course(events, rules), seat))


def _is_worth_asking(decision: Decision) -> bool:
    choices = choices_of(decision.seen)
    return choices[min(2, len(choices) - 1)].lost >= WORTH_ASKING
