"""Words cut to what Discord takes, for a translation may be longer than the English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

MOST_OF_A_DESCRIPTION: Final = 100
"""So many letters the description of a command may have, and the name of a choice."""

MOST_OF_A_TITLE: Final = 45
"""So many letters the title of a form may have."""

_BUTTON, _MENU, _FIELD, _LABEL, _OPTION, _PICTURE = 2, 3, 4, 18, None, -1
_MOST: Final[Mapping[tuple[int | None, str], int]] = {
    (_BUTTON, "label"): 80,
    (_MENU, "placeholder"): 150,
    (_FIELD, "placeholder"): 100,
    (_LABEL, "label"): 45,
    (_LABEL, "description"): 100,
    (_OPTION, "label"): 100,
    (_OPTION, "description"): 100,
    (_PICTURE, "description"): 1_024,
}
"""So many letters each part of a message or a form may have, by its kind; Discord gives an offer or a picture none."""


def cut(words: str, most: int) -> str:
    """The words, or as many of their letters as there is room for."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def fitted(part: Any) -> Any:
    """A part of a message or a form, and all that is in it, with its words cut in place to what Discord takes."""
    left = [part]
    while left:
        inner = left.pop()
        if isinstance(inner, list):
            left += inner
        elif isinstance(inner, dict):
            kind = _PICTURE if "media" in inner else inner.get("type")
            for name, value in inner.items():
                if isinstance(value, dict | list):
                    left.append(value)
                elif isinstance(value, str) and (kind, name) in _MOST and len(value) > _MOST[kind, name]:
                    inner[name] = cut(value, _MOST[kind, name])
    return part
