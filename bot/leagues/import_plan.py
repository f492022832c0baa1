"""Plans the import of a file: whose results are new, which fixtures they settle, and what is wrong with them."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from bot.i18n.translation import date_of, gettext, ngettext
from bot.leagues import calendar
from bot.leagues.access import LeagueError, nearest
from bot.leagues.csv_format import (
    MOST_SEASONS,
    SAME_PLAYER,
    ParsedFile,
    ResultRow,
    is_pair,
    listed_lines,
    name_key,
    pair_of,
)
from bot.leagues.export import unique_names
from bot.leagues.fixtures import is_current
from bot.leagues.written_dates import NOON, DateOrder
from bot.models.league import WITH_MEETINGS, Fixture, League, Meeting, Member, Season, folded
from bot.models.league_import import FreeIds, PendingImport, StoredResult
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from bot.storage import fixtures, league_imports, leagues, meetings, members
from bot.storage.database import Database
from bot.storage.errors import parse_timestamp
from bot.tables.matches import needed

NEW: Final = 0
"""The id of a league that is created with the file."""


class BadFile(LeagueError):
    """The error for a file without a line that can be imported.

    ``counts`` says how many rows of the file are games, and how many are not.
    """

    def __init__(self, parsed: ParsedFile) -> None:
        self.bad, self.more, self.counts = tuple(parsed.bad), parsed.more_bad, parsed.counts
        lines = "\n".join([*parsed.bad_lines(), self.counts])
        super().__init__(
            ngettext(
                "nothing was imported because {number} line is wrong:\n{lines}",
                "nothing was imported because {number} lines are wrong:\n{lines}",
                len(self.bad) + self.more,
                lines=lines,
            )
        )


Progress: TypeAlias = Callable[[int, int], Awaitable[None]]
"""What is told how many of all results are imported so far."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a person said about a file: its name, the order of dates, and if days outside a season are right.

    ``progress`` tells them how far a long import is.
    """

    file_name: str = "file"
    order: DateOrder | None = None
    any_date: bool = False
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """The players of a league by name, and the names that several members share."""

    players: Mapping[str, Player] = field(default_factory=dict)
    members: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NewNight:
    """A night that comes with its results: a span of their ids, and whether the league doesn't have it yet."""

    meeting: Meeting
    results: range
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """The plan of an import: all rows that it writes. Members are ``taken`` for the players of these folded names."""

    league: League
    seasons: tuple[Season, ...]
    taken: Mapping[str, Player]
    players: tuple[Player, ...]
    results: tuple[LeagueResult, ...]
    known: int
    pending: PendingImport
    open_season: int
    free: FreeIds
    number: int = 1
    settles: frozenset[int] = frozenset()
    """The ids of the fixtures that get a result."""

    nights: tuple[NewNight, ...] = ()
    doubts: tuple[tuple[str, str], ...] = ()
    """New names, each with another one that may be the same player's."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a league has when a file comes: its results, the fixtures to be played now, and the next import's number."""

    free: FreeIds
    seasons: Sequence[Season] = ()
    known: KnownPlayers = field(default_factory=KnownPlayers)
    results: Sequence[StoredResult] = ()
    fixtures: Sequence[Fixture] = ()
    next_number: int = 1
    nights: Sequence[Meeting] = ()
    has_fixtures: bool = False


def _known_of(named: Mapping[str, Player], listed: Sequence[Member]) -> KnownPlayers:
    people = {one.player.id: one.player for one in listed}
    shown = {folded(name): people[player] for player, name in unique_names(people.values()).items()}
    shared = {folded(player.name) for player in people.values()} - shown.keys() - named.keys()
    return KnownPlayers({**shown, **named}, frozenset(shown.keys() - named.keys()), frozenset(shared))


async def load_plan(
    database: Database, league: League, parsed: ParsedFile, now: datetime, options: ImportOptions
) -> ImportPlan:
    """Return the plan of an import; rows that can't be of this league become bad lines. Raises ``BadFile``."""
    free = await league_imports.read_free_ids(database)
    if league.id == NEW:
        return await asyncio.to_thread(_plan, league, parsed, _Stored(free), now, options)
    seasons = await leagues.list_seasons(database, league.id)
    season = max(seasons, key=lambda season: season.number)
    listed = await fixtures.list_fixtures(database, league.id, season.number)
    named = await members.read_names(database, league.id)
    stored = _Stored(
        free,
        seasons,
        await asyncio.to_thread(_known_of, named, await members.list_members(database, league.id)),
        results=await league_imports.list_stored_results(database, league.id),
        fixtures=[fixture for fixture in listed if is_current(fixture, season) and season.stage != "closed"],
        next_number=await league_imports.next_number(database, league.id),
        nights=await meetings.list_by_league(database, league.id),
        has_fixtures=bool(listed),
    )
    return await asyncio.to_thread(_plan, league, parsed, stored, now, options)


