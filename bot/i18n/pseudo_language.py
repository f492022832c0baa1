"""A made-up translation: every sentence in accented letters, so that what is not translated is seen at once."""

from __future__ import annotations

import re
from typing import Final

from babel import Locale
from babel.messages import Catalog

from bot.i18n.checks import numbers_of_forms
from bot.i18n.loading import limit_of

KEPT: Final = re.compile(r"\{[^{}]*\}|`[^`]*`|<[^<>\n]*>|(?<!\w)/[a-z]+|https?://\S+")
"""What a translator leaves as it is: what the bot puts in, what players type, and what Discord reads."""

_LETTERS: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
)

_LONG: Final = 25
"""Sentences of so many letters grow by the whole share; the shorter ones by up to three times as much."""


def accented(sentence: str) -> str:
    """Return a sentence in letters that English does not have, still easy to read."""
    kept = [*KEPT.findall(sentence), ""]
    parts = [part.translate(_LETTERS) for part in KEPT.split(sentence)]
    return "".join(f"{part}{left}" for part, left in zip(parts, kept, strict=True))


def longer(sentence: str, percent: int, limit: int | None = None) -> str:
    """Return a sentence that is so much longer, as translations are, but no longer than its limit."""
    if not any(map(str.isalpha, KEPT.sub("", sentence))):
        return sentence
    share = percent * (3 if len(sentence) < _LONG else 1) / 100
    room = len(sentence) if limit is None else max(limit - len(sentence), 0)
    return f"{sentence}{'~' * min(round(len(sentence) * share), room)}"


def pseudo_catalogue(template: Catalog, locale: Locale, percent: int = 0) -> Catalog:
    """Return a catalogue with every sentence of the template accented, and ``percent`` longer than in English."""
    catalogue = Catalog(locale, charset="utf-8")
    forms = len(numbers_of_forms(catalogue))
    for message in template:
        limit = limit_of(message)
        if not isinstance(message.id, str):
            one, many = (longer(accented(form), percent, limit) for form in message.id)
            catalogue.add(message.id, (one, *[many] * (forms - 1)), context=message.context)
        elif message.id:
            catalogue.add(message.id, longer(accented(message.id), percent, limit), context=message.context)
    return catalogue
