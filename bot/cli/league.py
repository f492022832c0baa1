"""Leagues on the command line: files of results in and out, and tables, from the database of ``DATABASE_PATH``."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.cli import league_records
from bot.cli.arguments import Command, add_command, add_commands
from bot.cli.environment import existing_database, load_settings
from bot.cli.files import write_whole, write_whole_bytes
from bot.leagues import csv_format, directory, export
from bot.leagues.access import LeagueError, NoSuchLeague
from bot.leagues.documents import DOCUMENTS, write_document
from bot.leagues.file_import import import_file, preview_file, undo_import
from bot.leagues.import_plan import ImportOptions, ImportPreview
from bot.leagues.settings import LeagueOptions, new_league
from bot.leagues.table_and_profile import standings_of
from bot.leagues.tie_breaks import parse_tie_breaks, put_tie_breaks
from bot.models.league import SCHEMES, TIE_BREAKS, USUAL_TIE_BREAKS, League, Season
from bot.models.league_import import NumberedImport
from bot.models.player import Player
from bot.storage import league_imports, league_results, leagues, members
from bot.storage.database import Database
from engine import presets

LARGEST_HERE: Final = 20_000_000
"""The most bytes of a file that is imported on the command line."""

NOBODY: Final = "none"
"""The value of `--server` for a league that no server has adopted."""


_COLUMNS: Final = (
    "The file may be CSV with any separator, tabs, or .xlsx (with the extra `sheets`). A row of headings names the "
    "players and the score, such as `Date, Winner, Loser, Score` or `Date, Player 1, Player 2, Score 1, Score 2`. "
    f"The bot's own files have the columns {', '.join(csv_format.COLUMNS)}. Titles, totals, notes and blank rows are "
    "skipped. Names need no Discord account. A row imported before doesn't count again; a row that is twice in the "
    "file is 2 games. Without --yes you see a preview, and nothing is imported. If any row is wrong, nothing is "
    f"imported, the exit code is 2, and you see the first {csv_format.MOST_BAD} wrong rows."
)


@dataclass(frozen=True, slots=True)
class Server:
    """The server of a league, or None for a league that no server has adopted."""

    id: int | None

    def __str__(self) -> str:
        return NOBODY if self.id is None else str(self.id)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's own commands and their arguments."""
    league_commands = add_commands(parser)

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        sub = add_command(league_commands, name, command, text)
        sub.add_argument("--server", type=_server, metavar="ID", help="the league's server (`none`: no server yet)")
        return sub

    add("list", show_list, "list all leagues")
    table = add("table", show_table, "print the table of a league")
    table.add_argument("--json", action="store_true", help="print JSON: the players in table order")
    exporting = add("export", export_results, "write a league's results to a file that can be imported again")
    exporting.add_argument(
        "--format",
        choices=("csv", "json", *DOCUMENTS),
        default="csv",
        help="csv or xlsx for spreadsheets, json, html: a table to print, ics: fixtures for a calendar (default: csv)",
    )
    exporting.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    for sub in (table, exporting):
        sub.add_argument("--season", type=_number, metavar="N", help="the season's number (default: the latest)")
    bring = add("import", import_results, "import results from a file: all of them, or none if one is wrong")
    bring.epilog = _COLUMNS
    bring.add_argument("--create", action="store_true", help="create the league if it doesn't exist")
    bring.add_argument(
        "--preset", help=f"rules of a new league: {', '.join(presets.PRESETS)} (default: {presets.DEFAULT})"
    )
    bring.add_argument("--scheme", choices=SCHEMES, help="points of a new league (default: acc for the preset acc)")
    bring.add_argument(
        "--best-of", type=_number, metavar="N", help="the most games in a match of a new league (default: 1)"
    )
    bring.add_argument("--yes", action="store_true", help="import the file; without this you see a preview")
    bring.add_argument("--any-date", action="store_true", help="take games outside the season's dates too")
    bring.add_argument(
        "--dates", choices=("day-first", "month-first"), help="which comes first in dates such as 08/09/2026"
    )
    imports = add("imports", show_imports, "list the imports of a league with their numbers")
    undo = add("undo", undo_numbered_import, "undo an import: its results and its new players go")
    for sub in (bring, imports, undo):
        sub.add_argument("--json", action="store_true", help="print JSON")
    code = add("code", print_code, "print a code with which a server can adopt an imported league")
    for sub in (table, exporting, bring, imports, undo, code):
        sub.add_argument("name", metavar="NAME", help="the league's name")
    breaks = add("tie-breaks", show_tie_breaks, "print or change what decides between level players, as JSON")
    breaks.add_argument("name", metavar="NAME", help="the league's name")
    breaks.add_argument(
        "breaks",
        metavar="TIE-BREAK",
        nargs="*",
        help=f"the first one first: {', '.join(TIE_BREAKS)}; none: players share a place; usual: the usual ones",
    )
    league_records.add_to(add, _opened)
    bring.add_argument("file", metavar="FILE", help="a spreadsheet with headings (- is standard input)")
    undo.add_argument("number", type=_number, metavar="NUMBER", help="the import's number (see `league imports`)")


