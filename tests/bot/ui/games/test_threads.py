"""A thread of its own for each game, where the bot may open one."""

import asyncio
import re

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

CREATE = discord.Permissions(create_public_threads=True).value
WRITE_IN = discord.Permissions(send_messages_in_threads=True).value
WRITE = discord.Permissions(send_messages=True).value


async def begin_in_thread(world, **options):
    """A game in a thread that Ben has just accepted; the invitation and the game's name."""
    invitation = (await world.invite(**options)).response
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    return invitation, name


async def test_the_game_goes_on_in_its_thread(world):
    """Hands are shown there, and in the channel above, to their owner alone, and the table above as a copy."""
    invitation, name = await begin_in_thread(world)
    thread = world.thread()
    assert re.fullmatch("Cribbage: Ann v Ben · [a-z0-9]{4}", thread.name)
    assert world.text(invitation) == f"Ann and Ben play in <#{thread.id}>.\n-# game {name}"
    sealed, table = world.texts(thread)
    assert "Fair shuffle" in sealed
    assert table.startswith("**Ann and Ben:** discard 2 cards each")
    panel = await world.panel(world.ann, name)
    assert panel.ephemeral
    assert panel.channel_id == thread.id
    for where in (thread, world.channel):
        assert "Your hand:" in await world.told(world.ann, "hand", where=where)
    copy = await world.command(world.ann, "table")
    assert copy.ephemeral
    assert world.text(copy.response).startswith("**Ann and Ben:** discard")
    assert world.public(name).channel.id == thread.id


async def test_a_game_has_one_message_in_the_channel_with_its_thread_below(world):
    """The end of a game against a robot is told in its thread alone."""
    invitation, _ = await begin_in_thread(world)
    assert world.thread().id == invitation.id
    begun = (await world.start_game(world.ann, robot="easy")).response
    assert world.thread().id == begun.id
    name, before = world.text(begun).split("game ")[-1], world.texts(world.channel)
    await world.play_first_deal(name)
    await world.resign(world.ann, where=world.thread(), game=name)
    assert world.texts(world.channel) == before


async def test_a_game_whose_invitation_is_gone_gets_a_thread_of_its_own(world):
    world.env.inject_error("POST", "/channels/*/messages/*/threads", status=404, code=10008)
    invitation, _ = await begin_in_thread(world)
    assert world.thread().id != invitation.id


async def test_played_again_in_the_same_thread(world):
    await begin_in_thread(world)
    thread = world.thread()
    await world.resign(world.ann, where=thread)
    await world.press(world.ben, world.table_in(thread), "again")
    await world.press(world.ann, world.table_in(thread), "accept")
    assert world.text(world.table_in(thread)).startswith("**Ann and Ben:** discard")
    assert len(world.channel.threads) == 1


async def test_an_open_seat_gets_its_thread_when_it_is_taken_and_a_game_asked_for_there_stays_there(world):
    invitation = (await world.start_game(world.ann)).response
    assert world.channel.threads == []
    await world.press(world.cy, invitation, "accept")
    thread = world.thread()
    assert thread.name.startswith("Cribbage: Ann v Cy · ")
    invitation = (await world.start_game(world.cy, thread, opponent=world.ben)).response
    await world.press(world.ben, invitation, "accept")
    assert world.text(invitation).startswith("**Cy and Ben:** discard")
    assert len(world.channel.threads) == 1
    name = world.name_on(world.table_in(thread))
    sure = await world.command(world.cy, "resign", where=thread, game=name)
    await world.press(world.cy, sure.response, "resign")
    assert "Cy resigned" in "".join(world.texts(thread))
    assert not any("Played in" in text for text in world.texts(world.channel)), "it was asked for there"


async def test_each_game_has_a_thread(world):
    _, one = await begin_in_thread(world)
    _, two = await begin_in_thread(world)
    assert world.room(one).id != world.room(two).id
    assert world.public(one).channel.id == world.room(one).id
    assert world.public(two).channel.id == world.room(two).id


