"""How many presses a deal takes, counted on the players' own panels."""

from collections import Counter

import pytest

from tests.support.simulated_discord import World

MOST_OF_THE_PONE, MOST_OF_THE_DEALER = 8, 9
"""Two cards and Discard, four cards of the play, and a number for each count: nothing else is asked.

A count of 21 or more would take one press more.
"""


class Counted(World):
    """A world that counts the presses of each person."""

    presses: Counter[str]

    async def press(self, actor, message, action):
        self.presses[actor.name] += 1
        return await super().press(actor, message, action)


@pytest.fixture
async def world(tmp_path, pictures):
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
async def test_the_presses_of_a_deal(world, against, where, pictures):
    """Each player deals once. In private nobody opens a hand, and in a channel it stays open."""
    people = (world.ann, world.ben) if against == "person" else (world.ann,)
    if against == "person":
        name = await world.sit_down(place=where)
    else:
        await world.start_game(world.ann, robot="easy", where=where)
        name = next(iter(world.bot.context.tables._open))
    panels = {actor.id: await world.panel(actor, name) for actor in people} if where == "here" else {}
    seats = [
        (seat.player, named.lower()) for seat, named in zip(world.game(name).seats, world.game(name).names, strict=True)
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
