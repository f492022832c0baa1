"""A made-up language: every sentence of the catalogue in letters that English does not have, so that nothing hides."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from bot.i18n.translation import Language
from engine.presets import PRESETS
from tests.support.write_catalogue import collected, counted

_KEPT = re.compile(r"\{[^{}]*\}|`[^`]*`|<[^<>\n]*>|(?<!\w)/[a-z]+|https?://\S+")
"""What a translator leaves as it is: what is put in by the bot, what is typed, and what Discord reads."""

_SENSE = re.compile(r" \[[^\[\]]*\]$")
"""In which sense something is said, which is never said itself."""

_CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]")
_GAME = re.compile(r"\bc1:([a-z0-9]+):")
_HASH = re.compile(r"\b[0-9a-f]{16,}\b")
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]*[A-Za-z]{2}[A-Za-z0-9]*")
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = str.maketrans(
    _LATIN + _LATIN.lower(), "".join(chr(0x410 + n) for n in range(26)) + "".join(chr(0x430 + n) for n in range(26))
)
_SHOWN = frozenset(("content", "label", "placeholder", "title", "description", "text"))
"""The fields of a request that people read."""


_Said = TypeVar("_Said")


class Recorded(Mapping[str, _Said]):
    """The sentences of the catalogue, and whatever else was asked for."""

    def __init__(self, sentences: Mapping[str, _Said]) -> None:
        self._sentences = sentences
        self.missed: set[str] = set()

    def __getitem__(self, sentence: str) -> _Said:
        if sentence not in self._sentences and _WORD.search(_KEPT.sub("", sentence)):
            self.missed.add(sentence)
        return self._sentences[sentence]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)


def invented() -> tuple[Language, set[str]]:
    """The language, and a note of what was said in it that is not in the catalogue."""
    forms = {both: tuple(map(translated, parts)) for both, parts in counted().items()}
    plain = {sentence: translated(_SENSE.sub("", sentence)) for sentence in collected() if sentence not in forms}
    sentences, of_numbers = Recorded(plain), Recorded(forms)
    of_numbers.missed = sentences.missed
    return Language("en", sentences, of_numbers, title=translated("English")), sentences.missed


def translated(sentence: str) -> str:
    """The sentence in strange letters."""
    kept = [*_KEPT.findall(sentence), ""]
    parts = [part.translate(_LETTERS) for part in _KEPT.split(sentence)]
    return "".join(f"{part}{left}" for part, left in zip(parts, kept, strict=True))


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
    for pattern in (_KEPT, _CARD, _HASH):
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
