"""The room for the texts of a command: Discord takes 8,000 letters, and counts the longest language of each text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

MOST_LETTERS: Final = 8_000
"""The most letters in the names, descriptions and values of a command with all its options and choices."""

_TEXTS: Final = ("name", "description")


def letters(payload: dict[str, Any]) -> int:
    """Return the letters that Discord counts in a command, as it is sent."""
    texts = sum(max(map(len, _languages(part, text))) for part in _parts(payload) for text in _TEXTS)
    return texts + sum(len(str(part.get("value", ""))) for part in _parts(payload))


def without_room(payload: dict[str, Any], most: int = MOST_LETTERS) -> set[tuple[str, str]]:
    """Return the translations for which a command has no room, as locale and English text: as few as will do.

    They are those that are longer than the English or the other languages by most. The payload loses them.
    """
    dropped: set[tuple[str, str]] = set()
    over = letters(payload) - most
    while over > 0:
        ways = [way for part in _parts(payload) for text in _TEXTS for way in _ways(part, text)]
        if not ways:
            break
        gain, locales, part, text = max(ways, key=lambda way: way[0] / len(way[1]))
        for locale in locales:
            dropped.add((locale, part[text]))
            del part[f"{text}_localizations"][locale]
        over -= gain
    return dropped


def _ways(part: dict[str, Any], text: str) -> Iterator[tuple[int, list[str], dict[str, Any], str]]:
    """Yield how many letters a text takes less without its longest language, its two longest, and so on."""
    localized = part.get(f"{text}_localizations") or {}
    ordered = sorted(localized, key=lambda locale: -len(localized[locale]))
    for many in range(1, len(ordered) + 1):
        left = max([len(part[text]), *(len(localized[locale]) for locale in ordered[many:])])
        gain = max(map(len, _languages(part, text))) - left
        if gain > 0:
            yield gain, ordered[:many], part, text


def _languages(part: dict[str, Any], text: str) -> list[str]:
    return [part.get(text) or "", *(part.get(f"{text}_localizations") or {}).values()]


def _parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, and everything in it that has texts."""
    yield part
    for several in ("options", "choices"):
        for inner in part.get(several) or ():
            yield from _parts(inner)


def lost_commands(sent: Sequence[Any], held: Sequence[Any]) -> list[str]:
    """Return the names of commands and of their options that were sent and that Discord does not have."""
    return sorted(_paths(sent) - _paths(held))


def _paths(parts: Sequence[Any], before: str = "") -> set[str]:
    """Return the full name of every command, subcommand and option, with its type."""
    found: set[str] = set()
    for part in parts:
        path = f"{before} {part['name']} ({part.get('type', 1)})".strip()
        found |= {path, *_paths(part.get("options") or (), path)}
    return found
