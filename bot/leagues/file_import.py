"""Imports a file of results into a league: every line that is a game, at once, and no row twice."""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from bot.analysis.pool import PoolError, run_apart
from bot.i18n.translation import N_, Language, current_language, date_of, gettext, ngettext, set_language
from bot.leagues import calendar
from bot.leagues.access import LeagueError
from bot.leagues.change_log import Logged, log_entry
from bot.leagues.csv_format import ParsedFile, collector_paused, listed_lines
from bot.leagues.fixtures import drop_later_rounds
from bot.leagues.import_plan import BadFile, ImportOptions, ImportPlan, load_plan
from bot.leagues.results_reader import parse_results
from bot.leagues.spreadsheets import MOST_UNPACKED, ZIP
from bot.models.errors import StorageError
from bot.models.league import League, Season
from bot.models.league_import import NumberedImport
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.storage import fixtures, league_imports, league_results, leagues, meetings, members, ratings
from bot.storage.database import Database, Transaction

_TRIES: Final = 3
_SAMPLES: Final = 3
"""The games that are shown in full."""

_MOST_NEW: Final = 30
"""The new names that are shown, each with another one that is like it."""


MEMORY: Final = 256_000_000
"""The most bytes that reading a file may take."""

SECONDS: Final = 20.0
"""The most seconds that reading a file may take."""

_SMALL: Final = 50_000
"""The bytes of text up to which a file is read on a thread: it can't take much. A form has at most 4,000 letters."""

_TOO_MUCH: Final = N_("This file takes too much memory or time to read. Save only the results, as CSV.")
_OTHERS: Final = N_("I'm still reading other files. Try again in a minute.")

_PART: Final = 1000
"""The rows that are packed together."""

MOST_AT_ONCE: Final = 2
"""The most files that are read at once for all servers, so that together they take no more than twice the memory."""

