"""Results of a league come in from files and go out as files."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal, TypeAlias

from bot.i18n.translation import gettext
from bot.leagues import export
from bot.leagues.access import Asker, LeagueError
from bot.leagues.documents import DocumentForm, write_document
from bot.leagues.file_import import (
    ImportReport,
    UnclearDates,
    import_file,
    preview_file,
    remove_unfinished_import,
    undo_import,
)
from bot.leagues.import_plan import ImportOptions, Progress
from bot.leagues.office import LeagueService
from bot.leagues.written_dates import DateOrder
from bot.models.league import League, Member, Season
from bot.models.league_import import NumberedImport, WaitingFile
from bot.models.result import LeagueResult
from bot.storage import league_imports
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage.database import Database

FileForm: TypeAlias = Literal["csv", "json"]

LARGEST: Final = 4_000_000
"""The most bytes of a file of results that is attached, enough for some 50,000 games; each can be imported again."""

LARGEST_DOCUMENT: Final = 8_000_000
"""The most bytes of a document that is attached; Discord takes 10 megabytes."""

LONGEST_WAIT: Final = timedelta(days=7)
"""The time for which a preview waits for an answer."""

SLICE: Final = 500
"""The results that are read and written in one go, which takes some milliseconds."""


class ResultFileService(LeagueService):
    """Imports and exports the results of leagues."""

    async def import_results(
        self, league: League, asker: Asker, data: bytes, options: ImportOptions | None = None
    ) -> ImportReport:
        """Import the results of a file for a manager: all of them, or none. Raises ``BadFile``."""
        async with self._office.change(league, asker) as change:
            done = await import_file(self._database, change.league, data, self._now(), by=asker.player, options=options)
        self._office.background.start("ratings", self._office.ratings.bring_up_to_date)
        return done

    async def preview(
        self, league: League, asker: Asker, data: bytes, options: ImportOptions
    ) -> tuple[int, ImportReport | UnclearDates]:
        """Keep a file for a manager until they answer, and return its id with what an import would do.

        An unclear order of dates is returned, so that it can be asked for. Raises ``BadFile``.
        """
        await self._office.access.check_manager(league, asker)
        try:
            shown: ImportReport | UnclearDates = await preview_file(self._database, league, data, self._now(), options)
        except UnclearDates as unclear:
            shown = unclear
        packed = await asyncio.to_thread(zlib.compress, data, 6)
        async with self._database.transaction() as writing:
            league_imports.drop_waiting_since(writing, self._now() - LONGEST_WAIT)
        waiting = WaitingFile(
            league.id, asker.player.id, options.file_name, packed, options.order, options.any_date, self._now()
        )
        return await league_imports.keep(self._database, waiting), shown

    async def choose_order(
        self, league: League, asker: Asker, waiting_id: int, order: DateOrder
    ) -> tuple[int, ImportReport | UnclearDates]:
        """Read a file that waits with the day or the month first, and return its preview."""
        waiting = await self._waiting(league, asker, waiting_id)
        data = await asyncio.to_thread(zlib.decompress, waiting.content)
        return await self.preview(league, asker, data, replace(_options(waiting), order=order))

    async def take_in(
        self, league: League, asker: Asker, waiting_id: int, progress: Progress | None = None
    ) -> ImportReport:
        """Import a file that waits, for the manager who sent it. Raises ``BadFile`` and ``UnclearDates``."""
        waiting = await self._waiting(league, asker, waiting_id)
        data = await asyncio.to_thread(zlib.decompress, waiting.content)
        done = await self.import_results(league, asker, data, replace(_options(waiting), progress=progress))
        await self._drop(waiting_id)
        return done

    async def cancel(self, league: League, asker: Asker, waiting_id: int) -> None:
        """Forget a file that waits."""
        await self._waiting(league, asker, waiting_id)
        await self._drop(waiting_id)

    async def imports(self, league: League, asker: Asker) -> list[NumberedImport]:
        """The latest imports of a league, for a manager."""
        await self._office.access.check_manager(league, asker)
        return await league_imports.list_imports(self._database, league.id)

    async def undo(self, league: League, asker: Asker, number: int) -> NumberedImport:
        """Undo an import for a manager: its results and its new players go. Raises ``LeagueError``."""
        async with self._office.change(league, asker) as change:
            done = await undo_import(self._database, change.league, number, self._now(), by=asker.player)
        self._office.background.start("ratings", self._office.ratings.bring_up_to_date)
        return done

    async def _waiting(self, league: League, asker: Asker, waiting_id: int) -> WaitingFile:
        await self._office.access.check_manager(league, asker)
        waiting = await league_imports.find_waiting(self._database, waiting_id)
        if waiting is None or waiting.league_id != league.id or waiting.player_id != asker.player.id:
            raise LeagueError(gettext("This preview is out of date. Send the file again with `/manage import`."))
        return waiting

    async def _drop(self, waiting_id: int) -> None:
        async with self._database.transaction() as writing:
            league_imports.drop_waiting(writing, waiting_id)

    async def remove_unfinished(self) -> None:
        """Remove what is left of an import during which the process was killed; nobody has seen any of it."""
        await remove_unfinished_import(self._database)

    async def export_document(self, league: League, form: DocumentForm) -> bytes:
        """Return a document of a league's latest season; a workbook has the results of all seasons."""
        season = await self._office.directory.season(league)
        return await write_document(self._database, league, season, form, self._now())

    async def export_results(self, league: League, form: FileForm) -> AsyncIterator[bytes]:
        """Yield all results of a league as files: ``csv``, which can be imported again, or ``json``.

        Each has at most as many bytes as a message may attach. They are read and written in slices, so that nobody
        waits meanwhile; results that are stored after the first slice are left out.
        """
        layout, slices = await _laid_out(self._database, league, form)
        head, lines, size = layout.head, list[bytes](), -len(layout.between)
        async for found in slices:
            for line in found:
                size += len(layout.between) + len(line)
                if lines and len(head) + size + len(layout.foot) > layout.largest:
                    yield head + layout.between.join(lines) + layout.foot
                    head, lines, size = layout.rest, [], len(line)
                lines.append(line)
        yield head + layout.between.join(lines) + layout.foot


