"""Names as pictures show them: in letters of the font, and different for different people."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import count
from typing import Final

from anyascii import anyascii

from bot.render.fonts import has_glyph

_NAME_PUNCTUATION: Final = "-.,'"
"""Punctuation of names, which is kept when letters are transliterated."""

_FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Regional indicators: two of them make a flag."""

_NUMBERED_LENGTH: Final = 16
"""The length to which a name is cut when it needs a number, so that the number stays visible."""


@lru_cache(maxsize=1024)
def drawable(name: str) -> str:
    """Spell a name in letters of the font.

    Ornamental letters become plain ones, letters of scripts that the font lacks are transliterated, and symbols and
    emoji are left out; a name of nothing else is spelled.
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    letters = " ".join("".join(map(_in_font, plain)).split())
    if any(map(str.isalnum, letters)) or letters == plain:
        return letters
    spelled = "".join(sign for sign in anyascii(plain) if sign.isprintable())
    return " ".join(spelled.replace(":", " ").replace("_", " ").split()) or letters or "?"


@lru_cache(maxsize=256)
def distinct_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Spell names that are shown together: where different names look the same, all but one get a number.

    The order of the names does not matter, so the result is the same wherever they are shown together.
    """
    drawn: dict[str, str] = {}
    for name in sorted(set(names), key=lambda name: (drawable(name) != name, name)):
        drawn[name] = _distinct(drawable(name), drawn.values())
    return tuple(drawn[name] for name in names)


def _distinct(name: str, others: Collection[str]) -> str:
    """The name, or the name with the first number that makes it different from the others."""
    if name not in others:
        return name
    short = name if len(name) <= _NUMBERED_LENGTH else f"{name[: _NUMBERED_LENGTH - 1].rstrip()}…"
    return next(numbered for number in count(2) if (numbered := f"{short} {number}") not in others)


@lru_cache(maxsize=2048)
def _in_font(letter: str) -> str:
    """A letter of the font, or its transliteration, which is empty for most symbols."""
    if has_glyph(letter):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    if plain != letter:
        return "".join(map(_in_font, plain))
    spelled = anyascii(letter).replace("`", "'")
    is_letter = unicodedata.category(letter)[0] in "LMN" or (spelled.isalnum() and ord(letter) not in _FLAGS)
    return spelled if is_letter or spelled in _NAME_PUNCTUATION else ""
