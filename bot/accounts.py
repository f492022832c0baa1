"""Accounts: players with their preferences, languages, practice and stored data, and the settings of servers.

Where a service only stores or reads, its method is the function of ``bot.storage`` on its database.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.memory import Latest
from bot.models.player import Player, Preferences
from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import league_imports, players, practice, preferences, privacy
from bot.storage.database import Database
from bot.storage.players import FORMER
from bot.storage.practice import DailyHands
from bot.storage.waiting_questions import WaitingQuestions
from engine.analysis.exercises import skills_tried

__all__ = ["FORMER", "Accounts"]

MOST_KEPT: Final = 10_000
"""How many players, and the preferences of how many, are kept in memory: more than play at any time."""

KEPT_AFTER_LEAVING: Final = timedelta(days=90)
"""How long what is stored of a server stays after the bot has left it: it may come back."""


class PlayerService:
    """Finds players by their Discord accounts and keeps their names up to date."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.find = partial(players.find, database)
        self._met: Latest[int, tuple[tuple[str, int | None, str | None], Player]] = Latest(MOST_KEPT)

    async def meet(
        self, discord_id: int, name: str, *, guild_id: int | None = None, server_name: str | None = None
    ) -> Player:
        """Return the player behind a Discord account, with both names stored as they are now.

        ``name`` is that of the account. ``server_name`` is the player's own name in the server ``guild_id``, or None if
        they have none there.
        """
        names = (name, guild_id, server_name)
        # Only the latest meeting is kept: another name may have been stored since an earlier one.
        latest = self._met.get(discord_id)
        if latest is not None and latest[0] == names:
            return latest[1]
        try:
            player = await players.meet(self._database, discord_id, name, guild_id=guild_id, server_name=server_name)
        except BaseException:
            # Whatever ended it: a task that is cancelled, too, may have stored the names already.
            self._met.pop(discord_id, None)
            raise
        self._met[discord_id] = names, player
        return player

    def forget_all(self) -> None:
        """Drop everybody from memory, because somebody has been erased."""
        self._met.clear()


class PreferenceService:
    """Reads and stores what players have chosen for themselves."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._chosen: Latest[int, Preferences] = Latest(MOST_KEPT)
        self._coached: Latest[tuple[int, str], bool] = Latest(MOST_KEPT)

    async def read(self, player_id: int) -> Preferences:
        """Return a player's preferences; the defaults where the player has set nothing."""
        if (chosen := self._chosen.get(player_id)) is None:
            chosen = await preferences.read(self._database, player_id)
            self._chosen[player_id] = chosen
        return chosen

    async def put(self, player_id: int, chosen: Preferences) -> None:
        """Store a player's preferences in place of those before."""
        try:
            await preferences.put(self._database, player_id, chosen)
        finally:
            self._chosen.pop(player_id, None)

    async def start_coaching(self, player_id: int, table_id: str) -> None:
        """Coach a player in the game at one table from now on."""
        try:
            await preferences.put_coaching(self._database, player_id, table_id)
        finally:
            self._coached.pop((player_id, table_id), None)

    async def is_coached(self, player_id: int, table_id: str) -> bool:
        """Return whether a player is coached in the game at this table."""
        key = player_id, table_id
        if (coached := self._coached.get(key)) is None:
            coached = await preferences.has_coaching(self._database, player_id, table_id)
            self._coached[key] = coached
        return coached

    def forget_all(self) -> None:
        """Drop everybody's preferences from memory, because somebody has been erased."""
        self._chosen.clear()
        self._coached.clear()


class LanguageService:
    """Reads and stores in which language each player is answered."""

    def __init__(self, database: Database) -> None:
        self.read_all = partial(preferences.read_languages, database)
        self.put = partial(preferences.put_language, database)


class ServerService:
    """Reads and stores what the managers of a server have set for everyone who plays there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.read = partial(preferences.read_server, database)
        self.put = partial(preferences.put_server, database)
        self.due_ladders = partial(preferences.list_due_ladders, database)
        self.blocked = partial(preferences.blocked_servers, database)

    async def note_left(self, present: Collection[int], now: datetime) -> list[int]:
        """Note which servers the bot has left, and remove what is stored of those that it left long ago.

        ``present`` are those in which it is. Returns those of which the data was removed.
        """
        stored = {one for one in await preferences.stored_servers(self._database) if self._database.is_home(one)}
        left = await preferences.left_servers(self._database)
        gone = {one: left.get(one, now) for one in stored.difference(present)}
        old = [one for one, since in gone.items() if now - since >= KEPT_AFTER_LEAVING]
        leagues = {one: await preferences.leagues_of_server(self._database, one) for one in old}
        async with self._database.transaction() as writing:
            for guild_id in old:
                preferences.remove_server(writing, guild_id, leagues[guild_id])
            others = {one: since for one, since in left.items() if not self._database.is_home(one)}
            preferences.put_left_servers(writing, others | {one: gone[one] for one in gone if one not in old})
        return old


class PracticeService:
    """Stores practice hands and their answers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.latest = partial(practice.find_latest_hand, database)
        self.deal = partial(practice.put_hand, database)
        self.results = partial(practice.list_hand_results, database)

    async def answer(self, player_id: int, hand: PracticeHand, answer: PracticeAnswer) -> None:
        """Store an answer with the skills that it shows, unless the hand is already answered or dropped."""
        shown, missed = skills_tried(hand.exercise, answer.points, answer.said or "")
        await practice.put_hand_answer(self._database, player_id, hand, answer, shown, missed)


class PrivacyService:
    """Exports and erases everything that is stored about a player."""

    def __init__(self, database: Database, players: PlayerService, preferences: PreferenceService) -> None:
        self._database = database
        self._players = players
        self._preferences = preferences
        self.export = partial(privacy.export, database)

    async def erase(self, player: Player) -> None:
        """Remove everything that tells who a player was. Their games and results stay, as a former player's.

        Games and other processes forget them by ``TableRepository.forget_people``.
        """
        # An import under way may know them by the names that go.
        async with league_imports.locked(self._database):
            await league_imports.remove_pending(self._database)
            planned = await privacy.plan(self._database, player.id)
            async with self._database.transaction() as writing:
                privacy.erase(writing, self._database, planned)
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
