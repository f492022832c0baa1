"""People who press any button, type any number, leave and come back: no fault occurs, and nothing is lost."""

import random

import pytest

from engine.game import replay


@pytest.mark.parametrize(
    ("preset", "players", "place"), [("britannica", 4, "here"), ("crib-derby", 3, "dm"), ("britannica-five", 2, "here")]
)
async def test_whatever_is_pressed(world, preset, players, place):
    """The faults that the log would tell of fail the test by themselves, and so does a press without an answer."""
    luck = random.Random(f"{preset} {players}")
    people = world.people[:players]
    name = await begin_game(world, people, preset=preset, where=place, ceremony=True, muggins=True, turn_time=600)
    panels = {}
    for _ in range(120):
        table = await world.bot.context.tables.find(name)
        if table.status == "over":
            break
        if table.status != "playing":
            await world.command(luck.choice(people), "adjourn", what="take up", game=name)
            continue
        actor = luck.choice(world.asked(name)) if luck.random() < 0.7 else luck.choice(people)
        match luck.random():
            case chance if chance < 0.05:
                await world.command(actor, "adjourn", game=name)
            case chance if chance < 0.07:
                await world.tick(700)  # somebody's time runs out
            case chance if chance < 0.08:
                await world.restart()
            case _:
                if actor not in panels or luck.random() < 0.3:
                    panels[actor] = await world.panel(actor, name)
                await press_anything(world, luck, actor, panels[actor])
    table = await world.bot.context.tables.find(name)
    assert table.version > 20
    assert replay(table.rules, await world.bot.context.tables.history(name)) == table.game


async def begin_game(world, people, **options):
    """Start a game that these people have accepted, and return its name."""
    host, *others = people
    named = dict(zip(("opponent", "second_opponent", "third_opponent"), others, strict=False))
    invitation = (await world.start_game(host, **named, **options)).response
    for actor in others:
        await world.press(actor, invitation, "accept")
    return next(iter(world.bot.context.tables._open))


async def press_anything(world, luck, actor, message):
    """Press a button, choose cards, or fill a form in with some number."""
    at, part = world.at(actor, message), luck.choice(list(world._live(message)))
    if part["type"] == 3:
        cards = [option["value"] for option in part["options"]]
        await at.select(message, luck.sample(cards, part["min_values"]), custom_id=part["custom_id"])
        return
    pressed = await at.click(message, custom_id=part["custom_id"])
    if pressed.modal:
        field = "number" if part["custom_id"].endswith(":cut") else "count"
        await at.submit_modal(pressed, {field: str(luck.choice([0, 2, 4, 8, 12, 29, luck.randint(0, 60)]))})
