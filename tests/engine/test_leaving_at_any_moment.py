"""One of three leaves at any moment of a game: the others can always play on, and the leaver gets no points."""

from random import Random

import pytest

from engine.actions import Resign
from engine.audit import play_again
from engine.events import Event, Pegged
from engine.game import apply, begin, replay, waiting_on
from engine.presets import find
from engine.state import Game, Over
from tests.support.depth import seeds, thorough
from tests.support.strategies import able_to_resign, some_move

MOMENTS = 40


@pytest.mark.parametrize("ceremony", [False, True], ids=["dealt by the bot", "with ceremony"])
@pytest.mark.parametrize("preset", ["house", "britannica", "crib-derby"])
@thorough
def test_of_three_the_others_play_on_whenever_one_leaves(preset, ceremony):
    rules = find(preset, players=3, ceremony=ceremony)
    for moment in seeds(MOMENTS):
        rng = Random(f"{preset} {ceremony} {moment}")
        before, events = _played(begin(rules), rng, moves=moment)
        if not (leavers := able_to_resign(before)):
            continue
        leaver = rng.choice(leavers)

        left, brought = apply(before, Resign(leaver))
        after, rest = _played(left, rng, moves=40)

        assert not [event for event in (*brought, *rest) if isinstance(event, Pegged) and event.seat == leaver]
        told = (*events, *brought, *rest)
        assert replay(rules, told) == after
        play_again(rules, told)


def _played(game: Game, rng: Random, *, moves: int) -> tuple[Game, tuple[Event, ...]]:
    """Return the game some random moves later; those who left have no move to make."""
    events: list[Event] = []
    for _ in range(moves):
        if isinstance(game.phase, Over):
            break
        assert not game.closed & {*waiting_on(game)}
        game, brought = apply(game, some_move(game, rng, seed=b"", miscount=0.3))
        events += brought
    return game, tuple(events)
