"""All services of players and servers, composed over one database."""

from __future__ import annotations

from dataclasses import dataclass

from bot.accounts.daily import DailyService
from bot.accounts.languages import LanguageService
from bot.accounts.players import PlayerService, PreferenceService
from bot.accounts.practice import PracticeService
from bot.accounts.privacy import PrivacyService
from bot.accounts.servers import ServerService
from bot.accounts.waiting_questions import WaitingQuestionService
from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Accounts:
    """The services of players and servers, one for each noun."""

    players: PlayerService
    preferences: PreferenceService
    languages: LanguageService
    practice: PracticeService
    privacy: PrivacyService
    servers: ServerService
    waiting_questions: WaitingQuestionService
    daily: DailyService

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
            WaitingQuestionService(database),
            DailyService(database),
        )
