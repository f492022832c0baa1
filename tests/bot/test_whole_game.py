"""Whole games through Discord, as people play them."""


async def play_out(world, table, *, most=600):
    """Play by buttons and forms until the game is over."""
    name = world.name_of(table)
    for _ in range(most):
        if name not in world.bot.desk.tables._open:
            return
        for actor in world.asked(table):
            await world.take_turn(actor, table)
    raise AssertionError("the game did not end")


async def test_two_people_in_a_channel(world):
    table = await world.sit_down(target=61)
    await play_out(world, table)
    assert "wins" in world.text(table)
    assert "[Play again]" in world.text(table)
