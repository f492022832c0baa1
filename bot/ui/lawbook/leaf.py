"""One leaf of the law book on the screen: a few paragraphs, and what may be pressed under them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, TextDisplay

from bot.ui.buttons import Screen
from bot.ui.words import visible


def leaf(paragraphs: Sequence[str], *rows: Sequence[Item[Any]]) -> Screen:
    """A screen with these paragraphs, and rows of what can be pressed."""
    text: TextDisplay[Screen] = TextDisplay(visible("\n\n".join(paragraphs)))
    box = Container(text, accent_colour=discord.Colour.dark_gold())
    for row in rows:
        box.add_item(ActionRow(*row))
    return Screen().add_item(box)
