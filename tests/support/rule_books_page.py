"""The page of the documentation that compares every preset with its book. Write it with this module's ``main``."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bot.ui.lawbook.law_page import BOOKS
from engine.books.table import TITLES, Comparison, Verdict, books_of, points_of
from engine.presets import PRESETS
from tests.support.paths import ROOT

PAGE = ROOT / ".github" / "docs" / "rule-books.md"
COMMAND = "python -m tests.support.rule_books_page"

_HEAD = f"""\
# The presets and their rule books

Each preset follows its own book, except where this page says otherwise. In Discord, `/rules` shows the same: choose a
preset and press **Compare with the book**. The page is written by `{COMMAND}` from the
table in `engine/books`, where every rule of a preset has a row.

A source such as `003:103` is a book and a line of it: 000 is the United States rules, 001 an online club's rules, 002
the Encyclopaedia of 1877 (its laws begin on line 54) and 003 the sheet of the Crib-Derby board. ACC is the tournament
rules of the American Cribbage Congress.
"""

_HEADINGS = {
    Verdict.DIFFERS: "Where the bot does something else",
    Verdict.SILENT: "Where the book doesn't say enough",
    Verdict.FOLLOWS: "As in the book",
}


def written() -> str:
    return "\n".join([_HEAD, *(line for preset in PRESETS for line in _section(preset))]).rstrip("\n") + "\n"


def _section(preset: str) -> Iterator[str]:
    books = ", ".join(BOOKS[book] for book in books_of(preset))
    yield f"## `{preset}`: {PRESETS[preset].title}\n"
    yield f"{'Taken from' if preset == 'house' else 'The book is'} {books}.\n"
    for verdict, heading in _HEADINGS.items():
        yield f"### {heading}\n"
        has_answer = verdict is not Verdict.FOLLOWS
        yield "| about | source | the book |" + (" the bot |" if has_answer else "")
        yield "|---|---|---|" + ("---|" if has_answer else "")
        yield from map(_row, points_of(preset, verdict))
        yield ""


def _row(point: Comparison) -> str:
    cells = [TITLES[point.about], point.source, point.book, *([point.here] if point.here else [])]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    PAGE.write_text(written(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
