"""Screens, forms, and the buttons of a table, whose custom ids name the table and what they answer.

A custom id says all that a press means, so a press is answered after a restart too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import discord
from discord import ButtonStyle
from discord.components import MediaGalleryItem
from discord.ui import (
    ActionRow,
    Button,
    Container,
    Item,
    Label,
    LayoutView,
    MediaGallery,
    Modal,
    Section,
    Select,
    TextDisplay,
    TextInput,
)

from bot.i18n.translation import MOST_OF_A_TITLE, N_, cut, gettext
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.ui.core.formatting import with_visible_suits
from bot.ui.core.suit_emojis import put_suit_emojis
from engine.ai.judge import Judgement
from engine.view import View

PREFIX: Final = "c1:"
"""The prefix of every custom id of a table."""

_READ: Final = re.compile(PREFIX + r"(?P<table>[a-z0-9]+):(?P<prompt>[a-z0-9_.-]*):(?P<action>[A-Za-z0-9-]+)")


_BUTTON, _MENU, _FIELD, _LABEL, _OPTION, _PICTURE = 2, 3, 4, 18, None, -1
_MOST: Final[Mapping[tuple[int | None, str], int]] = {
    (_BUTTON, "label"): 80,
    (_MENU, "placeholder"): 150,
    (_FIELD, "placeholder"): 100,
    (_LABEL, "label"): 45,
    (_LABEL, "description"): 100,
    (_OPTION, "label"): 100,
    (_OPTION, "description"): 100,
    (_PICTURE, "description"): 1_024,
}
"""The limit of letters for each part of a message or form, by its type; Discord gives options and pictures no type."""


@dataclass(frozen=True, slots=True)
class Press:
    """The content of a custom id: the table, the prompt that it answers, and the action."""

    table: str
    prompt: str
    action: str

    @property
    def custom_id(self) -> str:
        """The custom id of the press, at most 100 characters."""
        return f"{PREFIX}{self.table}:{self.prompt}:{self.action}"

    @classmethod
    def read(cls, custom_id: str) -> Press | None:
        """Return the press of a custom id; None for one that is not a table's."""
        match = _READ.fullmatch(custom_id)
        return None if match is None else cls(match["table"], match["prompt"], match["action"])


class Screen(LayoutView):
    """A message with components. Presses on it are recognised by their custom ids alone, so it is never stored.

    discord.py stores every view that it sends until a timeout, unless the view says that it is finished. So screens
    cost no memory, survive restarts, and cannot take the presses of others.

    A screen is built, and then read by ``to_components``, which empties it.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._scenes: dict[Scene, None] = {}
        self._components: list[dict[str, Any]] | None = None

    def is_finished(self) -> bool:
        return True

    def has_components_v2(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        if self._components is None:
            components = cast("list[dict[str, Any]]", fitted(super().to_components()))  # type: ignore[no-untyped-call]
            put_suit_emojis(components)
            self._components = components
            self._let_go()
        return self._components

    def _let_go(self) -> None:
        """Part the items from each other: they know one another, and only the garbage collector would free them."""
        for item in reversed(tuple(self.walk_children())):
            if isinstance(item, ActionRow | Container | Section):
                item.clear_items()
        self.clear_items()

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The pictures on the screen, which are sent along with it as files."""
        return tuple(self._scenes)

    def add_picture(self, scene: Scene, box: Container[Any]) -> None:
        """Add a picture to a box of this screen, with its description for people who cannot see it."""
        self._scenes[scene] = None
        box.add_item(MediaGallery(MediaGalleryItem(f"attachment://{scene.name}", description=scene.description)))


