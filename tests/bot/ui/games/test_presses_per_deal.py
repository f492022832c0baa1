"""How many presses a deal takes, counted on the players' own panels."""

from collections import Counter

import pytest

from tests.support.simulated_discord import World

MOST_OF_THE_PONE, MOST_OF_THE_DEALER = 8, 9


class Counted(World):
    """A world that counts the presses of each person."""

    presses: Counter[str]

    async def press(self, actor, message, action):
        self.presses[actor.name] += 1
        return await super().press(actor, message, action)


@pytest.fixture
async def counted(tmp_path):
    world = Counted(tmp_path / "games.sqlite3")
    world.presses = Counter()
    await world.open()
    yield world
    await world.close()


@pytest.mark.parametrize("where", ["here", "dm"])
async def test_a_deal_by_house_rules(counted, where):
    """Two cards and Discard, four cards of the play, and a number for each count; nothing else is asked."""
    world = counted
    name = await world.sit_down(place=where)
    panels = {actor.id: await world.panel(actor, name) for actor in (world.ann, world.ben)}
    for deal in range(1, 6):
        world.presses.clear()
        dealer = world.game(name).view(None).dealer
        while world.is_open(name) and world.game(name).view(None).deal == deal:
            actor = world.asked(name)[0]
            if where == "dm":
                panels[actor.id] = await world.panel(actor, name)
            await world.take_turn(actor, name, panel=panels[actor.id])
        people = ["Ann", "Ben"]
        seats = [seat.player.name for seat in world.game(name).seats]
        assert sorted(seats) == people
        # A count of 21 or more takes one press more.
        assert world.presses[seats[1 - dealer].lower()] <= MOST_OF_THE_PONE, deal
        assert world.presses[seats[dealer].lower()] <= MOST_OF_THE_DEALER, deal
