"""Turns other layouts of results into one game a row: cross tables, and cells that hold players and their score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Final, TypeAlias

from bot.leagues.column_headings import normal_heading
from bot.leagues.csv_format import COLUMNS
from bot.leagues.spreadsheets import Cell, Row
from bot.leagues.written_dates import read_date
from bot.models.league import folded

_SAMPLE: Final = 200
"""The first rows of a sheet, which show its layout."""

_LONGEST: Final = 160
"""The most letters of a cell that is taken apart."""

_PHRASE: Final = re.compile(
    r"(?P<one>[^\W\d_][^\d:;/]*?)\s+"
    r"(?P<verb>beats?|bt\.?|def\.?|defeats|defeated|won against|lost to|l\.? to|v\.?|vs\.?|versus|against|-|\u2013|"
    r"gegen|contre|contra|schlägt|schlug)"
    r"\s+(?P<other>[^\W\d_][^\d:;/]*?)"
    r"(?:\s*[,:(]?\s*(?P<score>\d{1,3}\s*(?:-|\u2013|\u2014|:|/|to)\s*\d{1,3})\)?)?",
    re.IGNORECASE,
)
_NAME: Final = r"[^\W\d_][^\d:;/]*?"
_SCORE_LINES: Final = (
    re.compile(rf"(?P<one>{_NAME})\s+(?P<points>\d{{1,3}})\s*[-:,]?\s*(?P<other>{_NAME})\s+(?P<others>\d{{1,3}})"),
    re.compile(rf"(?P<one>{_NAME})\s+(?P<points>\d{{1,3}})\s*[-:\u2013]\s*(?P<others>\d{{1,3}})\s+(?P<other>{_NAME})"),
)
"""Lines such as "Ann 121 Ben 98" and "Ann 121-98 Ben"."""

_LOST: Final = re.compile(r"l", re.IGNORECASE)
_LEVEL: Final = re.compile(r"(v|vs|versus|against|-|\u2013|gegen|contre|contra)\.?", re.IGNORECASE)
_NAME_AND_POINTS: Final = re.compile(
    # A number that belongs to a name, as in "P12" and "Team 3", is no points.
    r"(?P<name>[^\W\d_][^\d(]*?)(?:\s*[(\[:]\s*(?P<marked>\d{1,3})\s*[)\]]?|\s+(?P<bare>\d{2,3}))"
)
_IN_BRACKETS: Final = re.compile(r"\(.*?\)")
_TWO_POINTS: Final = re.compile(r"(\d{1,3})\D+(\d{1,3})")

_Split: TypeAlias = Callable[[str], "tuple[Cell, ...] | None"]


@dataclass(frozen=True, slots=True)
class _Splitter:
    """What takes a cell apart, and the headings of its parts for a heading of the whole."""

    split: _Split
    headings: Callable[[str], tuple[Cell, ...]]


def one_game_a_row(rows: Sequence[Row], target: int) -> list[Row]:
    """Return rows of which each holds one game; rows of other kinds and files of the bot stay as they are.

    Numbers behind names are points where one of every two is the ``target`` of the game.
    """
    if any(set(COLUMNS) <= set(map(normal_heading, map(row.text, range(len(row.cells))))) for row in rows[:_SAMPLE]):
        return list(rows)
    return _split_cells(_unfold_tables(_stack_blocks(rows)), target)


def _stack_blocks(rows: Sequence[Row]) -> list[Row]:
    """Put tables with the same headings that stand side by side, with an empty column between, below each other."""
    width = max((len(row.cells) for row in rows), default=0)
    filled = [any(row.text(column) for row in rows) for column in range(width)]
    blocks = [list(run) for full, run in groupby(range(width), key=lambda column: filled[column]) if full]
    if len(blocks) < 2 or not any(_same_headings(row, blocks) for row in rows[:_SAMPLE]):
        return list(rows)
    return [
        replace(row, cells=row.cells[block[0] : block[-1] + 1])
        for block in blocks
        for row in rows
        if any(row.cells[block[0] : block[-1] + 1])
    ]


def _same_headings(row: Row, blocks: Sequence[Sequence[int]]) -> bool:
    texts = {tuple(folded(row.text(column)) for column in block) for block in blocks}
    return len(texts) == 1 and all(len(text) > 1 and all(text) for text in texts)


def is_game_line(text: str) -> bool:
    """Return whether a text says both players and their score."""
    parts = _split_phrase(text)
    return parts is not None and parts[-1] is not None


def _split_cells(rows: list[Row], target: int) -> list[Row]:
    """Take apart each column whose cells hold two players, or a player and points."""
    width = max((len(row.cells) for row in rows), default=0)
    sample = list(islice(rows, _SAMPLE))
    splitters = {column: found for column in range(width) if (found := _splitter(sample, column)) is not None}
    with_points = [column for column, found in splitters.items() if found.split is _split_points]
    if with_points and not _are_scores(sample, with_points, target):
        splitters = {column: found for column, found in splitters.items() if column not in with_points}
    if not splitters:
        return rows
    split = [replace(row, cells=_taken_apart(row, splitters)) for row in rows]
    if all(_begins_with_games(sample, column, found) for column, found in splitters.items()):
        # There are no headings yet.
        named = [found.headings("") if (found := splitters.get(column)) else (None,) for column in range(width)]
        split.insert(0, replace(rows[0], cells=tuple(cell for part in named for cell in part)))
    return split


def _are_scores(sample: Sequence[Row], columns: Sequence[int], target: int) -> bool:
    """Return whether the numbers behind the names of two columns are the points of games."""
    games = 0
    for row in sample:
        parts = [_split_points(row.text(column)) for column in columns]
        points = [int(str(part[1])) for part in parts if part is not None]
        if len(points) == 2:
            games += 1
            if max(points) != target or min(points) >= target:
                return False
    return len(columns) == 2 and games > 0


def _begins_with_games(sample: Sequence[Row], column: int, splitter: _Splitter) -> bool:
    """Return whether the first cell of a column that isn't a day is a game."""
    texts = (
        row.text(column) for row in sample if row.text(column) and read_date(row.text(column), within=True) is None
    )
    first = next(texts, "")
    return splitter.split is _split_phrase and splitter.split(first) is not None