class Form(Modal):
    """A form that is recognised by its custom id, so that one left open over a restart still counts.

    ``above`` is a text above its field, such as the cards to count.
    """

    def __init__(
        self,
        custom_id: str,
        title: str,
        field: TextInput[Any] | Select[Any],
        label: str,
        hint: str,
        above: str = "",
    ) -> None:
        super().__init__(title=cut(title, MOST_OF_A_TITLE), custom_id=custom_id, timeout=None)
        if above:
            self.add_item(TextDisplay(above))
        self.add_field(field, label, hint)

    def add_field(self, field: TextInput[Any] | Select[Any], label: str, hint: str = "") -> None:
        """Add a field below those that are there."""
        self.add_item(Label(text=label, description=hint or None, component=field))

    def is_finished(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", fitted(super().to_components()))


def fitted(part: Any) -> Any:
    """A part of a message or a form, and all that is in it, with its words cut in place to what Discord takes."""
    left = [part]
    while left:
        inner = left.pop()
        if isinstance(inner, list):
            left += inner
        elif isinstance(inner, dict):
            kind = _PICTURE if "media" in inner else inner.get("type")
            for name, value in inner.items():
                if isinstance(value, dict | list):
                    left.append(value)
                elif isinstance(value, str) and (kind, name) in _MOST and len(value) > _MOST[kind, name]:
                    inner[name] = cut(value, _MOST[kind, name])
    return part


def button(
    press: Press, label: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Button[Any]:
    """Return a button whose custom id names its table and what it answers."""
    return Button(label=label, style=style, custom_id=press.custom_id, disabled=disabled)


def declaration(press: Press, what: str, cards: str = "") -> Form:
    """Return the form for a spoken count, with the cards to count above its field."""
    field: TextInput[Any] = TextInput(
        custom_id="count", placeholder=gettext("12, or: fifteen two, fifteen four, and a pair is 6"), max_length=200
    )
    hint = gettext("A number from 0 to 29, or the count as you'd say it out loud.")
    title = gettext("Count your crib" if what == "crib" else "Count your hand")
    return Form(press.custom_id, title, field, gettext("How many points?"), hint, cards)


def amendment(press: Press, what: str, said: int) -> Form:
    """Return the form for a new, higher count than the ``said`` one."""
    field: TextInput[Any] = TextInput(custom_id="count", placeholder=str(said + 2), max_length=200)
    return Form(
        press.custom_id,
        gettext(_RAISE[what]),
        field,
        gettext("What is the new total?"),
        gettext("It has to be more than the {said} that you said before.", said=said),
    )


def muggins_call(press: Press, about: str) -> Form:
    """Return the form for the points that were missed in a count; ``about`` says what was counted."""
    field: TextInput[Any] = TextInput(custom_id="points", placeholder="2", max_length=10)
    return Form(
        press.custom_id,
        gettext("Call muggins"),
        field,
        gettext("How many points were missed?"),
        gettext("If you are wrong, the points that you call go to your opponent."),
        about,
    )


_RAISE: Final = {
    "hand": N_("Change your count for this hand"),
    "crib": N_("Change your count for this crib"),
    "card": N_("Change the points of your last card"),
}


def cutting(press: Press, title: str, hint: str) -> Form:
    """Return the form in which players say where they cut the deck."""
    field: TextInput[Any] = TextInput(custom_id="number", placeholder="24", max_length=10)
    return Form(press.custom_id, title, field, gettext("How many cards from the top?"), hint)


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


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a seat, the best first, as the judge sees them; none if there is nothing to choose."""

    view: View
    choices: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The options: pictures or none, how their cards are drawn, and whether counts are spoken in full.

    With ``advice`` the screen gives a player tips.
    """

    pictures: bool = False
    style: Style = DEFAULT_STYLE
    spoken: bool = True
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The extra facts about a finished game: the names of players whose first game it was.

    ``counts`` is whether its league counts it; None until its result is kept there. ``achievements`` are what the game
    brought: each player's name and the kind.
    """

    newcomers: tuple[str, ...] = ()
    counts: bool | None = None
    achievements: tuple[tuple[str, str], ...] = ()


TEXT: Final = DisplayOptions()
"""Text alone."""
