"""Screens: built, read once, and gone without the garbage collector."""

import gc
import weakref

from discord.ui import ActionRow, Container, TextDisplay

from bot.ui.core.components import Press, Screen, button


def screen():
    box = Container(TextDisplay("Ann leads."), ActionRow(button(Press("abcd", "1", "play-5H"), "5♥")))
    built = Screen()
    built.add_item(box)
    return built, [weakref.ref(item) for item in built.walk_children()]


def test_it_reads_the_same_again_and_has_the_new_components():
    built, _ = screen()
    first = built.to_components()
    assert built.to_components() == first
    assert first[0]["components"][1]["components"][0]["custom_id"] == "c1:abcd:1:play-5H"
    assert built.has_components_v2()


def test_its_items_go_as_soon_as_it_was_read():
    built, items = screen()
    gc.collect()
    gc.disable()
    try:
        built.to_components()
        assert [item() for item in items] == [None] * len(items)
    finally:
        gc.enable()
