"""Everything that can be pressed: it outlives a restart, for each press names its table and what it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from discord import ButtonStyle, SelectOption
from discord.components import MediaGalleryItem
from discord.ui import Button, Container, Label, LayoutView, MediaGallery, Modal, Select, TextInput

from bot.i18n.limits import MOST_OF_A_TITLE, cut, fitted
from bot.i18n.translation import N_, gettext, ngettext
from bot.render.scene import Scene
from bot.ui.core import words
from engine.cards import Card

_READ: Final = re.compile(r"c1:(?P<table>[a-z0-9]+):(?P<prompt>[a-z0-9_.]*):(?P<action>[A-Za-z0-9-]+)")


@dataclass(frozen=True, slots=True)
class Press:
    """What was pressed: at which table, in answer to what, and which action."""

    table: str
    prompt: str
    action: str

    @property
    def custom_id(self) -> str:
        """The press as Discord keeps it, at most 100 characters."""
        return f"c1:{self.table}:{self.prompt}:{self.action}"

    @classmethod
    def read(cls, custom_id: str) -> Press | None:
        """The press that a custom_id names; None for one that is not ours."""
        match = _READ.fullmatch(custom_id)
        return None if match is None else cls(match["table"], match["prompt"], match["action"])


class Screen(LayoutView):
    """A message as it stands now. It is only ever sent: whatever is pressed on it is told by its custom_id.

    discord.py would keep every view it sends until a time-out. It keeps none that calls itself finished, so
    screens cost no memory, no restart loses them, and none can take another's buttons away.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._pictures: dict[Scene, tuple[Container[Any], MediaGallery[Any]]] = {}

    def is_finished(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", fitted(super().to_components()))  # type: ignore[no-untyped-call]

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The pictures on it, which whoever sends it sends along."""
        return tuple(self._pictures)

    def hang(self, scene: Scene, box: Container[Any]) -> None:
        """Hang a picture in a box of this screen, with its words for those who do not see it."""
        gallery: MediaGallery[Any] = MediaGallery(
            MediaGalleryItem(f"attachment://{scene.name}", description=scene.description)
        )
        self._pictures[scene] = (box, gallery)
        box.add_item(gallery)

    def without(self, scene: Scene) -> None:
        """Take a picture down."""
        box, gallery = self._pictures.pop(scene)
        box.remove_item(gallery)


class Form(Modal):
    """A form that is answered by its custom_id, so that one left open over a restart still counts."""

    def __init__(self, custom_id: str, title: str, field: TextInput[Any], label: str, hint: str) -> None:
        super().__init__(title=cut(title, MOST_OF_A_TITLE), custom_id=custom_id, timeout=None)
        self.add_item(Label(text=label, description=hint, component=field))

    def is_finished(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", fitted(super().to_components()))


def button(
    press: Press, label: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Button[Any]:
    """A button that says which table it belongs to, and what it answers."""
    return Button(label=label, style=style, custom_id=press.custom_id, disabled=disabled)


def card_menu(press: Press, hand: Sequence[Card], chosen: Sequence[Card], many: int) -> Select[Any]:
    """The menu in which a player chooses the cards that he will lay away."""
    return Select(
        custom_id=press.custom_id,
        placeholder=ngettext("Choose {number} card to lay away", "Choose {number} cards to lay away", many),
        min_values=many,
        max_values=many,
        options=[
            SelectOption(label=words.card_name(card).capitalize(), value=str(card), default=card in chosen)
            for card in hand
        ],
    )


def declaration(press: Press, what: str) -> Form:
    """The form in which a count is declared."""
    field: TextInput[Any] = TextInput(
        custom_id="count", placeholder=gettext("12, or: fifteen two, fifteen four, and a pair is 6"), max_length=200
    )
    hint = gettext("A number from 0 to 29, or the whole count as you would say it.")
    title = gettext("Declare your crib" if what == "crib" else "Declare your hand")
    return Form(press.custom_id, title, field, gettext("How many points?"), hint)


def amendment(press: Press, what: str) -> Form:
    """The form in which a declaration is raised while it may still be challenged."""
    field: TextInput[Any] = TextInput(custom_id="count", placeholder="14", max_length=200)
    return Form(
        press.custom_id,
        gettext(_RAISE[what]),
        field,
        gettext("How many points in all?"),
        gettext("More than you declared."),
    )


_RAISE: Final = {
    "hand": N_("Raise your count of the hand"),
    "crib": N_("Raise your count of the crib"),
    "card": N_("Raise your count of the card"),
}


def cutting(press: Press, title: str, hint: str) -> Form:
    """The form in which a player says where he cuts the pack."""
    field: TextInput[Any] = TextInput(custom_id="number", placeholder="24", max_length=10)
    return Form(press.custom_id, title, field, gettext("How many cards from the top?"), hint)


def pressed_id(data: Any) -> str:
    """The custom_id of what was pressed or submitted."""
    return str(data.get("custom_id")) if data else ""


def chosen_in(data: Any) -> list[str]:
    """What was chosen in a menu."""
    return list(data.get("values", ()))


def typed_in(data: Any) -> str:
    """What was typed into a form of one field."""
    for row in data.get("components", ()):
        for part in (row, row.get("component") or {}, *(row.get("components") or ())):
            if "value" in part:
                return str(part["value"])
    return ""