def show_list(arguments: argparse.Namespace) -> int:
    """Print a line for every league."""

    async def show() -> None:
        async with _database() as database:
            found = [
                one for one in await leagues.list_all(database) if arguments.server in {None, Server(one.guild_id)}
            ]
            for league in found:
                print(await _line(database, league))
            if not found:
                print(
                    "There are no leagues yet. Create one with `cribbage-bot league import NAME FILE --create`.",
                    file=sys.stderr,
                )

    asyncio.run(show())
    return 0


def show_table(arguments: argparse.Namespace) -> int:
    """Print the table of a league."""

    async def show() -> None:
        async with _database() as database:
            league = await _league(database, arguments.name, arguments.server)
            season = await _season(database, league, arguments.season)
            joined = [] if season.stage == "closed" else await members.list_active_players(database, league.id)
            lines = await standings_of(database, league, season, joined)
            names = export.unique_names(line.player for line in lines)
            if arguments.json:
                print(json.dumps(export.table(lines, names), indent=1))
            else:
                print(export.text(lines, names))

    asyncio.run(show())
    return 0


def show_tie_breaks(arguments: argparse.Namespace) -> int:
    """Print the tie-breaks of a league, after changing them where some are given."""

    async def show() -> None:
        async with _opened(arguments) as (database, league):
            chosen = league.tie_breaks
            if arguments.breaks:
                usual = arguments.breaks == ["usual"]
                chosen = USUAL_TIE_BREAKS if usual else parse_tie_breaks(", ".join(arguments.breaks))
                await put_tie_breaks(database, league, chosen, datetime.now(UTC))
            print(json.dumps({"league": league.name, "tie_breaks": list(chosen)}, indent=1))

    asyncio.run(show())
    return 0


def export_results(arguments: argparse.Namespace) -> int:
    """Write the results of a league, of all its seasons or of one."""
    if arguments.format in DOCUMENTS:
        data = asyncio.run(_document(arguments))
        if arguments.out is None:
            sys.stdout.buffer.write(data)
        else:
            write_whole_bytes(arguments.out, data)
        return 0
    text = asyncio.run(_export_text(arguments))
    if arguments.out is None:
        sys.stdout.write(text)
    else:
        with write_whole(arguments.out) as out:
            out.write(text)
    return 0


def import_results(arguments: argparse.Namespace) -> int:
    """Import the results of a file into a league."""

    with nullcontext(sys.stdin.buffer) if arguments.file == "-" else Path(arguments.file).open("rb") as source:
        data = source.read(LARGEST_HERE + 1)
    if len(data) > LARGEST_HERE:
        raise LeagueError(f"{arguments.file} is over {LARGEST_HERE // 1_000_000} MB. Split it into several files.")
    name = "standard input" if arguments.file == "-" else Path(arguments.file).name
    options = ImportOptions(name, arguments.dates, arguments.any_date)

    async def bring() -> None:
        async with _database(new=arguments.create) as database:
            league = await _import_league(database, arguments)
            if not arguments.yes:
                _print_preview(await preview_file(database, league, data, datetime.now(UTC), options), arguments)
                return
            done = await import_file(database, league, data, datetime.now(UTC), options=options)
            print(json.dumps(done.to_dict(), indent=1) if arguments.json else done)
            stored = await _league(database, league.name, Server(league.guild_id))
            if not arguments.json and stored.guild_id is None and not await directory.has_code(database, stored):
                await _print_code(database, stored)

    asyncio.run(bring())
    return 0


def show_imports(arguments: argparse.Namespace) -> int:
    """Print a league's imports, the latest first."""

    async def show() -> None:
        async with _database() as database:
            league = await _league(database, arguments.name, arguments.server)
            found = await league_imports.list_imports(database, league.id)
            if arguments.json:
                print(json.dumps([_import_document(one) for one in found], indent=1))
                return
            for one in found:
                state = "undone" if one.undone_at is not None else f"{one.left} results"
                print(f"{one.number}: {one.at.date()}, {one.file_name}, {state}")

    asyncio.run(show())
    return 0


def undo_numbered_import(arguments: argparse.Namespace) -> int:
    """Undo an import of a league."""

    async def undo() -> None:
        async with _database() as database:
            league = await _league(database, arguments.name, arguments.server)
            done = await undo_import(database, league, arguments.number, datetime.now(UTC))
            if arguments.json:
                print(
                    json.dumps({**_import_document(done), "undone": True, "results": 0, "removed": done.left}, indent=1)
                )
            else:
                print(f"Import {done.number} is undone. {done.left} results are gone.")

    asyncio.run(undo())
    return 0