def _plan(league: League, parsed: ParsedFile, stored: _Stored, now: datetime, options: ImportOptions) -> ImportPlan:
    creates, free, known, seasons = league.id == NEW, stored.free, stored.known, stored.seasons
    league = replace(league, id=free.league) if creates else league
    names, players = _people(parsed.rows, known, free)
    _note_spellings(parsed, known, names)
    # A league in which nothing was played yet gets the seasons of the file.
    is_new = not (stored.results or stored.nights or stored.has_fixtures) and len(seasons) < 2
    season = max(seasons, key=lambda season: season.number, default=None)
    numbers = range(1, MOST_SEASONS + 1) if is_new or season is None else {season.number for season in seasons}
    wrong = (
        _wrong_people(row, known, names) or _wrong_time(row, league, numbers, season, now, options)
        for row in parsed.rows
    )
    parsed.ask_about((row, why) for row, why in zip(parsed.rows, wrong, strict=True) if why)
    parsed.bad.sort(key=lambda bad: bad.line)
    if parsed.bad and not parsed.rows:
        raise BadFile(parsed)
    rows = parsed.rows
    last = max((row.season or 1 for row in rows), default=1)
    new = _seasons(league, rows, names, seasons, now) if is_new and (creates or last > 1) else ()
    open_season = max(season.number for season in (*seasons, *new))
    free_nights = {one.day: one.id for one in stored.nights if one.format == "free" and one.season == open_season}
    there, matcher = _PresentRows(stored.results, league.zone), _FixtureMatcher(stored.fixtures)
    results: list[LeagueResult] = []
    added_rows: list[ResultRow] = []
    for row in rows:
        pair = names[folded(row.names[0])], names[folded(row.names[1])]
        if (key := there.key(row, pair)) is not None:
            result_id = free.result + len(results)
            fixture = matcher.take(row, pair) if row.season in {None, open_season} else None
            night = free_nights.get(_local_day(row.played_at, league.zone)) if row.season is None else None
            results.append(_result(row, pair, league, result_id, key, open_season, fixture, night))
            added_rows.append(row)
    # A player without a new result is not added again, because they may have asked to be forgotten.
    met = {side.player.id for result in results for side in result.sides}
    added = tuple(player for player in players if player.id in met)
    return ImportPlan(
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
        open_season=open_season,
        free=free,
        number=stored.next_number,
        settles=frozenset(result.fixture_id for result in results if result.fixture_id is not None),
        nights=_nights(league, added_rows, results, stored.nights) if league.format in WITH_MEETINGS else (),
        doubts=tuple(_doubts(rows, [player.name for player in added], known)),
    )


def _nights(
    league: League, rows: Sequence[ResultRow], results: Sequence[LeagueResult], present: Sequence[Meeting]
) -> tuple[NewNight, ...]:
    """The nights that the rows name, each with spans of results that follow one another."""
    there = {(night.season, night.number) for night in present}
    days: dict[tuple[int, int], date] = {}
    spans: list[tuple[tuple[int, int], int]] = []
    for row, result in zip(rows, results, strict=True):
        if row.meeting and result.meeting_id is None and row.meeting <= MOST_SEASONS:
            night = result.season, row.meeting
            day = _local_day(row.played_at, league.zone)
            days[night] = min(day, days.get(night, day))
            spans.append((night, result.id))
    found = []
    for (night, _), run in groupby(enumerate(spans), key=lambda one: (one[1][0], one[1][1] - one[0])):
        ids = [result_id for _, (_, result_id) in run]
        season, number = night
        about = Meeting(id=0, league_id=league.id, season=season, number=number, day=days[night], format="free")
        found.append(NewNight(replace(about, stage="closed"), range(ids[0], ids[-1] + 1), night not in there))
        there.add(night)
    return tuple(found)


