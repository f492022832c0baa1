"""Leagues on the command line: files of results in and out, tables, club nights, brackets, awards and records."""

import argparse
import json
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.cli.command import Argument, Command, argument, command, opened_database, whole_number, written_whole
from bot.leagues import csv_format, export
from bot.leagues.access import LeagueError, NoSuchLeague
from bot.leagues.brackets import BracketMatch, BracketService, Entrant, MatchKey
from bot.leagues.documents import DOCUMENTS, write_document
from bot.leagues.file_import import import_file, preview_file, undo_import
from bot.leagues.import_plan import ImportOptions
from bot.leagues.office import issue_code
from bot.leagues.result_files import write_results
from bot.leagues.season_table import meeting_table
from bot.leagues.settings import new_league
from bot.leagues.setup import parse_tie_breaks, put_tie_breaks
from bot.leagues.statistics import RecordService, standings_of
from bot.models.league import SCHEMES, TIE_BREAKS, USUAL_TIE_BREAKS, League, Meeting, Season
from bot.models.league_import import NumberedImport
from bot.models.result import Feat, HighHand
from bot.storage import league_imports, leagues, meetings, members
from bot.storage.database import Database
from engine import presets

LARGEST_HERE: Final = 20_000_000
"""The most bytes of a file that is imported on the command line."""

_LARGE: Final = 10_000
"""The results from which on an import says how far it is."""

NOBODY: Final = "none"
"""The value of `--server` for a league that no server has adopted."""

_COLUMNS: Final = (
    "The file may be CSV with any separator, tabs, or .xlsx (with the extra `sheets`). A row of headings names the "
    "players and the score, such as `Date, Winner, Loser, Score` or `Date, Player 1, Player 2, Score 1, Score 2`. "
    f"The bot's own files have the columns {', '.join(csv_format.COLUMNS)}. Titles, totals, notes and blank rows are "
    "skipped. Names need no Discord account. A row imported before doesn't count again; a row that is twice in the "
    "file is 2 games. Without --yes you see a preview, and nothing is imported. Wrong rows are left out, and you see "
    f"the first {csv_format.MOST_BAD}. If all are wrong, the exit code is 2."
)


@dataclass(frozen=True, slots=True)
class Server:
    """The server of a league, or None for a league that no server has adopted."""

    id: int | None

    def __str__(self) -> str:
        return NOBODY if self.id is None else str(self.id)


def _server(text: str) -> Server:
    return Server(None if text == NOBODY else whole_number(text, f"isn't a server's number or `{NOBODY}`", 2**63 - 1))


_number: Final = partial(whole_number, wrong="isn't a number; type 1 or more", most=9_999)
_SERVER: Final = argument("--server", type=_server, metavar="ID", help="the league's server (`none`: no server yet)")
_NAME: Final = argument("name", metavar="NAME", help="the league's name")
_SEASON: Final = argument("--season", type=_number, metavar="N", help="the season's number (default: the latest)")
_OUT: Final = argument("--out", type=Path, help="the file to write (default: standard output)")
_JSON: Final = argument("--json", action="store_true", help="print JSON")

_Work: TypeAlias = Callable[[Database, League, argparse.Namespace], Awaitable[Any]]
"""Does something in the league that the arguments name, and returns what is printed: text, or a document as JSON."""


def _in_league(*arguments: Argument) -> Callable[[_Work], Command]:
    """Make a function a command in the league that the first arguments name."""

    def declare(work: _Work) -> Command:
        @command(_SERVER, _NAME, *arguments)
        async def run(parsed: argparse.Namespace) -> None:
            async with opened_database() as database:
                _print(await work(database, await _league(database, parsed), parsed))

        return run

    return declare


def _print(found: Any) -> None:
    text = found if isinstance(found, str) else json.dumps(found, indent=1)
    print(text, end="" if text.endswith("\n") or not text else "\n")


async def _league(database: Database, arguments: argparse.Namespace) -> League:
    """The league of this name. Raises ``NoSuchLeague``, and ``LeagueError`` where several servers have one."""
    name, server = arguments.name, arguments.server
    found = [league for league in await leagues.list_all(database, name) if server in {None, Server(league.guild_id)}]
    if not found:
        raise NoSuchLeague(f"there is no league {name!r}. See `cribbage-bot league list`.")
    if len(found) > 1:
        servers = " or ".join(f"--server {Server(league.guild_id)}" for league in found)
        raise LeagueError(f"{len(found)} leagues are called {name!r}. Add {servers}.")
    return found[0]


async def _season(database: Database, league: League, number: int | None) -> Season:
    seasons = await leagues.list_seasons(database, league.id)
    for season in seasons:
        if number in {None, season.number}:
            return season
    raise LeagueError(f"{league.name} has no season {number}. The latest is {seasons[0].number}.")


