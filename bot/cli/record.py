"""`cribbage-bot record`: the record of a game in the database."""

from __future__ import annotations

import argparse
import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

from bot.cli.arguments import Commands, add_command
from bot.cli.environment import load_settings
from bot.i18n.translation import gettext
from bot.models.errors import StorageError
from bot.render.replay import replay_page
from bot.storage.database import Database
from bot.tables.errors import TableError
from bot.tables.game_records import record_of
from bot.tables.service import Tables
from engine.record import Record


def add_to(commands: Commands) -> None:
    """Register the command and its argument."""
    parser = add_command(commands, "record", record, "print the record of a game in the bot's database")
    parser.add_argument("game", metavar="GAME", help="the game's name, shown below its board")
    parser.add_argument("--html", action="store_true", help="print a page that plays the game again in any browser")


def record(arguments: argparse.Namespace) -> int:
    """Print the record of a game, or a page that replays it.

    Raises ``StorageError`` if there is no database, for none is created, and ``TableError`` for the page of an
    unfinished game.
    """
    path = load_settings().database
    if not path.is_file():
        raise StorageError(f"{path}: there's no database. Set DATABASE_PATH to the bot's database.")
    loaded = asyncio.run(load_record(path, arguments.game))
    if arguments.html and loaded.seed is None:
        raise TableError(gettext("That game isn't over yet, so its cards stay hidden."))
    print(replay_page(loaded) if arguments.html else json.dumps(loaded.to_dict(), indent=1))
    return 0


async def load_record(path: Path, game: str) -> Record:
    """Load the record of a game from a database; spaces and capitals in the game's name do not matter."""
    database = await Database.open(path)
    try:
        return await record_of(Tables(database, lambda: datetime.now(UTC)), game.strip().lower())
    finally:
        await database.close()