def _doubts(rows: Iterable[ResultRow], new: Sequence[str], known: KnownPlayers) -> Iterator[tuple[str, str]]:
    """Yield new names that are like a known one, or like one that plays more in the file, and pairs that share one."""
    often = Counter(name for row in rows for name in row.names)
    order = sorted(new, key=lambda name: (-often[name], name))
    pairs = [(name, people) for name in order if len(people := pair_of(name)) > 1]
    known_names = {key: player.name for key, player in known.players.items()}
    for number, name in enumerate(order[:_MOST_COMPARED]):
        others = {folded(other): other for other in order[:number] if not _differ_by_number(name, other)}
        mine = pair_of(name)
        shared = (other for other, people in pairs if often[other] > often[name] and len(mine & people) == 1)
        there = (known_names | others).items()
        longer = (other for key, other in there if _is_longer(folded(name), key) or _is_longer(key, folded(name)))
        like = nearest(name, known_names) or nearest(name, others) or next(shared, None) or next(longer, None)
        if like is not None:
            yield name, like


def _is_longer(name: str, other: str) -> bool:
    """Return whether the other name is this one with more words, such as Ann and Ann Archer, for folded names."""
    return other.startswith(name + " ") and not (is_pair(other) or re.search(r"\d", other))


def _differ_by_number(one: str, other: str) -> bool:
    return re.sub(r"\d+", "", one) == re.sub(r"\d+", "", other)


class _FixtureMatcher:
    """The fixtures without a result, each taken by the first game of its two players."""

    def __init__(self, fixtures: Iterable[Fixture]) -> None:
        self._open: defaultdict[frozenset[int], list[Fixture]] = defaultdict(list)
        for fixture in fixtures:
            # A fixture with a table is being played on Discord.
            if fixture.second is not None and fixture.result_id is None and fixture.table_id is None:
                self._open[fixture.players].append(fixture)

    def take(self, row: ResultRow, pair: tuple[Player, Player]) -> Fixture | None:
        """Return the fixture that a row settles; None where its players have none of this length."""
        found = self._open[frozenset(player.id for player in pair)]
        for fixture in found:
            whole = sum(row.legs) == 1 if fixture.best_of == 1 else max(row.games) >= needed(fixture.best_of)
            if whole or row.ended_by == "forfeit":
                found.remove(fixture)
                return fixture
        return None


def _local_day(moment: datetime, zone: str) -> date:
    """The day of a game: as it was written, or by the league's clock."""
    return moment.date() if moment.timetz() == NOON else moment.astimezone(ZoneInfo(zone)).date()


class _PresentRows:
    """The results that a league has already, matched with the rows of a file one by one."""

    def __init__(self, present: Iterable[StoredResult], zone: str) -> None:
        self._contents: Counter[object] = Counter()
        self._numbers: Counter[str] = Counter()
        self._come: Counter[object] = Counter()
        for one in present:
            moment, *content = one.content
            played_at = parse_timestamp(moment)
            same = _sorted_content(*content)
            self._contents[played_at, same] += 1
            self._contents[_local_day(played_at, zone), same] += 1
            digest, _, number = (one.imported or "").partition(":")
            if number.isdecimal():
                self._numbers[digest] = max(self._numbers[digest], int(number))

    def key(self, row: ResultRow, pair: tuple[Player, Player]) -> str | None:
        """The import key of a row; None where the league has its result, also when written the other way round.

        The first of several rows that are the same is the first result of this content that there is, and so on:
        whether it came from a file, whose names people may have changed since, or was played at a table. A row with a
        day alone is the same as a game at any time of that day.
        """
        digests = row.content, row.mirrored.content
        same = _sorted_content(pair[0].id, pair[1].id, *row.scores, *row.games)
        when = row.played_at.date() if row.played_at.timetz() == NOON else row.played_at
        this = min(digests)
        self._come[this] += 1
        there = max(self._numbers[digests[0]], self._numbers[digests[1]], self._contents[when, same])
        return None if self._come[this] <= there else f"{digests[0]}:{self._come[this]}"


