"""Other places than the channel in which most tests play."""

from types import SimpleNamespace

import pytest


@pytest.fixture
async def parlour(world):
    """Another channel of the server."""
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
