"""Reads dates as people write them, and finds out whether the day or the month comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from babel.dates import get_month_names

DateOrder: TypeAlias = Literal["day-first", "month-first"]

NOON: Final = time(12, tzinfo=UTC)
"""The time for a game with a date alone; at noon UTC it is the same day in most of the world."""

_EXACT: Final = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d|20\d{6})|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(?P<zone>Z|[+-]\d\d:\d\d)?"
)
_YEAR_FIRST: Final = re.compile(r"(\d{4})[/. -](\d{1,2})[/. -](\d{1,2})\b")
_NUMBERS: Final = re.compile(r"(\d{1,2})([/.-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?=$|[\s,T])")
_SERIAL: Final = re.compile(r"([2-6]\d{4})(\.\d+)?")
_NUMBERS_BEFORE: Final = re.compile(r"(?<![\d/.-])\d{1,2}([/.-])\d{1,2}\1(\d{4}|\d{2})(?![\d/.-])")
_SHORT_BEFORE: Final = re.compile(r"^\d{1,2}[/.]\d{1,2}\.?(?=[:,]?\s+[^\W\d_])")
_DAY_BEHIND: Final = re.compile(
    r"(?:\bon |[-\u2013\u2014:,(]\s*(?:[^\W\d_]{2,10}\.? )?)(\d{1,2}(?:st|nd|rd|th)? [^\W\d_]{3,12})\)?$", re.IGNORECASE
)
"""A day at the end of a line or a title, such as "Semi-finals - Mon 2 Nov"."""

_DAY_OF_LINE: Final = re.compile(r"^(?:[^\W\d_]+ ){0,3}(\d{1,2}(?:st|nd|rd|th)? [^\W\d_]{3,12}):(?=\s)", re.IGNORECASE)
_TIME_BEHIND: Final = re.compile(r"^,?\s+\d\d:\d\d(?::\d\d)?(?!\d)(?: ?[ap]m\b)?", re.IGNORECASE)
_NUMBERS_ALONE: Final = re.compile(r"(\d{1,2})[/.](\d{1,2})\.?")
_DAY_ALONE: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]*(?:of |de )?([^\W\d_]{3,12})\.?", re.IGNORECASE)
_MONTH_ALONE: Final = re.compile(r"([^\W\d_]{3,12})\.?\s*(\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
_SEASON: Final = re.compile(
    r"(?<![\d/.-])(20\d\d) ?[-/_\u2013] ?(?:20)?(\d\d)(?![\d/.-])|^(?:(?:season|saison|temporada) )?(20\d\d)$",
    re.IGNORECASE,
)
_FIRST_SERIAL: Final = date(1899, 12, 30)
"""The day that Excel numbers 0."""

_LANGUAGES: Final = ("en", "de", "es", "fr", "it", "nl", "pl", "pt", "ru")


_BOTH: Final[tuple[DateOrder, ...]] = ("day-first", "month-first")
_LEAP_YEAR: Final = 2024
_LONGEST: Final = 400
"""The most letters in which a day is looked for."""

_REMEMBERED: Final = 4096
"""The texts whose days are remembered, because those of a file are often the same."""


@dataclass(frozen=True, slots=True)
class UnclearDate:
    """A day and a month whose order may be unclear, and whose year may be missing.

    With ``named`` the month is written as a word, or dots stand between, so that ``first`` is the day.
    """

    first: int
    second: int
    year: int | None
    named: bool = False

    def read(self, order: DateOrder | None, today: date | None = None) -> date | None:
        """The day in this order; None where there is no such day. Without a year it is the latest up to today."""
        if order is None and not self.named:
            return None
        if order not in self.orders:
            # Only the other order makes a day of it.
            order = next(iter(self.orders), order)
        first_is_day = self.named or order == "day-first"
        day, month = (self.first, self.second) if first_is_day else (self.second, self.first)
        if self.year is not None:
            return _date(self.year, month, day)
        if today is None:
            return None
        years = (_date(year, month, day) for year in range(today.year, today.year - 4, -1))
        return next((found for found in years if found is not None and found <= today), None)

    @property
    def orders(self) -> frozenset[DateOrder]:
        """The orders in which this is a day."""
        if self.named:
            return frozenset(_BOTH)
        some_year = _LEAP_YEAR if self.year is None else self.year
        days = {"day-first": (self.first, self.second), "month-first": (self.second, self.first)}
        return frozenset(order for order in _BOTH if _date(some_year, days[order][1], days[order][0]))


WrittenDate: TypeAlias = datetime | UnclearDate


def read_date(cell: str | date | None, *, within: bool = False) -> WrittenDate | None:
    """The day, or moment, that a cell says; None where it says none.

    A day alone is at noon UTC. With ``within`` the day may stand in a sentence, such as "Week 3, 8 Sep 2026".
    """
    if cell is None or cell == "":
        return None
    if isinstance(cell, date):
        return at_noon(cell)
    return _read_text(" ".join(cell[:_LONGEST].split()), within)


@lru_cache(_REMEMBERED)
def _read_text(text: str, within: bool) -> WrittenDate | None:  # noqa: FBT001
    if not within and (exact := _exact(text)) is not None:
        return exact
    match = re.search if within else re.match
    if found := match(_YEAR_FIRST, text):
        return _noon(_date(int(found[1]), int(found[2]), int(found[3])))
    if found := match(_NUMBERS, _without_weekday(text)) or (re.search(_NUMBERS, text) if within else None):
        return _of_numbers(int(found[1]), int(found[3]), _year(found[4]), dotted=found[2] == ".")
    for pattern, day, month in zip(_with_months(), (1, 2), (2, 1), strict=True):
        if found := pattern.search(text):
            return _noon(_date(_year(found[3]), _months()[found[month].casefold()], int(found[day])))
    return _without_year(text) or _without_year(_without_weekday(text))


def split_date(text: str) -> tuple[WrittenDate | None, str]:
    """The date that stands before a line or behind it, and the rest; None where it has none."""
    for pattern in (_YEAR_FIRST, _NUMBERS_BEFORE, _SHORT_BEFORE, *_with_months(), _DAY_OF_LINE, _DAY_BEHIND):
        found = pattern.search(text)
        day = None if found is None else read_date(found[found.re.groups == 1])
        if found is not None and day is not None:
            behind = _TIME_BEHIND.sub("", text[found.end() :])
            return day, f"{text[: found.start()]} {behind}".strip(" ,:-[]()")
    return None, text


def says_day(cell: str | date) -> bool:
    """Return whether a cell says a day by itself: with its year, or with the month as a word."""
    found = read_date(cell)
    return found is not None and not (isinstance(found, UnclearDate) and found.year is None and not found.named)


@lru_cache(_REMEMBERED)
def season_of(title: str | None) -> tuple[str, frozenset[int]]:
    """The season that the title of a sheet names, such as 2024-25, and its years; none for another title."""
    found = _SEASON.search(title or "")
    first = int(found[1] or found[3]) if found else 0
    if found is None or not (found[3] or int(found[2]) == (first + 1) % 100):
        return "", frozenset()
    return found[0], frozenset({first, first + 1})


def find_order(dates: Iterable[WrittenDate | None]) -> DateOrder | None:
    """The order in which every unclear date of a file is a day; None where both are possible or neither is."""
    possible: set[DateOrder] = {"day-first", "month-first"}
    has_dots = False
    for one in dates:
        if isinstance(one, UnclearDate):
            possible &= one.orders
            has_dots = has_dots or (one.named and one.year is not None)
    # Beside 14.3.2026, 3/14/2026 doesn't say how 5/6/2026 is meant.
    return possible.pop() if len(possible) == 1 and not (has_dots and "month-first" in possible) else None


def at_noon(day: date) -> datetime:
    """The moment that stands for a day alone."""
    return datetime.combine(day.date() if isinstance(day, datetime) else day, NOON)


def _exact(text: str) -> datetime | None:
    """A date as the bot writes it, or the number of a day as Excel counts them."""
    if found := _SERIAL.fullmatch(text):
        return at_noon(_FIRST_SERIAL + timedelta(days=int(found[1])))
    if (found := _EXACT.fullmatch(text)) is None:
        return None
    try:
        at = datetime.fromisoformat(text)
        # A workbook writes a day alone as its midnight.
        is_day = found["day"] or (not found["zone"] and at.time() == time())
        return at_noon(at) if is_day else (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _of_numbers(first: int, second: int, year: int, *, dotted: bool) -> WrittenDate | None:
    """Two numbers and a year; with dots between them the day always comes first."""
    if first == second:
        return _noon(_date(year, second, first))
    unclear = UnclearDate(first, second, year, named=dotted)
    return unclear if (_date(year, second, first) if dotted else unclear.orders) else None


def _without_year(text: str) -> UnclearDate | None:
    """A day of any year, where the text says nothing else."""
    if (found := _NUMBERS_ALONE.fullmatch(text)) is not None:
        unclear = UnclearDate(int(found[1]), int(found[2]), None, named=text.rstrip(".") != text)
        return unclear if unclear.orders else None
    for pattern, day, month in ((_DAY_ALONE, 1, 2), (_MONTH_ALONE, 2, 1)):
        found = pattern.fullmatch(text)
        number = None if found is None else _months().get(found[month].casefold())
        if found is not None and number is not None and _date(_LEAP_YEAR, number, int(found[day])) is not None:
            return UnclearDate(int(found[day]), number, None, named=True)
    return None


@cache
def _with_months() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of days with their year whose month is a word: before it, and behind it."""
    month = rf"(?<![^\W\d_])({'|'.join(map(re.escape, sorted(_months(), key=len, reverse=True)))})(?![^\W\d_])\.?"
    day = r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.)?"
    return (
        re.compile(rf"{day}[\s-]*(?:of |de )?{month},?[\s-]*(?:de )?(\d{{4}}|\d{{2}})(?!\d)", re.IGNORECASE),
        re.compile(rf"{month}\s*{day},?\s+(\d{{4}})(?!\d)", re.IGNORECASE),
    )


def _without_weekday(text: str) -> str:
    return re.sub(r"^[^\W\d_]{2,12}\.?,? ", "", text)


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else 2000 + int(text)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _noon(day: date | None) -> datetime | None:
    return None if day is None else at_noon(day)


@cache
def _months() -> dict[str, int]:
    """The number of each month by its name, whole or short, in the languages that spreadsheets of clubs use most."""
    months: dict[str, int] = {"sept": 9}
    for language in _LANGUAGES:
        for width in ("abbreviated", "wide"):
            for number, name in get_month_names(width, locale=language).items():
                months.setdefault(name.casefold().rstrip("."), number)
    return months
