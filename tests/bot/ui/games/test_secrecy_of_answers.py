"""The bot's public answers in a channel name no card of anybody's hand."""

import pytest

from tests.support.stacked_packs import Deal

PAIRED = Deal("5C 5D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben, the pone, holds two fives."""


@pytest.fixture
async def name(world, stack):
    stack(PAIRED, PAIRED, PAIRED)
    return await world.sit_down(place="here", target=61)


@pytest.mark.parametrize(
    "text",
    ["lay 5 6", "lay 7h 8h", "5", "lay 2d 4h", "lay 6h", "keep 5c 5d 6h 8s?", "5 and 6?", "5c and 6?", "is 5 5 ok"],
)
async def test_a_move_that_cannot_be_made(world, name, text):
    answer = await world.say(world.ben, world.channel, text)
    assert answer.startswith("I made no move.")
    assert world.asked(name) == [world.ann, world.ben]


async def test_in_private_the_choice_is_shown(world, name):
    answer = await world.whisper(world.ben, "lay 5 6")
    assert "[Discard 5♣\ufe0e and 6♥\ufe0e]\n[Discard 5♦\ufe0e and 6♥\ufe0e]" in answer
