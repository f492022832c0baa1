"""Sentences in the language of whoever reads them."""

from __future__ import annotations

from contextlib import AbstractContextManager

from engine.messages import Language, Message, say, say_many, speak, speaking, spoken


def gettext(sentence: str, /, **values: object) -> str:
    """Return the sentence in the current language, with the values in their places."""
    return say(sentence, sense="", **values)


def pgettext(context: str, sentence: str, /, **values: object) -> str:
    """Return the sentence as it is said in one context, where English has one word for two things."""
    return say(sentence, sense=context, **values)


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Return the form of a counted sentence for a number, which ``{number}`` stands for."""
    return say_many(number, one, many, **values)


def render(message: Message) -> str:
    """Return a message of the engine in the current language."""
    return str(message)


def current_language() -> Language | None:
    """Return the language in use; None is English."""
    return spoken()


def set_language(language: Language | None) -> None:
    """Use this language from now on, in this task and in those that it starts; None is English."""
    speak(language)


def using_language(language: Language | None) -> AbstractContextManager[None]:
    """Use this language within a ``with`` block."""
    return speaking(language)
