"""Presses of buttons, menus and forms: what their custom ids say, and who answers them.

A press is known by its custom id alone, so it is answered after a restart too.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import Enum
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
    get_type_hints,
)

import discord

from bot.i18n.translation import N_, gettext
from engine.cards import Card
from engine.errors import CribbageError

NOT_MINE: Final = N_("That button has expired. Use /table to see your game.")

LONGEST_ID: Final = 100
_log = logging.getLogger(__name__)


class Part(NamedTuple):
    """How a value stands in a custom id: its pattern, and how it is read and written."""

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


_CARDS: Final = Part(
    "(?:-[A23456789TJQK][CDHS]){0,2}",
    lambda text: tuple(map(Card.parse, text.split("-")[1:])),
    lambda cards: "".join(f"-{card}" for card in cards),
)
TableId: TypeAlias = Annotated[str, Part("[a-z0-9]+")]
Prompt: TypeAlias = Annotated[str, Part("[a-z0-9_.-]*")]
Action: TypeAlias = Annotated[str, Part("[A-Za-z0-9-]+")]
Word: TypeAlias = Annotated[str, Part("[a-z_]+[0-9]*")]
Rest: TypeAlias = Annotated[str, Part(".*")]
PickedCards: TypeAlias = Annotated[tuple[Card, ...], _CARDS]

_PARTS: Final[Mapping[object, Part]] = {
    int: Part("[0-9]{1,18}", int),
    date: Part("[0-9]{4}-[0-9]{2}-[0-9]{2}", date.fromisoformat, date.isoformat),
}


class AnyPress:
    """What a button, a menu or a form means. Kinds of presses are declared by ``press``."""

    __slots__ = ()
    form: ClassVar[str]
    refusal: ClassVar[str]
    """The refusal of a custom id that begins like one of this kind and cannot be read."""
    _parts: ClassVar[Mapping[str, Part]]
    _pattern: ClassVar[re.Pattern[str]]

    @property
    def custom_id(self) -> str:
        """The custom id, at most ``LONGEST_ID`` characters."""
        shown = {}
        for name, part in self._parts.items():
            shown[name] = part.write(getattr(self, name))
        return self.form.format_map(shown)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Return the press of a custom id; None for one of another form."""
        found = cls._pattern.fullmatch(custom_id)
        try:
            return None if found is None else cls(**{name: part.read(found[name]) for name, part in cls._parts.items()})
        except (ValueError, KeyError):
            return None


P = TypeVar("P", bound=AnyPress)
_Handler: TypeAlias = Callable[[Any, discord.Interaction[Any], P], Awaitable[None]]


@dataclass_transform(frozen_default=True)
def press(form: str, refusal: str = NOT_MINE) -> Callable[[type[P]], type[P]]:
    """Make a class a kind of press with custom ids of this form, in which the prefix ends in the first colon."""

    def declare(kind: type[P]) -> type[P]:
        made = dataclass(frozen=True, slots=True)(kind)
        hints = get_type_hints(made, include_extras=True)
        made.form, made.refusal = form, refusal
        made._parts = {field.name: _part(hints[field.name]) for field in fields(made)}  # type: ignore[arg-type]  # noqa: SLF001
        patterns = {name: f"(?P<{name}>{part.pattern})" for name, part in made._parts.items()}  # noqa: SLF001
        made._pattern = re.compile(re.sub(r"[.]", r"\\.", form).format(**patterns))  # noqa: SLF001
        return made

    return declare


def _part(hint: Any) -> Part:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Part("|".join(re.escape(str(one.value)) for one in hint), hint, lambda value: str(value.value))
    known: Part = getattr(hint, "__metadata__", (None,))[0] or _PARTS[hint]
    return known


class Router:
    """Who answers each kind of press, by the prefix of its custom ids."""

    def __init__(self) -> None:
        self._kinds: dict[str, list[tuple[type[AnyPress], _Handler[Any]]]] = {}

    def answers(self, kind: type[P]) -> Callable[[_Handler[P]], _Handler[P]]:
        """Let a function answer every press of a kind. Raises ``ValueError`` for a form that is taken."""

        def add(handler: _Handler[P]) -> _Handler[P]:
            known = self._kinds.setdefault(kind.form.partition(":")[0], [])
            if any(other.form == kind.form for other, _ in known):
                raise ValueError(f"these presses are answered already: {kind.form}")
            known.append((kind, handler))
            return handler

        return add

    async def answer(self, context: object, interaction: discord.Interaction[Any]) -> None:
        """Answer what was pressed or submitted. Raises ``CribbageError`` for an id that is not ours, or is no more."""
        custom_id = pressed_id(interaction.data)
        prefix, colon, _ = custom_id.partition(":")
        known = self._kinds.get(prefix, []) if colon else []
        for kind, handler in known:
            if (pressed := kind.read(custom_id)) is not None:
                await handler(context, interaction, pressed)
                return
        raise CribbageError(gettext(known[0][0].refusal if known else NOT_MINE))


ROUTER: Final = Router()
answers = ROUTER.answers


def pressed_id(data: Any) -> str:
    return str(data.get("custom_id")) if data else ""


def chosen_in(data: Any) -> list[str]:
    return list(data.get("values", ()))


def chosen_fields(data: Any) -> dict[str, list[str]]:
    """Return the values that were chosen in the menus of a form, by the custom ids of the menus."""
    parts = [row.get("component") or {} for row in data.get("components", ())]
    return {str(part["custom_id"]): list(part.get("values") or ()) for part in parts if "custom_id" in part}


def typed_in(data: Any) -> str:
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
