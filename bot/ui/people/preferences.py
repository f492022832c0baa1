"""A player's preferences: pictures or text, how cards look, reminders, counts in full, and the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, SelectOption
from discord.ui import Button, Item, Select

from bot.i18n.translation import N_, gettext, set_language
from bot.models.player import Player, Preferences
from bot.render.hand import HandScene
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.display_options import DisplayOptions
from bot.ui.core.locale_choice import ENGLISH, Languages
from bot.ui.core.page_view import page_view
from engine.cards import Card

PREFIX: Final = "w1:"
"""The prefix of every custom id of the preferences; the name of a preference follows."""

_SHOWN: Final = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
_STARTER: Final = Card.parse("5D")

LANGUAGE: Final = "language"
_AS_DISCORD: Final = "discord"
"""The choice of the language that Discord names."""

_MOST_OPTIONS: Final = 25
"""The most options that Discord allows in a menu."""

_Texts: TypeAlias = tuple[str, str, str]
_TEXTS: Final[dict[str, _Texts]] = {
    "pictures": (N_("Pictures"), N_("on"), N_("off, text alone")),
    "four_colours": (N_("Suits"), N_("in four colours"), N_("in two colours")),
    "pips": (N_("Faces"), N_("with pips"), N_("with one large sign")),
    "ping": (N_("Reminders of my turn"), N_("on"), N_("off")),
    "spoken": (N_("Counts"), N_("spoken in full"), N_("in figures alone")),
}


async def preferences_page(context: Context, player: Player) -> ScreenBuilder:
    """Return the page of a player's preferences as they are now: a sample of the cards, a button to change each."""
    current = await context.accounts.preferences.read(player.id)
    told = [
        f"- {gettext(what)}: **{gettext(yes if getattr(current, name) else no)}**"
        for name, (what, yes, no) in _TEXTS.items()
    ]
    rows: list[Sequence[Item[Any]]] = [[_button(name, current) for name in _TEXTS]]
    languages = context.languages
    if languages.known and player.discord_id is not None:
        names, chosen = _language_names(languages), languages.choice(player.discord_id).chosen or _AS_DISCORD
        told.append(gettext("- Language: **{language}**", language=names.get(chosen, names[_AS_DISCORD])))
        rows.append([_menu(names, chosen)])
    head = gettext(
        "**Your preferences.** They hold for your own hand, your private messages and your practice, everywhere."
    )

    def build(look: DisplayOptions) -> Screen:
        scenes = [HandScene(_SHOWN, _STARTER, style=look.style)] if look.pictures else ()
        return page_view([head, "\n".join(told)], *rows, scenes=scenes)

    return build


def _language_names(languages: Languages) -> dict[str, str]:
    """Return the languages to choose from, each under the name that its speakers use."""
    own = {name: language.title for name, language in languages.known.items()}
    return {_AS_DISCORD: gettext("as Discord says"), ENGLISH: "English", **own}


def _menu(names: Mapping[str, str], chosen: str) -> Select[Any]:
    options = [SelectOption(label=told, value=name, default=name == chosen) for name, told in names.items()]
    return Select(custom_id=f"{PREFIX}{LANGUAGE}", placeholder=gettext("Language"), options=options[:_MOST_OPTIONS])


def _button(name: str, current: Preferences) -> Button[Any]:
    """Return the button that switches a preference; its label names what it switches to."""
    return Button(
        label=gettext(_LABELS[name][getattr(current, name)]), style=ButtonStyle.secondary, custom_id=f"{PREFIX}{name}"
    )


_LABELS: Final = {
    "pictures": (N_("Show pictures"), N_("Use text alone")),
    "four_colours": (N_("Use four colours"), N_("Use two colours")),
    "pips": (N_("Draw pips"), N_("Draw one large sign")),
    "ping": (N_("Remind me"), N_("Do not remind me")),
    "spoken": (N_("Speak counts in full"), N_("Keep counts short")),
}


async def switch(context: Context, player: Player, name: str) -> None:
    """Switch a preference on or off; an unknown name does nothing."""
    if name in _TEXTS:
        preferences = context.accounts.preferences
        current = await preferences.read(player.id)
        await preferences.put(player.id, replace(current, **{name: not getattr(current, name)}))


async def choose_language(context: Context, player: Player, chosen: Sequence[str]) -> None:
    """Answer a player in the language that they have chosen, from this answer on."""
    languages, discord_id = context.languages, player.discord_id
    if discord_id is None or not chosen or chosen[0] not in _language_names(languages):
        return
    languages.choose(discord_id, None if chosen[0] == _AS_DISCORD else chosen[0])
    await languages.save(player)
    set_language(languages.of_person(discord_id))
