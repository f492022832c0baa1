"""What a season of meetings counts, as a club writes it down: the scale, the marks for places, best meetings."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import LeagueError
from bot.models.league import SeasonCounting

MOST: Final = 200
"""The most points, marks, places and meetings that can be chosen."""

_PAIR: Final = re.compile(r"(\d{1,3})\s*[:=]\s*(\d{1,3})")


def marks_for(counting: SeasonCounting, points: int) -> int:
    """Return the marks for the points at one meeting by the scale: those of the highest step that is reached."""
    at = bisect_right(counting.scale, (points, MOST))
    return counting.scale[at - 1][1] if at else 0


def parse_scale(text: str) -> tuple[tuple[int, int], ...]:
    """Read a scale such as "12:1 13:2 14:3": the points, then the marks. Raises ``LeagueError``."""
    parts = re.split(r"[\s,;]+", _PAIR.sub(r"\1:\2", text.strip()))
    pairs = [_PAIR.fullmatch(part) for part in parts if part]
    found = {int(pair[1]): int(pair[2]) for pair in pairs if pair is not None}
    if None in pairs or len(found) != len(pairs) or any(max(pair) > MOST for pair in found.items()):
        raise LeagueError(gettext("Write the scale like 12:1 13:2 14:3, points first and then what they earn."))
    return tuple(sorted(found.items()))


def parse_places(text: str) -> tuple[int, ...]:
    """Read the marks for first place, second place and so on, such as "5 3 1". Raises ``LeagueError``."""
    parts = re.split(r"[\s,;]+", text.strip())
    numbers = [int(part) for part in parts if re.fullmatch(r"\d{1,3}", part)]
    if len(numbers) != len([part for part in parts if part]) or any(number > MOST for number in numbers):
        raise LeagueError(gettext("Write the points for places like 5 3 1: first place, second place, third place."))
    return tuple(numbers)


def parse_number(text: str) -> int | None:
    """Read a number of nights; None for a blank. Raises ``LeagueError``."""
    typed = text.strip()
    if not typed:
        return None
    if not re.fullmatch(r"[0-9]{1,3}", typed):
        raise LeagueError(gettext("Type a number of nights."))
    return int(typed)


def scale_text(scale: tuple[tuple[int, int], ...]) -> str:
    """A scale as it is typed."""
    return " ".join(f"{points}:{marks}" for points, marks in scale)


def check_counting(counting: SeasonCounting) -> SeasonCounting:
    """Return what a season counts, with the usual scale where marks have none. Raises ``LeagueError``."""
    if counting.basis not in {"games", "marks"}:
        raise LeagueError(gettext("A season adds up games or marks."))
    if counting.best is not None and not 1 <= counting.best <= MOST:
        raise LeagueError(gettext("Choose 1-{most} nights.", most=MOST))
    if not 0 <= counting.attendance <= MOST:
        raise LeagueError(gettext("Choose 0-{most} nights.", most=MOST))
    return counting


def counting_log(counting: SeasonCounting) -> str:
    """What a season counts, in the words of the log."""
    parts = ["points of games"]
    if counting.basis == "marks":
        places = " ".join(map(str, counting.places)) or "none"
        parts = [f"points per night by {scale_text(counting.scale) or 'no scale'} and for places {places}"]
    if counting.best is not None:
        parts.append(f"best {counting.best} nights")
    return ", ".join([*parts, f"ranked after {counting.attendance} nights"])
