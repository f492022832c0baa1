"""What is wrong with the entries of a translation, each told in one sentence with what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, Final

from bot.i18n.plurals import Plural

_NUMBER: Final = "{number}"
"""What is always put into a sentence that is said of a number, though English may not need it there."""


def faults(entries: Mapping[str, Any], catalogue: Mapping[str, Any], plural: Plural) -> Iterator[str]:
    """Everything that is wrong, in the order of the file."""
    for english, other in entries.items():
        is_counted = isinstance(catalogue.get(english), list)
        match other:
            case str() if is_counted and other:
                yield _wants_forms(english, plural)
            case str():
                yield from _of_one(english, other)
            case list() if not all(isinstance(form, str) for form in other):
                yield _wants_forms(english, plural)
            case list() if is_counted or " | " in english:
                yield from _of_many(english, other, plural)
            case list():
                yield f'"{english}" is said of no number; write one sentence for it, without square brackets.'
            case _:
                yield f'what stands for "{english}" is no sentence in quotation marks.'


def _wants_forms(english: str, plural: Plural) -> str:
    forms = ", ".join(['"..."'] * plural.forms)
    return (
        f'"{english}" is said of numbers; write for it, as language.plural has them, {plural.forms} forms: [{forms}].'
    )


def _of_one(english: str, other: str) -> Iterator[str]:
    wanted = _placeholders(english) or set()
    if other and _placeholders(other) != wanted:
        yield f'"{other}" must have the placeholders of "{english}", and no others: {_listed(wanted)}.'


def _of_many(english: str, forms: list[str], plural: Plural) -> Iterator[str]:
    """A form that one number alone takes need not tell the number: it may say "one" or "a pair of"."""
    if not any(forms):
        return
    if len(forms) != plural.forms or not all(forms):
        yield _wants_forms(english, plural)
        return
    one, many = (_placeholders(part) or set() for part in english.split(" | ", 1))
    for place, form in enumerate(forms):
        numbers, found = plural.numbers(place), _placeholders(form)
        needed = (one & many) - {_NUMBER} if len(numbers) == 1 else many
        if found is None or not needed <= found <= one | many | {_NUMBER}:
            every = _listed(one | many | {_NUMBER})
            yield (
                f'"{form}", which stands for "{english}" of {_some(numbers)}, must have '
                f"these placeholders: {_listed(needed)}; and may have: {every}."
            )


def _some(numbers: list[int]) -> str:
    return f"{', '.join(map(str, numbers[:4]))}{' and so on' if numbers[4:] else ''}"


def _listed(placeholders: set[str]) -> str:
    return ", ".join(sorted(placeholders)) or "none"


def _placeholders(sentence: str) -> set[str] | None:
    """Everything in braces, with how it is written; None where the braces do not match."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    return {
        f"{{{name}{f'!{how}' if how else ''}{f':{form}' if form else ''}}}"
        for _, name, form, how in parts
        if name is not None
    }
