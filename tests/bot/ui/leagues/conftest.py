"""Fixtures for the tests of leagues in a simulated Discord."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.league_steps import create_league
from tests.support.simulated_discord import World


@pytest.fixture
async def news(world: World) -> Any:
    """Return a channel for news, besides the one in which commands are used."""
    channel = world.guild.create_text_channel("news")
    await world.env.settle()
    return channel


@pytest.fixture
async def eight(world: World) -> Any:
    names = ("Eve", "Fay", "Gus", "Hal")
    more = [world.guild.add_member(world.env.create_user(name.lower(), global_name=name)) for name in names]
    await world.env.settle()
    return (*world.people, *more)


@pytest.fixture
async def winter(world: World, boss: Any) -> None:
    """Create a league of single games to 61, in open play, that Ann and Ben have joined."""
    await create_league(world, boss)
