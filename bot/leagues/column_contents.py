"""Finds the columns of a sheet of results by what stands in them, where its headings don't say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Final

from bot.leagues.column_headings import Columns, Pair
from bot.leagues.spreadsheets import Cell, Row
from bot.leagues.written_dates import read_date, says_day
from bot.models.league import folded
from bot.tables.matches import needed
from engine.rules import Rules

_SAMPLE: Final = 200
"""The rows of a sheet that are looked at."""

_LONGEST_NAME: Final = 64
_NO_NAMES: Final = frozenset({"yes", "no", "y", "n", "x", "w", "l", "won", "lost", "win", "loss", "ja", "nein"})


class ColumnContents:
    """What the columns of one sheet hold, by the rows in which games may stand."""

    def __init__(self, rows: Sequence[Row], rules: Rules, best_of: int | None) -> None:
        self._target = rules.target
        self._games = None if best_of in {None, 1} else needed(best_of or 1)
        sample = [row for row in islice(rows, _SAMPLE) if _may_be_game(row)]
        width = max((len(row.cells) for row in sample), default=0)
        self._texts = [[row.text(column) for row in sample] for column in range(width)]
        self._cells = [
            [row.cells[column] if column < len(row.cells) else None for row in sample] for column in range(width)
        ]
        self._rows = len(sample)

    def fill(self, columns: Columns) -> None:
        """Add the columns that the headings leave open: scores and the date."""
        if not all(self._holds_names(column) for column in columns.names):
            columns.names = self.name_pair() or columns.names
        if any(self._reaches_target(column) for column in columns.games):
            # These are the points of games 1 and 2, rather than games won.
            columns.games = (None, None)
        free = [column for column in range(len(self._texts)) if column not in columns.understood]
        two_numbers = self._distinct([column for column in range(len(self._texts)) if self._holds_scores(column)])
        if len(two_numbers) > 1:
            self._take_several(columns, [(column, column) for column in two_numbers])
        elif two_numbers and not columns.has_scores:
            columns.texts = (*columns.texts, *two_numbers)
        if not two_numbers and not columns.has_scores:
            found = self._number_pairs([*free, *columns.texts])
            if len(found) == 1 or (found and self._games is not None):
                columns.scores = found[0]
            elif found:
                self._take_several(columns, found)
        if columns.date is None or not self._holds_days(columns.date):
            columns.date = next((column for column in free if self._holds_days(column)), columns.date)
        columns.high_first = all(self._is_high_first(column) for column in columns.texts)

    def columns(self) -> Columns | None:
        """The columns of a sheet without known headings; None where it's not clear which they are."""
        names = self.name_pair()
        if names is None:
            return None
        columns = Columns(names, width=len(self._texts))
        self.fill(columns)
        scored = columns.scores != (None, None) or columns.several or columns.texts
        return columns if scored else None

    def starts(self, row: Row, columns: Columns) -> bool:
        """Return whether a row may be a game by these columns, rather than a title or an unknown heading."""
        said = [row.text(column) for column in columns.score_columns]
        return any(number_of(text).isdecimal() or TWO_NUMBERS.search(text) for text in said)

    def _take_several(self, columns: Columns, pairs: Sequence[Pair]) -> None:
        columns.several = tuple(pairs)
        columns.scores = columns.games = (None, None)
        columns.games_text = None
        columns.texts = tuple(place for place in columns.texts if (place, place) not in pairs)

    def _distinct(self, columns: Sequence[int]) -> list[int]:
        """Columns without those that say the same as one before them."""
        kept: list[int] = []
        for column in columns:
            if all(self._texts[column] != self._texts[other] for other in kept):
                kept.append(column)
        return kept

    def name_pair(self) -> Pair | None:
        """The two columns with the players' names; None where it's not clear which they are.

        Of more than two columns with names they are those that name the same people.
        """
        columns = [column for column in range(len(self._texts)) if self._holds_names(column)]
        if len(columns) == 2:
            return columns[0], columns[1]
        people = {column: set(map(folded, filter(None, self._texts[column]))) for column in columns}
        alike = [pair for pair in combinations(columns, 2) if people[pair[0]] & people[pair[1]]]
        return alike[0] if len(alike) == 1 and not self._ever_equal(*alike[0]) else None

    def blocks(self, cells: Sequence[str]) -> list[list[str]]:
        """A row for each of the tables that stand side by side, with an empty column between, the others left out."""
        blocks: list[list[str]] = [[""] * len(cells)]
        for column, cell in enumerate(cells):
            empty = not cell and not any(self._texts[column] if column < len(self._texts) else ())
            if empty and any(blocks[-1]):
                blocks.append([""] * len(cells))
            blocks[-1][column] = cell
        return [block for block in blocks if any(block)]

    def _ever_equal(self, one: int, other: int) -> bool:
        pairs = zip(self._texts[one], self._texts[other], strict=True)
        return any(text and folded(text) == folded(same) for text, same in pairs)

    def _reaches_target(self, column: int | None) -> bool:
        return (
            column is not None
            and column < len(self._texts)
            and any(number_of(text) == str(self._target) for text in self._texts[column])
        )

    def _is_high_first(self, column: int) -> bool:
        """Return whether every score of a column has the winner's points first."""
        texts = self._texts[column] if column < len(self._texts) else []
        found = [match for text in texts if (match := TWO_NUMBERS.search(text))]
        return all(int(match[1]) > int(match[2]) for match in found)

    def _holds_names(self, column: int) -> bool:
        filled = [text for text in self._texts[column] if text] if column < len(self._texts) else []
        return 2 * len(filled) > self._rows and 5 * sum(map(_is_name, filled)) >= 4 * len(filled)

    def _holds_days(self, column: int) -> bool:
        filled = [cell for cell in self._cells[column] if cell] if column < len(self._cells) else []
        return bool(filled) and 2 * sum(map(says_day, filled)) > len(filled)

    def _holds_scores(self, column: int) -> bool:
        """Return whether the cells hold both numbers of a score, such as 121-98."""
        filled = [text for text in self._texts[column] if text]
        found = [TWO_NUMBERS.search(text) for text in filled]
        possible = sum(match is not None and self._is_score(match[1], match[2]) for match in found)
        return bool(possible) and 2 * possible >= len(filled)

    def _number_pairs(self, free: Sequence[int]) -> list[Pair]:
        """The pairs of columns that hold the points of the two players, nearest columns first."""
        # Where no row looks like a game, even the columns of the headings hold nothing.
        held = [column for column in sorted(set(free)) if column < len(self._texts)]
        numbers = {column: [number_of(text) for text in self._texts[column]] for column in held}
        possible = []
        for one, other in combinations(numbers, 2):
            both = [
                pair
                for pair in zip(numbers[one], numbers[other], strict=True)
                if pair[0].isdecimal() and pair[1].isdecimal()
            ]
            fitting = sum(self._is_score(*pair) for pair in both)
            if fitting and 2 * fitting >= len(both):
                possible.append((other - one, one))
        pairs: list[Pair] = []
        for distance, one in sorted(possible):
            if not {one, one + distance} & {column for pair in pairs for column in pair}:
                pairs.append((one, one + distance))
        return sorted(pairs)

    def _is_score(self, one: str, other: str) -> bool:
        high, low = max(int(one), int(other)), min(int(one), int(other))
        return high > low and high in {self._target, self._games}


