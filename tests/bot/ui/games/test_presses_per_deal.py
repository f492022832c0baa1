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


@pytest.fixture(params=[False, True], ids=["text", "pictures"])
async def counted(tmp_path, request):
    world = Counted(tmp_path / "games.sqlite3", with_pictures=request.param)
    world.presses = Counter()
    await world.open()
    yield world
    await world.close()


async def play_five_deals(world, name, panels):
    """Play five deals and hold the presses of each person against the most that they may be.

    In private nobody opens a hand, and in a channel it stays open.
    """
    players, names = [seat.player for seat in world.game(name).seats], world.game(name).names
    for deal in range(1, 6):
        world.presses.clear()
        dealer = world.game(name).view(None).dealer
        while world.is_open(name) and world.game(name).view(None).deal == deal:
            actor = world.asked(name)[0]
            await world.take_turn(actor, name, panel=panels.get(actor.id))
        for seat, (player, presser) in enumerate(zip(players, names, strict=True)):
            most = MOST_OF_THE_DEALER if seat == dealer else MOST_OF_THE_PONE
            # A count of 21 or more takes one press more.
            assert (world.presses[presser.lower()] > 0) == (player is not None)
            assert world.presses[presser.lower()] <= most, deal


@pytest.mark.parametrize("where", ["here", "dm"])
async def test_a_deal_by_house_rules(counted, where):
    """Two cards and Discard, four cards of the play, and a number for each count; nothing else is asked."""
    world = counted
    name = await world.sit_down(place=where)
    people = (world.ann, world.ben) if where == "here" else ()
    await play_five_deals(world, name, {actor.id: await world.panel(actor, name) for actor in people})


@pytest.mark.parametrize("where", ["here", "dm"])
async def test_a_deal_against_the_robot(counted, where):
    world = counted
    await world.start_game(world.ann, robot="easy", where=where)
    name = next(iter(world.bot.context.tables._open))
    people = (world.ann,) if where == "here" else ()
    await play_five_deals(world, name, {actor.id: await world.panel(actor, name) for actor in people})
