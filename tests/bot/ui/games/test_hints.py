"""Help in games against robots: hints, moves taken back, and that such a game counts for nothing."""

from __future__ import annotations

import re

import pytest

from bot.tables.game_stats import stats_of
from engine.audit import play_again
from engine.events import LaidAway, Played

pytestmark = pytest.mark.usefixtures("patience")


async def begin(world, **options):
    return await world.against_robot("easy", **{"target": 61, "counting": "automatic", **options})


async def press(world, name, action):
    return (await world.press(world.ann, await world.panel(world.ann, name), action)).response


async def taken_back(world, name):
    await world.press(world.ann, await press(world, name, "takeback"), "takeback-yes")


async def seat_of_ann(world, name):
    return world.game(name).seat_of(await world.bot.context.accounts.players.find(world.ann.id))


async def test_a_hint_asks_first_and_then_names_the_two_best_choices(world):
    name = await begin(world)
    question = await press(world, name, "hint")
    assert "this game counts for nothing" in world.text(question)
    assert not world.game(name).agreement.helped
    hint = (await world.press(world.ann, question, "hint-yes")).response
    assert re.search(r"\*\*Hint:\*\* discard `.+` `.+` \(hand \d+\.\d, crib [+-]\d+\.\d, pegging", world.text(hint))
    assert "Next best: discard" in world.text(hint)
    assert world.game(name).agreement.helped
    again = await press(world, name, "hint")
    assert world.text(again) == world.text(hint), "it asks only once, and the hint stays the same"


async def test_a_discard_is_taken_back_and_the_cards_are_the_same(world):
    name = await begin(world)
    seat = await seat_of_ann(world, name)
    before = world.game(name).view(seat).hand
    await world.lay(world.ann, name, *(card.name for card in before[:2]))
    await taken_back(world, name)
    for _ in range(2):
        table = await world.bot.context.tables.find(name)
        assert table.agreement.helped
        assert table.view(seat).hand == before
        assert table.view(seat).stage == "lay_away"
        assert "Discard 2 cards" in world.text(await world.panel(world.ann, name))
        await world.restart()


async def test_a_card_is_taken_back_with_what_the_robot_did_after_it(world):
    name = await begin(world)
    await world.play_until(name, "play")
    seat = await seat_of_ann(world, name)
    await world.take_turn(world.ann, name)
    await taken_back(world, name)
    assert not [event for event in await world.history(name) if isinstance(event, Played) and event.seat == seat]
    await world.play_until(name)
    play_again((await world.bot.context.tables.find(name)).rules, await world.history(name))


async def test_everything_can_be_taken_back_step_by_step(world):
    name = await begin(world)
    await world.play_until(name, "play")
    await world.bot.context.tables.mark_helped(name)
    seat = await seat_of_ann(world, name)
    while any(isinstance(one, LaidAway | Played) and one.seat == seat for one in await world.history(name)):
        await press(world, name, "takeback")
    assert "takeback" not in world.actions(await world.panel(world.ann, name))


async def test_a_helped_game_counts_for_nothing(world):
    ann = await world.bot.context.accounts.players.meet(world.ann.id, "Ann")
    for counted, is_helped in enumerate((True, False)):
        name = await begin(world)
        if is_helped:
            await world.press(world.ann, await press(world, name, "hint"), "hint-yes")
        await world.play_first_deal(name)
        await world.resign(world.ann, where="dm")
        assert ("with help, counts for nothing" in world.text(world.table_in(world.dm(world.ann)))) == is_helped
        assert (await stats_of(world.bot.context.tables, ann.id)).games.played == counted


@pytest.mark.parametrize("options", [{"turn_time": 600}, {"best_of": 3}])
async def test_there_is_no_help_where_something_is_at_stake(world, options):
    name = await begin(world, **options)
    assert not {"hint", "takeback"} & set(world.actions(await world.panel(world.ann, name)))


async def test_there_is_no_help_against_people(world):
    name = await world.sit_down(target=61)
    panel = await world.panel(world.ann, name)
    assert not {"hint", "takeback"} & set(world.actions(panel))
    await world.late_press(world.ann, panel, f"c1:{name}::hint-yes")
    assert not world.game(name).agreement.helped