def holds_number(cell: Cell) -> bool:
    """Return whether a cell holds a number, a score or a day, which no heading does."""
    text = "" if cell is None else str(cell)
    return number_of(text).isdecimal() or TWO_NUMBERS.search(text) is not None or read_date(cell) is not None


def _may_be_game(row: Row) -> bool:
    texts = [row.text(column) for column in range(len(row.cells))]
    filled = [text for text in texts if text]
    return len(filled) > 2 and any(map(holds_number, row.cells)) and not any(TOTAL.fullmatch(text) for text in filled)


def _is_name(text: str) -> bool:
    return (
        len(text) <= _LONGEST_NAME
        and re.search(r"[^\W\d_]", text) is not None
        and re.search(r"\d", text) is None
        and text.casefold() not in _NO_NAMES
        and not any(word.search(text) for word in (FORFEIT, VOID))
    ) or BYE.fullmatch(text) is not None


FORFEIT: Final = re.compile(
    r"\b(forfeit(ed|s)?|w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|default(ed)?|no[ -]?show|ff|conceded?|kampflos|forfait)\b",
    re.IGNORECASE,
)
WALKOVER: Final = re.compile(r"\b(w\s*/\s*o|w\.o\.?|wo|walk\s?-?over|kampflos)\b", re.IGNORECASE)
"""A forfeit that stands beside the player who gets the win, rather than beside the one who is absent."""

TO_WINNER: Final = re.compile(r"\b(to|wins?|won|for)\b", re.IGNORECASE)
"""Words beside a forfeit with which the player who gets the win is named."""

VOID: Final = re.compile(r"\b(void(ed)?|cancell?ed|annulled|not played|not counted|postponed)\b", re.IGNORECASE)
"""Words beside a game that doesn't count."""

BYE: Final = re.compile(r"\W*(bye|freilos|exempt|free)\W*", re.IGNORECASE)
TOTAL: Final = re.compile(r"\W*(?:sub\W*)?(totals?|sum|average|avg|mean|games played|overall)\b.*", re.IGNORECASE)
TWO_NUMBERS: Final = re.compile(
    r"(?<![\d.])(\d{1,5})(?:\.0+)?\s*(?:-|\u2013|\u2014|\u2212|:|/|to|v|bis|a)\s*(\d{1,5})(?:\.0+)?(?![\d.]*\d)"
)
_FLOAT: Final = re.compile(r"(\d+)[.,]0+")


def number_of(text: str) -> str:
    """A number without the zeros after its point."""
    found = _FLOAT.fullmatch(text.strip())
    return found[1] if found else text.strip()
