"""The router of presses: each feature registers the prefix of its custom ids once, with a handler."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import discord

from bot.i18n.translation import N_, gettext
from engine.errors import CribbageError

NOT_MINE: Final = N_("That button has expired. Use /table to see your game.")

_log = logging.getLogger(__name__)

_Pressed = TypeVar("_Pressed")
_Reader: TypeAlias = Callable[[str], _Pressed | None]
_Handler: TypeAlias = Callable[[Any, discord.Interaction[Any], _Pressed], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Route:
    """The route of a feature: how its custom ids are parsed, their handler, and the refusal of a bad one."""

    read: _Reader[Any]
    answer: _Handler[Any]
    refusal: str


class Router:
    """A router that takes a press to its handler by the prefix of its custom id.

    A press is known by its custom id alone, so it is answered after a restart too.
    """

    def __init__(self) -> None:
        self._routes: dict[str, _Route] = {}

    def add(self, prefix: str, read: _Reader[_Pressed], answer: _Handler[_Pressed], refusal: str = NOT_MINE) -> None:
        """Let ``answer`` handle every press whose custom id begins with ``prefix``, which ends in its only colon.

        ``read`` gives the handler its values; for an id that it cannot read it returns None, and the player reads the
        ``refusal``. Raises ``ValueError`` for a prefix that is taken.
        """
        if prefix in self._routes or prefix == ":" or prefix[-1:] != ":" or prefix.count(":") != 1:
            raise ValueError(f"no prefix for a route: {prefix!r}")
        self._routes[prefix] = _Route(read, answer, refusal)

    async def answer(self, context: object, interaction: discord.Interaction[Any]) -> None:
        """Answer what was pressed or submitted. Raises ``CribbageError`` for an id that is not ours, or is no more."""
        custom_id = pressed_id(interaction.data)
        route = self._routes.get(custom_id[: custom_id.find(":") + 1])
        if route is None:
            raise CribbageError(gettext(NOT_MINE))
        pressed = route.read(custom_id)
        if pressed is None:
            raise CribbageError(gettext(route.refusal))
        await route.answer(context, interaction, pressed)


def after_colon(custom_id: str) -> str:
    """Return the part of a custom id after its prefix."""
    return custom_id.partition(":")[2]


def pressed_id(data: Any) -> str:
    """The custom id of what was pressed or submitted."""
    return str(data.get("custom_id")) if data else ""


def chosen_in(data: Any) -> list[str]:
    """Return the values that were chosen in a menu."""
    return list(data.get("values", ()))


def chosen_fields(data: Any) -> dict[str, list[str]]:
    """Return the values that were chosen in the menus of a form, by the custom ids of the menus."""
    parts = [row.get("component") or {} for row in data.get("components", ())]
    return {str(part["custom_id"]): list(part.get("values") or ()) for part in parts if "custom_id" in part}


def typed_in(data: Any) -> str:
    """Return the text that was typed into a form of one field."""
    for row in data.get("components", ()):
        for part in (row, row.get("component") or {}, *(row.get("components") or ())):
            if "value" in part:
                return str(part["value"])
    return ""


def typed_fields(data: Any) -> dict[str, str]:
    """Return the texts that were typed into a form, by the custom ids of its fields."""
    parts = [
        part for row in data.get("components", ()) for part in (row.get("component"), *(row.get("components") or ()))
    ]
    return {str(part["custom_id"]): str(part["value"]) for part in parts if part and "value" in part}


Parser: TypeAlias = Callable[[Any], None]
"""What discord.py calls with each event of one kind that Discord sends."""

_UNREAD: Final[dict[str, list[object]]] = {"components": [], "attachments": [], "embeds": []}
"""The parts of a pressed message that nobody reads, each empty."""


def without_contents(parse: Parser) -> Parser:
    """Return a parser of interactions that leaves out the contents of the pressed message.

    The custom id says all that a press means. Parsing the buttons and pictures around it took a tenth of the time of a
    busy bot.
    """

    def parse_press(data: Any) -> None:
        if (message := data.get("message")) is not None:
            message = {name: part for name, part in message.items() if not name.startswith("interaction")}
            data = {**data, "message": {**message, **_UNREAD}}
        parse(data)

    return parse_press


def dropping_failures(event: str, parse: Parser) -> Parser:
    """Return a parser that logs and drops an event which discord.py cannot parse; it would end the bot."""

    def parse_or_drop(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            _log.error("an event %s of Discord could not be read, so it was dropped", event, exc_info=error)

    return parse_or_drop
