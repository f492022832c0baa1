"""Messages as data: an English template with its values, which ``bot.i18n`` renders in the reader's language.

Templates are literal strings in ``message``, ``counted`` and ``N_``, or stand in a file of texts, because translators'
tools collect them there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

Conjunction: TypeAlias = Literal["and", "or"]

_CONJUNCTIONS: Final[Mapping[Conjunction, str]] = {"and": " and ", "or": " or "}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one, as data: an English template and the values in its places.

    ``plural`` is the template for every number but one, where ``values`` hold a ``number``. ``context`` tells a
    translator which of two meanings an English word has. ``capital`` means that the first letter is a capital. Values
    may be messages and lists of them (``Listed``). ``str()`` gives the English sentence.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    context: str = ""
    capital: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.values, MappingProxyType):
            object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def __hash__(self) -> int:
        # A value may be a list that somebody typed into a file, so only the names of the values are hashed.
        return hash((self.template, self.plural, self.context, self.capital, frozenset(self.values)))

    def __str__(self) -> str:
        template = self.plural if self.plural and self.values["number"] != 1 else self.template
        text = template.format_map(self.values) if self.values else template
        return text[:1].upper() + text[1:] if self.capital else text


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things in one sentence: "a, b and c", or "a, b or c"; the items may be messages.

    ``bot.i18n`` joins them as the reader's language does. ``str()`` gives the English list.
    """

    items: tuple[object, ...]
    conjunction: Conjunction = "and"

    def __str__(self) -> str:
        *others, last = map(str, self.items)
        return f"{', '.join(others)}{_CONJUNCTIONS[self.conjunction]}{last}" if others else last


def message(template: str, /, **values: object) -> Message:
    return Message(template, MappingProxyType(values))


def counted(one: str, many: str, number: int, /, **values: object) -> Message:
    """Return the message for a number, with a template for one and one for every other number."""
    return Message(one, {"number": number, **values}, plural=many)


def number(value: float, specification: str) -> Message:
    """Return a number as ``format`` writes it, with the decimals and thousands of the reader's language."""
    return Message(f"{{number:{specification}}}", {"number": value})


def verbatim(text: str) -> Message:
    """Return a message that is the same in every language, because it is data or is translated already."""
    return Message("{text}", {"text": text})


def listed(items: Iterable[object], conjunction: Conjunction = "and") -> Listed:
    """Return a list for the place of a value. Raises ``ValueError`` where there is nothing to list."""
    several = tuple(items)
    if not several:
        raise ValueError("an empty list cannot stand in a sentence")
    return Listed(several, conjunction)


def joined(items: Iterable[object], separator: Message | str = " ") -> Message:
    """Return one message of several parts with a separator between them: sentences with a space, calls with a comma.

    Raises ``ValueError`` where there are no parts.
    """
    parts = tuple(items)
    if not parts:
        raise ValueError("no parts cannot be joined into a message")
    template, names = _joined_template(len(parts))
    values = dict(zip(names, parts, strict=True))
    if len(parts) > 1:
        values["separator"] = separator
    return Message(template, MappingProxyType(values))


@cache
def _joined_template(parts: int) -> tuple[str, tuple[str, ...]]:
    """Return the template of a list of this many parts with separators, and the names of the parts in it."""
    names = tuple(f"part{number}" for number in range(parts))
    return "{separator}".join(f"{{{name}}}" for name in names), names


def capitalized(part: Message) -> Message:
    """Return the message with a capital as its first letter, for the beginning of a sentence."""
    return Message(part.template, part.values, part.plural, part.context, capital=True)


def N_(text: str) -> str:  # noqa: N802 - the name by which translators' tools know such marks
    """Return the text unchanged; it marks data, such as the title of a law, that is made a message later."""
    return text


def read_texts(package: str, name: str) -> dict[str, Any]:
    """Return what is in a TOML file of a package; translators' tools find its sentences by their keys."""
    texts: dict[str, Any] = tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    return texts
