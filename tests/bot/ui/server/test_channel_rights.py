"""Every setting that names a channel, and every page posted for a manager: only where they and the bot may write."""

import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.support.league_steps import create_league, manage, press

VIEW, SEND, SEND_IN_THREADS = 1 << 10, 1 << 11, 1 << 38
HIDDEN = {"news": SEND | VIEW}


async def _choose_news(world, boss):
    page = (await world.command(boss, "manage home", where=world.other)).response
    chosen = {"actor": boss, "message": world.snapshot(page), "custom_id": "l1:newschannel:1"}
    (answer,) = await world.late({**chosen, "values": [str(world.channel.id)]})
    return answer


async def _press_desk(world, boss, action):
    desk = (await world.command(boss, "manage night")).response
    return await press(world, boss, desk, action)


DOORS = {
    "games": lambda world, boss: boss.slash(world.channel, "server games", channel="this"),
    "daily": lambda world, boss: boss.slash(world.channel, "server daily", post="here"),
    "weekly": lambda world, boss: manage(world, boss, "post", channel=world.channel),
    "news": _choose_news,
    "start": lambda world, boss: manage(world, boss, "start"),
    "night": lambda world, boss: boss.slash(world.channel, "manage night", name="Second"),
    "check-in": lambda world, boss: _press_desk(world, boss, "post"),
    "draw": lambda world, boss: _press_desk(world, boss, "pair"),
    "finish": lambda world, boss: _press_desk(world, boss, "finish"),
}


@pytest.fixture
async def managed(world, boss):
    """A server with a league, whose manager may do everything everywhere for now."""
    world.other = world.guild.create_text_channel("other")
    await world.env.settle()
    return boss


async def prepare(world, boss, door):
    is_night = door in {"night", "check-in", "draw", "finish"}
    await create_league(world, boss, format="club" if is_night else "single")
    if is_night:
        await world.command(boss, "manage night", where=world.other)
        for one in (world.ann, world.ben):
            await world.command(one, "league here")


def forbid_managers(world, permissions, channel=None):
    role = next(role for role in world.guild.roles.values() if role.name == "managers")
    overwrite = Overwrite(target_id=role.id, type=OverwriteType.ROLE, allow=0, deny=permissions)
    world.env.backend.set_overwrite((channel or world.channel).id, overwrite)


async def stored(world):
    """Everything that names the channel in the database."""
    tables, database = ("league_news_settings", "leagues", "daily_posts", "servers"), world.bot.context.tables.database
    found = [row for table in tables for row in await database.rows(f"SELECT channel_id FROM {table}")]
    return [row[0] for row in found if row[0] is not None]


@pytest.mark.parametrize("door", DOORS)
async def test_where_the_manager_or_the_bot_may_not_write_nothing_is_posted(world, managed, door):
    await prepare(world, managed, door)
    before = await stored(world), world.texts(world.channel)
    here = f"<#{world.channel.id}>"
    forbid_managers(world, HIDDEN.get(door, SEND))
    refused = await DOORS[door](world, managed)
    assert refused.ephemeral
    said = f"I only post where you can post too, and you can't post in {here}. Choose another channel."
    assert world.text(refused.response) == said
    forbid_managers(world, 0)
    world.forbid(SEND)
    refused = await DOORS[door](world, managed)
    assert world.text(refused.response) == f"I can't post in {here}. Give me View Channel and Send Messages there."
    assert (await stored(world), world.texts(world.channel)) == before
    world.forbid()
    allowed = await DOORS[door](world, managed)
    assert "post in" not in world.text(allowed.response)
    assert "I only post" not in world.text(allowed.response)


async def test_a_thread_asks_for_the_right_to_write_in_threads(world, managed):
    await world.sit_down(place="thread")
    thread = world.thread()
    forbid_managers(world, SEND)
    chosen = await managed.slash(thread, "server daily", post="here")
    assert "starting tomorrow" in world.text(chosen.response)
    refused = await managed.slash(thread, "server games", channel="this")
    assert "I only post where you can post too" in world.text(refused.response), "games begin in its channel"
    forbid_managers(world, SEND_IN_THREADS)
    refused = await managed.slash(thread, "server daily", post="here")
    assert f"you can't post in <#{thread.id}>" in world.text(refused.response)
    forbid_managers(world, 0)
    world.forbid(SEND_IN_THREADS)
    refused = await managed.slash(thread, "server daily", post="here")
    assert "Send Messages in Threads there" in world.text(refused.response)
