"""Results of a league come in from files and go out as files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime

from bot.leagues import export
from bot.leagues.access import AccessChecks, Asker
from bot.leagues.background_tasks import BackgroundTasks
from bot.leagues.bulk import collector_paused
from bot.leagues.changes import LeagueChanges
from bot.leagues.directory import LeagueDirectory
from bot.leagues.file_import import FileImport, import_file, remove_unfinished_import
from bot.leagues.members import MemberService
from bot.leagues.ratings import RatingService
from bot.leagues.results import ResultService
from bot.models.league import League, Member, Season
from bot.models.result import LeagueResult
from bot.storage.database import Database


class ResultFileService:
    """Imports and exports the results of leagues."""

    def __init__(
        self,
        database: Database,
        directory: LeagueDirectory,
        access: AccessChecks,
        changes: LeagueChanges,
        members: MemberService,
        results: ResultService,
        ratings: RatingService,
        tasks: BackgroundTasks,
        now: Callable[[], datetime],
    ) -> None:
        self._database = database
        self._directory = directory
        self._access = access
        self._changes = changes
        self._members = members
        self._results = results
        self._ratings = ratings
        self._tasks = tasks
        self._now = now

    async def import_results(self, league: League, asker: Asker, data: bytes) -> FileImport:
        """Import the results of a file for a manager: all of them, or none. Raises ``BadFile``."""
        await self._access.check_manager(league, asker)
        async with self._changes.lock(league) as (now, _):
            done = await import_file(self._database, now, data, self._now(), by=asker.player)
        self._tasks.start("ratings", self._ratings.bring_up_to_date())
        return done

    async def remove_unfinished(self) -> None:
        """Remove what is left of an import during which the process was killed; nobody has seen any of it."""
        await remove_unfinished_import(self._database)

    async def export_results(self, league: League, form: str) -> bytes:
        """All results of a league as the bytes of a file: ``csv``, which can be imported again, or ``json``."""
        with collector_paused():
            results = await self._results.find_all(league)
            members = await self._members.find_all(league)
            seasons = await self._directory.seasons(league)
            return await asyncio.to_thread(_file, league, seasons, members, results, form)


def _file(
    league: League, seasons: Sequence[Season], members: Sequence[Member], results: Sequence[LeagueResult], form: str
) -> bytes:
    """The bytes of a file. There may be tens of thousands of results, so this runs on a thread of its own."""
    people = {side.player.id: side.player for result in results for side in result.sides}
    people |= {member.player.id: member.player for member in members}
    names = export.unique_names(people.values())
    if form == "json":
        document = export.document(league, seasons, members, results, names)
        return json.dumps(document, indent=1, ensure_ascii=False).encode()
    return export.spreadsheet(results, names).encode()
