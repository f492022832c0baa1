"""The words and turns of phrase that players no longer read; ``plain_words.txt`` has each with its replacement."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_PLACE: Final = re.compile(r"\{[^{}]*\}")
"""The place of a value, whose name nobody reads."""

_LINES: Final = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()

PATTERNS: Final = {
    re.compile(pattern, re.IGNORECASE): plain
    for pattern, _, plain in (line.partition(" => ") for line in _LINES if not line.startswith("# "))
}
"""The patterns, each with what to write instead."""


def old_words(sentence: str) -> dict[str, str]:
    """Return the old words and turns that stand in a sentence, each with what to write instead."""
    said = _PLACE.sub("{0}", sentence)
    return {found[0]: plain for pattern, plain in PATTERNS.items() for found in pattern.finditer(said)}
