"""The end of a month in a simulated Discord: its winners are announced once, and the first gets a role."""

from datetime import UTC, datetime, timedelta

import discord
import pytest

from engine.actions import Resign
from tests.support.simulated_discord import act
from tests.support.stacked_packs import HURRIED_FIVES


@pytest.fixture(autouse=True)
def one_game_is_enough(monkeypatch, stack):
    monkeypatch.setattr("bot.leagues.ratings.FEWEST", 1)
    stack(*[HURRIED_FIVES] * 2)


@pytest.fixture
async def roles(world):
    """A role of the club, below those of the bot and of the manager, who may both give it."""
    may = discord.Permissions(manage_guild=True, manage_roles=True).value
    champion = world.guild.create_role("champion")
    for name in ("managers", world.bot.user.name):
        world.env.backend.edit_role(world.guild.id, world.guild.roles[name].id, {"permissions": may})
    await world.env.settle()
    return champion


async def play(world, loser):
    """Play a game of one deal, which one of the two resigns."""
    name = await world.sit_down()
    await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
    await act(world, name, Resign(loser))


async def end_month(world):
    """Let time pass until noon of the next month's first day, and return how many servers get their winners."""
    first = (world.env.now().replace(day=1) + timedelta(days=31)).date().replace(day=1)
    noon = datetime.combine(first, datetime.min.time(), UTC) + timedelta(hours=12)
    await world.env.advance_time((noon - world.env.now()).total_seconds())
    return await post_due(world)


async def post_due(world):
    with world.env._bot_scope():
        posted = await world.bot.ladder_posting.post_due()
    await world.env.settle()
    return posted


def holders(world, role):
    """Return who has a role."""
    members = world.env.backend.get_guild(world.guild.id).members
    return [actor for actor in (world.ann, world.ben) if role.id in members[actor.id].role_ids]


async def test_winners_are_announced_once_and_the_role_goes_to_the_first(world, boss, roles, parlour):
    told = await boss.slash(parlour, "server ladder", post="here", role=roles)
    assert "when the month ends" in world.text(told.response)
    await play(world, loser=0)
    month = f"{world.env.now():%B %Y}"
    assert [await end_month(world), await post_due(world), await end_month(world)] == [1, 0, 1]
    (posted,) = world.shown(parlour)
    assert world.text(posted).startswith(
        f"**The winners of the ladder in {month}**\n\n1. <@{world.ben.id}>: 1518 (1 game, 1 won)\n"
        f"2. <@{world.ann.id}>: 1482 (1 game, 0 won)\nThe role <@&{roles.id}> goes to the first.\n\n"
    ), "and a month without games has no winners"
    assert set(world.stored(posted).allowed_mentions.users) == {world.ann.id, world.ben.id}
    assert "start" in world.actions(posted)
    assert holders(world, roles) == [], "it is for the last month alone"


async def test_the_role_is_passed_on_and_one_that_left_keeps_nothing_back(world, boss, roles, parlour):
    await boss.slash(parlour, "server ladder", post="here", role=roles)
    await play(world, loser=0)
    await end_month(world)
    assert holders(world, roles) == [world.ben]
    await play(world, loser=1)
    await end_month(world)
    assert holders(world, roles) == [world.ann]
    await play(world, loser=1)
    world.env.backend.remove_member(world.guild.id, world.ann.id)
    assert await end_month(world) == 1
    assert len(world.shown(parlour)) == 3
    await boss.slash(parlour, "server ladder", post="off")
    assert await end_month(world) == 0


async def test_only_a_role_that_both_may_give_is_taken(world, boss, parlour, roles):
    server = world.guild.id
    above = world.guild.create_role("above", position=50)
    await world.env.settle()
    refused = await boss.slash(parlour, "server ladder", post="here", role=above)
    assert "only choose a role that you can give yourself" in world.text(refused.response)
    me = world.guild.roles[world.bot.user.name]
    world.env.backend.edit_role(server, me.id, {"permissions": 0})
    await world.env.settle()
    refused = await boss.slash(parlour, "server ladder", post="here", role=roles)
    assert "I can't give" in world.text(refused.response)
    assert await end_month(world) == 0
