"""Pages that compare a preset with its book: where the bot does something else, and where the book says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from discord import ButtonStyle
from discord.ui import Button

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Screen
from bot.ui.core.page_view import page_view
from bot.ui.core.router import after_colon
from bot.ui.lawbook.law_page import BOOKS
from engine.books.comparison import TITLES, Comparison, Verdict
from engine.books.table import books_of, points_of
from engine.presets import PRESETS

PREFIX: Final = "book1:"
"""The prefix of a custom id; a preset follows, and the number of a page if it replaces the page with the button."""

LONGEST: Final = 1_500
"""The most characters of the points on one page."""

_HEADINGS: Final = {
    Verdict.DIFFERS: N_("**Where the bot does something else**"),
    Verdict.SILENT: N_("**Where the book doesn't say enough**"),
}


def read(custom_id: str) -> tuple[str, int | None] | None:
    """Return the preset and the page that a custom id names; None for one that names no preset."""
    name, _, page = after_colon(custom_id).partition(".")
    if name not in PRESETS:
        return None
    return name, int(page) if page.isascii() and page.isdecimal() else None


def book_button(preset: str) -> Button[Any]:
    """Return the button that opens the first page."""
    return Button(label=gettext("Compare with the book"), style=ButtonStyle.secondary, custom_id=f"{PREFIX}{preset}")


def book_screen(preset: str, page: int = 0) -> Screen:
    """Return a page, counted from 0, with buttons to turn it if there are several."""
    pages = list(pages_of(preset))
    place = min(max(page, 0), len(pages) - 1)
    rows = [[_turn(preset, place, -1, len(pages)), _turn(preset, place, 1, len(pages))]] if len(pages) > 1 else []
    head = gettext("{head} ({page} of {pages})", head=_head(preset), page=place + 1, pages=len(pages))
    return page_view([head if len(pages) > 1 else _head(preset), *pages[place]], *rows)


def pages_of(preset: str) -> Iterator[list[str]]:
    """Yield the paragraphs of each page; the first begins with what the comparison is about."""
    paragraphs, length = [_introduction(preset)], 0
    for verdict, heading in _HEADINGS.items():
        lines = [gettext(heading)]
        for line in map(_line, points_of(preset, verdict)):
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
    yield [*paragraphs, rest]


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


def _turn(preset: str, place: int, step: int, pages: int) -> Button[Any]:
    to = place + step
    return Button(
        label=gettext("Next") if step > 0 else gettext("Back"),
        style=ButtonStyle.primary if step > 0 else ButtonStyle.secondary,
        custom_id=f"{PREFIX}{preset}.{to if to >= 0 else pages}",
        disabled=not 0 <= to < pages,
    )
