"""The board goes through the tokens of presses while one is left, and stays at the bottom of its channel."""

from __future__ import annotations

import gc
from datetime import timedelta

import discord
import pytest

from bot.ui.core import interactions
from bot.ui.games.table_screens import BURIED, MessageCounts


def through_channels(world, since=0):
    """Return the requests of which Discord counts every one."""
    return [request for request in world.env.http_requests[since:] if request.path.startswith("/channels/")]


async def test_a_whole_game_needs_few_requests_through_channels(world):
    name = await world.sit_down(place="thread", target=61, counting="automatic")
    for who in (world.ann, world.ben):
        await world.panel(who, name)
    await world.play_until(name)
    edits = [request for request in world.env.http_requests if request.method == "PATCH"]
    assert len(edits) > 60
    assert len(through_channels(world)) <= 10, [(one.method, one.path) for one in through_channels(world)]


async def test_my_hand_is_beside_the_board_which_its_token_edits(world, name):
    board = world.public(name)
    world.bot.context.outbox.answered.forget(board.id)
    answer = await world.press(world.ben, board, "hand")
    assert answer.response.id == board.id
    (hand,) = answer.followups
    assert hand.ephemeral
    assert "Your hand: `2" in world.text(hand)
    since = len(world.env.http_requests)
    await world.lay(world.ben, name, "2C", "4D", panel=hand)
    assert world.text(board).startswith("**Ann:** discard")
    assert world.text(hand).startswith("You discarded. Waiting for Ann")
    assert through_channels(world, since) == []


@pytest.mark.parametrize("is_refused", [True, False])
async def test_an_expired_or_refused_token_gives_way_to_the_channel(world, name, monkeypatch, is_refused):
    bens = await world.panel(world.ben, name)
    if is_refused:
        original = "/webhooks/*/*/messages/@original"
        world.env.inject_error("PATCH", original, status=401, code=50027, message="Invalid Webhook Token", times=1)
    else:
        monkeypatch.setattr(interactions, "_MARGIN", timedelta(minutes=15))
    since = len(world.env.http_requests)
    await world.lay(world.ben, name, "2C", "4D", panel=bens)
    assert world.text(world.public(name)).startswith("**Ann:** discard")
    assert {request.method for request in through_channels(world, since)} == {"PATCH"}
    assert not world.bot.context.outbox.answered.has(world.public(name).id)


async def test_a_board_gives_way_to_a_newer_one_before_its_token_ends(world, name):
    bens, anns = [await world.panel(who, name) for who in (world.ben, world.ann)]
    old = world.public(name)
    await world.env.advance_time(13.5 * 60)
    since = len(world.env.http_requests)
    await world.lay(world.ben, name, "2C", "4D", panel=bens)
    new = world.public(name)
    assert new.id != old.id
    assert old.id not in [message.id for message in world.shown(world.channel)]
    await world.lay(world.ann, name, "2D", "4H", panel=anns)
    assert world.public(name).id == new.id
    assert world.text(new).startswith("**Ben:** your turn")
    # Only the reminder, which both have answered now, is changed and deleted through the channel.
    changed = [(request.method, request.path.rsplit("/", 1)[1]) for request in through_channels(world, since)]
    assert [method for method, _ in changed] == ["PATCH", "DELETE"]
    assert not {str(old.id), str(new.id)} & {message_id for _, message_id in changed}


@pytest.mark.parametrize(
    ("refused", "status", "code", "is_sent_anew"),
    [
        (("DELETE", "/webhooks/*/*/messages/@original"), 401, 50027, True),
        (("POST", "/webhooks/*/*"), 400, 50035, False),
    ],
)
async def test_an_old_board_is_deleted_through_the_channel_or_edited_where_its_token_cannot(
    world, name, refused, status, code, is_sent_anew
):
    bens = await world.panel(world.ben, name)
    old = world.public(name)
    await world.env.advance_time(13.5 * 60)
    world.env.inject_error(*refused, status=status, code=code, message="injected", times=1)
    await world.lay(world.ben, name, "2C", "4D", panel=bens)
    assert world.text(world.public(name)).startswith("**Ann:** discard")
    assert (world.public(name).id != old.id) == is_sent_anew
    assert (old.id not in [message.id for message in world.shown(world.channel)]) == is_sent_anew


async def test_after_a_restart_the_board_goes_on_through_the_channel(world, name):
    bens = await world.panel(world.ben, name)
    await world.restart()
    await world.lay(world.ben, name, "2C", "4D", panel=bens)
    assert world.text(world.public(name)).startswith("**Ann:** discard")
    (stored,) = await world.bot.context.tables.messages.of(name, "screen")
    assert stored.message_id == world.public(name).id


async def test_an_invitation_that_its_token_edits_keeps_its_mention(world):
    invitation = (await world.invite(target=61)).response
    await world.command(world.ann, "games")
    assert world.pinged(invitation) == [world.ben.id]


async def test_a_press_is_freed_without_the_garbage_collector(world, name):
    """Hundreds of presses a second would otherwise hold the bot up when they are collected."""
    hand = await world.panel(world.ben, name)

    def interactions():
        return sum(isinstance(one, discord.Interaction) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = interactions()
        await world.press(world.ben, hand, "pick-2C")
        await world.env.settle()
        assert interactions() == before
    finally:
        gc.enable()


def counted_channels(world):
    return set(world.bot.context.publisher.counts_below._below)


async def chat(world, channel, many=1):
    for _ in range(many):
        await world.cy.send(channel, "hello")


async def test_messages_are_counted_only_where_a_table_is_shown(world):
    elsewhere = world.guild.create_text_channel("parlour")
    await world.env.settle()
    await chat(world, elsewhere)
    await chat(world, world.channel)
    assert counted_channels(world) == set()
    await world.sit_down()
    await chat(world, elsewhere)
    assert counted_channels(world) == {world.channel.id}


async def test_nothing_of_a_game_is_remembered_once_everyone_has_seen_its_end(world):
    await world.panel(world.ann, await world.sit_down())
    await world.resign(world.ann)
    assert world.bot.context.publisher.screens.shown == {}


def test_the_channels_in_which_no_table_was_sent_for_longest_are_forgotten(monkeypatch):
    monkeypatch.setattr("bot.ui.games.table_screens.MOST_CHANNELS", 2)
    counts = MessageCounts()
    for channel_id, message_id in ((1, 10), (2, 20), (1, 30), (3, 40)):
        counts.show(channel_id, message_id)
        counts.bury(channel_id)
    assert [counts.is_buried(channel_id) for channel_id in (1, 2, 3)] == [True, False, True]
    counts.show(1, 29)
    assert counts.is_buried(1), "a newer message shows a table there"
    counts.show(1, 31)
    assert not counts.is_buried(1)


async def test_messages_are_counted_still_while_another_table_is_shown_there(world):
    name = await world.sit_down()
    await world.press(world.dan, (await world.start_game(world.cy, opponent=world.dan)).response, "decline")
    assert counted_channels(world) == {world.channel.id}
    await chat(world, world.channel, BURIED)
    await world.take_turn(world.ann, name)
    assert world.ids(world.shown(world.channel)[-1])


async def test_messages_are_counted_in_the_thread(world):
    await world.press(world.ben, (await world.invite()).response, "accept")
    assert world.thread().id in counted_channels(world)


async def test_after_a_restart_a_paused_game_is_sent_below(world):
    await world.sit_down()
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    await world.restart()
    await chat(world, world.channel, BURIED)
    await world.command(world.ann, "adjourn")
    assert any(world.ids(message) for message in world.shown(world.channel)[-2:])
