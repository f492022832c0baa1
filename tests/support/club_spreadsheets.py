"""Spreadsheets of results as clubs keep them, in ``tests/bot/leagues/spreadsheets``, with the games in each.

The games stand in ``NAME.games.csv`` beside ``NAME.csv``, ``.txt`` or ``.xlsx``, or else in the ``games.csv`` of the
folder, in the order of the spreadsheet. Their headings say what the numbers are (points, games or legs); ``day first``
in place of ``date`` says that nobody can tell the day from the month. A forfeit has no numbers.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.leagues import export
from tests.support.paths import ROOT

FOLDER = ROOT / "tests/bot/leagues/spreadsheets"


def spreadsheet(results, names, seasons=None):
    """The results as a file that the bot wrote."""
    ordered = sorted(results, key=lambda result: (result.played_at, result.id))
    return "".join(
        [export.CSV_HEAD, *(export.csv_line(result, names, seasons or export.Seasons()) for result in ordered)]
    )


@dataclass
class Spreadsheet:
    path: Path

    @cached_property
    def content(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def _lines(self) -> list[list[str]]:
        own = self.path.with_name(f"{self.path.stem}.games.csv")
        text = (own if own.exists() else self.path.with_name("games.csv")).read_text(encoding="utf-8")
        return list(csv.reader(text.splitlines()))

    @property
    def counts(self) -> str:
        """What the two numbers of a game are: points, games or legs."""
        return self._lines[0][2]

    @property
    def best_of(self) -> int:
        """How many games a match of the league has."""
        return 1 if self.counts == "points" else 3

    @property
    def asks_dates(self) -> bool:
        """Whether nobody can tell the day from the month; the games are then those of a day that stands first."""
        return self._lines[0][0] == "day first"

    @property
    def games(self) -> list[list[str]]:
        """The day, the winner with a number and the loser with a number of each game."""
        return self._lines[1:]


def club_spreadsheets(folder: str = "*") -> list[Spreadsheet]:
    found = [Spreadsheet(path) for path in sorted(FOLDER.glob(f"{folder}/*.*")) if not path.match("*games.csv")]
    assert found, "the spreadsheets are not where the tests look for them"
    return found


def name_of(spreadsheet: Spreadsheet) -> str:
    return spreadsheet.path.relative_to(FOLDER).as_posix()
