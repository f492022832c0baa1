"""A counted show stays on the screens until its players have seen it."""

import pytest

from bot.ui.games.move_log import move_log
from engine.course import Course
from tests.support.stacked_packs import Deal


async def to_the_second_deal(world, name):
    """Play and count the first deal at the table itself."""
    await world.hurry(name, lambda table: table.game.deal == 2, declared=0)


@pytest.fixture
async def name(world):
    """Start a game in the channel whose first deal was just counted."""
    name = await world.sit_down()
    await to_the_second_deal(world, name)
    return name


async def redrawn(world, name):
    with world.env._bot_scope():
        world.bot.context.publisher.redraw(name)
    await world.env.settle()
    return world.public(name)


def is_held(world, message):
    """Return whether a message shows the last show; where it does not, the show is one press away."""
    text = world.text(message)
    held = "[Continue]" in text
    assert ("[Last deal]" in text) != held
    assert ("'s crib `" in text) == held
    return held


async def test_everyone_presses_continue_on_the_public_message(world, name):
    refused = await world.press(world.cy, world.public(name), "continue")
    assert refused.ephemeral
    assert "You're not in this game" in refused.response.content
    for actor in (world.ann, world.ben):
        assert is_held(world, world.public(name))
        await world.press(actor, world.public(name), "continue")
    assert not is_held(world, world.public(name))


@pytest.mark.parametrize("place", ["here", "dm"])
async def test_each_continues_on_their_own_panel(world, place):
    name = await world.sit_down(place=place)
    await to_the_second_deal(world, name)
    anns, bens = await world.panel(world.ann, name), await world.panel(world.ben, name)
    assert is_held(world, anns)
    await world.press(world.ann, anns, "continue")
    assert not is_held(world, anns)
    assert is_held(world, bens)
    if place == "here":
        assert is_held(world, world.public(name))


async def test_it_is_gone_with_the_next_drawing_after_20_seconds(world, name):
    await world.env.advance_time(19)
    assert is_held(world, await redrawn(world, name))
    await world.env.advance_time(2)
    assert is_held(world, world.public(name)), "nothing is drawn for the time alone"
    assert not is_held(world, await redrawn(world, name))


async def test_it_is_gone_once_everybody_has_discarded(world, name):
    await world.take_turn(world.ann, name)
    assert is_held(world, await redrawn(world, name))
    await world.play_until(name, "play")
    assert not is_held(world, world.public(name))


async def test_it_is_not_shown_after_a_restart(world, name):
    await world.restart()
    assert not is_held(world, await redrawn(world, name))


async def test_against_a_robot_one_press_is_enough(world):
    table = (await world.start_game(world.ann, robot="club", where="here")).response
    name = world.name_on(table)
    await world.play_until(name, "show")
    await world.play_until(name, "lay_away")
    assert is_held(world, world.public(name))
    await world.press(world.ann, world.public(name), "continue")
    assert not is_held(world, world.public(name))


async def test_with_three_hands_all_three_press(world):
    name = await world.sit_down(world.ben, world.cy)
    await to_the_second_deal(world, name)
    for actor in (world.ann, world.ben, world.cy):
        assert is_held(world, world.public(name))
        await world.press(actor, world.public(name), "continue")
    assert not is_held(world, world.public(name))


class TestNothingUnseen:
    """Robots and the bot count at once, so the last cards of a deal are named beside the counts."""

    @pytest.mark.parametrize("counting", ["automatic", "own"])
    async def test_every_line_of_the_play_is_seen_by_somebody_who_plays_a_robot(self, world, stack, counting):
        first = Deal("2H 4D 7S 8H TD KC", "3H 5D 9S JH QD AC", "6C")
        stack(first, Deal("2C 4S 7D 8C TS KD", "3C 5S 9D JS QH AS", "6H"))
        await world.start_game(world.ann, "dm", robot="easy", counting=counting)
        name = world.name_on(world.table_in(world.dm(world.ann)))
        seen = []
        while world.game(name).game.deal <= 2:
            seen += world.text(world.table_in(world.dm(world.ann))).splitlines()
            await world.take_turn(world.ann, name)
        seen += world.text(world.table_in(world.dm(world.ann))).splitlines()
        course = Course(await world.history(name), world.game(name).rules)
        for deal in range(2):
            lines = [line.text for line in move_log(course, world.game(name).names, deal) if not line.opening]
            assert len(lines) > 1
            assert set(lines) <= set(seen), deal
