"""Names as they are drawn: in letters that the face holds, never as boxes, and no two different ones alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import count
from typing import Final

from anyascii import anyascii

from bot.render.fonts import has_glyph

_NAME_PUNCTUATION: Final = "-.,'"
"""Signs that hold a name together, and stay when they are turned into ours."""

_FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Letters that stand in pairs for flags."""

_NUMBERED_LENGTH: Final = 16
"""So many letters are left of a name that needs a number, so that the number is seen."""


@lru_cache(maxsize=1024)
def drawable(name: str) -> str:
    """A name in letters that the face holds.

    Ornamental letters become plain ones, those of scripts that the face does not know are spelled in Latin letters,
    and signs and emoji are left out; of nothing but those the names are spelled.
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    letters = " ".join("".join(map(_in_font, plain)).split())
    if any(map(str.isalnum, letters)) or letters == plain:
        return letters
    spelled = "".join(sign for sign in anyascii(plain) if sign.isprintable())
    return " ".join(spelled.replace(":", " ").replace("_", " ").split()) or letters or "?"


@lru_cache(maxsize=256)
def distinct_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names as they are drawn side by side: where different ones come out alike, all but one get a number.

    Which of them does, does not depend on their order, so that it is the same wherever they stand together.
    """
    drawn: dict[str, str] = {}
    for name in sorted(set(names), key=lambda name: (drawable(name) != name, name)):
        drawn[name] = _distinct(drawable(name), drawn.values())
    return tuple(drawn[name] for name in names)


def _distinct(name: str, others: Collection[str]) -> str:
    """The name, or else the name with the first number that tells it from the others."""
    if name not in others:
        return name
    short = name if len(name) <= _NUMBERED_LENGTH else f"{name[: _NUMBERED_LENGTH - 1].rstrip()}…"
    return next(numbered for number in count(2) if (numbered := f"{short} {number}") not in others)


@lru_cache(maxsize=2048)
def _in_font(letter: str) -> str:
    """A letter, or what stands for it: nothing for most signs."""
    if has_glyph(letter):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    if plain != letter:
        return "".join(map(_in_font, plain))
    spelled = anyascii(letter).replace("`", "'")
    is_letter = unicodedata.category(letter)[0] in "LMN" or (spelled.isalnum() and ord(letter) not in _FLAGS)
    return spelled if is_letter or spelled in _NAME_PUNCTUATION else ""
