"""A made-up language: every sentence of the template in letters that English does not have, so that nothing hides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from typing import Any

from bot.i18n.loading import KEPT, accented
from bot.i18n.translation import Language
from bot.ui.lawbook.law_page import LAW_TEXTS
from engine.presets import PRESETS
from tests.support.po_files import CONTEXT, Entries, shipped_template
from tests.support.po_files import language as language_of

_QUOTATION = re.compile("|".join(re.escape(text.quote) for text in LAW_TEXTS.values() if text.quote))
"""The words of the laws of 1877, which stay as their book has them."""

_CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")
_GAME = re.compile(r"\bc1:([a-z0-9]+):")
_HASH = re.compile(r"\b[0-9a-f]{16,}\b")
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]*[A-Za-z]{2}[A-Za-z0-9]*")
_SHOWN = frozenset(("content", "label", "placeholder", "title", "description", "text"))
"""The fields of a request that people read."""


class Recorder(NullTranslations):
    """The last resort of a catalogue: it leaves a sentence in English, and notes that it has words."""

    def __init__(self) -> None:
        super().__init__()
        self.missed: set[str] = set()

    def gettext(self, message: str) -> str:
        if _WORD.search(KEPT.sub("", message)):
            self.missed.add(message)
        return message

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English form of the sentence."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the English form of the sentence."""
        return self.ngettext(msgid1, msgid2, n)


def invented() -> tuple[Language, set[str]]:
    """Return the language, and a set to which each sentence is added that is looked up but not in the template."""
    language, recorder = _invented(), Recorder()
    catalogue = copy(language.catalogue)
    catalogue.add_fallback(recorder)
    return replace(language, catalogue=catalogue), recorder.missed


@cache
def _invented() -> Language:
    """Return the language of a whole ``.po`` file. Its lists and dates are in Cyrillic letters."""
    return language_of("ru", pseudo_entries(accented))


def pseudo_entries(translate: Callable[[str], str]) -> Entries:
    """Return a translation of every sentence of the template, with three plural forms."""
    entries: dict[str | tuple[str, str], str | Sequence[str]] = {}
    for message in shipped_template():
        if isinstance(message.id, tuple):
            one, many = message.id
            entries[one, many] = [translate(form) for form in (one if "{number}" in one else many, many, many)]
        elif message.id:
            entries[f"{message.context}{CONTEXT}{message.id}" if message.context else message.id] = translate(
                message.id
            )
    return entries


def english(requests: Iterable[Any], names: Iterable[str]) -> set[str]:
    """The texts sent to Discord in which there are English words still, names and what is typed excepted."""
    requests = list(requests)
    games = {game for request in requests for game in _GAME.findall(json.dumps(request.json))}
    allowed = {*games, *names, *PRESETS, *(part for preset in PRESETS for part in preset.split("-"))}
    return {
        text
        for request in requests
        if not request.path.endswith("/commands")
        for text in _texts(request.json)
        if any(word not in allowed for word in _WORD.findall(_bare(text)))
    }


def _bare(text: str) -> str:
    for pattern in (_QUOTATION, KEPT, _CARD, _HASH):
        text = pattern.sub(" ", text)
    return text


def _texts(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                if key in _SHOWN and isinstance(inner, str):
                    yield inner
                else:
                    yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
