"""Help in games against robots: hints, moves taken back, and that such a game counts for nothing."""

from __future__ import annotations

import re

import pytest

from bot.tables.player_stats import stats_of
from engine.audit import play_again
from engine.events import LaidAway, Played
from tests.support.stacked_packs import Deal

GOOD = Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S")


@pytest.fixture(autouse=True)
def patience(world):
    """Wait longer for answers: a hint needs a process that has to start."""
    world.env.settle_timeout = 60.0


async def begin(world, **options):
    """Let Ann start a game against a robot in private, and return its name."""
    return await world.against_robot("easy", **{"target": 61, "counting": "automatic", **options})


async def press(world, name, action):
    """Press a button of Ann's own screen of the game."""
    return (await world.press(world.ann, await world.panel(world.ann, name), action)).response


async def discard(world, name):
    """Let Ann discard two cards, and return them."""
    table = world.game(name)
    hand = table.view(table.seat_of(next(seat.player for seat in table.seats if seat.player))).hand
    chosen = [card.name for card in hand[:2]]
    await world.lay(world.ann, name, *chosen)
    return chosen


async def ann_of(world):
    """Return Ann as a player."""
    return await world.bot.context.accounts.players.find(world.ann.id)


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
    table = world.game(name)
    seat = table.seat_of(await ann_of(world))
    before = table.view(seat).hand
    await discard(world, name)
    question = await press(world, name, "takeback")
    await world.press(world.ann, question, "takeback-yes")
    table = world.game(name)
    assert table.view(seat).hand == before
    assert table.view(seat).stage == "lay_away"
    assert "Discard 2 cards" in world.text(await world.panel(world.ann, name))


async def test_a_card_is_taken_back_with_what_the_robot_did_after_it(world):
    name = await begin(world)
    await world.play_until(name, "play")
    ann = await ann_of(world)
    seat = world.game(name).seat_of(ann)
    await world.take_turn(world.ann, name)
    question = await press(world, name, "takeback")
    await world.press(world.ann, question, "takeback-yes")
    events = await world.bot.context.tables.history(name)
    played = [event for event in events if isinstance(event, Played) and event.seat == seat]
    assert played == []
    await world.play_until(name)
    events = await world.bot.context.tables.history(name)
    play_again((await world.bot.context.tables.find(name)).rules, events)


async def test_everything_can_be_taken_back_step_by_step(world):
    name = await begin(world)
    await world.play_until(name, "play")
    await world.bot.context.tables.mark_helped(name)
    for _ in range(30):
        events = await world.bot.context.tables.history(name)
        seat = world.game(name).seat_of(await ann_of(world))
        if not any(isinstance(event, LaidAway | Played) and event.seat == seat for event in events):
            break
        await press(world, name, "takeback")
    refused = [action for action in world.actions(await world.panel(world.ann, name)) if action == "takeback"]
    assert refused == []


async def test_a_helped_game_counts_for_nothing(world):
    name = await begin(world)
    await world.press(world.ann, await press(world, name, "hint"), "hint-yes")
    await world.play_until(name)
    ann = await ann_of(world)
    assert (await stats_of(world.bot.context.tables, ann.id)).games.played == 0
    assert "with help, counts for nothing" in world.text(world.table_in(world.dm(world.ann)))
    other = await begin(world)
    await world.play_until(other)
    assert (await stats_of(world.bot.context.tables, ann.id)).games.played == 1


async def test_help_outlives_a_restart(world):
    name = await begin(world)
    await discard(world, name)
    await world.press(world.ann, await press(world, name, "takeback"), "takeback-yes")
    await world.restart()
    table = await world.bot.context.tables.find(name)
    assert table.agreement.helped
    assert table.view(None).stage == "lay_away"


@pytest.mark.parametrize("options", [{"turn_time": 600}, {"best_of": 3}])
async def test_there_is_no_help_where_something_is_at_stake(world, options):
    name = await begin(world, **options)
    assert not {"hint", "takeback"} & set(world.actions(await world.panel(world.ann, name)))


async def test_there_is_no_help_against_people(world):
    name = await world.sit_down(target=61)
    panel = await world.panel(world.ann, name)
    assert not {"hint", "takeback"} & set(world.actions(panel))
    forged = {"actor": world.ann, "message": world.snapshot(panel), "custom_id": f"c1:{name}::hint-yes"}
    await world.late(forged)
    assert not world.game(name).agreement.helped
