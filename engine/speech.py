"""How a sentence is said: in English as it stands in the code, or in the language that is being spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: what it is called, as in ``pt-BR``, and what it says for each English sentence.

    A sentence that is missing, or for which it has nothing, is said in English.
    """

    name: str
    sentences: Mapping[str, str]


_SPOKEN: Final[ContextVar[Language | None]] = ContextVar("spoken", default=None)


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the language that is being spoken, with the values in their places."""
    language = _SPOKEN.get()
    told = sentence if language is None else language.sentences.get(sentence) or sentence
    return told.format(**values) if values else told


def say_many(number: int, one: str, many: str, /, **values: object) -> str:
    """The first sentence for one thing, the second for any other number; ``{number}`` is how many there are."""
    return say(one if number == 1 else many, number=number, **values)


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
