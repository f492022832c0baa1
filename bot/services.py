"""The services of the bot apart from Discord, composed over one database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.accounts import Accounts
from bot.analysis.pool import AnalysisPool
from bot.leagues.service import Leagues
from bot.models.player import Player
from bot.progress.achievements import AchievementService
from bot.progress.positions import PositionService
from bot.progress.reviews import ReviewService
from bot.settings import Settings
from bot.storage import metadata
from bot.storage.database import Database
from bot.tables.service import Tables, give_up_all


@dataclass(frozen=True, slots=True)
class Services:
    """The services that the Discord side of the bot calls."""

    tables: Tables
    leagues: Leagues
    accounts: Accounts
    reviews: ReviewService
    achievements: AchievementService
    positions: PositionService
    pool: AnalysisPool
    _database: Database

    @classmethod
    async def open(cls, settings: Settings, now: Callable[[], datetime], *, keeps_time: bool = False) -> Services:
        """Open the database as a process that runs the bot on it; a file has one. Raises ``StorageError``."""
        database = await Database.open(
            settings.database, owner=True, sync=settings.database_sync, shards=settings.shards
        )
        pool = AnalysisPool()
        tables = Tables(
            database,
            now,
            pool=pool,
            pace=settings.robot_pace,
            idle=timedelta(days=settings.idle_days),
            unanswered=timedelta(days=settings.invitation_days),
            keeps_time=keeps_time,
        )
        reviews = ReviewService(tables, pool)
        return cls(
            tables,
            Leagues(tables, now),
            Accounts.over(database),
            reviews,
            AchievementService(tables),
            PositionService(tables, reviews, pool),
            pool,
            database,
        )

    def count_processes(self) -> int:
        """Return how many processes run the bot on this database, this one included."""
        return self._database.processes

    async def read_metadata(self, name: str) -> str | None:
        """Return what the bot has stored about itself under a name, if anything."""
        return await metadata.read(self._database, name)

    async def put_metadata(self, name: str, value: str) -> None:
        """Store something about the bot itself under a name, in place of what was before."""
        await metadata.put(self._database, name, value)

    async def close(self) -> None:
        """Stop what runs in the background, where no client of Discord's has done that, and close the database."""
        for service in (self.reviews, self.tables, self.leagues, self.achievements):
            await service.close()
        await self.close_database()

    async def close_database(self) -> None:
        """Close the database and end the processes that think; the services must have stopped before."""
        self.pool.close()
        await self._database.close()


async def erase_player(tables: Tables, leagues: Leagues, accounts: Accounts, player: Player) -> None:
    """Give up the games under way, then erase the player."""
    await give_up_all(tables, player)
    # From here on leagues and their logs know them as a former player.
    await leagues.collector.collect_all()
    await accounts.privacy.erase(player)
    await tables.forget_people(player.discord_id)
    # The buttons to play them go from the messages of leagues.
    leagues.news.listener()
