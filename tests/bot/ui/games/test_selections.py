"""The cards that players have picked to discard: quick presses, another choice, a restart."""

import pytest

from tests.support.stacked_packs import DULL


@pytest.fixture
async def name(world, stack):
    """Start a game in the channel in which both have to discard."""
    stack(DULL, DULL)
    return await world.sit_down()


def picked(world, message):
    """Return the cards that stand out as picked on a message, and whether they can be discarded."""
    labels = [label.strip("[]") for label in world.text(message).replace("\ufe0e", "").splitlines() if label[0] == "["]
    return [label[2:] for label in labels if label[0] == "✓"], "Discard (off)" not in labels


async def test_two_quick_presses_on_the_same_screen_count_both(world, name):
    panel = await world.panel(world.ann, name)
    seen = world.snapshot(panel)
    both = [
        {"actor": world.ann, "message": seen, "custom_id": world.id_of(panel, f"pick-{card}")} for card in ("2D", "4H")
    ]
    await world.late(*both)
    assert picked(world, panel) == (["2♦", "4♥"], True)


async def test_a_card_pressed_twice_is_not_picked(world, name):
    panel = await world.panel(world.ann, name)
    await world.press(world.ann, panel, "pick-2D")
    assert picked(world, panel) == (["2♦"], False)
    await world.press(world.ann, panel, "pick-2D")
    assert picked(world, panel) == ([], False)


async def test_a_third_card_replaces_the_first(world, name):
    panel = await world.panel(world.ann, name)
    for card in ("2D", "4H", "6S"):
        await world.press(world.ann, panel, f"pick-{card}")
    assert picked(world, panel) == (["4♥", "6♠"], True)
    await world.press(world.ann, panel, "lay")
    assert {str(card) for card in world.game(name).view(0).laid} == {"4H", "6S"}


async def test_after_a_restart_the_pressed_button_says_what_was_picked(world, name):
    panel = await world.panel(world.ann, name)
    await world.press(world.ann, panel, "pick-2D")
    await world.restart()
    await world.press(world.ann, panel, "pick-4H")
    assert picked(world, panel) == (["2♦", "4♥"], True)


async def test_a_hand_opened_again_has_what_was_picked(world, name):
    await world.press(world.ann, await world.panel(world.ann, name), "pick-2D")
    assert picked(world, await world.panel(world.ann, name)) == (["2♦"], False)
    assert picked(world, await world.panel(world.ben, name)) == ([], False)


@pytest.mark.parametrize("choice", ["fresh", "stand"])
async def test_taking_back_leaves_nothing_picked(world, stack, choice):
    stack(DULL, DULL, DULL)
    name = await world.sit_down(preset="britannica")
    await world.lay(world.ben, name, "2C", "4D")
    panel = await world.panel(world.ben, name)
    await world.press(world.ben, panel, "back-2C-4D")
    await world.press(world.ben, panel, "took-2C-4D")
    await world.press(world.ann, world.public(name), choice)
    assert picked(world, await world.panel(world.ben, name)) == ([], False)
