"""The commands that play games without Discord, print their records, and check them."""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot.cli.command import FAILED, argument, command, opened_database, require_simcord, whole_number, written_whole
from bot.tables.robot_games import rules_of, write_games
from bot.tables.shuffle import verdict_on
from engine.errors import CribbageError, NotationError
from engine.presets import DEFAULT, PRESETS
from engine.record import Record
from engine.rules import Partners

if TYPE_CHECKING:
    from bot.progress.reviews import Note

number_of_games: Final = partial(whole_number, wrong="isn't a number of games; type 1 or more", most=10**19)
_PORT: Final = partial(whole_number, wrong="isn't a port; type a number from 1 to 65535", most=65_535)

_LONGEST: Final = 600
"""How many letters of a complaint are printed: it may quote a whole event of a record."""


@command(
    argument("--folder", type=Path, help="where to write the records (default: a new temporary folder)"),
    argument("--full", action="store_true", help="print every card played and the bot's whole answers"),
)
async def demo(arguments: argparse.Namespace) -> int:
    """Play the games and write their records into a folder; the exit code says whether every check held."""
    require_simcord()
    from bot.sandbox.demo import play_demo

    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="cribbage-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "cribbage.db").exists():
        raise CribbageError(f"{folder} already has a database. Choose another --folder.")
    return 0 if await play_demo(folder, partial(print, flush=True), full=arguments.full) else FAILED


@command(
    argument("--dm", action="store_true", help="start in Ann's DMs"),
    argument("--port", type=_PORT, default=8321, help="the port on this machine (default: 8321)"),
)
def sandbox(arguments: argparse.Namespace) -> None:
    require_simcord()
    from bot.sandbox.page import serve_sandbox

    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", arguments.port))
        except OSError as error:
            said = f"port {arguments.port} is taken ({error.strerror}). Choose another with --port."
            raise CribbageError(said) from None
    with suppress(KeyboardInterrupt):
        asyncio.run(serve_sandbox(arguments.port, dm=arguments.dm, say=partial(print, flush=True)))


def _probability(text: str) -> float:
    with suppress(ValueError):
        if 0 <= (chance := float(text)) <= 1:
            return chance
    raise argparse.ArgumentTypeError(f"{text!r} isn't a chance; type a number from 0 to 1")


_chance = partial(argument, type=_probability, default=0.0, metavar="P")
_OPTIONS: Final = (
    argument("--preset", default=DEFAULT, help=f"the rules: {', '.join(PRESETS)} (default: {DEFAULT})"),
    argument("--players", type=int, default=2, help="how many players (default: 2)"),
    argument("--partners", choices=list(Partners), help="how 4 players become partners: by the cut, or as they sit"),
    argument("--target", type=int, help="points to win, if the rules offer a choice"),
    argument("--muggins", action="store_true", default=None, help="play muggins"),
    argument("--ceremony", action="store_true", default=None, help="cut the deck by hand for the deal and the starter"),
    argument("--seed", default="0", help="the same seed gives the same games (default: 0)"),
    _chance("--miscount", help="the chance of a wrong count, 0 to 1 (default: 0)"),
    _chance("--irregular", help="the chance of breaking a law, 0 to 1 (default: 0)"),
    _chance("--resign", help="the chance of resigning, 0 to 1 (default: 0)"),
)
"""The options of robots' games, each named as in ``bot.tables.robot_games.Options``."""


@command(
    argument("--games", type=number_of_games, default=1, help="how many games (default: 1)"),
    *_OPTIONS,
    argument("--out", type=Path, help="the file to write (default: standard output)"),
)
def selfplay(arguments: argparse.Namespace) -> None:
    """Write the records of games that robots play, one a line. Raises ``RulesError`` before any file is opened."""
    options: Any = {name.lstrip("-"): getattr(arguments, name.lstrip("-")) for (name,), _ in _OPTIONS}
    rules_of(**options)
    if arguments.out is None:
        write_games(sys.stdout, arguments.games, **options)
    else:
        with written_whole(arguments.out) as part, part.open("w", encoding="utf-8") as out:
            write_games(out, arguments.games, **options)