def _splitter(sample: Sequence[Row], column: int) -> _Splitter | None:
    """What takes the cells of a column apart; None where fewer than 2 of 3 below the first can be."""
    texts = [text for row in sample if (text := row.text(column))]
    below = texts[1:] or texts
    for splitter in _SPLITTERS:
        if 3 * sum(splitter.split(text) is not None for text in below) >= 2 * max(1, len(below)):
            return splitter
    return None


def _taken_apart(row: Row, splitters: dict[int, _Splitter]) -> tuple[Cell, ...]:
    filled = sum(1 for cell in row.cells if cell)
    cells: list[Cell] = []
    for column, cell in enumerate(row.cells):
        splitter = splitters.get(column)
        if splitter is None:
            cells.append(cell)
            continue
        parts = splitter.split(cell) if isinstance(cell, str) else None
        heading = splitter.headings(cell if isinstance(cell, str) else "")
        if parts is None and filled == 1:
            # A line alone, such as a title, stays whole.
            parts = (cell, *[None] * (len(heading) - 1))
        cells += heading if parts is None else parts
    return tuple(cells)


def _split_phrase(text: str) -> tuple[Cell, ...] | None:
    """Both players of "Ann beat Ben 121-98", the winner's name and the score."""
    if len(text) > _LONGEST:
        return None
    for pattern in _SCORE_LINES:
        if (line := pattern.fullmatch(text)) is not None:
            return line["one"].strip(), line["other"].strip(), None, f"{line['points']}-{line['others']}"
    found = _PHRASE.fullmatch(text)
    if found is None:
        return None
    one, other, score = found["one"].strip(), found["other"].strip(), found["score"]
    if _LEVEL.fullmatch(found["verb"]):
        return one, other, None, score
    first_won = _LOST.match(found["verb"]) is None
    if score is not None and (points := _TWO_POINTS.search(score)):
        # The score may have the winner first whoever is named first.
        high, low = sorted((int(points[1]), int(points[2])), reverse=True)
        score = f"{high}-{low}" if first_won else f"{low}-{high}"
    return one, other, one if first_won else other, score


def _split_points(text: str) -> tuple[Cell, ...] | None:
    """The name and the points of "Ann (121)"."""
    found = None if len(text) > _LONGEST else _NAME_AND_POINTS.fullmatch(text)
    return None if found is None else (found["name"].strip(), found["marked"] or found["bare"])


def _headings_of_phrase(heading: str) -> tuple[Cell, ...]:
    return "Player 1", "Player 2", "Winner", "Result"


def _headings_of_points(heading: str) -> tuple[Cell, ...]:
    name = _IN_BRACKETS.sub("", heading).strip()
    return name, f"{name} score"


_SPLITTERS: Final = (_Splitter(_split_phrase, _headings_of_phrase), _Splitter(_split_points, _headings_of_points))


def _unfold_tables(rows: Sequence[Row]) -> list[Row]:
    """Write each cross table as one game a row, under headings."""
    unfolded: list[Row] = []
    at = 0
    while at < len(rows):
        places = _column_names(rows[at])
        body = [] if len(places) < 3 else _body(rows[at + 1 : at + 1 + len(places)], places)
        if len(body) < 2:
            unfolded.append(rows[at])
            at += 1
            continue
        head = rows[at]
        corner = next((cell for cell in head.cells[: min(places.values())] if cell), None)
        if corner is not None:
            unfolded.append(replace(head, cells=(corner,)))
        unfolded.append(replace(head, cells=("Player 1", "Player 2", "Score")))
        unfolded += _games(body, places)
        at += 1 + len(body)
    return unfolded


def _column_names(row: Row) -> dict[str, int]:
    """The columns of a row by the names above them."""
    cells = ((folded(cell), column) for column, cell in enumerate(row.cells) if isinstance(cell, str) and cell)
    return {name: column for name, column in cells if not any(letter.isdigit() for letter in name)}


def _body(rows: Sequence[Row], places: dict[str, int]) -> list[Row]:
    """The rows below the names that each begin with one of them."""
    body = []
    for row in rows:
        if _row_name(row, places) is None:
            break
        body.append(row)
    return body


def _row_name(row: Row, places: dict[str, int]) -> str | None:
    first = min(places.values())
    return next((cell for cell in row.cells[:first] if isinstance(cell, str) and folded(cell) in places), None)


def _games(body: Sequence[Row], places: dict[str, int]) -> list[Row]:
    """The games of a cross table. A cell may have both scores, or those of the row's player alone."""
    named = {folded(name): row for row in body if (name := _row_name(row, places)) is not None}
    games = []
    for name, row in named.items():
        for other, column in places.items():
            text = row.text(column)
            if other == name or not any(letter.isdigit() for letter in text):
                continue
            if text.isdecimal():
                against = named[other].text(places[name]) if other in named else ""
                if list(places).index(name) > list(places).index(other) and other in named:
                    continue
                text = f"{text}-{against}"
            header_name = _row_name(named[other], places) if other in named else None
            games.append(replace(row, cells=(_row_name(row, places), header_name or other.title(), text)))
    return games
