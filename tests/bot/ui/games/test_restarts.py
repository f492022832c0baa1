"""Another process over the same file: every old button and open form still answers, and every game goes on."""

import json

import pytest

from bot.tables.seating import Opening
from bot.tables.table import Update
from engine import presets
from tests.support.stacked_packs import DULL


@pytest.mark.parametrize("opened_from", ["panel", "table"])
async def test_an_open_form(world, discarding, opened_from):
    await world.play_until(discarding, "show")
    message = await world.panel(world.ben, discarding) if opened_from == "panel" else world.public(discarding)
    # The public message has had no button for it any more, but old messages do.
    declare = f"c1:{discarding}:{world.game(discarding).view(1).prompt}:declare"
    form = await world.late_press(world.ben, message, declare)
    await world.restart()
    done = await world.ben.submit_modal(form, {"count": "5"})
    assert done.acknowledged
    assert "Ben's hand" in world.text(world.public(discarding))
    assert "said 5, really" in world.text(world.public(discarding))


async def test_the_question_before_resigning_and_play_again(world, discarding):
    sure = (await world.command(world.ann, "resign")).response
    await world.restart()
    await world.press(world.ann, sure, "resign")
    over = world.table_in(world.channel)
    assert "Ben wins:** Ann resigned" in world.text(over)
    await world.restart()
    await world.press(world.ben, over, "again")
    invitation = world.table_in(world.channel)
    assert "**Ben** invites you" in world.text(invitation)
    await world.restart()
    await world.press(world.ann, invitation, "accept")
    assert "Ann deals first." in world.text(invitation)


async def test_a_table_in_private(world, stack):
    stack(DULL)
    invitation = (await world.invite(place="dm")).response
    await world.press(world.ben, invitation, "accept")
    anns, bens = world.table_in(world.dm(world.ann)), world.table_in(world.dm(world.ben))
    for card in ("2D", "4H"):
        await world.press(world.ann, anns, f"pick-{card}")
    await world.restart()
    for card in ("TD", "QH"):
        await world.press(world.ann, anns, f"pick-{card}")
    await world.press(world.ann, anns, "lay")
    for card in ("2C", "4D"):
        await world.press(world.ben, bens, f"pick-{card}")
    await world.restart()
    await world.press(world.ben, bens, "lay")
    assert world.text(bens).startswith("**You lead.** Play a card.")
    assert world.text(anns).startswith("Waiting for Ben to play.")


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_robot_that_was_asked_takes_its_time_or_moves_after_the_restart(world, restarted):
    """The process may end between a person's card, which is stored, and the robot's answer."""
    world.pace = 60.0
    await world.restart()
    name = await world.against_robot("club", target=61)
    await world.take_turn(world.ann, name)
    assert world.text(world.table_in(world.dm(world.ann))).startswith("You discarded. Waiting for Clover")
    if restarted:
        world.pace = 0.0
        await world.restart()
    else:
        await world.env.advance_time(61)
        await world.env.advance_time(61)
    table = world.table_in(world.dm(world.ann))
    assert world.asked(name) == [world.ann]
    assert world.text(table).startswith(("**You lead.** Play a card.", "**Your turn.** Play a card."))
    assert len(world.shown(world.dm(world.ann))) == 2


async def test_a_table_that_was_deleted_meanwhile_is_sent_again_at_its_next_change(world, discarding):
    panel = await world.panel(world.ann, discarding)
    world.delete(world.public(discarding))
    await world.restart()
    for card in ("2D", "4H"):
        await world.press(world.ann, panel, f"pick-{card}")
    await world.press(world.ann, panel, "lay")
    assert world.text(world.public(discarding)).startswith("**Ben:** discard")


async def test_finished_and_declined_games_are_left_alone(world, discarding):
    declined = (await world.invite()).response
    await world.press(world.ben, declined, "decline")
    await world.resign(world.ann)
    before = len(world.env.http_requests)
    await world.restart()
    routes = [(request.method, request.path) for request in world.env.http_requests[before:]]
    assert not [route for route in routes if "/messages" in route[1]], routes


async def test_the_commands_are_sent_once(world):
    def told():
        return sum(request.method == "PUT" and "commands" in request.path for request in world.env.http_requests)

    assert told() == 1
    await world.restart()
    assert told() == 1


async def test_ready_again_and_again_takes_nothing_up_twice(world, discarding):
    """Discord says ready after each reconnection, and the same process hears it."""
    held, before = world.game(discarding), len(world.env.http_requests)
    await world.bot.on_ready()
    await world.env.settle()
    assert world.game(discarding) is held
    assert len(world.env.http_requests) == before


async def test_restarted_after_every_single_action(world):
    """A whole deal in which no two actions meet the same process, and the seal still holds at the end."""
    name = await world.sit_down(target=61)
    table = world.public(name)
    while world.game(name).view(None).deal == 1:
        (actor, *_) = world.asked(name)
        await world.take_turn(actor, name)
        await world.restart()
    assert world.public(name).id == table.id
    assert world.text(table).count("counted **") == 3
    document = await world.command(world.ann, "record", game=name)
    kinds = [event["kind"] for event in json.loads(await document.response.attachments[0].read())["events"]]
    assert kinds.count("dealt") == 1


async def test_a_game_that_another_process_opened_is_shown_also_if_that_ended_before_its_answer(world):
    context = world.bot.context
    opening = Opening(
        host=await context.accounts.players.meet(world.ann.id, "Ann"),
        robots=("easy",),
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        place="here",
        preset="house",
        rules=presets.find("house", target=61),
    )
    table = await context.tables.open(opening)
    with world.env._bot_scope():
        context.publisher.hear_elsewhere(Update(table, ()))
    await world.env.advance_time(14)
    assert world.shown(world.channel) == [], "the command may still be answered"
    await world.env.advance_time(4)
    seal, board = map(world.text, world.shown(world.channel))
    assert table.id in seal
    assert "Ann" in board
