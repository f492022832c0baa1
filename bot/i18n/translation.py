"""Sentences in the language of the reader: the current language, and the calls that look sentences up in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from engine.messages import Listed, Message

Forms = Sequence[str]
"""The plural forms of a sentence: one for each kind of number that a language tells apart."""


def _english_form(number: int) -> int:
    """Return the place of the English form for a number: one form for 1, another for every other number."""
    return int(number != 1)


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: its locale, as in ``pt-BR``, and its translation of each English sentence.

    ``counted`` holds the plural forms of counted sentences, and ``form`` gives the place of the form that a number
    takes. ``title`` is the language's own name. A sentence that is missing or empty stays English.
    """

    name: str
    sentences: Mapping[str, str]
    counted: Mapping[str, Forms] = field(default_factory=lambda: MappingProxyType({}))
    form: Callable[[int], int] = _english_form
    title: str = ""


_CURRENT: Final[ContextVar[Language | None]] = ContextVar("language", default=None)


def gettext(sentence: str, /, **values: object) -> str:
    """Return the sentence in the current language, with the values in their places."""
    return pgettext("", sentence, **values)


def pgettext(context: str, sentence: str, /, **values: object) -> str:
    """Return the sentence as it is said in one context, where English has one word for two things."""
    translated = _translation(sentence, context)
    return translated.format(**values) if values else translated


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a counted sentence for a number, which ``{number}`` stands for."""
    language = _CURRENT.get()
    forms = None if language is None else language.counted.get(pair(one, many))
    translated = forms[language.form(number)] if language is not None and forms else ""
    return (translated or _translation(one if number == 1 else many)).format(number=number, **values)


def render(message: Message) -> str:
    """Return a message of the engine in the current language, with the messages among its values."""
    if _CURRENT.get() is None:
        return str(message)
    values = {name: _rendered(value) for name, value in message.values.items()}
    if message.plural:
        number = values.pop("number")
        assert isinstance(number, int)
        text = ngettext(message.template, message.plural, number, **values)
    else:
        text = pgettext(message.context, message.template, **values)
    return text[:1].upper() + text[1:] if message.capital else text


def _rendered(value: object) -> object:
    match value:
        case Message():
            return render(value)
        case Listed(items=items, conjunction=conjunction):
            *others, last = (str(_rendered(item)) for item in items)
            word = gettext(" and ") if conjunction == "and" else gettext(" or ")
            return f"{', '.join(others)}{word}{last}" if others else last
        case _:
            return value


def _translation(sentence: str, context: str = "") -> str:
    """Return the sentence in the current language, without its values."""
    language = _CURRENT.get()
    if language is None:
        return sentence
    in_this_context = language.sentences.get(in_context(sentence, context)) if context else None
    return in_this_context or language.sentences.get(sentence) or sentence


def in_context(sentence: str, context: str) -> str:
    """Return the key of a sentence with its context, as languages have it."""
    return f"{sentence} [{context}]" if context else sentence


def pair(one: str, many: str) -> str:
    """Return the key of a counted sentence, as languages have it: one entry for both forms."""
    return f"{one} | {many}"


def current_language() -> Language | None:
    """Return the language in use; None is English."""
    return _CURRENT.get()


def set_language(language: Language | None) -> None:
    """Use this language from now on, in this task and in those that it starts; None is English."""
    _CURRENT.set(language)


@contextmanager
def using_language(language: Language | None) -> Iterator[None]:
    """Use this language within a ``with`` block."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)
