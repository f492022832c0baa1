"""The form for a count in words shows the cards that are counted."""

from simcord.components import walk_components

from tests.support.stacked_packs import DULL


async def test_the_cards_stand_above_its_field(world, stack):
    stack(DULL)
    name = await world.sit_down(place="here", target=61)
    await world.play_until(name, "show")
    form = await world.press(world.ben, await world.panel(world.ben, name), "declare")
    texts = [part["content"] for part in walk_components(form.modal["components"]) if part["type"] == 10]
    assert texts == ["`6♥︎` `8♠︎` `10♣︎` `Q♦︎`, starter `K♠︎`"]
    await world.ben.submit_modal(form, {"count": "nothing"})
    assert "Ben's hand" in world.text(world.public(name))
