"""A page of text: paragraphs, pictures, and rows of buttons under them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, TextDisplay

from bot.render.scene import Scene
from bot.ui.core.components import Screen
from bot.ui.core.formatting import with_visible_suits


def page_view(paragraphs: Sequence[str], *rows: Sequence[Item[Any]], scenes: Sequence[Scene] = ()) -> Screen:
    """Return a screen with these paragraphs, pictures after the first of them, and rows of buttons and menus."""
    screen = Screen()
    box: Container[Screen] = Container(accent_colour=discord.Colour.dark_gold())
    before = 1 if scenes else len(paragraphs)
    box.add_item(_text(paragraphs[:before]))
    for scene in scenes:
        screen.add_picture(scene, box)
    if paragraphs[before:]:
        box.add_item(_text(paragraphs[before:]))
    for row in rows:
        box.add_item(ActionRow(*row))
    return screen.add_item(box)


def _text(paragraphs: Sequence[str]) -> TextDisplay[Screen]:
    return TextDisplay(with_visible_suits("\n\n".join(paragraphs)))
