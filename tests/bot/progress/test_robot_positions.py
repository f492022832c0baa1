"""Positions from games of robots: worth asking, and found again by their origin."""

import pytest

from bot.analysis.thinking import choices_of
from bot.models.practice import Origin, PositionKind
from bot.progress.positions import WORTH_ASKING, find_robot_position, robot_decision


@pytest.mark.parametrize("kind", PositionKind)
def test_of_each_seed_the_best_choice_is_clearly_better_than_the_third_and_it_is_found_again(kind):
    hands = set()
    for number in range(4):
        origin, decision = find_robot_position(f"seed {number}", kind)
        assert (decision.seen.stage, len(decision.chosen)) == (kind.stage, 2 if kind is PositionKind.DISCARDS else 1)
        choices = choices_of(decision.seen)
        assert len(choices) > 1
        assert choices[:3][-1].lost >= WORTH_ASKING
        again = robot_decision(origin)
        assert again is not None
        assert (again.seen, again.chosen) == (decision.seen, decision.chosen)
        hands.add(decision.seen.hand)
    assert len(hands) == 4


def test_a_place_without_a_decision_gives_none():
    assert robot_decision(Origin(0, seed="seed")) is None
