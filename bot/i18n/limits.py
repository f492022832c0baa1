"""Words cut to what Discord takes, for a translation may be longer than the English."""

from __future__ import annotations

from typing import Final

MOST_OF_A_DESCRIPTION: Final = 100
"""The most letters in the description of a command or in the name of a choice."""

MOST_OF_A_TITLE: Final = 45
"""The most letters in the title of a form."""


def cut(words: str, most: int) -> str:
    """The words, or as many of their letters as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1]}…"
