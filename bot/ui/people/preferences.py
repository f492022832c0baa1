"""A player's preferences: pictures, cards, reminders, counts, who counts, the news of leagues, and the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, set_language
from bot.models.options import Option
from bot.models.player import Player
from bot.render.show import HandScene
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Button, DisplayOptions, Menu, MenuOption, Row, Screen, in_fives, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.locale_choice import ENGLISH, Languages
from bot.ui.core.router import AnyPress, Word, answers, chosen_in, press
from engine.cards import Card


@press("w1:{name}")
class ChangePreference(AnyPress):
    """A button or menu that changes the preference of this name."""

    name: Word


_SHOWN: Final = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
_STARTER: Final = Card.parse("5D")

LANGUAGE: Final = "language"
_AS_DISCORD: Final = "discord"
_MOST_OPTIONS: Final = 25
_ASKED: Final = N_("you choose when you open a game")


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference(Option):
    """A preference of the same name as its field: a menu, or a button where it is on or off.

    ``switch`` are the labels of the button, by what a press makes of the preference.
    """

    switch: Mapping[bool, str] = field(default_factory=dict)


def _switch(name: str, label: str, on: tuple[str, str], off: tuple[str, str]) -> Preference:
    """Return a preference that is on or off: what each is called, and the button that makes it so."""
    choices = {True: on[0], False: off[0], None: _ASKED}
    return Preference(name=name, label=label, choices=choices, switch={True: on[1], False: off[1]})


PREFERENCES: Final = (
    _switch("pictures", N_("Pictures"), (N_("on"), N_("Show pictures")), (N_("off"), N_("Show text only"))),
    _switch(
        "four_colours", N_("Suits"), (N_("4 colours"), N_("Use 4 colours")), (N_("2 colours"), N_("Use 2 colours"))
    ),
    _switch("pips", N_("Cards"), (N_("pips"), N_("Show pips")), (N_("1 large suit"), N_("Show 1 large suit"))),
    _switch("ping", N_("Reminders"), (N_("on"), N_("Remind me")), (N_("off"), N_("Don't remind me"))),
    _switch(
        "spoken",
        N_("Counts"),
        (N_("in words"), N_("Show counts in words")),
        (N_("numbers only"), N_("Show numbers only")),
    ),
    _switch(
        "bot_counts",
        N_("Counting in your games"),
        (N_("the bot counts"), N_("Let the bot count")),
        (N_("you count"), N_("Count yourself")),
    ),
    _switch(
        "reviews",
        N_("Review of each game"),
        (N_("in a DM"), N_("Send reviews in a DM")),
        (N_("when you ask"), N_("Send no reviews")),
    ),
    _switch(
        "phrases",
        N_("What others say in games"),
        (N_("shown"), N_("Show what others say")),
        (N_("not shown"), N_("Mute what others say")),
    ),
    _switch(
        "quick_robots",
        N_("Robots"),
        (N_("move at once"), N_("Let robots move at once")),
        (N_("take a moment, like people"), N_("Let robots take a moment")),
    ),
    Preference(
        name="news",
        label=N_("League news"),
        choices={
            "channel": N_("in the league's channel, with a mention"),
            "dm": N_("in a DM"),
            "nothing": N_("not at all"),
        },
    ),
)


@app_commands.command(description="Choose pictures or text, card colours, reminders, league news and who counts")
async def preferences(interaction: discord.Interaction[Any]) -> None:
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    page = await preferences_page(context, player)
    await context.answer(interaction, page, await context.attachments.look(player), ephemeral=True)


async def preferences_page(context: Context, player: Player) -> ScreenBuilder:
    """Return the page of a player's preferences as they are now: a sample of the cards, and a way to change each."""
    current = await context.accounts.preferences.read(player.id)
    values = [(one, getattr(current, one.name)) for one in PREFERENCES]
    lines = [_line(one.label, gettext(one.choices[value])) for one, value in values]
    buttons = [_button(one, switched=not value) for one, value in values if one.switch]
    rows: list[Row] = [*in_fives(buttons), *([_menu(one, value)] for one, value in values if not one.switch)]
    languages = context.languages
    if languages.known and player.discord_id is not None:
        names, chosen = _language_names(languages), languages.choice(player.discord_id).chosen or _AS_DISCORD
        lines.append(_line(N_("Language"), names.get(chosen, names[_AS_DISCORD])))
        rows.append([_language_menu(names, chosen)])
    head = gettext("**Your preferences.** They apply to your hand, DMs and practice in every server.")

    def build(look: DisplayOptions) -> Screen:
        scenes = [HandScene(_SHOWN, _STARTER, style=look.style)] if look.pictures else ()
        return page_view([head, "\n".join(lines)], *rows, scenes=scenes)

    return build


def _line(label: str, value: str) -> str:
    return f"- {formatting.labelled(gettext(label), f'**{value}**')}"


def _button(one: Preference, *, switched: bool) -> Button:
    return Button(gettext(one.switch[switched]), ChangePreference(one.name).custom_id)


def _menu(one: Preference, chosen: object) -> Menu:
    options = [
        MenuOption(
            label=formatting.labelled(gettext(one.label), gettext(words)), value=str(value), default=value == chosen
        )
        for value, words in one.choices.items()
    ]
    return Menu(custom_id=ChangePreference(one.name).custom_id, options=tuple(options))


def _language_names(languages: Languages) -> dict[str, str]:
    """Return the languages to choose from, each under the name that its speakers use."""
    own = {name: language.title for name, language in languages.known.items()}
    return {_AS_DISCORD: gettext("same as Discord"), ENGLISH: "English", **own}


def _language_menu(names: Mapping[str, str], chosen: str) -> Menu:
    options = [MenuOption(label=label, value=name, default=name == chosen) for name, label in names.items()]
    shown = tuple(options[:_MOST_OPTIONS])
    return Menu(custom_id=ChangePreference(LANGUAGE).custom_id, placeholder=gettext("Language"), options=shown)


async def change(context: Context, player: Player, name: str, chosen: Sequence[str]) -> None:
    """Switch a preference, or set it to what was chosen; a name or choice that there is not changes nothing."""
    preferences = context.accounts.preferences
    current = await preferences.read(player.id)
    for one in PREFERENCES:
        value = not getattr(current, name, False) if one.switch else one.chosen(next(iter(chosen), None))
        if one.name == name and value is not None:
            changed: dict[str, Any] = {name: value}
            await preferences.put(player.id, replace(current, **changed))


async def choose_language(context: Context, player: Player, chosen: Sequence[str]) -> None:
    """Answer a player in the language that they have chosen, from this answer on."""
    languages, discord_id = context.languages, player.discord_id
    if discord_id is None or not chosen or chosen[0] not in _language_names(languages):
        return
    languages.choose(discord_id, None if chosen[0] == _AS_DISCORD else chosen[0])
    await languages.save(player)
    set_language(languages.of_person(discord_id))


@answers(ChangePreference)
async def change_preference(context: Context, interaction: discord.Interaction[Any], pressed: ChangePreference) -> None:
    """Change the preference of this name, and show all of them."""
    player = await context.meet(interaction.user)
    choose = choose_language if pressed.name == LANGUAGE else partial(change, name=pressed.name)
    await choose(context, player, chosen=chosen_in(interaction.data))
    page = await preferences_page(context, player)
    await context.put(interaction, page, await context.attachments.look(player))
