"""Words cut to what Discord takes, for a translation may be longer than the English."""

from __future__ import annotations

from typing import Final

MOST_OF_A_DESCRIPTION: Final = 100
"""So many letters the description of a command may have, and the name of a choice."""

MOST_OF_A_TITLE: Final = 45
"""So many letters the title of a form may have."""


def cut(words: str, most: int) -> str:
    """The words, or as many of their letters as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1]}…"
