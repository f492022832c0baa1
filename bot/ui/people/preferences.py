"""What a player wishes for himself: pictures or text, how cards look, a sound when it is his turn, his language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle, SelectOption
from discord.ui import Button, Item, Select

from bot.i18n.translation import N_, gettext, set_language
from bot.models.player import Player, Preferences
from bot.render.hand import HandScene
from bot.render.scene import Style
from bot.ui.core.components import Screen, chosen_in, pressed_id
from bot.ui.core.context import Context
from bot.ui.core.locale_choice import ENGLISH, Languages
from bot.ui.core.page_view import page_view
from engine.cards import Card

PRESS: Final = "w1:"
"""How every custom_id of the wishes begins; the name of a wish follows."""

_SHOWN: Final = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
_STARTER: Final = Card.parse("5D")

_LANGUAGE: Final = "language"
_DISCORDS: Final = "discord"
"""What is chosen by one who would be spoken to as Discord says."""

_MOST_OPTIONS: Final = 25
"""So many things Discord lets a menu offer."""

_Told: TypeAlias = tuple[str, str, str]
_WISHES: Final[dict[str, _Told]] = {
    "pictures": (N_("Pictures"), N_("on"), N_("off, text alone")),
    "four_colours": (N_("Suits"), N_("in four colours"), N_("in two colours")),
    "pips": (N_("Faces"), N_("with pips"), N_("with one large sign")),
    "ping": (N_("Reminders of my turn"), N_("on"), N_("off")),
    "spoken": (N_("Counts"), N_("spoken in full"), N_("in figures alone")),
}


async def preferences_page(context: Context, player: Player) -> Screen:
    """What a player wishes now, a sample of the cards, and what changes each thing."""
    wishes = await context.accounts.preferences.read(player.id)
    told = [
        f"- {gettext(what)}: **{gettext(yes if getattr(wishes, name) else no)}**"
        for name, (what, yes, no) in _WISHES.items()
    ]
    rows: list[Sequence[Item[Any]]] = [[_button(name, wishes) for name in _WISHES]]
    languages = context.channels.languages
    if languages.known and player.discord_id is not None:
        spoken, chosen = _spoken(languages), languages.choice(player.discord_id).chosen or _DISCORDS
        told.append(gettext("- Language: **{language}**", language=spoken.get(chosen, spoken[_DISCORDS])))
        rows.append([_menu(spoken, chosen)])
    scene = HandScene(_SHOWN, _STARTER, style=Style(four_colours=wishes.four_colours, pips=wishes.pips))
    scenes = [scene] if context.attachments.for_all.pictures and wishes.pictures else ()
    head = gettext(
        "**Your preferences.** They hold for your own hand, your private messages and your practice, everywhere."
    )
    return page_view([head, "\n".join(told)], *rows, scenes=scenes)


def _spoken(languages: Languages) -> dict[str, str]:
    """What may be chosen, each language under the name that its speakers have for it."""
    own = {name: language.title for name, language in languages.known.items()}
    return {_DISCORDS: gettext("as Discord says"), ENGLISH: "English", **own}


def _menu(spoken: Mapping[str, str], chosen: str) -> Select[Any]:
    options = [SelectOption(label=told, value=name, default=name == chosen) for name, told in spoken.items()]
    return Select(custom_id=f"{PRESS}{_LANGUAGE}", placeholder=gettext("Language"), options=options[:_MOST_OPTIONS])


def _button(name: str, wishes: Preferences) -> Button[Any]:
    """A button names what follows upon it, in words."""
    return Button(
        label=gettext(_LABELS[name][getattr(wishes, name)]), style=ButtonStyle.secondary, custom_id=f"{PRESS}{name}"
    )


_LABELS: Final = {
    "pictures": (N_("Show pictures"), N_("Use text alone")),
    "four_colours": (N_("Use four colours"), N_("Use two colours")),
    "pips": (N_("Draw pips"), N_("Draw one large sign")),
    "ping": (N_("Remind me"), N_("Do not remind me")),
    "spoken": (N_("Speak counts in full"), N_("Keep counts short")),
}


async def wished(context: Context, interaction: discord.Interaction[Any]) -> bool:
    """Change the wish that was pressed, if it is one that was, and say whether it was."""
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(PRESS):
        return False
    name = custom_id.removeprefix(PRESS)
    player = await context.meet(interaction.user)
    if name == _LANGUAGE:
        await _speak(context, player, chosen_in(interaction.data))
    elif name in _WISHES:
        wishes = await context.accounts.preferences.read(player.id)
        await context.accounts.preferences.put(player.id, replace(wishes, **{name: not getattr(wishes, name)}))
    await context.put(interaction, await preferences_page(context, player))
    return True


async def _speak(context: Context, player: Player, chosen: Sequence[str]) -> None:
    """Speak to a player in the language that he has chosen, from this answer on."""
    languages, discord_id = context.channels.languages, player.discord_id
    if discord_id is None or not chosen or chosen[0] not in _spoken(languages):
        return
    languages.choose(discord_id, None if chosen[0] == _DISCORDS else chosen[0])
    await languages.save(player)
    set_language(languages.of_person(discord_id))