@pytest.mark.parametrize(
    "close",
    [
        lambda world: world.forbid(CREATE),
        lambda world: world.forbid(WRITE_IN),
        lambda world: world.env.inject_error("POST", "/channels/*/threads", status=403, code=50013),
        lambda world: world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006),
    ],
    ids=["may open none", "may not write there", "forbidden", "too many threads"],
)
async def test_where_none_can_be_opened_it_is_played_in_the_channel(world, close):
    close(world)
    invitation, name = await begin_in_thread(world)
    assert world.channel.threads == []
    assert world.text(invitation).startswith("**Ann and Ben:** discard")
    assert world.game(name).place == "here"
    await world.lay(world.ann, name, *map(str, world.game(name).view(0).hand[:2]))


@pytest.mark.parametrize("times", [1, 2])
async def test_where_discord_fails_the_thread_is_tried_again_a_second_later(world, times):
    """If that fails too, the game is played in the channel."""
    world.env.inject_error("POST", "/channels/*/threads", status=500, code=0, times=times)
    invitation, _ = await begin_in_thread(world)
    assert not world.channel.threads
    await world.env.advance_time(1)
    there = world.text(invitation) if times == 2 else world.texts(world.thread())[-1]
    assert there.startswith("**Ann and Ben:** discard")


async def test_a_thread_where_the_bot_may_write_though_not_in_the_channel(world):
    world.forbid(WRITE)
    invitation, _ = await begin_in_thread(world)
    assert "play in <#" in world.text(invitation)
    assert world.texts(world.thread())[-1].startswith("**Ann and Ben:** discard")


async def test_in_a_voice_channel_it_is_played_in_its_chat(world):
    voice = world.guild.create_voice_channel("Parlour")
    invitation = (await world.start_game(world.ann, voice, opponent=world.ben)).response
    await world.press(world.ben, invitation, "accept")
    assert world.text(invitation).startswith("**Ann and Ben:** discard")


async def test_a_thread_that_fell_asleep_is_woken_by_a_new_message(world):
    """Discord refuses edits in an archived thread (50083), and a new message wakes it."""
    _, name = await begin_in_thread(world)
    old = world.public(name)
    panel = await world.panel(world.ann, name)
    world.fail("edit", status=400, code=50083)
    await world.lay(world.ann, name, *world.toggles(panel)[:2], panel=panel)
    new = world.public(name)
    assert new.id != old.id
    assert world.text(new).startswith("**Ben:** discard")


async def test_the_result_is_announced_once_in_the_channel_above_without_a_ping(world):
    _, name = await begin_in_thread(world, target=61)
    await world.hurry(name, lambda table: max(table.view(None).scores) > 45)
    await world.play_until(name)
    told = world.shown(world.channel)[-1]
    thread = world.thread()
    assert world.text(told).endswith(f".\n-# Played in <#{thread.id}>.")
    assert world.text(told).startswith("Ann v Ben: **")
    assert " wins 61 to " in world.text(told)
    assert world.pinged(told) == []
    assert sum("Played in" in text for text in world.texts(world.channel)) == 1
    with world.env._bot_scope():
        world.bot.context.publisher.redraw(name)
        await asyncio.sleep(0.05)
    await world.env.settle()
    await world.restart()
    assert sum("Played in" in text for text in world.texts(world.channel)) == 1


async def test_games_that_others_may_watch_are_listed_without_those_that_they_cannot_see(world, parlour):
    _, name = await begin_in_thread(world)
    thread = world.thread()
    listed = await world.told(world.cy, "games")
    game = f"Ann v Ben: 0 to 0 of 121, deal 1, in <#{thread.id}>"
    assert listed == f"You're not in a game. Start one with /play.\n**Watch a game:**\n{game}\n[Watch Ann v Ben]"
    mine = await world.told(world.ann, "games")
    assert f"`{name}`" in mine
    assert "Watch" not in mine
    await world.sit_down(world.cy, place="dm")
    assert (await world.told(world.dan, "games")).count("in <#") == 1, "games by DM are private"
    hidden = Overwrite(target_id=world.cy.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    await world.env.settle()
    assert "Watch" not in await world.told(world.cy, "games", where=parlour)
