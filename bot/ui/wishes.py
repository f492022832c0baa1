"""What a player wishes for himself: pictures or text, how cards look, a sound when it is his turn, counts in full."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle
from discord.ui import Button

from bot.storage import preferences
from bot.storage.preferences import Preferences
from bot.ui.buttons import Screen, pressed_id
from bot.ui.desk import Desk
from bot.ui.drawing.hand import HandScene
from bot.ui.drawing.picture import Style
from bot.ui.lawbook.leaf import leaf
from engine.cards import Card
from engine.speech import say

PRESS: Final = "w1:"
"""How every custom_id of the wishes begins; the name of a wish follows."""

_SHOWN: Final = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
_STARTER: Final = Card.parse("5D")

_Told: TypeAlias = tuple[str, str, str]
_WISHES: Final[dict[str, _Told]] = {
    "pictures": ("Pictures", "on", "off, text alone"),
    "four_colours": ("Suits", "in four colours", "in two colours"),
    "pips": ("Faces", "with pips", "with one large sign"),
    "ping": ("Reminders of my turn", "on", "off"),
    "spoken": ("Counts", "spoken in full", "in figures alone"),
}


def page(wishes: Preferences, *, has_pictures: bool) -> Screen:
    """What is wished now, a sample of the cards, and a button to change each thing."""
    told = "\n".join(
        f"- {say(what)}: **{say(yes if getattr(wishes, name) else no)}**" for name, (what, yes, no) in _WISHES.items()
    )
    scene = HandScene(_SHOWN, _STARTER, style=Style(four_colours=wishes.four_colours, pips=wishes.pips))
    scenes = [scene] if has_pictures and wishes.pictures else ()
    head = say(
        "**Your preferences.** They hold for your own hand, your private messages and your practice, everywhere."
    )
    return leaf([head, told], [_button(name, wishes) for name in _WISHES], scenes=scenes)


def _button(name: str, wishes: Preferences) -> Button[Any]:
    """A button names what follows upon it, in words."""
    return Button(
        label=say(_LABELS[name][getattr(wishes, name)]), style=ButtonStyle.secondary, custom_id=f"{PRESS}{name}"
    )


_LABELS: Final = {
    "pictures": ("Show pictures", "Use text alone"),
    "four_colours": ("Use four colours", "Use two colours"),
    "pips": ("Draw pips", "Draw one large sign"),
    "ping": ("Remind me", "Do not remind me"),
    "spoken": ("Speak counts in full", "Keep counts short"),
}


async def wished(desk: Desk, interaction: discord.Interaction[Any]) -> bool:
    """Change the wish that was pressed, if it is one that was, and say whether it was."""
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(PRESS):
        return False
    name = custom_id.removeprefix(PRESS)
    player = await desk.meet(interaction.user)
    wishes = await preferences.read(desk.tables.database, player.id)
    if name in _WISHES:
        wishes = replace(wishes, **{name: not getattr(wishes, name)})
        await preferences.put(desk.tables.database, player.id, wishes)
    await desk.put(interaction, page(wishes, has_pictures=desk.easel.for_all.pictures))
    return True
