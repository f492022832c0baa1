"""A law on one screen: what it says, where it is written, and what this bot does about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.ui.lawbook import rule_texts
from bot.ui.lawbook.law_search import called
from bot.ui.lawbook.law_texts import LAW_TEXTS
from engine.laws import OPTIONS, UNBREAKABLE, Law
from engine.messages import say
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
    telling = LAW_TEXTS[law]
    paragraphs = [
        say(
            "**{law}**\n{listed}\n**Source:** {written}.",
            law=called(law),
            listed=" ".join(filter(None, (say(law.sentence), say(telling.more)))),
            written=written(law),
        ),
        say("**Here:** {here}", here=" ".join(_here(law))),
    ]
    if law in OPTIONS:
        paragraphs[-1] += "\n" + "\n".join(_by_preset(law))
    if law in OPTIONS and rules is not None:
        paragraphs.append(say("**At your table:** {way}", way=way(law, rules)))
    others = [called(other) for other in Law if other is not law and None is not law.number == other.number]
    return [*paragraphs, say("-# See also {others}.", others=", ".join(others))] if others else paragraphs


def written(law: Law) -> str:
    """Where a law is written, for people and for the file: ``the Encyclopaedia of 1877, law 19 (002:62)``."""
    place, _, number = law.source.partition(", ")
    match place:
        case "custom":
            return say("custom; it stands in none of the four books")
        case "ACC":
            return say(
                "the American Cribbage Congress, {numbered}; it stands in none of the four books",
                numbered=_numbered(number),
            )
        case _:
            book = say(BOOKS[place.partition(":")[0]])
            return f"{book}, {_numbered(number)} ({place})" if number else f"{book} ({place})"


def _numbered(number: str) -> str:
    """The number of a law in its book: ``law 19``, or ``rule 10``."""
    what, _, place = number.partition(" ")
    return f"{say(what)} {place}"


def way(law: Law, rules: Rules) -> str:
    """What a law that is agreed upon comes to under these rules."""
    own = rule_texts.OF_LAWS.get(law) or rule_texts.RULE_TEXTS[OPTIONS[law]]
    return own(rules)


def _here(law: Law) -> Iterator[str]:
    """What the bot does: keeps the law, offers it, or cannot break it because it deals."""
    if law in UNBREAKABLE:
        yield say("It cannot be broken. {unbreakable}", unbreakable=say(UNBREAKABLE[law]))
    elif law in OPTIONS:
        yield say("An option (`{option}`).", option=OPTIONS[law])
    else:
        yield say("It is kept.")
    if say(LAW_TEXTS[law].here):
        yield say(LAW_TEXTS[law].here)


def _by_preset(law: Law) -> Iterator[str]:
    """What the law comes to in each preset, those together in which it comes to the same."""
    presets: dict[str, list[str]] = {}
    for name in PRESETS:
        rules = find(name, ceremony=law is Law.PREDEAL_CUT)
        presets.setdefault(way(law, rules), []).append(f"`{name}`")
    for sentence, names in presets.items():
        yield f"- {(', '.join(names) if len(presets) > 1 else say('Every preset'))}: {sentence}"
