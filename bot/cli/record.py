"""`cribbage-bot record`: the record of a game in the database."""

from __future__ import annotations

import argparse
import asyncio
import json
from datetime import UTC, datetime

from bot.analysis.thinking import reviews_of
from bot.cli.environment import existing_database
from bot.i18n.translation import gettext, join_list
from bot.models.storage import DatabaseAddress
from bot.progress.reviews import Note, notes_of
from bot.render.replay import replay_page
from bot.storage.database import Database
from bot.tables.errors import TableError
from bot.tables.game_records import record_of
from bot.tables.service import Tables
from engine.analysis.game_review import decisions_of
from engine.course import Course
from engine.record import Record


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    parser.set_defaults(command=record)
    parser.add_argument("game", metavar="GAME", help="the game's name, shown below its board")
    parser.add_argument("--html", action="store_true", help="print a page that plays the game again in any browser")
    parser.add_argument("--review", metavar="NAME", help="with --html: add the review of the player of this name")


def record(arguments: argparse.Namespace) -> int:
    """Print the record of a game, or a page that replays it.

    Raises ``StorageError`` if there is no database, for none is created, and ``TableError`` for the page of an
    unfinished game.
    """
    loaded = asyncio.run(load_record(existing_database(), arguments.game))
    if arguments.review and not arguments.html:
        raise TableError(gettext("A review is part of the page. Add --html."))
    if arguments.html and loaded.seed is None:
        raise TableError(gettext("That game isn't over yet, so its cards stay hidden."))
    notes = _notes_for(loaded, arguments.review) if arguments.review else {}
    print(replay_page(loaded, notes) if arguments.html else json.dumps(loaded.to_dict(), indent=1))
    return 0


def _notes_for(loaded: Record, name: str) -> dict[int, Note]:
    """Return the review of the player of this name. Raises ``TableError`` if nobody of the game is called so."""
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


async def load_record(address: DatabaseAddress, game: str) -> Record:
    """Load the record of a game from a database; spaces and capitals in the game's name do not matter."""
    database = await Database.open(address)
    try:
        return await record_of(Tables(database, lambda: datetime.now(UTC)), game.strip().lower())
    finally:
        await database.close()
