"""The log of a league: every change, its author and its reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import AccessChecks, Asker
from bot.leagues.errors import LeagueError
from bot.models.league import League, LogEntry
from bot.storage import members as stored_members
from bot.storage.database import Database, Transaction

_LONGEST_REASON: Final = 500


class ChangeLog:
    """Writes the logs of leagues, and shows them to those who run a league."""

    def __init__(self, database: Database, access: AccessChecks, now: Callable[[], datetime]) -> None:
        self._database = database
        self._access = access
        self._now = now

    async def entries(self, league: League, asker: Asker, *, many: int = 25, skip: int = 0) -> list[LogEntry]:
        """Entries of the log, latest first. Raises ``NotManager`` for anyone who does not run the league."""
        await self._access.check_manager(league, asker)
        return await stored_members.list_log_entries(self._database, league.id, many=many, skip=skip)

    def add(self, writing: Transaction, league: League, asker: Asker | None, what: str, reason: str = "") -> None:
        """Write an entry within a transaction; ``asker`` is None for the bot itself."""
        who = None if asker is None else asker.player.id
        stored_members.add_log_entry(writing, league.id, self._now(), who, what, _trimmed(reason))


def check_reason(reason: str) -> str:
    """The reason that somebody gives, trimmed. Raises ``LeagueError`` for an empty one."""
    if not _trimmed(reason):
        raise LeagueError(gettext("Give a reason. It goes into the league's log."))
    return _trimmed(reason)


def _trimmed(reason: str) -> str:
    return " ".join(reason.split())[:_LONGEST_REASON]
