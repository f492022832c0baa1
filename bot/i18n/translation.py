"""Sentences in the language of whoever reads them."""

from __future__ import annotations

from contextlib import AbstractContextManager

from engine.messages import Language, Listed, Message, say, say_many, speak, speaking, spoken


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
    """Return a message of the engine in the current language, with the messages among its values."""
    values = {name: _rendered(value) for name, value in message.values.items()}
    if message.plural:
        rest = {name: value for name, value in values.items() if name != "number"}
        number = message.values["number"]
        assert isinstance(number, int)
        text = say_many(number, message.template, message.plural, **rest)
    else:
        text = say(message.template, sense=message.context, **values)
    return text[:1].upper() + text[1:] if message.capital else text


def _rendered(value: object) -> object:
    match value:
        case Message():
            return render(value)
        case Listed(items=items, conjunction=conjunction):
            *others, last = (str(_rendered(item)) for item in items)
            word = say(" and ") if conjunction == "and" else say(" or ")
            return f"{', '.join(others)}{word}{last}" if others else last
        case _:
            return value


def current_language() -> Language | None:
    """Return the language in use; None is English."""
    return spoken()


def set_language(language: Language | None) -> None:
    """Use this language from now on, in this task and in those that it starts; None is English."""
    speak(language)


def using_language(language: Language | None) -> AbstractContextManager[None]:
    """Use this language within a ``with`` block."""
    return speaking(language)
