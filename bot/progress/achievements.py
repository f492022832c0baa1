"""Examines finished games, each once: what their players achieved, and their figures for the boards of servers."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.background import Background
from bot.models.agreement import Agreement
from bot.models.errors import StorageError
from bot.models.result import BoardTotals, EarnedAchievement, GameFigures
from bot.storage import finished_games as store
from bot.storage import tables as stored_tables
from bot.storage.database import Database
from bot.tables.game_stats import game_stats
from bot.tables.repository import TableRepository
from bot.tables.table import Update
from engine.analysis.achievements import Achievement, achievements_of, milestones
from engine.analysis.game_review import DECISIONS
from engine.course import Course

PAUSE: Final = 0.05
"""Seconds between two games that are examined in the background."""

_BATCH: Final = 100

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Brought:
    """What a game brought: each player's figures, and their achievements with the games that completed them."""

    figures: list[GameFigures] = field(default_factory=list)
    achievements: list[tuple[int, str, Achievement]] = field(default_factory=list)


class AchievementService:
    """What players have achieved.

    A finished game is examined in one transaction, when its end is shown, or else in the background after ``start``:
    so are the games that an earlier version or an earlier run has left.
    """

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self._database: Database = tables.database
        self.of_player = partial(store.list_achievements, tables.database)
        self._examining = asyncio.Lock()
        self._background = Background(_log)
        self._more = False

    def start(self) -> None:
        """Examine in the background whatever is not examined yet."""
        self._more = True
        self._background.start("achievements", self._work)

    async def close(self) -> None:
        """Stop; what is left is examined after the next start."""
        await self._background.close()

    def hear(self, _: Update) -> None:
        """Examine a game that is over soon."""
        self.start()

    async def of_game(self, table_id: str) -> list[EarnedAchievement]:
        """Return what a finished game brought its players, which examines it if nobody has.

        Where that fails the game brings nothing now, because its result should be shown all the same.
        """
        try:
            await self.examine(table_id)
        except StorageError as error:
            self._background.failures.note("achievements", self._refused(table_id), error)
        return await store.list_achievements_of_game(self._database, table_id)

    async def examine(self, table_id: str) -> None:
        """Store what a finished game brought its players, unless that is stored. Raises ``StorageError``.

        A game that cannot be examined is logged and brings nothing.
        """
        async with self._examining:
            ended_at = await store.read_end(self._database, table_id)
            if ended_at is None:
                return
            brought, place = _Brought(), f"{self._tables.describe(table_id)} brings no achievements"
            with self._background.failures.at("achievements", place, passes=(StorageError,)):
                brought = await self._brought_by(table_id, ended_at)
            async with self._database.transaction() as writing:
                store.mark_examined(writing, table_id)
                for figures in brought.figures:
                    store.add_figures(writing, table_id, figures)
                for player_id, completed_by, achievement in brought.achievements:
                    store.add_achievement(writing, player_id, completed_by, achievement)

    async def _brought_by(self, table_id: str, ended_at: str) -> _Brought:
        """Return what a game brought each player, with the achievements of many games that are complete now."""
        table = await stored_tables.find(self._database, table_id)
        assert table is not None
        course = await self._tables.course(table_id, table.rules)
        players = [seat.player.id for seat in table.seats if seat.player is not None]
        brought = _Brought() if table.helped else _brought_by(table, course)
        for player_id in players:
            # With the last of a player's games all are seen, so that earlier ones need not be gone through each time.
            if not await store.has_later_game(self._database, player_id, ended_at, table_id):
                past = await store.list_past_games(self._database, player_id)
                for kind, completed_by in milestones(past).items():
                    brought.achievements.append((player_id, completed_by, Achievement(kind)))
        return brought

    async def _work(self) -> None:
        refused = set[str]()
        while self._more:
            self._more = False
            while found := await self._next_games(refused):
                for table_id in found:
                    # Until it is examined: a game that fails is not tried again before the next one ends.
                    refused.add(table_id)
                    with self._background.failures.at("achievements", self._refused(table_id)):
                        await self.examine(table_id)
                        refused.discard(table_id)
                    await asyncio.sleep(PAUSE)

    async def _next_games(self, refused: Collection[str]) -> list[str]:
        """Return the next games to examine, without those that the disk has refused until the next game ends."""
        found = await store.list_unexamined(self._database, _BATCH + len(refused))
        return [table_id for table_id in found if table_id not in refused]

    def _refused(self, table_id: str) -> str:
        return f"{self._tables.describe(table_id)} could not be examined, and is again later"


def _brought_by(table: Agreement, course: Course) -> _Brought:
    """Return each player's figures of a finished game, and what they achieved in it."""
    brought, robots = _Brought(), tuple(seat.robot for seat in table.seats)
    for number, (seat, stats) in enumerate(zip(table.seats, game_stats(course), strict=True)):
        if seat.player is None:
            continue
        brought.figures.append(GameFigures(seat.player.id, course.won.side == table.rules.side_of(number), stats))
        for achievement in achievements_of(course, number, robots):
            brought.achievements.append((seat.player.id, table.id, achievement))
    return brought


FEWEST: Final = 10
"""How many finished games a player needs for an average to be ranked."""

MOST: Final = 5
"""How many places a ranking shows; players who are level share the last one."""


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


async def board_of(tables: TableRepository, guild_id: int) -> dict[str, list[BoardLine]]:
    """Return the lines of each ranking of a server, by kind; empty where nobody finished enough games."""
    totals = await store.sum_figures(tables.database, guild_id)
    return {ranking.kind: ranked(totals, ranking) for ranking in RANKINGS}


def ranked(totals: Iterable[BoardTotals], ranking: Ranking) -> list[BoardLine]:
    """Return the lines of one ranking, the first place first."""
    fewest = FEWEST if ranking.is_average else 1
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
