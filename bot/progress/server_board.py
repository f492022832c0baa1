"""The board of a server: who leads each ranking of a week, a month and all time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.models.achievement import BoardTotals
from bot.storage import achievements as store
from bot.tables.repository import TableRepository
from engine.analysis.game_review import DECISIONS


class Period(StrEnum):
    """The time of a board: the last 7 days, the last 30 days, or all time."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


FEWEST: Final[dict[Period, int]] = {Period.WEEK: 3, Period.MONTH: 5, Period.ALL: 10}
"""How many finished games a player needs for an average to be ranked."""

MOST: Final = 5
"""How many places a ranking shows; players who are level share the last one."""

_LENGTH: Final[dict[Period, timedelta]] = {Period.WEEK: timedelta(days=7), Period.MONTH: timedelta(days=30)}
_EVER: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What players are ranked by, the highest first; None leaves a player out.

    An average needs ``FEWEST`` games, counted by ``games``.
    """

    kind: str
    value: Callable[[BoardTotals], float | None]
    is_average: bool = False
    games: Callable[[BoardTotals], int] = lambda totals: totals.games


RANKINGS: Final = (
    Ranking("games", lambda totals: totals.games),
    Ranking("hand", lambda totals: totals.hand_points / totals.hands if totals.hands else None, is_average=True),
    Ranking("pegged", lambda totals: totals.pegged / totals.games, is_average=True),
    Ranking("best_hand", lambda totals: totals.best_hand),
    Ranking("lost", lambda totals: -DECISIONS * totals.lost, is_average=True, games=lambda totals: totals.reviewed),
)
"""The rankings of a board, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a ranking: the place, the value, and the player's totals. Players who are level share a place."""

    place: int
    value: float
    totals: BoardTotals


async def board_of(tables: TableRepository, guild_id: int, period: Period, now: datetime) -> dict[str, list[BoardLine]]:
    """Return the lines of each ranking of a server, by kind; empty where nobody finished enough games."""
    since = now - _LENGTH[period] if period in _LENGTH else _EVER
    totals = await store.sum_by_player(tables.database, guild_id, since)
    return {ranking.kind: ranked(totals, ranking, period) for ranking in RANKINGS}


def ranked(totals: Iterable[BoardTotals], ranking: Ranking, period: Period) -> list[BoardLine]:
    """Return the lines of one ranking, the first place first."""
    fewest = FEWEST[period] if ranking.is_average else 1
    values = [
        (value, one) for one in totals if ranking.games(one) >= fewest and (value := ranking.value(one)) is not None
    ]
    values.sort(key=lambda found: (-found[0], found[1].name.casefold(), found[1].player_id))
    lines: list[BoardLine] = []
    for number, (value, one) in enumerate(values, 1):
        place = lines[-1].place if lines and lines[-1].value == value else number
        if place > MOST:
            break
        lines.append(BoardLine(place, value, one))
    return lines
