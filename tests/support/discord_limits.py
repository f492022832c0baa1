"""What Discord takes of words, and what fits on a phone: the longest texts of the requests that the bot sends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

LONGEST_BUTTON = 38
"""The most characters on a button that phones show whole."""

_BUTTON, _MENU, _FIELD, _TEXT, _LABEL = 2, 3, 4, 10, 18
_MOST = {
    (_BUTTON, "label"): LONGEST_BUTTON,
    (_MENU, "placeholder"): 150,
    (_FIELD, "placeholder"): 100,
    (_LABEL, "label"): 45,
    (_LABEL, "description"): 100,
    ("option", "label"): 100,
    ("option", "description"): 100,
    ("message", "content"): 2_000,
    ("form", "title"): 45,
}
"""The most characters of each part of a screen."""

MOST_TEXT = 4_000
"""The most characters in all text of one message."""


def too_long(requests: Iterable[Any]) -> set[str]:
    """Return the texts that are longer than there is room for, or that were cut to it, with the room there is."""
    return {complaint for request in requests for complaint in _complaints(request.json)}


def _complaints(body: Any) -> Iterator[str]:
    texts = 0
    for kind, part in _parts(body):
        if kind == _TEXT:
            texts += len(part["content"])
        for (of, field), most in _MOST.items():
            text = part.get(field)
            if of == kind and isinstance(text, str) and (len(text) > most or (len(text) == most and text[-1] == "…")):
                yield f"{field} of {kind}, {len(text)} of {most}: {text}"
    if texts > MOST_TEXT:
        yield f"{texts} of {MOST_TEXT} characters in one message"


def _parts(value: Any) -> Iterator[tuple[object, dict[str, Any]]]:
    """Yield every part of a request with what it is: a number of Discord's, or the name of what has none."""
    if isinstance(value, list):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, dict):
        if "content" in value and "type" not in value:
            yield "message", value
        if "title" in value and "custom_id" in value:
            yield "form", value
        yield value.get("type") if "value" not in value else "option", value
        for inner in value.values():
            yield from _parts(inner)
