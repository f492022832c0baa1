"""All services of players and servers over one database, and a player's stored data, exported or erased."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.accounts.players import LanguageService, PlayerService, PreferenceService, ServerService
from bot.accounts.practice import PracticeService
from bot.models.player import Player
from bot.storage import erasure, league_imports, privacy
from bot.storage.daily import DailyHands
from bot.storage.database import Database
from bot.storage.players import FORMER
from bot.storage.waiting_questions import WaitingQuestions

__all__ = ["FORMER", "PrivacyService"]


class PrivacyService:
    """Exports and erases everything that is stored about a player."""

    def __init__(self, database: Database, players: PlayerService, preferences: PreferenceService) -> None:
        self._database = database
        self._players = players
        self._preferences = preferences

    async def export(self, player: Player) -> dict[str, Any]:
        """Return everything that is stored about a player, ready for JSON."""
        return await privacy.export(self._database, player)

    async def erase(self, player: Player) -> None:
        """Remove everything that tells who a player was. Their games and results stay, as a former player's.

        Games and other processes forget them by ``TableRepository.forget_people``.
        """
        # An import under way may know them by the names that go.
        async with league_imports.locked(self._database):
            await league_imports.remove_pending(self._database)
            planned = await erasure.plan(self._database, player.id)
            async with self._database.transaction() as writing:
                erasure.erase(writing, self._database, planned)
        self.forget_people()

    def forget_people(self) -> None:
        """Drop what is in memory of everybody, because somebody has been erased; it is read again when it is needed."""
        self._players.forget_all()
        self._preferences.forget_all()


@dataclass(frozen=True, slots=True)
class Accounts:
    """The services of players and servers, one for each noun."""

    players: PlayerService
    preferences: PreferenceService
    languages: LanguageService
    practice: PracticeService
    privacy: PrivacyService
    servers: ServerService
    waiting_questions: WaitingQuestions
    daily: DailyHands

    @classmethod
    def over(cls, database: Database) -> Accounts:
        """The services over a database."""
        players, preferences = PlayerService(database), PreferenceService(database)
        return cls(
            players,
            preferences,
            LanguageService(database),
            PracticeService(database),
            PrivacyService(database, players, preferences),
            ServerService(database),
            WaitingQuestions(database),
            DailyHands(database),
        )