def print_code(arguments: argparse.Namespace) -> int:
    """Print a new code with which a server adopts a league."""

    async def show() -> None:
        async with _database() as database:
            await _print_code(database, await _league(database, arguments.name, arguments.server))

    asyncio.run(show())
    return 0


def _print_preview(preview: ImportPreview, arguments: argparse.Namespace) -> None:
    if arguments.json:
        print(json.dumps({**preview.to_dict(), "imported": False}, indent=1))
    else:
        print("\n".join([*preview.lines(), "Nothing is imported yet. Add --yes to import this."]))


def _import_document(one: NumberedImport) -> dict[str, object]:
    return {
        "number": one.number,
        "at": one.at.isoformat(),
        "file": one.file_name,
        "results": one.left,
        "undone": one.undone_at is not None,
    }


async def _print_code(database: Database, league: League) -> None:
    code = await directory.issue_code(database, league)
    print(f"Adoption code: {code}")
    print(f"Type /league adopt code:{code} in your server to move {league.name} there. The code works once.")


async def _document(arguments: argparse.Namespace) -> bytes:
    async with _database() as database:
        league = await _league(database, arguments.name, arguments.server)
        season = await _season(database, league, arguments.season)
        return await write_document(database, league, season, arguments.format, datetime.now(UTC))


async def _export_text(arguments: argparse.Namespace) -> str:
    async with _database() as database:
        league = await _league(database, arguments.name, arguments.server)
        if arguments.season is not None:
            await _season(database, league, arguments.season)
        results = await league_results.list_results(database, league.id, arguments.season)
        people = await members.list_members(database, league.id)
        seen: list[Player] = [side.player for result in results for side in result.sides]
        names = export.unique_names({player.id: player for player in (*seen, *(one.player for one in people))}.values())
        if arguments.format == "csv":
            return export.spreadsheet(results, names)
        seasons = await leagues.list_seasons(database, league.id)
        return json.dumps(export.document(league, seasons, people, results, names), indent=1) + "\n"


async def _import_league(database: Database, arguments: argparse.Namespace) -> League:
    """The league that a file is for, or a new one."""
    try:
        league = await _league(database, arguments.name, arguments.server)
    except NoSuchLeague:
        if not arguments.create:
            raise
        return _new(arguments)
    for what, wish, agreed in (
        ("the preset", arguments.preset, league.preset),
        ("the scheme", arguments.scheme, league.scheme),
        ("matches of", arguments.best_of, league.best_of),
    ):
        if wish not in {None, agreed}:
            raise LeagueError(f"{league.name} already exists with {what} {agreed}. Leave that option out.")
    return league


def _new(arguments: argparse.Namespace) -> League:
    options = LeagueOptions(
        preset=arguments.preset or presets.DEFAULT, scheme=arguments.scheme, best_of=arguments.best_of or 1
    )
    server = None if arguments.server is None else arguments.server.id
    return new_league(server, arguments.name, options, datetime.now(UTC))


async def _league(database: Database, name: str, server: Server | None) -> League:
    """The league of this name. Raises ``NoSuchLeague``, and ``LeagueError`` where several servers have one."""
    found = [league for league in await leagues.list_all(database, name) if server in {None, Server(league.guild_id)}]
    if not found:
        raise NoSuchLeague(f"there is no league {name!r}. See `cribbage-bot league list`.")
    if len(found) > 1:
        servers = " or ".join(f"--server {Server(league.guild_id)}" for league in found)
        raise LeagueError(f"{len(found)} leagues are called {name!r}. Add {servers}.")
    return found[0]


async def _season(database: Database, league: League, number: int | None) -> Season:
    """The season of this number, or the latest."""
    seasons = await leagues.list_seasons(database, league.id)
    for season in seasons:
        if number in {None, season.number}:
            return season
    raise LeagueError(f"{league.name} has no season {number}. The latest is {seasons[0].number}.")


async def _line(database: Database, league: League) -> str:
    seasons = await leagues.list_seasons(database, league.id)
    players = len(await members.list_members(database, league.id))
    return (
        f"{league.name}: server {Server(league.guild_id)}, preset {league.preset}, points {league.scheme}, "
        f"{league.format}, {players} players, season {seasons[0].number}"
    )


@asynccontextmanager
async def _database(*, new: bool = False) -> AsyncIterator[Database]:
    """The database of the settings, which must be there unless it may be ``new``."""
    database = await Database.open(load_settings().database if new else existing_database())
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def _opened(arguments: argparse.Namespace) -> AsyncIterator[tuple[Database, League]]:
    """The database, and the league that the arguments name."""
    async with _database() as database:
        yield database, await _league(database, arguments.name, arguments.server)


def _server(text: str) -> Server:
    if text == NOBODY:
        return Server(None)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a server's number or `{NOBODY}`")
    return Server(int(text))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number; type 1 or more")
    return int(text)
