"""Screens, forms, and the buttons of a table, whose custom ids name the table and what they answer.

A custom id says all that a press means, so a press is answered after a restart too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, Final, TypeAlias

import discord
import orjson
from discord import ButtonStyle, ChannelType
from discord.ui import LayoutView, Modal

from bot.i18n.translation import MOST_OF_A_TITLE, cut
from bot.models.result import Streaks
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.ui.core.formatting import MOST_TEXT, in_words, put_suit_emojis, with_visible_suits
from bot.ui.core.router import Action, AnyPress, Prompt, TableId, press
from engine.ai.judge import Judgement
from engine.view import View


@press("c1:{table}:{prompt}:{action}")
class Press(AnyPress):
    """A press at a table: the prompt that it answers, and the action."""

    table: TableId
    prompt: Prompt
    action: Action


GREEN, GOLD = discord.Colour.dark_green(), discord.Colour.dark_gold()
"""The colours at the edge of a screen: of a game, and of everything else."""

_ROW, _BUTTON, _MENU, _FIELD, _USERS, _ROLES, _CHANNELS, _TEXT, _PICTURES, _BOX, _LABEL = (
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    12,
    17,
    18,
)
"""Discord's numbers for the types of components."""

_ACROSS: Final = 5
_LONGEST_LABEL: Final = 80


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what stands on it, and what a press of it means."""

    label: str
    custom_id: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False

    @property
    def payload(self) -> dict[str, Any]:
        label = self.label if len(self.label) <= _LONGEST_LABEL else cut(self.label, _LONGEST_LABEL)
        shown = {"type": _BUTTON, "style": self.style.value, "disabled": self.disabled}
        return {**shown, "label": label, "custom_id": self.custom_id}


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address; the bot hears nothing of a press."""

    label: str
    url: str

    @property
    def payload(self) -> dict[str, Any]:
        return {
            "type": _BUTTON,
            "style": ButtonStyle.link.value,
            "label": cut(self.label, _LONGEST_LABEL),
            "url": self.url,
        }


@dataclass(frozen=True, slots=True)
class MenuOption:
    """An option of a menu."""

    label: str
    value: str
    description: str = ""
    default: bool = False

    @property
    def payload(self) -> dict[str, Any]:
        shown = {"label": cut(self.label, 100), "value": self.value, "default": self.default}
        return {**shown, "description": cut(self.description, 100)} if self.description else shown


@dataclass(frozen=True, kw_only=True)
class Menu:
    """A menu of ``options``; without any, of Discord users or roles, some chosen, or of the channels of these types."""

    custom_id: str
    options: tuple[MenuOption, ...] = ()
    placeholder: str = ""
    fewest: int = 1
    most: int = 1
    users: Sequence[int] = ()
    roles: Sequence[int] | None = None
    channels: Sequence[ChannelType] = ()

    @cached_property
    def payload(self) -> dict[str, Any]:
        kind = _MENU if self.options else _CHANNELS if self.channels else _USERS if self.roles is None else _ROLES
        shown: dict[str, Any] = {"type": kind, "custom_id": self.custom_id, "disabled": False}
        shown |= {"min_values": self.fewest, "max_values": self.most, "required": self.fewest > 0}
        if self.placeholder:
            shown["placeholder"] = cut(self.placeholder, 150)
        if self.options:
            shown["options"] = [option.payload for option in self.options]
        if self.channels:
            shown["channel_types"] = [kind.value for kind in self.channels]
        if chosen := [*self.users, *(self.roles or ())]:
            what = "user" if self.roles is None else "role"
            shown["default_values"] = [{"id": str(one), "type": what} for one in chosen]
        return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class TextInput:
    """A field of a form in which something is typed."""

    custom_id: str
    longest: int
    default: str = ""
    placeholder: str = ""
    required: bool = True
    has_lines: bool = False

    @property
    def payload(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"type": _FIELD, "custom_id": self.custom_id, "required": self.required}
        shown |= {"style": 2 if self.has_lines else 1, "label": None, "max_length": self.longest}
        if self.placeholder:
            shown["placeholder"] = cut(self.placeholder, 100)
        return {**shown, "value": self.default} if self.default else shown


Control: TypeAlias = Button | Link | Menu
Row: TypeAlias = Sequence[Control]
"""Up to five buttons, or one menu."""


def in_fives(buttons: Sequence[Button]) -> list[list[Button]]:
    """Return as few rows of buttons as Discord takes."""
    return [[*buttons[start : start + _ACROSS]] for start in range(0, len(buttons), _ACROSS)]


class _Sent:
    """What discord.py takes for one of its views: nothing of it is stored, for presses are known by their custom ids.

    So a screen costs no memory, survives restarts, and cannot take the presses of others.
    """

    timeout: ClassVar[None] = None

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False

    def has_components_v2(self) -> bool:
        return False


