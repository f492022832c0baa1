"""A player's preferences: pictures, cards, reminders, counts, who counts, the news of leagues, and the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.i18n.translation import N_, gettext, set_language
from bot.models.player import NEWS_PLACES, NewsPlace, Player, Preferences
from bot.render.hand import HandScene
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Button, Control, DisplayOptions, Menu, Option, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.locale_choice import ENGLISH, Languages
from bot.ui.core.router import AnyPress, Word, press
from engine.cards import Card


@press("w1:{name}")
class ChangePreference(AnyPress):
    """A button or menu that changes the preference of this name."""

    name: Word


_SHOWN: Final = tuple(map(Card.parse, ("5C", "TD", "JH", "QS")))
_STARTER: Final = Card.parse("5D")

LANGUAGE: Final = "language"
NEWS: Final = "news"
_AS_DISCORD: Final = "discord"
"""The choice of the language that Discord names."""

_MOST_OPTIONS: Final = 25
"""The most options that Discord allows in a menu."""

_NEWS: Final[dict[NewsPlace, str]] = {
    "channel": N_("in the league's channel, with a mention"),
    "dm": N_("in a DM"),
    "nothing": N_("not at all"),
}
"""Where somebody is told of new rounds, deadlines, results and disputes of their leagues."""

_Texts: TypeAlias = tuple[str, str, str]
_TEXTS: Final[dict[str, _Texts]] = {
    "pictures": (N_("Pictures"), N_("on"), N_("off")),
    "four_colours": (N_("Suits"), N_("4 colours"), N_("2 colours")),
    "pips": (N_("Cards"), N_("pips"), N_("1 large suit")),
    "ping": (N_("Reminders"), N_("on"), N_("off")),
    "spoken": (N_("Counts"), N_("in words"), N_("numbers only")),
    "bot_counts": (N_("Counting in your games"), N_("the bot counts"), N_("you count")),
    "reviews": (N_("Review of each game"), N_("in a DM"), N_("when you ask")),
}
_ASKED: Final = N_("you choose when you open a game")
_MOST_BUTTONS: Final = 5
"""The most buttons that Discord allows in a row."""


async def preferences_page(context: Context, player: Player) -> ScreenBuilder:
    """Return the page of a player's preferences as they are now: a sample of the cards, a button to change each."""
    current = await context.accounts.preferences.read(player.id)
    lines = [
        f"- {formatting.labelled(gettext(text[0]), f'**{_value_text(text, getattr(current, name))}**')}"
        for name, text in _TEXTS.items()
    ]
    buttons = [_button(name, current) for name in _TEXTS]
    lines.append(gettext("- League news: **{place}**", place=gettext(_NEWS[current.news])))
    rows: list[Sequence[Control]] = [buttons[:_MOST_BUTTONS], buttons[_MOST_BUTTONS:], [_news_menu(current.news)]]
    languages = context.languages
    if languages.known and player.discord_id is not None:
        names, chosen = _language_names(languages), languages.choice(player.discord_id).chosen or _AS_DISCORD
        lines.append(gettext("- Language: **{language}**", language=names.get(chosen, names[_AS_DISCORD])))
        rows.append([_menu(names, chosen)])
    head = gettext("**Your preferences.** They apply to your hand, DMs and practice in every server.")

    def build(look: DisplayOptions) -> Screen:
        scenes = [HandScene(_SHOWN, _STARTER, style=look.style)] if look.pictures else ()
        return page_view([head, "\n".join(lines)], *rows, scenes=scenes)

    return build


def _value_text(text: _Texts, value: bool | None) -> str:  # noqa: FBT001
    """Return a preference in a few words; None is one that the player has not been asked about."""
    _, yes, no = text
    return gettext(_ASKED if value is None else yes if value else no)


def _language_names(languages: Languages) -> dict[str, str]:
    """Return the languages to choose from, each under the name that its speakers use."""
    own = {name: language.title for name, language in languages.known.items()}
    return {_AS_DISCORD: gettext("same as Discord"), ENGLISH: "English", **own}


def _menu(names: Mapping[str, str], chosen: str) -> Menu:
    options = [Option(label=label, value=name, default=name == chosen) for name, label in names.items()]
    shown = tuple(options[:_MOST_OPTIONS])
    return Menu(custom_id=ChangePreference(LANGUAGE).custom_id, placeholder=gettext("Language"), options=shown)


def _news_menu(chosen: NewsPlace) -> Menu:
    options = [
        Option(label=gettext("League news: {place}", place=gettext(_NEWS[place])), value=place, default=place == chosen)
        for place in NEWS_PLACES
    ]
    return Menu(custom_id=ChangePreference(NEWS).custom_id, options=tuple(options))


def _button(name: str, current: Preferences) -> Button:
    """Return the button that switches a preference; its label names what it switches to."""
    return Button(gettext(_LABELS[name][bool(getattr(current, name))]), ChangePreference(name).custom_id)


_LABELS: Final = {
    "pictures": (N_("Show pictures"), N_("Show text only")),
    "four_colours": (N_("Use 4 colours"), N_("Use 2 colours")),
    "pips": (N_("Show pips"), N_("Show 1 large suit")),
    "ping": (N_("Remind me"), N_("Don't remind me")),
    "spoken": (N_("Show counts in words"), N_("Show numbers only")),
    "bot_counts": (N_("Let the bot count"), N_("Count yourself")),
    "reviews": (N_("Send reviews in a DM"), N_("Send no reviews")),
}


async def switch(context: Context, player: Player, name: str) -> None:
    """Switch a preference on or off; an unknown name does nothing."""
    if name in _TEXTS:
        preferences = context.accounts.preferences
        current = await preferences.read(player.id)
        switched: dict[str, Any] = {name: not getattr(current, name)}
        await preferences.put(player.id, replace(current, **switched))


async def choose_news(context: Context, player: Player, chosen: Sequence[str]) -> None:
    """Tell a player of the news of leagues in the place that they have chosen; an unknown place changes nothing."""
    place = next((one for one in NEWS_PLACES if one in chosen), None)
    if place is not None:
        current = await context.accounts.preferences.read(player.id)
        await context.accounts.preferences.put(player.id, replace(current, news=place))


async def choose_language(context: Context, player: Player, chosen: Sequence[str]) -> None:
    """Answer a player in the language that they have chosen, from this answer on."""
    languages, discord_id = context.languages, player.discord_id
    if discord_id is None or not chosen or chosen[0] not in _language_names(languages):
        return
    languages.choose(discord_id, None if chosen[0] == _AS_DISCORD else chosen[0])
    await languages.save(player)
    set_language(languages.of_person(discord_id))
