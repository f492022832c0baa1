"""Imports a file of results into a league: all of it or nothing, and no row twice."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from bot.i18n.translation import gettext, ngettext
from bot.leagues.bulk import collector_paused
from bot.leagues.csv_format import BadRow, ParsedFile, ResultRow, decode_file, parse_results
from bot.leagues.errors import LeagueError
from bot.leagues.export import unique_names
from bot.models.errors import StorageError
from bot.models.league import League, Member, Season, folded
from bot.models.league_import import FreeIds, PendingImport, StoredResult
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from bot.storage import league_imports, league_results, leagues, members, ratings
from bot.storage.database import Database, Transaction
from bot.storage.timestamps import format_timestamp
from engine.rules import Rules

NEW: Final = 0
"""The id of a league that is created with the file."""

_TRIES: Final = 3
_MOST_SEASONS: Final = 1000
_MOST_NAMES: Final = 10


class BadFile(LeagueError):
    """The error for a file with bad lines, which is not imported at all.

    ``bad`` are the first of those lines, and ``more`` is how many there are besides.
    """

    def __init__(self, bad: Sequence[BadRow], more: int = 0) -> None:
        self.bad, self.more = tuple(bad), more
        rest = [gettext("... and {number} more.", number=more)] if more else []
        lines = "\n".join([*map(str, self.bad), *rest])
        super().__init__(
            ngettext(
                "nothing was imported because {number} line is wrong:\n{lines}",
                "nothing was imported because {number} lines are wrong:\n{lines}",
                len(bad) + more,
                lines=lines,
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileImport:
    """The outcome of an import: new and known results, new players, and names taken for members."""

    league: League
    added: int
    known: int
    players: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [
            ngettext(
                "{number} result imported into {name}, {known} already there.",
                "{number} results imported into {name}, {known} already there.",
                self.added,
                name=self.league.name,
                known=self.known,
            )
        ]
        if self.players:
            lines.append(gettext("New players: {players}.", players=_first_names(self.players)))
        if self.taken:
            lines.append(gettext("Matched to members by name: {taken}.", taken=_first_names(self.taken)))
        return "\n".join([*lines, *self.notes])


@dataclass(frozen=True, slots=True)
class _KnownPlayers:
    """The players of a league by name, and the names that several members share."""

    players: Mapping[str, Player]
    members: frozenset[str]
    shared: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """The plan of an import: all rows that it writes. Members are ``taken`` for the players of these folded names."""

    league: League
    seasons: tuple[Season, ...]
    taken: Mapping[str, Player]
    players: tuple[Player, ...]
    results: tuple[LeagueResult, ...]
    known: int
    pending: PendingImport


async def import_file(
    database: Database, league: League, data: bytes, now: datetime, *, by: Player | None = None
) -> FileImport:
    """Import the results of a file into a league, which is created with them if its id is ``NEW``.

    A row that the league has already is passed over. Raises ``BadFile`` with the first bad lines.

    A file may have tens of thousands of lines. Work on all of them runs on another thread, and they are written in many
    short transactions, so that everybody else is answered meanwhile. Nobody sees any of them before all are written.
    """
    with collector_paused():
        return await _parse_and_import(database, league, data, now, by)


async def remove_unfinished_import(database: Database) -> None:
    """Remove what is left of an import whose process was killed, unless another process imports a file now."""
    if not await league_imports.has_pending(database):
        return
    with suppress(league_imports.Busy):
        async with league_imports.locked(database, patience=0):
            await league_imports.remove_pending(database)


async def _parse_and_import(
    database: Database, league: League, data: bytes, now: datetime, by: Player | None
) -> FileImport:
    parsed = await asyncio.to_thread(_read, data, league.rules)
    if parsed.bad:
        raise BadFile(parsed.bad, parsed.more_bad)
    async with league_imports.locked(database):
        await league_imports.remove_pending(database)
        return await _import(database, league, parsed, now, by)


async def _import(
    database: Database, league: League, parsed: ParsedFile, now: datetime, by: Player | None
) -> FileImport:
    for tries in range(1, _TRIES + 1):
        free = await league_imports.read_free_ids(database)
        known = await _known(database, league)
        plan = await _load_plan(database, league, parsed.rows, known, free, now)
        try:
            await _write(database, plan, now, by)
        except StorageError:
            # The bot may have taken one of these ids meanwhile.
            if tries == _TRIES or await league_imports.read_free_ids(database) == free:
                raise
        else:
            break
    return await asyncio.to_thread(_summary, plan, parsed.notes)


def _read(data: bytes, rules: Rules) -> ParsedFile:
    """Return the parsed file, with a note of its encoding first."""
    text, notes = decode_file(data)
    parsed = parse_results(text, rules)
    parsed.notes[:0] = notes
    return parsed


def _summary(plan: _Plan, notes: Sequence[str]) -> FileImport:
    return FileImport(
        league=plan.league,
        added=len(plan.results),
        known=plan.known,
        players=tuple(sorted((player.name for player in plan.players), key=str.casefold)),
        taken=tuple(sorted(player.name for player in plan.taken.values())),
        notes=tuple(notes),
    )


def _first_names(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    left = len(names) - _MOST_NAMES
    rest = [ngettext("{number} other", "{number} others", left)] if left > 0 else []
    return ", ".join([*names[:_MOST_NAMES], *rest])


async def _known(database: Database, league: League) -> _KnownPlayers:
    """The players from files, and the members by their unique names."""
    if league.id == NEW:
        return _KnownPlayers({}, frozenset(), frozenset())
    named = await members.read_names(database, league.id)
    return await asyncio.to_thread(_known_of, named, await members.list_members(database, league.id))


def _known_of(named: Mapping[str, Player], listed: Sequence[Member]) -> _KnownPlayers:
    people = {one.player.id: one.player for one in listed}
    shown = {folded(name): people[player] for player, name in unique_names(people.values()).items()}
    shared = {folded(player.name) for player in people.values()} - shown.keys() - named.keys()
    return _KnownPlayers({**shown, **named}, frozenset(shown.keys() - named.keys()), frozenset(shared))


async def _load_plan(
    database: Database, league: League, rows: Sequence[ResultRow], known: _KnownPlayers, free: FreeIds, now: datetime
) -> _Plan:
    seasons = [] if league.id == NEW else await leagues.list_seasons(database, league.id)
    present = [] if league.id == NEW else await league_imports.list_stored_results(database, league.id)
    return await asyncio.to_thread(_plan, league, seasons, rows, known, present, free, now)


def _plan(
    league: League,
    seasons: Sequence[Season],
    rows: Sequence[ResultRow],
    known: _KnownPlayers,
    present: Sequence[StoredResult],
    free: FreeIds,
    now: datetime,
) -> _Plan:
    """Return the plan for these rows. Raises ``BadFile``."""
    creates = league.id == NEW
    league = replace(league, id=free.league) if creates else league
    names, players = _people(rows, known, free)
    _check(rows, known, names, seasons)
    new = () if seasons else _seasons(league, rows, now)
    open_season = max(season.number for season in (*seasons, *new))
    there = _PresentRows(present)
    results: list[LeagueResult] = []
    for row in rows:
        pair = names[folded(row.names[0])], names[folded(row.names[1])]
        if (key := there.key(row, pair)) is not None:
            result_id = free.result + len(results)
            results.append(_result(row, pair, league, result_id, key, open_season))
    # A player without a new result is not added again, because they may have asked to be forgotten.
    met = {side.player.id for result in results for side in result.sides}
    added = tuple(player for player in players if player.id in met)
    return _Plan(
        league=league,
        seasons=new,
        taken={name: names[name] for name in names.keys() & known.members if names[name].id in met},
        players=added,
        results=tuple(results),
        known=len(rows) - len(results),
        pending=PendingImport(
            league_id=league.id,
            creates=creates,
            players=range(free.player, added[-1].id + 1 if added else free.player),
            results=range(free.result, free.result + len(results)),
        ),
    )


class _PresentRows:
    """The results that a league has already, matched with the rows of a file one by one."""

    def __init__(self, present: Iterable[StoredResult]) -> None:
        self._contents = Counter(one.content for one in present)
        self._numbers: Counter[str] = Counter()
        self._come: Counter[str] = Counter()
        for one in present:
            content, _, number = (one.imported or "").partition(":")
            if number.isdecimal():
                self._numbers[content] = max(self._numbers[content], int(number))

    def key(self, row: ResultRow, pair: tuple[Player, Player]) -> str | None:
        """The import key of a row; None where the league has its result.

        The first of several rows that are the same is the first result of this content that there is, and so on:
        whether it came from a file, whose names people may have changed since, or was played at a table.
        """
        content = row.content
        self._come[content] += 1
        content_key = (format_timestamp(row.played_at), pair[0].id, pair[1].id, *row.scores, *row.games)
        there = max(self._numbers[content], self._contents[content_key])
        return None if self._come[content] <= there else f"{content}:{self._come[content]}"


def _people(
    rows: Iterable[ResultRow], known: _KnownPlayers, free: FreeIds
) -> tuple[dict[str, Player], tuple[Player, ...]]:
    """The player of each folded name, and the players who are new."""
    names: dict[str, Player] = {}
    players: list[Player] = []
    for row in rows:
        for name in row.names:
            key = folded(name)
            if key in known.players:
                names[key] = known.players[key]
            elif key not in names:
                names[key] = Player(free.player + len(players), None, name)
                players.append(names[key])
    return names, tuple(players)


def _check(
    rows: Iterable[ResultRow], known: _KnownPlayers, names: Mapping[str, Player], seasons: Sequence[Season]
) -> None:
    """Check the rows against the players and seasons of the league. Raises ``BadFile``."""
    parsed = ParsedFile()
    numbers = range(1, _MOST_SEASONS + 1) if not seasons else {season.number for season in seasons}
    for row in rows:
        for why in (*_wrong_people(row, known, names), *_wrong_season(row, numbers)):
            parsed.add_bad(row.line, why)
    if parsed.bad:
        raise BadFile(parsed.bad, parsed.more_bad)


def _wrong_people(row: ResultRow, known: _KnownPlayers, names: Mapping[str, Player]) -> Iterator[str]:
    for name in row.names:
        if folded(name) in known.shared:
            yield gettext("several members are called {name}. Write {name} (1), {name} (2) and so on.", name=name)
    one, other = (names[folded(name)] for name in row.names)
    if one.id == other.id:
        yield gettext(
            "{name} and {row_name} are the same player, so they can't play each other.",
            name=row.names[0],
            row_name=row.names[1],
        )


def _wrong_season(row: ResultRow, numbers: Container[int]) -> Iterator[str]:
    if row.season is not None and row.season not in numbers:
        yield gettext("season: the league has no season {season}.", season=row.season)


def _seasons(league: League, rows: Iterable[ResultRow], now: datetime) -> tuple[Season, ...]:
    """The seasons of a league that is created with these rows: the last is being played, the others are closed."""
    last = max((row.season or 1 for row in rows), default=1)
    closed = (Season(league_id=league.id, number=number, stage="closed", closed_at=now) for number in range(1, last))
    return (*closed, Season(league_id=league.id, number=last, stage="playing"))


def _result(
    row: ResultRow, pair: tuple[Player, Player], league: League, result_id: int, key: str, season: int
) -> LeagueResult:
    one, other = (
        Side(
            player=player,
            games=row.games[place],
            legs=row.legs[place],
            holes=row.scores[place],
            skunks=row.skunks[place],
            dealt_first=None if row.dealt_first is None else row.dealt_first == place,
            deeds=GameStats(best_hand=row.best_hands[place]),
        )
        for place, player in enumerate(pair)
    )
    return LeagueResult(
        id=result_id,
        league_id=league.id,
        season=row.season or season,
        stage=row.meeting,
        status="counted",
        sides=(one, other),
        winner=row.winner,
        ended_by=row.ended_by,
        played_at=row.played_at,
        imported=key,
    )


async def _write(database: Database, plan: _Plan, now: datetime, by: Player | None) -> None:
    """Write all of it in short transactions; nobody sees any of it before the last one."""
    if not plan.results and not plan.pending.creates:
        return
    async with database.transaction() as writing:
        _begin(writing, plan)
    try:
        for batch in _batches(plan, now):
            start = time.monotonic()
            async with database.transaction() as writing:
                await asyncio.to_thread(batch, writing)
            # As much time again is left to everybody else, another process too, which only looks from time to time.
            await asyncio.sleep(time.monotonic() - start)
        async with database.transaction() as writing:
            _complete(writing, plan, now, by)
    except Exception:
        # Where that fails too, the next start removes it.
        with suppress(StorageError):
            await league_imports.remove_pending(database)
        raise


def _begin(writing: Transaction, plan: _Plan) -> None:
    """Take the ids: with the highest of them in use, whoever adds a row meanwhile gets a higher one."""
    league_imports.begin(writing, plan.pending)
    if plan.pending.creates:
        _add_league(writing, plan.league, plan.seasons)
    for player in plan.players[-1:]:
        league_imports.add_player(writing, player.id, player.name)
    league_results.add_with_ids(writing, plan.results[-1:])


def _batches(plan: _Plan, now: datetime) -> Iterator[Callable[[Transaction], None]]:
    """Yield functions that each add some of the new players with their names, or some of the results."""
    for start in range(0, len(plan.players), league_imports.BATCH):
        yield partial(_add_players, plan, start, now)
    for start in range(0, len(plan.results), league_imports.BATCH):
        yield partial(_add_results, plan, start)


def _add_players(plan: _Plan, start: int, now: datetime, writing: Transaction) -> None:
    for player in plan.players[start : start + league_imports.BATCH]:
        if player is not plan.players[-1]:
            league_imports.add_player(writing, player.id, player.name)
        members.put(writing, plan.league.id, player.id, "in", now)
        members.put_name(writing, plan.league.id, player.name, player.id)


def _add_results(plan: _Plan, start: int, writing: Transaction) -> None:
    batch = plan.results[start : start + league_imports.BATCH]
    league_results.add_with_ids(writing, [result for result in batch if result is not plan.results[-1]])
    league_results.add_sides(writing, batch)


def _complete(writing: Transaction, plan: _Plan, now: datetime, by: Player | None) -> None:
    """Let everyone see the import, and write what depends on it."""
    league_imports.complete(writing)
    for name, player in plan.taken.items():
        members.put_name(writing, plan.league.id, name, player.id)
    if plan.results:
        ratings.mark_stale(writing, plan.league.id, min(result.played_at for result in plan.results))
    what = f"imported {_plural(len(plan.results), 'result')} from a file"
    members.add_log_entry(writing, plan.league.id, now, None if by is None else by.id, what)


def _add_league(writing: Transaction, league: League, seasons: Sequence[Season]) -> None:
    leagues.add(writing, league, seasons[0])
    for season in seasons[1:]:
        leagues.add_season(writing, season)
    for season in seasons:
        leagues.put_season(writing, season)


def _plural(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"
