"""Other places than the channel in which most tests play."""

from types import SimpleNamespace

import pytest

from tests.support.stacked_packs import DULL


@pytest.fixture
async def parlour(world):
    parlour = world.guild.create_text_channel("parlour")
    await world.env.settle()
    return parlour


@pytest.fixture
async def abroad(world):
    """Another server, with a channel and the same people."""
    guild = world.env.create_guild("Other")
    channel = guild.create_text_channel("cards")
    people = {name: guild.add_member(getattr(world, name).user) for name in ("ann", "ben", "cy", "dan")}
    await world.env.settle()
    return SimpleNamespace(guild=guild, channel=channel, **people)


@pytest.fixture
async def name(world, stack):
    """A game in the channel in which both have to discard; modules whose games begin otherwise have their own."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(target=61)


@pytest.fixture
def patience(world):
    """Wait longer for answers that take some thought, which may have to wait for a process to start."""
    world.env.settle_timeout = 60.0