_read_now: set[int] = set()
"""The servers of which a file is being read: one at a time."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a file brings to a league: its preview, and the outcome of its import."""

    plan: ImportPlan
    parsed: ParsedFile

    @property
    def league(self) -> League:
        """The league, which may be new."""
        return self.plan.league

    @property
    def added(self) -> int:
        """How many results are new."""
        return len(self.plan.results)

    @property
    def known(self) -> int:
        """How many results the league has already."""
        return self.plan.known

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the new players."""
        return tuple(sorted((player.name for player in self.plan.players), key=str.casefold))

    @property
    def taken(self) -> tuple[str, ...]:
        """The members who were known by their names."""
        return tuple(sorted(player.name for player in self.plan.taken.values()))

    def __str__(self) -> str:
        """The outcome in sentences."""
        done = ngettext(
            "{number} result imported into {name}, {known} already there.",
            "{number} results imported into {name}, {known} already there.",
            self.added,
            name=self.league.name,
            known=self.known,
        )
        number = [gettext("This is import {number}.", number=self.plan.number)] if self.added else []
        lines = (done, *number, *self._fixture_lines(), *self._player_lines(), *self._bad_lines(), *self.parsed.notes)
        return "\n".join(lines)

    def outcome(self) -> dict[str, Any]:
        """The outcome, ready for JSON."""
        number = self.plan.number if self.added else None
        preview = self.to_dict()
        both = ("league", "new", "known", "bad_lines", "members", "notes")
        return {
            **{key: preview[key] for key in both},
            "imported": True,
            "import": number,
            "settled": preview["settles"],
            "new_players": list(self.players),
        }

    def lines(self) -> list[str]:
        """The preview in sentences, the most important first."""
        values = {"season": self.plan.open_season, "name": self.league.name}
        lines = [
            ngettext(
                "{number} new result for season {season} of {name}.",
                "{number} new results for season {season} of {name}.",
                self.added,
                **values,
            )
        ]
        if self.known:
            lines.append(
                ngettext(
                    "{number} is already there, so it stays as it is.",
                    "{number} are already there, so they stay as they are.",
                    self.known,
                )
            )
        if self.plan.results:
            first, last = map(date_of, self._days())
            sentence = N_("All on {first}.") if first == last else N_("From {first} to {last}.")
            lines.append(gettext(sentence, first=first, last=last))
        examples = [gettext("Example: {game}.", game=sample_of(result)) for result in self.plan.results[:_SAMPLES]]
        people = (*self._fixture_lines(), *self._player_lines(), *self._doubt_lines())
        return [*lines, self.parsed.counts, *self._bad_lines(), *examples, *people, *self.parsed.notes]

    def to_dict(self) -> dict[str, Any]:
        """The preview, ready for JSON."""
        parsed, like = self.parsed, dict(self.plan.doubts)
        first, last = (day.isoformat() for day in self._days()) if self.plan.results else (None, None)
        return {
            "league": self.league.name,
            "season": self.plan.open_season,
            "new": self.added,
            "known": self.known,
            "settles": len(self.plan.settles),
            "dates": parsed.order,
            "first_day": first,
            "last_day": last,
            "examples": [sample_of(result) for result in self.plan.results[:_SAMPLES]],
            "new_players": [{"name": name, "like": like.get(name)} for name in self._new_names()],
            "more_new_players": max(0, len(self.plan.players) - _MOST_NEW),
            "members": list(self.taken),
            "written_by_both": [list(pair) for pair in parsed.mirrored],
            "twice": [list(pair) for pair in parsed.repeated],
            "bad_lines": parsed.bad_lines(),
            "lines_without_game": parsed.skipped["other"],
            "lines_without_score": parsed.skipped["unplayed"],
            "notes": parsed.notes,
        }

    def _bad_lines(self) -> list[str]:
        """What the import leaves out, so that nothing is lost without a word."""
        lines = self.parsed.bad_lines()
        head = gettext("Left out. Fix these lines and import the file again: what is there already stays as it is.")
        return [head, *lines] if lines else []

    def _days(self) -> tuple[date, date]:
        days = [result.played_at.date() for result in self.plan.results]
        return min(days), max(days)

    def _new_names(self) -> list[str]:
        """The new names, first those that are like others."""
        like = dict(self.plan.doubts)
        return sorted(self.players, key=lambda name: name not in like)[:_MOST_NEW]

    def _fixture_lines(self) -> list[str]:
        lines, settled = [], len(self.plan.settles)
        if settled:
            lines.append(ngettext("It settles {number} fixture.", "It settles {number} fixtures.", settled))
        if self.league.format != "open" and (rest := self.added - settled):
            lines.append(
                ngettext(
                    "{number} result fits no open fixture. It still counts.",
                    "{number} results fit no open fixture. They still count.",
                    rest,
                )
            )
        return lines

    def _player_lines(self) -> list[str]:
        like, more = dict(self.plan.doubts), len(self.plan.players) - _MOST_NEW
        lines = [
            gettext("Check this name: {name} is new, and much like {known}.", name=name, known=like[name])
            for name in self._new_names()
            if name in like
        ]
        if plain := [name for name in self._new_names() if name not in like]:
            rest = [gettext("and {number} more", number=more)] if more > 0 else []
            lines.append(gettext("New players: {players}.", players=", ".join([*plain, *rest])))
        if taken := self.taken[:_MOST_NEW]:
            lines.append(gettext("Matched to members by name: {taken}.", taken=", ".join(taken)))
        return lines

    def _doubt_lines(self) -> list[str]:
        both, twice = (
            listed_lines(f"{one}={other}" for one, other in pairs)
            for pairs in (self.parsed.mirrored, self.parsed.repeated)
        )
        found = (
            (N_("Written by both players, so it counts once: lines {lines}."), both),
            (N_("The same game twice, and both count: lines {lines}."), twice),
            (N_("Lines without a game, skipped: {lines}."), listed_lines(self.parsed.skipped["other"])),
        )
        return [gettext(sentence, lines=lines) for sentence, lines in found if lines]


class UnclearDates(LeagueError):
    """The error for a file of which nobody can tell the day from the month."""

    def __init__(self, example: str) -> None:
        self.example = example
        super().__init__(
            gettext("I can't tell the day from the month in {example}. Say which comes first.", example=example)
        )


async def preview_file(
    database: Database, league: League, data: bytes, now: datetime, options: ImportOptions | None = None
) -> ImportReport:
    """Return what an import of a file would do, and write nothing. Raises ``BadFile`` and ``UnclearDates``."""
    options = options or ImportOptions()
    parsed = await _parse(data, league, now, options)
    return ImportReport(await load_plan(database, league, parsed, now, options), parsed)


async def import_file(
    database: Database,
    league: League,
    data: bytes,
    now: datetime,
    *,
    by: Player | None = None,
    options: ImportOptions | None = None,
) -> ImportReport:
    """Import the results of a file into a league, which is created with them if its id is ``NEW``.

    A row that the league has already is passed over, and bad lines are left out and reported. Raises ``BadFile``
    where all are bad.

    A file may have tens of thousands of lines. Work on all of them runs on another thread, and they are written in many
    short transactions, so that everybody else is answered meanwhile. Nobody sees any of them before all are written.
    """
    options = options or ImportOptions()
    with collector_paused():
        parsed = await _parse(data, league, now, options)
        async with league_imports.locked(database):
            await league_imports.remove_pending(database)
            for tries in range(1, _TRIES + 1):
                plan = await load_plan(database, league, parsed, now, options)
                try:
                    await _write(database, plan, now, by, options)
                except StorageError:
                    # The bot may have taken one of these ids meanwhile.
                    if tries == _TRIES or await league_imports.read_free_ids(database) == plan.free:
                        raise
                else:
                    break
    return ImportReport(plan, parsed)


async def remove_unfinished_import(database: Database) -> None:
    """Remove what is left of an import whose process was killed, unless another process imports a file now."""
    if not await league_imports.has_pending(database):
        return
    with suppress(league_imports.Busy):
        async with league_imports.locked(database, patience=0):
            await league_imports.remove_pending(database)


async def _parse(data: bytes, league: League, now: datetime, options: ImportOptions) -> ParsedFile:
    """Read a file on another thread. Raises ``BadFile`` and ``UnclearDates``."""
    parse = partial(
        parse_results,
        data,
        league.rules,
        best_of=league.best_of,
        order=options.order,
        today=calendar.today(league.zone, now),
    )
    if len(data) <= _SMALL and not data.startswith(ZIP):
        parsed = await asyncio.to_thread(parse)
    else:
        parsed = await _parse_apart(parse, data, league.guild_id)
    if parsed.unclear_date is not None:
        raise UnclearDates(parsed.unclear_date)
    if parsed.bad and not parsed.rows:
        raise BadFile(parsed)
    return parsed


async def _parse_apart(parse: Callable[[], ParsedFile], data: bytes, guild_id: int | None) -> ParsedFile:
    """Read a file in a process of its own, one at a time a server: a few bytes may unpack to any number."""
    if guild_id is not None and (guild_id in _read_now or len(_read_now) >= MOST_AT_ONCE):
        raise LeagueError(gettext(_OTHERS))
    if len(data) > MOST_UNPACKED:
        raise LeagueError(gettext(_TOO_MUCH))
    reading = set() if guild_id is None else {guild_id}
    _read_now.update(reading)
    try:
        language = current_language()
        parsed, rows = await run_apart(_parse_in_language, parse, language, seconds=SECONDS, memory=MEMORY)
        parsed.rows = await asyncio.to_thread(lambda: [row for part in rows for row in pickle.loads(part)])
        return parsed
    except PoolError:
        raise LeagueError(gettext(_TOO_MUCH)) from None
    finally:
        _read_now.difference_update(reading)


def _parse_in_language(parse: Callable[[], ParsedFile], language: Language | None) -> tuple[ParsedFile, list[bytes]]:
    """Read a file with its complaints in a language, which may be the host's own.

    Its rows are packed part by part: all of them at once would take as much memory again.
    """
    set_language(language)
    with collector_paused():
        parsed = parse()
    rows, parsed.rows, packed = parsed.rows, [], list[bytes]()
    rows.reverse()
    while rows:
        packed.append(pickle.dumps(rows[: -_PART - 1 : -1]))
        del rows[-_PART:]
    return parsed, packed


def sample_of(result: LeagueResult) -> str:
    """A result in a few words, the winner first."""
    won, lost = result.sides[result.winner], result.sides[1 - result.winner]
    day = date_of(result.played_at.date())
    names = {"day": day, "winner": won.player.name, "loser": lost.player.name}
    if result.ended_by == "forfeit":
        return gettext("{day}, {winner} won against {loser} by forfeit", **names)
    if won.legs + lost.legs > 1:
        return gettext("{day}, {winner} beat {loser} {won}-{lost} in games", **names, won=won.games, lost=lost.games)
    return gettext("{day}, {winner} {won}, {loser} {lost}", **names, won=won.holes, lost=lost.holes)


async def _write(
    database: Database, plan: ImportPlan, now: datetime, by: Player | None, options: ImportOptions
) -> None:
    """Write all of it in short transactions; nobody sees any of it before the last one."""
    if not plan.results and not plan.pending.creates:
        return
    try:
        async with database.transaction() as writing:
            _begin(writing, plan)
        for number, batch in enumerate(_batches(plan, now)):
            start = time.monotonic()
            if options.progress is not None:
                await options.progress(min(number * league_imports.BATCH, len(plan.results)), len(plan.results))
            async with database.transaction() as writing:
                await asyncio.to_thread(batch, writing)
            # As much time again is left to everybody else, another process too, which only looks from time to time.
            await asyncio.sleep(time.monotonic() - start)
        async with database.transaction() as writing:
            _complete(writing, plan, now, by, options.file_name)
    except BaseException:
        # Whatever failed, or was cancelled, half an import must not stay. Where removing it fails too, the next start
        # does it.
        with suppress(StorageError):
            await asyncio.shield(league_imports.remove_pending(database))
        raise


def _begin(writing: Transaction, plan: ImportPlan) -> None:
    """Take the ids: with the highest of them in use, whoever adds a row meanwhile gets a higher one."""
    league_imports.begin(writing, plan.pending)
    if plan.pending.creates:
        leagues.add(writing, plan.league, plan.seasons[0])
        _put_seasons(writing, plan.seasons)
    for player in plan.players[-1:]:
        league_imports.add_player(writing, player.id, player.name)
    league_results.add_with_ids(writing, plan.results[-1:])


def _batches(plan: ImportPlan, now: datetime) -> Iterator[Callable[[Transaction], None]]:
    """Yield functions that each add some of the new players with their names, or some of the results."""
    for start in range(0, len(plan.players), league_imports.BATCH):
        yield partial(_add_players, plan, start, now)
    for start in range(0, len(plan.results), league_imports.BATCH):
        yield partial(_add_results, plan, start)


def _add_players(plan: ImportPlan, start: int, now: datetime, writing: Transaction) -> None:
    for player in plan.players[start : start + league_imports.BATCH]:
        if player is not plan.players[-1]:
            league_imports.add_player(writing, player.id, player.name)
        members.put(writing, plan.league.id, player.id, "in", now)
        members.put_name(writing, plan.league.id, player.name, player.id)


def _add_results(plan: ImportPlan, start: int, writing: Transaction) -> None:
    batch = plan.results[start : start + league_imports.BATCH]
    league_results.add_with_ids(writing, [result for result in batch if result is not plan.results[-1]])
    league_results.add_sides(writing, batch)


def _complete(writing: Transaction, plan: ImportPlan, now: datetime, by: Player | None, file_name: str) -> None:
    """Let everyone see the import, and write what depends on it."""
    league_imports.complete(writing)
    league_results.recount_visitors(writing, plan.league.id)
    if not plan.pending.creates:
        _put_seasons(writing, plan.seasons)
    for night in plan.nights:
        if night.is_new:
            meetings.add(writing, replace(night.meeting, closed_at=now))
        meetings.add_results(writing, plan.league.id, night.meeting.season, night.meeting.number, night.results)
    for name, player in plan.taken.items():
        members.put_name(writing, plan.league.id, name, player.id)
    if plan.results:
        ratings.mark_stale(writing, plan.league.id, min(result.played_at for result in plan.results))
        league_imports.add_numbered(writing, plan.number, plan.pending, file_name, now, None if by is None else by.id)
    members.add_log_entry(writing, plan.league.id, log_entry(now, by, Logged.FILE_IMPORTED, number=len(plan.results)))


def _put_seasons(writing: Transaction, seasons: Sequence[Season]) -> None:
    """Put the seasons of a file. The league has the first already."""
    for number, season in enumerate(seasons):
        if number:
            leagues.add_season(writing, season)
        leagues.put_season(writing, season)


async def undo_import(
    database: Database, league: League, number: int, now: datetime, *, by: Player | None = None
) -> NumberedImport:
    """Undo an import of this number. Raises ``LeagueError`` where there is none, or a season was closed with it."""
    async with league_imports.locked(database):
        await league_imports.remove_pending(database)
        done = await league_imports.find(database, league.id, number)
        if done is None:
            raise LeagueError(gettext("{name} has no import {number}.", name=league.name, number=number))
        if done.undone_at is not None:
            raise LeagueError(gettext("Import {number} is undone already.", number=number))
        seasons, playoff_fixtures, since = await league_imports.read_extent(database, league.id, done)
        for season in await leagues.list_seasons(database, league.id):
            if season.number in seasons and season.closed_at is not None and season.closed_at > done.at:
                raise LeagueError(
                    gettext(
                        "Season {season} of {name} is closed, so you can't change its results.",
                        season=season.number,
                        name=league.name,
                    )
                )
        async with database.transaction() as writing:
            for fixture_id in playoff_fixtures:
                await drop_later_rounds(database, writing, await fixtures.find(database, fixture_id))
            league_imports.undo(writing, league.id, done, since, now)
            undone = log_entry(now, by, Logged.IMPORT_UNDONE, import_number=number, number=done.left)
            members.add_log_entry(writing, league.id, undone)
    return done
