"""Whole games through Discord: everywhere, against robots, with few presses, and with any presses."""

import random
from collections import Counter

import pytest

from engine.game import replay
from tests.support.depth import sampled
from tests.support.leak_search import strings_in
from tests.support.simulated_discord import World


def ended(world, channel):
    """The text of the finished table, on which nothing but another game is offered."""
    table = world.table_in(channel)
    offered = {one for one in world.actions(table) if "." not in one}
    assert offered - {"lastdeal", "review", "muggins", "say", "share"} == {"again"}
    return world.text(table)


async def test_two_people_in_a_channel_and_again_with_the_loser_dealing(world):
    name = await world.sit_down(target=61)
    await world.play_until(name, one_panel=False)
    game = await world.checked(name)
    over = world.table_in(world.channel)
    assert f"wins 61 to {min(game.scores)}**" in ended(world, world.channel)
    assert len(world.shown(world.channel)) == 3, "the table, its seal and the proof: nothing else was posted"

    winner, loser = (world.ann, world.ben) if "**Ann wins" in world.text(over) else (world.ben, world.ann)
    await world.press(winner, over, "again")
    rematch = world.table_in(world.channel)
    await world.press(loser, rematch, "accept")
    following = world.name_on(rematch)
    assert f"{loser.user.global_name} deals first." in world.text(rematch)
    await world.play_until(following, "play")
    assert world.asked(following) == [winner]


async def test_two_people_in_a_thread_of_its_own_where_the_bot_counts(world):
    name = await world.sit_down(place="thread", target=61, counting="automatic")
    await world.play_until(name)
    await world.checked(name)
    assert "wins 61 to" in ended(world, world.thread())
    assert world.ids(world.shown(world.channel)[0]) == []


async def test_two_people_in_private(world):
    name = await world.sit_down(place="dm", target=61)
    await world.hurry(name, lambda table: max(table.view(None).scores) > 45)
    await world.play_until(name)
    await world.checked(name)
    for player in (world.ann, world.ben):
        assert "wins 61 to" in ended(world, world.dm(player))


async def test_a_robot_in_private(world):
    name = await world.against_robot("easy", target=61)
    await world.play_until(name)
    await world.checked(name)
    assert "wins 61 to" in ended(world, world.dm(world.ann))


@pytest.mark.parametrize("where", ["here", "thread", "dm", "alone"])
@pytest.mark.parametrize("other", ["person", "robot"])
async def test_the_shuffle_is_sealed_before_the_first_card(world, where, other):
    """Neither the cut nor a hand is on any message before the commitment is."""
    options = {"robot": "easy"} if other == "robot" else {"opponent": world.ben}
    channel = "dm" if where == "alone" else None
    asked = (await world.start_game(world.ann, channel, **options, **({} if channel else {"where": where}))).response
    if other == "person":
        await world.press(world.ben, world.table_in(world.dm(world.ben)) if channel else asked, "accept")
    told = [" ".join(strings_in(request.json)) for request in world.env.http_requests]
    sealed = next(place for place, text in enumerate(told) if "Fair shuffle" in text)
    assert "Cut for deal" in " ".join(told[sealed:])
    assert not any("Cut for deal" in text or "Your hand" in text for text in told[:sealed])


async def test_a_robot_that_moves_faster_than_answers_arrive(world, slow_answers):
    """No late message undoes a later drawing."""
    await world.start_game(world.ann, robot="easy", target=61)
    name = next(iter(world.bot.context.tables._open))
    assert [world.ids(message) for message in world.shown(world.channel)] == [[], []], "the game is in its thread"
    assert world.text(world.public(name)).startswith("**Ann:** discard")
    await world.play_until(name, "show")
    await world.play_until(name, "play")


@sampled(
    ("preset", "players", "place"), [("britannica", 4, "here"), ("crib-derby", 3, "dm"), ("britannica-five", 2, "here")]
)
async def test_whatever_is_pressed(world, preset, players, place):
    """People press any button, type any number, leave and come back; a fault in the log fails the test by itself."""
    luck = random.Random(f"{preset} {players}")
    people = world.people[:players]
    await world.sit_down(*people[1:], preset=preset, place=place, ceremony=True, muggins=True, turn_time=600)
    name = next(iter(world.bot.context.tables._open))
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


MOST_OF_THE_PONE, MOST_OF_THE_DEALER = 8, 9
"""Two cards and Discard, four cards of the play, and a number for each count: nothing else is asked.

A count of 13 or more would take one press more.
"""


class Counted(World):
    """A world that counts the presses of each person."""

    presses: Counter[str]

    async def press(self, actor, message, action):
        self.presses[actor.name] += 1
        return await super().press(actor, message, action)


class TestPressesOfADeal:
    @pytest.fixture
    async def world(self, tmp_path, pictures):
        world = Counted(tmp_path / "games.sqlite3", with_pictures=pictures)
        world.presses = Counter()
        await world.open()
        yield world
        await world.close()

    @pytest.mark.parametrize(
        ("against", "where", "pictures"),
        [
            ("person", "here", False),
            ("person", "here", True),
            ("person", "dm", False),
            ("robot", "here", False),
            ("robot", "dm", False),
        ],
    )
    async def test_they_are_few(self, world, against, where, pictures):
        """Each player deals once. In private nobody opens a hand, and in a channel it stays open."""
        people = (world.ann, world.ben) if against == "person" else (world.ann,)
        if against == "person":
            name = await world.sit_down(place=where)
        else:
            await world.start_game(world.ann, robot="easy", where=where)
            name = next(iter(world.bot.context.tables._open))
        panels = {actor.id: await world.panel(actor, name) for actor in people} if where == "here" else {}
        seats = [
            (seat.player, named.lower())
            for seat, named in zip(world.game(name).seats, world.game(name).names, strict=True)
        ]
        for deal in (1, 2):
            world.presses.clear()
            dealer = world.game(name).view(None).dealer
            while world.game(name).view(None).deal == deal:
                actor = world.asked(name)[0]
                await world.take_turn(actor, name, panel=panels.get(actor.id))
            for seat, (player, presser) in enumerate(seats):
                most = MOST_OF_THE_DEALER if seat == dealer else MOST_OF_THE_PONE
                assert (world.presses[presser] > 0) == (player is not None)
                assert world.presses[presser] <= most, deal