def _sorted_content(*content: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both sides of a result, whichever comes first."""
    one, other = content[0::2], content[1::2]
    return (one, other) if one <= other else (other, one)


def _people(
    rows: Iterable[ResultRow], known: KnownPlayers, free: FreeIds
) -> tuple[dict[str, Player], tuple[Player, ...]]:
    """The player of each folded name, and the players who are new."""
    names: dict[str, Player] = {}
    players: list[Player] = []
    spelled = _unique_keys(known.players)
    for row in rows:
        for name in row.names:
            key = folded(name)
            if key in known.players:
                names[key] = known.players[key]
            elif key in names:
                continue
            elif not row.own and key not in known.shared and name_key(name) in spelled:
                names[key] = spelled[name_key(name)]
            else:
                names[key] = Player(free.player + len(players), None, name)
                players.append(names[key])
    return names, tuple(players)


def _note_spellings(parsed: ParsedFile, known: KnownPlayers, names: Mapping[str, Player]) -> None:
    """Say which names of a file were taken for another spelling of a name that the league knows."""
    spelled = {name: names[folded(name)].name for row in parsed.rows for name in row.names}
    joined = [
        f"{name} = {other}"
        for name, other in spelled.items()
        if folded(name) not in known.players and folded(name) != folded(other)
    ]
    note = gettext("Read as one player: {items}.", items=listed_lines(joined))
    if joined and note not in parsed.notes:
        parsed.notes.append(note)


def _unique_keys(players: Mapping[str, Player]) -> dict[str, Player]:
    """The players by what all spellings of their names have in common; none where two share it."""
    found: defaultdict[str, dict[int, Player]] = defaultdict(dict)
    for name, player in players.items():
        found[name_key(name)][player.id] = player
    return {
        key: one for key, (one, *others) in ((key, list(same.values())) for key, same in found.items()) if not others
    }


def _wrong_people(row: ResultRow, known: KnownPlayers, names: Mapping[str, Player]) -> str:
    """What is wrong with the players of a row; empty if nothing is."""
    for name in row.names:
        if folded(name) in known.shared:
            return gettext("several members are called {name}. Write {name} (1), {name} (2) and so on.", name=name)
    one, other = (names[folded(name)] for name in row.names)
    return gettext(SAME_PLAYER, name=row.names[0], row_name=row.names[1]) if one.id == other.id else ""


def _wrong_time(
    row: ResultRow,
    league: League,
    numbers: Container[int],
    season: Season | None,
    now: datetime,
    options: ImportOptions,
) -> str:
    """What is wrong with a row's season or day, if anything is. An exported row brings its season with it."""
    day = _local_day(row.played_at, league.zone)
    if row.season is not None and row.season not in numbers:
        return gettext("season: the league has no season {season}.", season=row.season)
    if day > calendar.today(league.zone, now):
        return gettext("date: {day} is in the future.", day=date_of(day))
    if options.any_date or row.season is not None or season is None:
        return ""
    first, last = season.starts_on, season.ends_on
    if (first or date.min) <= day <= (last or date.max):
        return ""
    return gettext(
        "date: {day} is outside season {season} ({starts_on} to {ends_on}). If that is right, say so with `any_date`.",
        day=date_of(day),
        season=season.number,
        starts_on="..." if first is None else date_of(first),
        ends_on="..." if last is None else date_of(last),
    )


def _seasons(
    league: League,
    rows: Sequence[ResultRow],
    names: Mapping[str, Player],
    seasons: Sequence[Season],
    now: datetime,
) -> tuple[Season, ...]:
    """The seasons that come with these rows: the last is being played, the others are closed with their champions."""
    last = max((row.season or 1 for row in rows), default=1)
    crowned: defaultdict[int, set[int]] = defaultdict(set)
    for row in rows:
        won = zip(row.names, row.champions, strict=True)
        crowned[row.season or last] |= {names[folded(name)].id for name, is_champion in won if is_champion}
    usual = seasons[0] if seasons else Season(league_id=league.id, number=1, stage="playing")
    return tuple(
        replace(usual, number=number, stage="playing")
        if number == last
        else replace(usual, number=number, stage="closed", closed_at=now, crowned=tuple(sorted(crowned[number])))
        for number in range(1, last + 1)
    )


def _result(
    row: ResultRow,
    pair: tuple[Player, Player],
    league: League,
    result_id: int,
    key: str,
    season: int,
    fixture: Fixture | None,
    night: int | None,
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
        stage=row.stage if fixture is None else fixture.stage,
        fixture_id=None if fixture is None else fixture.id,
        meeting_id=night if fixture is None else fixture.meeting_id,
        status="counted",
        sides=(one, other),
        winner=row.winner,
        ended_by=row.ended_by,
        played_at=row.played_at,
        imported=key,
    )


_MOST_COMPARED: Final = 300
