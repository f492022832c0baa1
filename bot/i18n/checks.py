"""The checks of a translation: placeholders, plural forms, and Discord's limits of length."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import c2py
from string import Formatter
from typing import Final

from babel.messages import Catalog
from babel.messages.catalog import Message

_NUMBER: Final = "{number}"
"""The placeholder that every form of a counted sentence may have, though English may not need it."""

_TRIED: Final = range(1001)
"""The numbers with which plural forms are tried before they are trusted."""

Numbers = Sequence[Sequence[int]]
"""The numbers up to a thousand that take each plural form."""


def numbers_of_forms(catalogue: Catalog) -> Numbers:
    """Return which numbers take each plural form. Raises ``ValueError`` where ``Plural-Forms`` is wrong."""
    header = f'"nplurals={catalogue.num_plurals}; plural={catalogue.plural_expr};"'
    numbers: list[list[int]] = [[] for _ in range(catalogue.num_plurals)]
    try:
        form_of = c2py(catalogue.plural_expr)
        for number in _TRIED:
            numbers[form_of(number)].append(number)
    except IndexError:
        raise ValueError(f"Plural-Forms is {header}, which uses more forms than nplurals says.") from None
    except (ValueError, ArithmeticError) as error:
        raise ValueError(f"Plural-Forms cannot be {header}: {error}; copy it from a table of plurals.") from error
    return numbers


def is_complete(message: Message) -> bool:
    """Return whether a message is translated, in all its plural forms."""
    return all(_forms(message.string)) and not message.fuzzy


def fault(message: Message, numbers: Numbers, limit: int | None) -> str | None:
    """Return what is wrong with a translation, in one sentence; None where it is right or not there yet."""
    english, forms = _forms(message.id), _forms(message.string)
    if not any(forms):
        return None
    if not all(forms):
        return f'"{english[0]}" has {sum(map(bool, forms))} of the {len(numbers)} plural forms; write all of them.'
    for place, form in enumerate(forms):
        needed, allowed = _placeholders_of(english, numbers[place] if len(english) > 1 else None)
        found = placeholders(form)
        if found is None or not needed <= found <= allowed:
            return f'"{form}" must have these placeholders: {_join_names(needed)}; it may have: {_join_names(allowed)}.'
        length = sum(len(text) for text, *_ in Formatter().parse(form)) if found else len(form)
        if limit is not None and length > limit:
            return f'"{form}" has {length} characters, and Discord takes {limit} here.'
    return None


def _placeholders_of(english: Sequence[str], numbers: Sequence[int] | None) -> tuple[set[str], set[str]]:
    """Return the placeholders that a translation needs, and all that it may have.

    A form that one number alone takes need not show the number: it may say "one" or "a pair of".
    """
    every = [placeholders(sentence) or set() for sentence in english]
    if numbers is None:
        return every[0], every[0]
    allowed = set.union(*every) | {_NUMBER}
    return (set.intersection(*every) - {_NUMBER} if len(numbers) == 1 else every[-1]), allowed


def placeholders(sentence: str) -> set[str] | None:
    """Return everything in braces, with its format; None where the braces do not match."""
    try:
        parts = list(Formatter().parse(sentence))
    except ValueError:
        return None
    return {
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}}}"
        for _, name, form, conversion in parts
        if name is not None
    }


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return (text or "",) if text is None or isinstance(text, str) else text


def _join_names(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"
