"""A law on one screen: what it says, where it is written, and what this bot does about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.ui.lawbook import ways
from bot.ui.lawbook.index import called
from bot.ui.lawbook.telling import TELLINGS
from engine.laws import OPTIONS, UNBREAKABLE, Law
from engine.presets import PRESETS, find
from engine.rules import Rules

BOOKS: Final = {
    "000": "the United States rules",
    "001": "the online club's rules",
    "002": "the Encyclopaedia of 1877",
    "003": "the rules of the Crib-Derby board",
}
"""The four books, by the names that people know them by."""


def page_of(law: Law, rules: Rules | None = None) -> list[str]:
    """The page of a law, paragraph by paragraph; with ``rules``, what it comes to at the reader's own table."""
    telling = TELLINGS[law]
    paragraphs = [
        f"**{called(law)}**\n{' '.join(filter(None, (law.sentence, telling.more)))}\n**Source:** {written(law)}.",
        f"**Here:** {' '.join(_here(law))}",
    ]
    if law in OPTIONS:
        paragraphs[-1] += "\n" + "\n".join(_by_preset(law))
    if law in OPTIONS and rules is not None:
        paragraphs.append(f"**At your table:** {way(law, rules)}")
    others = [called(other) for other in Law if other is not law and None is not law.number == other.number]
    return [*paragraphs, f"-# See also {', '.join(others)}."] if others else paragraphs


def written(law: Law) -> str:
    """Where a law is written, for people and for the file: ``the Encyclopaedia of 1877, law 19 (002:62)``."""
    place, _, number = law.source.partition(", ")
    match place:
        case "custom":
            return "custom; it stands in none of the four books"
        case "ACC":
            return f"the American Cribbage Congress, {number}; it stands in none of the four books"
        case _:
            book = BOOKS[place.partition(":")[0]]
            return f"{book}, {number} ({place})" if number else f"{book} ({place})"


def way(law: Law, rules: Rules) -> str:
    """What a law that is agreed upon comes to under these rules."""
    own = ways.OF_LAWS.get(law) or ways.WAYS[OPTIONS[law]]
    return own(rules)


def _here(law: Law) -> Iterator[str]:
    """What the bot does: keeps the law, offers it, or cannot break it because it deals."""
    if law in UNBREAKABLE:
        yield f"It cannot be broken. {UNBREAKABLE[law]}"
    elif law in OPTIONS:
        yield f"An option (`{OPTIONS[law]}`)."
    else:
        yield "It is kept."
    if TELLINGS[law].here:
        yield TELLINGS[law].here


def _by_preset(law: Law) -> Iterator[str]:
    """What the law comes to in each preset, those together in which it comes to the same."""
    presets: dict[str, list[str]] = {}
    for name in PRESETS:
        rules = find(name, ceremony=law is Law.PREDEAL_CUT)
        presets.setdefault(way(law, rules), []).append(f"`{name}`")
    for sentence, names in presets.items():
        yield f"- {', '.join(names) if len(presets) > 1 else 'Every preset'}: {sentence}"
