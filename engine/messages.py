"""Messages as data: an English template with its values, which ``bot.i18n`` renders in the reader's language.

Templates are literal strings in ``message``, ``counted`` and ``N_``, because translators' tools collect them there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

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
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def __hash__(self) -> int:
        # A value may be a list that somebody typed into a file, so only the names of the values are hashed.
        return hash((self.template, self.plural, self.context, self.capital, frozenset(self.values)))

    def __str__(self) -> str:
        template = self.plural if self.plural and self.values["number"] != 1 else self.template
        text = template.format(**self.values) if self.values else template
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
    """Return the message of a template and its values."""
    return Message(template, values)


def counted(one: str, many: str, number: int, /, **values: object) -> Message:
    """Return the message for a number, with a template for one and one for every other number."""
    return Message(one, {"number": number, **values}, plural=many)


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
    values = {f"part{number}": item for number, item in enumerate(items)}
    if not values:
        raise ValueError("no parts cannot be joined into a message")
    template = "{separator}".join(f"{{{name}}}" for name in values)
    return Message(template, {"separator": separator, **values} if len(values) > 1 else values)


def capitalized(part: Message) -> Message:
    """Return the message with a capital as its first letter, for the beginning of a sentence."""
    return replace(part, capital=True)


def N_(text: str) -> str:  # noqa: N802 - the name by which translators' tools know such marks
    """Return the text unchanged; it marks data, such as the title of a law, that is made a message later."""
    return text


Forms = Sequence[str]
"""What is said of a number of things, one form for each kind of number that a language tells apart."""


def _as_english(number: int) -> int:
    """English has a form for one, and another for every other number."""
    return int(number != 1)


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: its locale, as in ``pt-BR``, and what it says for each English sentence.

    ``counted`` holds the forms of what is said of numbers, and ``form`` tells which of them a number takes. ``title``
    is what its speakers call it. A sentence that is missing, or for which it has nothing, is said in English.
    """

    name: str
    sentences: Mapping[str, str]
    counted: Mapping[str, Forms] = field(default_factory=lambda: MappingProxyType({}))
    form: Callable[[int], int] = _as_english
    title: str = ""


_SPOKEN: Final[ContextVar[Language | None]] = ContextVar("spoken", default=None)


def say(sentence: str, /, *, sense: str = "", **values: object) -> str:
    """The sentence in the language that is being spoken, with the values in their places.

    Where English has one word for two things, the ``sense`` tells a translator which of them is meant.
    """
    told = _told(sentence, sense)
    return told.format(**values) if values else told


def _told(sentence: str, sense: str = "") -> str:
    """The sentence in the language that is being spoken, as it stands there."""
    language = _SPOKEN.get()
    if language is None:
        return sentence
    meant = language.sentences.get(in_sense(sentence, sense)) if sense else None
    return meant or language.sentences.get(sentence) or sentence


def say_many(number: int, one: str, many: str, /, **values: object) -> str:
    """The first sentence for one thing, the second for any other number; ``{number}`` is how many there are."""
    language = _SPOKEN.get()
    forms = None if language is None else language.counted.get(pair(one, many))
    told = forms[language.form(number)] if language is not None and forms else ""
    return (told or _told(one if number == 1 else many)).format(number=number, **values)


def in_sense(sentence: str, sense: str) -> str:
    """A sentence and which of its senses is meant, as languages have it."""
    return f"{sentence} [{sense}]" if sense else sentence


def pair(one: str, many: str) -> str:
    """What is said of one thing and of several, as languages have it: one entry for both."""
    return f"{one} | {many}"


def spoken() -> Language | None:
    """The language that is being spoken; None for English."""
    return _SPOKEN.get()


def speak(language: Language | None) -> None:
    """Speak this language from now on, in this task and in those that it begins; None is English."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Speak this language for a while."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)
