"""Whole games through Discord, as people play them."""


async def test_two_people_in_a_channel(world):
    name = await world.sit_down(target=61)
    await world.play_until(name)
    assert "wins" in world.text(world.table_in(world.channel))
