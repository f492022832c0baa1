"""Positions from games of robots: worth asking, and found again by their origin."""

import pytest

from bot.analysis.thinking import choices_of
from bot.models.position import Origin, PositionKind
from bot.progress.robot_positions import WORTH_ASKING, find_robot_position, robot_decision


@pytest.mark.parametrize("kind", PositionKind)
def test_the_best_choice_is_clearly_better_than_the_third(kind):
    for number in range(4):
        _, decision = find_robot_position(f"seed {number}", kind)
        assert (decision.seen.stage, len(decision.chosen)) == (kind.stage, 2 if kind is PositionKind.DISCARDS else 1)
        choices = choices_of(decision.seen)
        assert len(choices) > 1
        assert choices[:3][-1].lost >= WORTH_ASKING


@pytest.mark.parametrize("kind", PositionKind)
def test_a_position_is_found_again_and_seeds_give_others(kind):
    found = [find_robot_position(f"seed {number}", kind) for number in range(4)]
    assert len({decision.seen.hand for _, decision in found}) == 4
    for origin, decision in found:
        again = robot_decision(origin)
        assert again is not None
        assert (again.seen, again.chosen) == (decision.seen, decision.chosen)


def test_a_place_without_a_decision_gives_none():
    assert robot_decision(Origin(0, seed="seed")) is None
