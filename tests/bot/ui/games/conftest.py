"""Games of two, three and four, and some in which all hands are known: Ben is the pone, and nothing makes a fifteen."""

import pytest

from tests.support.stacked_packs import DULL


@pytest.fixture
async def discarding(world, stack):
    """A game in which both have to discard."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(target=61)


@pytest.fixture
async def playing(world, discarding):
    """The same game, in which Ben leads next."""
    await world.discard(discarding, ann="2D 4H", ben="2C 4D")
    return discarding


@pytest.fixture
async def showing(world, playing):
    """The same game, in which Ben has to count."""
    await world.hurry(playing)
    return playing