@command(_SERVER)
async def _list(arguments: argparse.Namespace) -> None:
    async with opened_database() as database:
        found = [one for one in await leagues.list_all(database) if arguments.server in {None, Server(one.guild_id)}]
        for league in found:
            seasons = await leagues.list_seasons(database, league.id)
            players = len(await members.list_members(database, league.id))
            print(
                f"{league.name}: server {Server(league.guild_id)}, preset {league.preset}, points {league.scheme}, "
                f"{league.format}, {players} players, season {seasons[0].number}"
            )
    if not found:
        print(
            "There are no leagues yet. Create one with `cribbage-bot league import NAME FILE --create`.",
            file=sys.stderr,
        )


@_in_league(argument("--json", action="store_true", help="print JSON: the players in table order"), _SEASON)
async def _table(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    season = await _season(database, league, arguments.season)
    joined = [] if season.stage == "closed" else await members.list_active_players(database, league.id)
    lines = await standings_of(database, league, season, joined)
    names = export.unique_names(line.player for line in lines)
    return export.table(lines, names) if arguments.json else export.text(lines, names)


@_in_league(
    argument(
        "breaks",
        metavar="TIE-BREAK",
        nargs="*",
        help=f"the first one first: {', '.join(TIE_BREAKS)}; none: players share a place; usual: the usual ones",
    )
)
async def _tie_breaks(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    chosen = league.tie_breaks
    if arguments.breaks:
        usual = arguments.breaks == ["usual"]
        chosen = USUAL_TIE_BREAKS if usual else parse_tie_breaks(", ".join(arguments.breaks))
        await put_tie_breaks(database, league, chosen, datetime.now(UTC))
    return {"league": league.name, "tie_breaks": list(chosen)}


@command(
    _SERVER,
    argument(
        "--format",
        choices=("csv", "json", *DOCUMENTS),
        default="csv",
        help="csv or xlsx for spreadsheets, json, html: a table to print, ics: fixtures for a calendar, "
        "paper: pairings and score cards to print (default: csv)",
    ),
    _OUT,
    _SEASON,
    _NAME,
)
async def _export(arguments: argparse.Namespace) -> None:
    await _write_out(arguments, arguments.format)


@command(_SERVER, _OUT, _SEASON, _NAME)
async def _page(arguments: argparse.Namespace) -> None:
    await _write_out(arguments, "page")


async def _write_out(arguments: argparse.Namespace, form: Any) -> None:
    async with opened_database() as database:
        league = await _league(database, arguments)
        if arguments.out is None:
            sys.stdout.flush()
            await _write(database, league, arguments.season, form, sys.stdout.buffer.write)
            return
        with written_whole(arguments.out) as part, part.open("wb") as stream:
            await _write(database, league, arguments.season, form, stream.write)


async def _write(
    database: Database, league: League, number: int | None, form: Any, write: Callable[[bytes], object]
) -> None:
    season = await _season(database, league, number)
    if form in {"csv", "json"}:
        await write_results(database, league, form, write, number)
    else:
        write(await write_document(database, league, season, form, datetime.now(UTC)))


@command(
    _SERVER,
    argument("--create", action="store_true", help="create the league if it doesn't exist"),
    argument("--preset", help=f"rules of a new league: {', '.join(presets.PRESETS)} (default: {presets.DEFAULT})"),
    argument("--scheme", choices=SCHEMES, help="points of a new league (default: acc for the preset acc)"),
    argument("--best-of", type=_number, metavar="N", help="the most games in a match of a new league (default: 1)"),
    argument("--yes", action="store_true", help="import the file; without this you see a preview"),
    argument("--any-date", action="store_true", help="take games outside the season's dates too"),
    argument("--dates", choices=("day-first", "month-first"), help="which comes first in dates such as 08/09/2026"),
    _JSON,
    _NAME,
    argument("file", metavar="FILE", help="a spreadsheet with headings (- is standard input)"),
    epilog=_COLUMNS,
)
def _import(arguments: argparse.Namespace) -> Coroutine[Any, Any, None]:
    # What is typed or piped is read before the event loop begins, which would keep Ctrl-C from ending that.
    return _take_in(arguments, *_source(arguments.file))


async def _take_in(arguments: argparse.Namespace, name: str, data: bytes) -> None:
    options = ImportOptions(name, arguments.dates, arguments.any_date)
    async with opened_database(new=arguments.create) as database:
        league = await _import_league(database, arguments)
        if not arguments.yes:
            preview = await preview_file(database, league, data, datetime.now(UTC), options)
            text = "\n".join([*preview.lines(), "Nothing is imported yet. Add --yes to import this."])
            _print({**preview.to_dict(), "imported": False} if arguments.json else text)
            return
        options = replace(options, progress=_tell_progress)
        done = await import_file(database, league, data, datetime.now(UTC), options=options)
        _print(done.outcome() if arguments.json else str(done))
        arguments.server = Server(league.guild_id)
        stored = await _league(database, arguments)
        if not arguments.json and stored.guild_id is None and not await leagues.has_adoption_code(database, stored.id):
            print(await _issued_code(database, stored))


async def _tell_progress(done: int, many: int) -> None:
    """Say after each tenth of a large file how far its import is."""
    if many >= _LARGE and done % (many // 10) < league_imports.BATCH and sys.stderr.isatty():
        print(f"{done} of {many} results are imported.", file=sys.stderr)


def _source(file: str) -> tuple[str, bytes]:
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
        data = source.read(LARGEST_HERE + 1)
    if len(data) > LARGEST_HERE:
        raise LeagueError(f"{file} is over {LARGEST_HERE // 1_000_000} MB. Split it into several files.")
    return "standard input" if file == "-" else Path(file).name, data


async def _import_league(database: Database, arguments: argparse.Namespace) -> League:
    try:
        league = await _league(database, arguments)
    except NoSuchLeague:
        if not arguments.create:
            raise
        chosen = {"preset": arguments.preset, "scheme": arguments.scheme, "best_of": arguments.best_of}
        options = {name: value for name, value in chosen.items() if value is not None}
        server = None if arguments.server is None else arguments.server.id
        return new_league(server, arguments.name, options, datetime.now(UTC))
    for what, wish, agreed in (
        ("the preset", arguments.preset, league.preset),
        ("the scheme", arguments.scheme, league.scheme),
        ("matches of", arguments.best_of, league.best_of),
    ):
        if wish not in {None, agreed}:
            raise LeagueError(f"{league.name} already exists with {what} {agreed}. Leave that option out.")
    return league


@_in_league(_JSON)
async def _imports(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    found = await league_imports.list_imports(database, league.id)
    if arguments.json:
        return [_import_document(one) for one in found]
    states = ("undone" if one.undone_at is not None else f"{one.left} results" for one in found)
    shown = zip(found, states, strict=True)
    return "".join(f"{one.number}: {one.at.date()}, {one.file_name}, {state}\n" for one, state in shown)


@_in_league(
    _JSON, argument("number", type=_number, metavar="NUMBER", help="the import's number (see `league imports`)")
)
async def _undo(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    done = await undo_import(database, league, arguments.number, datetime.now(UTC))
    if arguments.json:
        return {**_import_document(done), "undone": True, "results": 0, "removed": done.left}
    return f"Import {done.number} is undone. {done.left} results are gone."


def _import_document(one: NumberedImport) -> dict[str, object]:
    return {
        "number": one.number,
        "at": one.at.isoformat(),
        "file": one.file_name,
        "results": one.left,
        "undone": one.undone_at is not None,
    }


async def _issued_code(database: Database, league: League, _: object = None) -> str:
    code = await issue_code(database, league)
    return (
        f"Adoption code: {code}\n"
        f"In your server press Add an imported league in /league list, and type {code}, to move {league.name} there. "
        "The code works once."
    )


@_in_league(_SEASON)
async def _nights(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    season = await _season(database, league, arguments.season)
    return [_night_document(one) for one in await meetings.list_by_season(database, league.id, season.number)]


@_in_league(argument("number", type=int, metavar="N", help="the night's number in its season"), _SEASON)
async def _night(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    season = (await _season(database, league, arguments.season)).number
    for one in await meetings.list_by_season(database, league.id, season):
        if one.number == arguments.number:
            came = await meetings.list_attendance(database, one.id)
            lines = await meeting_table(database, league, one, [person.player for person in came])
            everyone = {person.player.id: person.player for person in came}
            names = export.unique_names((everyone | {line.player.id: line.player for line in lines}).values())
            people = [
                {
                    "player": names[person.player.id],
                    "came_at": person.came_at.isoformat(),
                    "left_at": None if person.left_at is None else person.left_at.isoformat(),
                }
                for person in came
            ]
            return {**_night_document(one), "attendance": people, "table": export.table(lines, names)}
    raise LeagueError(f"season {season} of {league.name} has no night {arguments.number}.")


def _night_document(meeting: Meeting) -> dict[str, Any]:
    return {
        "night": meeting.number,
        "season": meeting.season,
        "day": meeting.day.isoformat(),
        "name": meeting.name,
        "format": meeting.format,
        "games": meeting.games,
        "stage": meeting.stage,
    }


@_in_league(_SEASON)
async def _bracket(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    season = await _season(database, league, arguments.season)
    found = await BracketService(database).find(league, season)
    if found is None:
        raise LeagueError(f"season {season.number} of {league.name} has no bracket.")
    numbers = {match.match.key: match.number for match in found.matches}
    entrants = [one for match in found.matches for one in (match.upper, match.lower) if one is not None]
    names = export.unique_names({one.player.id: one.player for one in entrants if one.player is not None}.values())
    return {
        "season": season.number,
        "elimination": found.elimination,
        "champion": None if found.champion is None else names[found.champion],
        "matches": [
            {
                "match": match.number,
                "round": match.match.key[0],
                "part": match.match.part,
                "players": [
                    _entrant(match, one, names, numbers) for one in (match.upper, match.lower) if one is not None
                ],
                "winner": None if match.winner is None else names[match.winner],
            }
            for match in found.matches
        ],
    }


def _entrant(
    match: BracketMatch, entrant: Entrant, names: Mapping[int, str], numbers: Mapping[MatchKey, int]
) -> dict[str, Any]:
    player = entrant.player
    if player is None:
        return {"player": None, f"{entrant.source.kind}_of": numbers[entrant.source.key]}
    place = None if match.result is None else match.result.side_of(player.id)
    side = None if match.result is None or place is None else match.result.sides[place]
    return {
        "player": names[player.id],
        "seed": entrant.seed,
        "games": None if side is None else side.legs,
        "points": None if side is None else side.holes,
    }


@_in_league(_SEASON)
async def _awards(database: Database, league: League, arguments: argparse.Namespace) -> Any:
    season = await _season(database, league, arguments.season)
    awards = await RecordService(database).awards(league, season)
    return {
        "season": season.number,
        "champions": [player.name for player in awards.champions],
        "high_hands": _hands(awards.high_hands),
        "grand_slams": _feats(awards.slams),
        "best_night": _feats(awards.best_night),
        "most_skunks": _feats(awards.most_skunks),
        "most_improved": [
            {"player": one.player.name, "before": one.before, "now": one.now} for one in awards.most_improved
        ],
    }


@_in_league()
async def _records(database: Database, league: League, _: argparse.Namespace) -> Any:
    found = await RecordService(database).records(league)
    return {
        **{kind: _feats(feats) for kind, feats in found.feats.items()},
        "high_hands": _hands(found.high_hands),
        "grand_slams": _feats(found.slams),
    }


@_in_league()
async def _lifetime(database: Database, league: League, _: argparse.Namespace) -> Any:
    lines = await RecordService(database).lifetimes(league)
    names = export.unique_names(line.player for line in lines)
    return [
        {
            "rank": line.rank,
            "player": names[line.player.id],
            "titles": line.titles,
            "seasons": line.lifetime.seasons,
            "nights": line.lifetime.nights,
            "played": line.lifetime.totals.played,
            "won": line.lifetime.totals.won,
            "points": line.points,
            "spread": line.spread,
        }
        for line in lines
    ]


def _feats(feats: Iterable[Feat]) -> list[dict[str, Any]]:
    return [
        {
            "player": feat.player.name,
            "value": feat.value,
            "season": feat.season or None,
            "night": feat.meeting or None,
        }
        for feat in feats
    ]


def _hands(hands: Iterable[HighHand]) -> list[dict[str, Any]]:
    return [
        {"player": hand.player.name, "points": hand.points, "result": hand.result_id, "at": hand.played_at.isoformat()}
        for hand in hands
    ]


_BEST: Final = "with everyone who shares each"

league: Final = Command(
    commands={
        "list": ("list all leagues", _list),
        "table": ("print the table of a league", _table),
        "export": ("write a league's results to a file that can be imported again", _export),
        "page": ("write a season as one HTML file for your club's site: table, nights, results", _page),
        "import": ("import results from a file: all of them, or none if one is wrong", _import),
        "imports": ("list the imports of a league with their numbers", _imports),
        "undo": ("undo an import: its results and its new players go", _undo),
        "code": ("print a code with which a server can adopt an imported league", _in_league()(_issued_code)),
        "tie-breaks": ("print or change what decides between level players, as JSON", _tie_breaks),
        "nights": ("print the club nights of a season as JSON", _nights),
        "night": ("print the attendance and the table of a club night as JSON", _night),
        "bracket": ("print the bracket of a season as JSON, match by match", _bracket),
        "awards": (f"print the awards of a season as JSON, {_BEST}", _awards),
        "records": (f"print the records of all seasons as JSON, {_BEST}", _records),
        "lifetime": ("print the table of all seasons as JSON", _lifetime),
    }
)