@dataclass(frozen=True)
class Screen(_Sent, LayoutView):  # type: ignore[misc]
    """A message of components: texts, pictures and rows of controls from top to bottom."""

    parts: tuple[str | Scene | Row, ...]
    colour: discord.Colour = GREEN

    def has_components_v2(self) -> bool:
        return True

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The pictures on the screen, which are sent along with it as files."""
        return tuple(dict.fromkeys([part for part in self.parts if isinstance(part, Scene)]))

    def in_words(self) -> Screen:
        return Screen(tuple(map(_in_words, self.parts)), self.colour)

    @property
    def digest(self) -> bytes:
        """A digest of the components, which takes less memory than they do."""
        return blake2b(orjson.dumps(self._components), digest_size=16).digest()

    def to_components(self) -> list[dict[str, Any]]:
        return self._components

    @cached_property
    def _components(self) -> list[dict[str, Any]]:
        # Of each text that comes after one that is far too long at least a few letters are shown.
        left, shown = MOST_TEXT - 3 * len(self.parts), []
        for part in self.parts:
            if isinstance(part, str):
                shown.append({"type": _TEXT, "content": part[:left] or "..."})
                left = max(left - len(part), 3)
            elif isinstance(part, Scene):
                # With its description for people who cannot see it.
                file = {"url": f"attachment://{part.name}"}
                told = cut(part.description, 1_024) if len(part.description) > 1_024 else part.description
                picture = {"media": file, "spoiler": False, "description": told}
                shown.append({"type": _PICTURES, "items": [picture]})
            elif part:
                shown.append({"type": _ROW, "components": [control.payload for control in part]})
        box = [{"type": _BOX, "accent_color": self.colour.value, "spoiler": False, "components": shown}]
        put_suit_emojis(box)
        return box


def _in_words(part: str | Scene | Row) -> str | Scene | Row:
    if isinstance(part, Scene):
        return part
    if isinstance(part, str):
        return in_words(part)
    return [replace(one, label=cut(in_words(one.label), 80)) if isinstance(one, Button) else one for one in part]


@dataclass(frozen=True)
class Buttons(_Sent, discord.ui.View):  # type: ignore[misc]
    """The buttons below a message of plain text."""

    buttons: tuple[Button, ...]

    def to_components(self) -> list[dict[str, Any]]:
        rows = in_fives(self.buttons)
        return [{"type": _ROW, "components": [button.payload for button in row]} for row in rows]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form, with its label and a hint."""

    control: TextInput | Menu
    label: str
    hint: str = ""

    @property
    def payload(self) -> dict[str, Any]:
        shown = {"type": _LABEL, "label": cut(self.label, 45), "component": self.control.payload}
        return {**shown, "description": cut(self.hint, 100)} if self.hint else shown


@dataclass(frozen=True)
class Form(_Sent, Modal):  # type: ignore[misc]
    """A form. ``above`` is a text above its fields, such as the cards to count."""

    custom_id: str
    title: str
    fields: tuple[Field, ...]
    above: str = ""

    def to_dict(self) -> dict[str, Any]:
        above = [{"type": _TEXT, "content": self.above}] if self.above else []
        title = cut(self.title, MOST_OF_A_TITLE)
        return {"custom_id": self.custom_id, "title": title, "components": above + [one.payload for one in self.fields]}


def button(press: AnyPress, label: str, style: ButtonStyle = ButtonStyle.secondary) -> Button:
    """Return the button of a press."""
    return Button(label, press.custom_id, style)


def page_view(paragraphs: Sequence[str], *rows: Row, scenes: Sequence[Scene] = ()) -> Screen:
    """Return a screen with these paragraphs, pictures after the first of them, and rows of buttons and menus."""
    before = 1 if scenes else len(paragraphs)
    texts = [in_paragraphs(part) for part in (paragraphs[:before], paragraphs[before:]) if part]
    return Screen((*texts[:1], *scenes, *texts[1:], *rows), GOLD)


def in_paragraphs(parts: Sequence[str]) -> str:
    """Return a text of paragraphs in which every suit is seen."""
    return with_visible_suits("\n\n".join(parts))


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a seat, the best first, as the judge sees them; none if there is nothing to choose."""

    view: View
    choices: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The options: pictures or none, how their cards are drawn, and whether counts are spoken in full.

    For somebody who wants text ``aloud``, cards are in words. With ``advice`` the screen gives a player tips.
    """

    pictures: bool = False
    style: Style = DEFAULT_STYLE
    spoken: bool = True
    aloud: bool = False
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The extra facts about a finished game: the names of players whose first game it was, and everybody's streaks.

    ``counts`` is whether its league counts it; None until its result is kept there. ``achievements`` are what the game
    brought: each player's name and the kind. Once the next game is open, it is ``followed``. It
    ``shares`` what its players may show the others, until one of them does. ``guesses`` are how many of those who
    watched guessed the winner, and how many guessed.
    """

    newcomers: tuple[str, ...] = ()
    counts: bool | None = None
    achievements: tuple[tuple[str, str], ...] = ()
    streaks: tuple[tuple[str, Streaks], ...] = ()
    followed: bool = False
    shares: bool = False
    guesses: tuple[int, int] = (0, 0)


TEXT: Final = DisplayOptions()
