"""The hand on a player's own screen follows the game while Discord lets it."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from bot.ui.core.attachments import Attachments
from engine.actions import LayAway, Play
from engine.cards import Card
from tests.support.simulated_discord import act
from tests.support.stacked_packs import DULL, Deal


@pytest.fixture
async def playing(world, stack):
    """A game in the channel in which Ben leads."""
    stack(DULL, DULL)
    name = await world.sit_down(place="here", target=61)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


async def test_follows_while_nothing_is_asked_of_its_player(world, stack):
    stack(Deal("KC KD TC TH AC 3C", "2D 4H 8D 9S TD QS", "KS"))
    name = await world.sit_down(place="here", target=61)
    await world.discard(name, ann="2D 4H", ben="KC KD")
    await world.play(world.ben, name, "TC")
    await world.play(world.ann, name, "TD")
    panel = await world.panel(world.ann, name)
    assert world.text(panel).startswith("Waiting for Ben to play. The count is **20**.")
    await world.play(world.ben, name, "TH")
    assert world.text(panel).startswith("Waiting for Ben to play. The count is **30**.")
    assert 'Ann said "go".' in world.text(panel)


async def test_follows_what_the_other_plays_once_discord_takes_it(world, playing):
    panel = await world.panel(world.ann, playing)
    assert world.text(panel).startswith("Waiting for Ben to play.")
    world.env.inject_error("PATCH", "/webhooks/*", status=500, code=0, message="injected", times=1)
    await world.play(world.ben, playing, "TC")
    await world.env.advance_time(5)
    assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")


async def test_is_let_be_once_its_token_is_dead(world, playing):
    panel = await world.panel(world.ann, playing)
    await world.env.advance_time(901)
    await world.play(world.ben, playing, "TC")
    assert world.text(panel).startswith("Waiting for Ben to play.")
    await world.press(world.ann, panel, "refresh")
    assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")


async def test_follows_a_game_that_goes_on_while_its_message_waits_for_its_turn(world, playing, monkeypatch):
    panel, go_on = await world.panel(world.ann, playing), asyncio.Event()

    @asynccontextmanager
    async def late_turn(priority):
        await world.env.external_wait(go_on.wait(), reason="many other messages come first")
        yield

    monkeypatch.setattr(world.bot.context.publisher._pacer, "turn", late_turn)
    await act(world, playing, Play(1, Card.parse("TC")))
    assert world.text(panel).startswith("**Your turn.** Play a card. The count is **10**.")
    await act(world, playing, Play(0, Card.parse("TD")))
    go_on.set()
    await world.env.settle()
    assert world.text(world.public(playing)).startswith("**Ben:** your turn. The count is **20**.")
    assert world.text(panel).startswith("Waiting for Ben to play. The count is **20**.")


async def test_a_slow_drawing_never_covers_a_later_one(world, playing, monkeypatch):
    panel = await world.panel(world.ann, playing)
    held, go_on, prepare = asyncio.Event(), asyncio.Event(), Attachments.prepare

    async def prepare_slowly(attachments, build, look, *, urgent):
        if not held.is_set():
            held.set()
            await world.env.external_wait(go_on.wait(), reason="the drawing is slow")
        return await prepare(attachments, build, look, urgent=urgent)

    monkeypatch.setattr(Attachments, "prepare", prepare_slowly)
    await act(world, playing, Play(1, Card.parse("TC")))
    assert held.is_set()
    await act(world, playing, Play(0, Card.parse("TD")))
    await world.press(world.ann, panel, "refresh")
    assert world.text(panel).startswith("Waiting for Ben to play. The count is **20**.")
    go_on.set()
    await world.env.settle()
    assert world.text(panel).startswith("Waiting for Ben to play. The count is **20**.")


async def test_a_slow_drawing_is_not_dropped_for_a_later_one_that_shows_the_same(world, playing, monkeypatch):
    """Ben discards while Ann's new hand is drawn: that changes nothing on her screen, so nothing draws it again."""
    panel, bot = await world.panel(world.ann, playing), world.bot.context
    gates, prepare = [], Attachments.prepare

    async def prepare_slowly(attachments, build, look, *, urgent):
        if urgent:
            gates.append(asyncio.Event())
            await world.env.external_wait(gates[-1].wait(), reason="the drawing is slow")
        return await prepare(attachments, build, look, urgent=urgent)

    monkeypatch.setattr(Attachments, "prepare", prepare_slowly)
    await world.hurry(playing, lambda table: table.game.deal == 2, declared=0)
    with world.env._bot_scope():
        drawing = asyncio.create_task(bot.publisher.hand_messages.refresh(await bot.tables.find(playing)))
    await world.env.settle()
    await act(world, playing, LayAway(1, tuple(world.game(playing).view(1).hand[:2])))
    earlier, latest = gates
    for gate in (earlier, latest):
        gate.set()
        await world.env.settle()
    assert await drawing
    assert world.actions(panel)[0].startswith("pick-")
