"""Text in pictures: one font in two weights, names in its letters, and text that is shortened to its width."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Final

from anyascii import anyascii
from PIL import Image, ImageFont

_FONTS: Final = Path(__file__).parent / "font_files"
_ELLIPSIS: Final = "…"

_NAME_PUNCTUATION: Final = "-.,'"
"""Punctuation of names, which is kept when letters are transliterated."""

_FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Regional indicators: two of them make a flag."""

_NUMBERED_LENGTH: Final = 16
"""The length to which a name is cut when it needs a number, so that the number stays visible."""


@lru_cache(maxsize=256)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font in this size; the basic layout places letters in the same way on every machine."""
    name = f"FiraSansCondensed-{'Bold' if bold else 'Medium'}.ttf"
    return ImageFont.truetype(_FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def has_glyph(letter: str) -> bool:
    """Return whether both weights have this letter; every missing letter looks the same."""
    if unicodedata.category(letter)[0] == "C":
        return False
    face = font(24, bold=True)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))


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


def drawn_names(names: Iterable[str]) -> dict[str, str]:
    known = tuple(dict.fromkeys(names))
    return dict(zip(known, distinct_names(known), strict=True))


def _distinct(name: str, others: Collection[str]) -> str:
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


@lru_cache(maxsize=8192)
def _advance(sign: str, size: int, *, bold: bool) -> float:
    """The distance to the next letter; it is needed at many sizes to fit a name, before anything is drawn."""
    return font(size, bold=bold).getlength(sign)


@lru_cache(maxsize=4096)
def _glyph(sign: str, size: int, *, bold: bool) -> tuple[Image.Image, int, int] | None:
    mask, (right, down) = font(size, bold=bold).getmask2(sign, "L", anchor="ls")
    return (Image.frombytes("L", mask.size, bytes(mask)), right, down) if all(mask.size) else None


def text_mask(line: str, size: int, *, bold: bool) -> tuple[Image.Image, int, int] | None:
    """A line in letters of the font as a mask, and its offset from the point on the base line; None if it is blank.

    The font has no kerning here, so cached letters look the same as a line drawn at once and take a tenth of the time.
    """
    placed, reached = [], 0.0
    for sign in line:
        if (letter := _glyph(sign, size, bold=bold)) is not None:
            placed.append((letter[0], round(reached) + letter[1], letter[2]))
        reached += _advance(sign, size, bold=bold)
    if not placed:
        return None
    left, top = min(x for _, x, _ in placed), min(y for _, _, y in placed)
    right, low = max(x + one.width for one, x, _ in placed), max(y + one.height for one, _, y in placed)
    mask = Image.new("L", (right - left, low - top), 0)
    for one, x, y in placed:
        mask.paste(255, (x - left, y - top), one)
    return mask, left, top


@lru_cache(maxsize=1024)
def width_of(words: str, size: int, *, bold: bool = False) -> int:
    """The width in pixels of text that is not shortened."""
    return round(sum(_advance(sign, size, bold=bold) for sign in drawable(words)))


@lru_cache(maxsize=1024)
def fit(words: str, size: int, within: float, *, bold: bool = False) -> str:
    line = drawable(words)
    if width_of(line, size, bold=bold) <= within:
        return line
    candidates = [line[:length].rstrip() + _ELLIPSIS for length in range(1, len(line))]
    fitting = bisect_right(candidates, within, key=lambda some: width_of(some, size, bold=bold))
    return candidates[fitting - 1] if fitting else ""


def largest_size(words: str, sizes: Iterable[int], within: float, *, bold: bool = False) -> int:
    """The first of these sizes at which text fits the width, or else the last."""
    size = 0
    for size in sizes:
        if width_of(words, size, bold=bold) <= within:
            break
    return size


def wrap(words: str, size: int, within: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= within:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, size, within) for line in lines]
