"""Pages that compare a preset with its book: where the bot does something else, and where the book says nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context
from bot.ui.core.router import AnyPress, Part, answers, press
from bot.ui.lawbook.law_page import BOOKS
from bot.ui.lawbook.rule_texts import WHO_COUNTS
from engine.books.table import TITLES, Comparison, Verdict, books_of, points_of
from engine.presets import PRESETS
from engine.rules import Counting

LONGEST: Final = 1_500
"""The most characters of the points on one page."""

_HEADINGS: Final = {
    Verdict.DIFFERS: N_("**Where the bot does something else**"),
    Verdict.SILENT: N_("**Where the book doesn't say enough**"),
}


def _dotted(read: Callable[[str], object], pattern: str) -> Part:
    """Return a part after a dot, which may be left out or, before the next one, empty."""
    return Part(
        rf"(?:\.(?:{pattern})?)?",
        lambda text: read(text[1:]) if text[1:] else None,
        lambda value: "" if value is None else f".{value}",
    )


@press("book1:{preset}{page}{counting}")
class ShowBook(AnyPress):
    """A button that compares a preset with its book: on this page, or in an answer of its own.

    ``counting`` is who counts in a game, where that is not as the preset has it.
    """

    preset: Annotated[str, Part("|".join(PRESETS))]
    page: Annotated[int | None, _dotted(int, "[0-9]{1,9}")] = None
    counting: Annotated[Counting | None, _dotted(Counting, "[a-z]+")] = None


def book_button(preset: str, counting: Counting | None = None) -> Button:
    """Return the button that opens the first page; ``counting`` is who counts in the game that it is about."""
    other = None if counting is PRESETS[preset].rules.counting else counting
    return Button(gettext("Compare with the book"), ShowBook(preset, None, other).custom_id)


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
    label = gettext("Next") if step > 0 else gettext("Back")
    style = ButtonStyle.primary if step > 0 else ButtonStyle.secondary
    other = None if counting is PRESETS[preset].rules.counting else counting
    turn = ShowBook(preset, to if to >= 0 else pages, other)
    return Button(label, turn.custom_id, style, disabled=not 0 <= to < pages)


@answers(ShowBook)
async def show_book(_: Context, interaction: discord.Interaction[Any], pressed: ShowBook) -> None:
    """Compare a preset with its book: in an answer of its own, or on another page of one."""
    screen = book_screen(pressed.preset, pressed.page or 0, pressed.counting)
    if pressed.page is None:
        await interaction.response.send_message(view=screen, ephemeral=True)
    else:
        await interaction.response.edit_message(view=screen)