async def write_results(
    database: Database, league: League, form: FileForm, write: Callable[[bytes], object], season: int | None = None
) -> None:
    """Write all results of a league, or of a season, as one file, slice by slice."""
    layout, slices = await _laid_out(database, league, form, season)
    write(layout.head)
    between = b""
    async for lines in slices:
        write(between + layout.between.join(lines))
        between = layout.between
    write(layout.foot)


async def _laid_out(
    database: Database, league: League, form: FileForm, season: int | None = None
) -> tuple[_Layout, AsyncIterator[list[bytes]]]:
    """The layout of a file of results, and its lines in slices, so that nobody waits and the memory stays small."""
    highest = await stored_results.find_highest_id(database, league.id)
    people = await stored_members.list_members(database, league.id)
    seasons = await stored_leagues.list_seasons(database, league.id)
    names, about = await export.read_names(database, league), await export.read_seasons(database, league)
    layout = await asyncio.to_thread(_layout, form, league, seasons, people, names)

    async def slices() -> AsyncIterator[list[bytes]]:
        latest: LeagueResult | None = None
        while found := await stored_results.list_in_order(
            database, league.id, latest, season, highest=highest, limit=SLICE
        ):
            latest = found[-1]
            yield await asyncio.to_thread(layout.lines, found, names, about)

    return layout, slices()


def _options(waiting: WaitingFile) -> ImportOptions:
    order: DateOrder | None = None
    if waiting.order is not None:
        order = "day-first" if waiting.order == "day-first" else "month-first"
    return ImportOptions(waiting.file_name, order, waiting.any_date)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What comes before, between and after the lines of a file; ``rest`` begins all files but the first."""

    largest: int
    line: Callable[[LeagueResult, export.NamesById, export.Seasons], str]
    head: bytes
    rest: bytes
    between: bytes = b""
    foot: bytes = b""

    def lines(self, results: Iterable[LeagueResult], names: export.NamesById, about: export.Seasons) -> list[bytes]:
        return [self.line(result, names, about).encode() for result in results]


def _layout(
    form: FileForm, league: League, seasons: Sequence[Season], members: Sequence[Member], names: export.NamesById
) -> _Layout:
    """The layout of a form: every file of CSV can be imported; only the first of JSON has all besides the results."""
    if form == "csv":
        head = export.CSV_HEAD.encode()
        return _Layout(LARGEST, export.csv_line, head, head)
    head, rest = (
        json.dumps(export.document(league, *about, (), names), indent=1, ensure_ascii=False)
        .removesuffix("]\n}")
        .encode()
        for about in ((seasons, members), ((), ()))
    )
    return _Layout(LARGEST_DOCUMENT, _json_line, head, rest, b",\n", b"\n]\n}\n")


def _json_line(result: LeagueResult, names: export.NamesById, about: export.Seasons) -> str:
    return json.dumps(export.json_result(result, names, about), ensure_ascii=False)