@command(
    argument("game", metavar="GAME", help="the game's name, shown below its board"),
    argument("--html", action="store_true", help="print a page that plays the game again in any browser"),
    argument("--review", metavar="NAME", help="with --html: add the review of the player of this name"),
)
def record(arguments: argparse.Namespace) -> None:
    """Print the record of a game, or a page that replays it.

    Raises ``StorageError`` if there is no database, for none is created, and ``TableError`` for the page of an
    unfinished game.
    """
    from bot.i18n.translation import gettext
    from bot.models.errors import TableError
    from bot.render.replay import replay_page

    # A review takes a while, and the event loop would keep Ctrl-C from ending it.
    loaded = asyncio.run(_load(arguments.game))
    if arguments.review and not arguments.html:
        raise TableError(gettext("A review is part of the page. Add --html."))
    if arguments.html and loaded.seed is None:
        raise TableError(gettext("That game isn't over yet, so its cards stay hidden."))
    notes = _notes_for(loaded, arguments.review) if arguments.review else {}
    print(replay_page(loaded, notes) if arguments.html else json.dumps(loaded.to_dict(), indent=1))


async def _load(game: str) -> Record:
    from bot.tables.repository import record_of
    from bot.tables.service import Tables

    async with opened_database() as database:
        # Spaces and capitals in the game's name do not matter.
        return await record_of(Tables(database, lambda: datetime.now(UTC)), game.strip().lower())


def _notes_for(loaded: Record, name: str) -> dict[int, Note]:
    """Return the review of the player of this name. Raises ``TableError`` if nobody of the game is called so."""
    from bot.analysis.thinking import reviews_of
    from bot.i18n.translation import gettext, join_list
    from bot.models.errors import TableError
    from bot.progress.reviews import notes_of
    from engine.analysis.game_review import decisions_of
    from engine.course import Course

    wanted = [seat for seat, own in enumerate(loaded.seats) if own.casefold() == name.strip().casefold()]
    if not wanted:
        raise TableError(
            gettext(
                "Nobody in this game is called {name}. Choose {names}.", name=name, names=join_list(loaded.seats, "or")
            )
        )
    judged = reviews_of(loaded.events, loaded.rules)[wanted[0]]
    seen = {one.place: one for one in decisions_of(Course(loaded.events, loaded.rules), wanted[0])}
    return notes_of(judged, seen)


@command(argument("file", metavar="FILE", help="one record, or one per line (- is standard input)"))
def verify(arguments: argparse.Namespace) -> int:
    """Print for every record of a file whether it holds; the exit code says whether all do."""
    code = 0
    for number, document in enumerate(_documents(arguments.file), 1):
        try:
            checked, proof = verdict_on(document)
        except CribbageError as error:
            print(f"record {number}: wrong: {_on_one_line(str(error))}")
            code = FAILED
        else:
            print(f"record {number}: {_on_one_line(checked.game)}: correct; {proof}")
    return code


def _on_one_line(text: str) -> str:
    """Return what a document says without line breaks and control characters, and cut where it is too long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def _documents(file: str) -> Iterator[dict[str, Any]]:
    """Read the JSON documents in a file: a single one, or one a line. Raises ``NotationError``."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{file} isn't text. Give one record, or one per line.") from None
    if not text.strip():
        raise NotationError(f"{file} is empty. Give one record, or one per line.")
    try:
        documents = [json.loads(text)]
    except (ValueError, RecursionError):
        documents = []
        for number, line in enumerate(text.split("\n"), 1):
            try:
                documents += [json.loads(line)] if line.strip() else []
            except (ValueError, RecursionError) as error:
                raise NotationError(f"line {number} isn't JSON ({error}). Give one record, or one per line.") from None
    for document in documents:
        if not isinstance(document, dict):
            raise NotationError(f"{file} has something that isn't a record.")
        yield document
