"""The bot counts messages in the channels that show a table, and nowhere else."""

from bot.ui.games.message_counts import BURIED


def counted_channels(world):
    return set(world.bot.context.publisher._counts_below._below)


async def chat(world, channel, many=1):
    for _ in range(many):
        await world.cy.send(channel, "hello")


async def test_only_where_a_table_is_shown(world):
    elsewhere = world.guild.create_text_channel("parlour")
    await world.env.settle()
    await chat(world, elsewhere)
    await chat(world, world.channel)
    assert counted_channels(world) == set()
    await world.sit_down()
    await chat(world, elsewhere)
    assert counted_channels(world) == {world.channel.id}


async def test_no_more_when_the_game_is_over_or_the_invitation_is_declined(world):
    await world.sit_down()
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    await chat(world, world.channel)
    assert counted_channels(world) == set()
    await world.press(world.ben, (await world.invite(place="here")).response, "decline")
    assert counted_channels(world) == set()


async def test_still_while_another_table_is_shown_there(world):
    name = await world.sit_down()
    await world.press(world.dan, (await world.start_game(world.cy, opponent=world.dan)).response, "decline")
    assert counted_channels(world) == {world.channel.id}
    await chat(world, world.channel, BURIED)
    await world.take_turn(world.ann, name)
    assert world.ids(world.shown(world.channel)[-1])


async def test_in_the_thread_and_not_above_it(world):
    await world.press(world.ben, (await world.invite()).response, "accept")
    assert counted_channels(world) == {world.thread().id}


async def test_after_a_restart_a_paused_game_is_sent_below(world):
    await world.sit_down()
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    await world.restart()
    await chat(world, world.channel, BURIED)
    await world.command(world.ann, "adjourn")
    assert any(world.ids(message) for message in world.shown(world.channel)[-2:])
