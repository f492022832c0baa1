"""Notices that Discord refuses are kept, and sent when they can be: by the next run too, once, and only while true."""

import pytest

from tests.support.stacked_packs import DULL

HOUR = 3_600
LOST = "your time ran out, so you lost the game."
PAUSED = "The game is paused. Press **Resume** to continue."
REMOVED = "I was removed from the server"


async def start(world, stack, **options):
    stack(DULL)
    name = await world.sit_down(target=61, turn_time=180, when_time_is_up="forfeit", **options)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


async def start_again(world):
    await world.restart()
    await world.env.settle()


def said(world, text, *rooms):
    return [sum(text in one for one in world.texts(room)) for room in rooms]


async def unsent(world):
    return await world.bot.context.tables.messages.unsent_notices()


async def test_the_next_run_says_in_the_channel_what_was_refused_there(world, stack):
    name = await start(world, stack)
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(200)
    assert not world.is_open(name)
    await start_again(world)
    assert said(world, LOST, world.channel) == [0]
    world.mend()
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]
    assert await unsent(world) == []
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]


async def test_one_that_was_stored_when_the_process_was_killed(world, stack, monkeypatch):
    name = await start(world, stack)
    monkeypatch.setattr("bot.ui.games.notifier.Notifier.hear", lambda *_: None)
    await world.tick(200)
    monkeypatch.undo()
    assert not world.is_open(name)
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]


async def test_who_was_told_is_not_told_again(world, stack):
    await start(world, stack)
    world.shut(world.ben)
    with world.env._bot_scope():
        world.bot.dispatch("guild_remove", world.bot.get_guild(world.guild.id))
    await world.env.settle()
    dms = world.dm(world.ann), world.dm(world.ben)
    assert said(world, REMOVED, *dms) == [1, 0]
    world.mend()
    await start_again(world)
    assert said(world, REMOVED, *dms) == [1, 1]


async def test_what_has_passed_is_not_said_late(world, stack):
    name = await start(world, stack)
    world.fail_in(world.channel, status=500, code=0)
    await world.command(world.ann, "adjourn")
    await world.command(world.ben, "adjourn")
    assert len(await unsent(world)) >= 1
    with world.env._bot_scope():
        table = await world.bot.context.tables.find(name)
        await world.bot.context.tables.take_up(name, table.seats[0].player)
    world.mend()
    await start_again(world)
    assert said(world, PAUSED, world.channel) == [0]
    assert await unsent(world) == []


async def test_a_later_notice_of_the_same_game_brings_the_earlier_ones_first(world, stack):
    name = await start(world, stack)
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(140)
    assert len(await unsent(world)) == 1, "the time is short"
    world.mend()
    await world.tick(45)
    assert not world.is_open(name)
    texts = world.texts(world.channel)
    assert said(world, LOST, world.channel) == [1]
    assert not any("your time runs out" in text for text in texts), "it is over"
    assert await unsent(world) == []


@pytest.mark.parametrize("days", [3, 8])
async def test_it_is_tried_for_a_week(world, stack, days):
    await start(world, stack)
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(200)
    await world.env.advance_time(days * 24 * HOUR)
    world.mend()
    await world.env.advance_time(2 * HOUR)
    assert said(world, LOST, world.channel) == [days < 7]
    assert await unsent(world) == []
