"""Pages that compare a preset with its book: where the bot does something else, and where the book says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from discord import ButtonStyle

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.router import after_colon
from bot.ui.lawbook.law_page import BOOKS
from bot.ui.lawbook.rule_texts import WHO_COUNTS
from engine.books.comparison import TITLES, Comparison, Verdict
from engine.books.table import books_of, points_of
from engine.presets import PRESETS
from engine.rules import Counting

PREFIX: Final = "book1:"
"""The prefix of a custom id; a preset follows, and the number of a page if it replaces the page with the button.

After another dot may follow who counts in a game, where that is not as the preset has it.
"""

LONGEST: Final = 1_500
"""The most characters of the points on one page."""

_HEADINGS: Final = {
    Verdict.DIFFERS: N_("**Where the bot does something else**"),
    Verdict.SILENT: N_("**Where the book doesn't say enough**"),
}


Pressed: TypeAlias = tuple[str, int | None, *tuple[Counting, ...]]
"""What a custom id names: a preset, a page or None for an answer of its own, and who counts if that is different."""


def read(custom_id: str) -> Pressed | None:
    """Return what a custom id names; None for one that names no preset."""
    name, *rest = after_colon(custom_id).split(".")
    if name not in PRESETS:
        return None
    page = int(rest[0]) if rest and rest[0].isascii() and rest[0].isdecimal() else None
    if len(rest) > 1 and rest[1] in list(Counting):
        return name, page, Counting(rest[1])
    return name, page


def book_button(preset: str, counting: Counting | None = None) -> Button:
    """Return the button that opens the first page; ``counting`` is who counts in the game that it is about."""
    label = gettext("Compare with the book")
    return Button(label, f"{PREFIX}{preset}{_suffix(preset, counting)}", ButtonStyle.secondary)


def _suffix(preset: str, counting: Counting | None, page: str = "") -> str:
    """Return the rest of a custom id after its preset."""
    if counting in {None, PRESETS[preset].rules.counting}:
        return f".{page}" if page else ""
    return f".{page}.{counting}"


def book_screen(preset: str, page: int = 0, counting: Counting | None = None) -> Screen:
    """Return a page, counted from 0, with buttons to turn it if there are several."""
    pages = list(pages_of(preset, counting))
    place = min(max(page, 0), len(pages) - 1)
    turns = [_turn(preset, place, step, len(pages), counting) for step in (-1, 1)]
    head = gettext("{head} ({page} of {pages})", head=_head(preset), page=place + 1, pages=len(pages))
    several = len(pages) > 1
    return page_view([head if several else _head(preset), *pages[place]], *([turns] if several else []))


_OF_COUNTS: Final = frozenset(
    {
        *("counting", "pegging", "muggins", "overscore", "amend", "false_game_penalty", "false_muggins", "judges"),
        *("time_to_challenge", "winning_count", "wrong_challenge", "heels_forfeit", "opponents"),
    }
)
"""The points that depend on who counts."""


def pages_of(preset: str, counting: Counting | None = None) -> Iterator[list[str]]:
    """Yield the paragraphs of each page; the first begins with what the comparison is about.

    Where somebody else counts than in the preset, that is said in place of the points that depend on it.
    """
    is_own = counting in {None, PRESETS[preset].rules.counting}
    paragraphs, length = [_introduction(preset)], 0
    if counting is not None and not is_own:
        who = gettext(WHO_COUNTS[counting])
        paragraphs.append(
            gettext("**In your game:** {who}. So I leave out here what the book says about counting.", who=who)
        )
    for verdict, heading in _HEADINGS.items():
        lines = [gettext(heading)]
        points = [point for point in points_of(preset, verdict) if is_own or point.about not in _OF_COUNTS]
        for line in map(_line, points):
            if length + len(line) > LONGEST:
                yield [*paragraphs, "\n".join(lines)] if len(lines) > 1 else paragraphs
                paragraphs, lines, length = [], [gettext(heading)], 0
            lines.append(line)
            length += len(line)
        if len(lines) > 1:
            paragraphs.append("\n".join(lines))
    rest = gettext(
        "-# Everything else is in one of the books." if preset == "house" else "-# Everything else follows the book."
    )
    yield [*paragraphs, rest] if is_own else paragraphs


def _head(preset: str) -> str:
    return gettext("**{preset} and the book**", preset=gettext(PRESETS[preset].title))


def _introduction(preset: str) -> str:
    if preset == "house":
        return gettext("The house rules are this bot's own. Most of them are taken from books.")
    (book,) = books_of(preset)
    return gettext("The book is {book}.", book=gettext(BOOKS[book]))


def _line(point: Comparison) -> str:
    """Return what the book says about one point, and what the bot does."""
    return gettext(
        "- **{topic}**{place}: {book} **Here:** {here}",
        topic=gettext(TITLES[point.about]),
        place=_place(point),
        book=gettext(point.book),
        here=gettext(point.here),
    )


def _place(point: Comparison) -> str:
    """Return the line or the rule of a point, with a space before it; nothing if the book has none."""
    book, _, line = point.source.partition(":")
    if line and point.preset == "house":
        return gettext(" ({book}, line {line})", book=gettext(BOOKS[book]), line=line)
    if line:
        return gettext(" (line {line})", line=line)
    _, _, rule = point.source.partition(", rule ")
    return gettext(" (rule {rule})", rule=rule) if rule else ""


def _turn(preset: str, place: int, step: int, pages: int, counting: Counting | None) -> Button:
    to = place + step
    return Button(
        label=gettext("Next") if step > 0 else gettext("Back"),
        style=ButtonStyle.primary if step > 0 else ButtonStyle.secondary,
        custom_id=f"{PREFIX}{preset}{_suffix(preset, counting, str(to if to >= 0 else pages))}",
        disabled=not 0 <= to < pages,
    )
