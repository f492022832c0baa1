"""The font of the pictures, in two weights and any size."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

_FONTS: Final = Path(__file__).parent / "font_files"


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
