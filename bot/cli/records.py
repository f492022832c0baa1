"""Records on the command line: games that robots play, games from the database, and records checked."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from dotenv import dotenv_values

from bot.settings import Settings, SettingsError, read
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.tables.game_records import record_of
from bot.tables.robot_games import Options, rules_of, write_games
from bot.tables.service import Tables
from bot.tables.shuffle import check
from engine.audit import audit
from engine.errors import CribbageError, NotationError
from engine.record import Record

FAILED = 1
"""The exit code for a record that does not hold."""


def settings() -> Settings:
    """The settings of the environment, and of .env where the environment is silent."""
    try:
        stored = dotenv_values(".env")
    except (OSError, ValueError) as error:
        raise SettingsError(f".env cannot be read ({error}); .env.example shows what stands in it.") from None
    said = {name: value for name, value in os.environ.items() if value.strip()}
    return read({name: value or "" for name, value in (stored | said).items()})


def selfplay(asked: argparse.Namespace) -> int:
    """Write the records of games that robots play, one a line."""
    options: Options = {
        "preset": asked.preset,
        "players": asked.players,
        "target": asked.target,
        "muggins": asked.muggins,
        "ceremony": asked.ceremony,
        "seed": asked.seed,
        "miscount": asked.miscount,
        "irregular": asked.irregular,
        "resign": asked.resign,
    }
    # What cannot be played is refused before a file is opened and emptied.
    rules_of(**options)
    if asked.out is None:
        write_games(sys.stdout, asked.games, **options)
    else:
        with written_whole(asked.out) as out:
            write_games(out, asked.games, **options)
    return 0


def record(asked: argparse.Namespace) -> int:
    """Print the record of a game in the database."""
    path = settings().database
    if not path.is_file():
        raise StorageError(f"{path}: there is no database; set DATABASE_PATH to the one that the bot uses.")
    print(json.dumps(asyncio.run(_stored(path, asked.game)).to_dict(), indent=1))
    return 0


def verify(asked: argparse.Namespace) -> int:
    """Hold records against the laws and against their sealed shuffles."""
    code = 0
    for number, document in enumerate(_documents(asked.file), 1):
        try:
            found = audit(document)
            proof = _proof(found)
        except CribbageError as error:
            print(f"record {number}: does not hold: {error}")
            code = FAILED
        else:
            print(f"record {number}: {found.game}: every fact follows from the laws; {proof}")
    return code


async def _stored(path: Path, game: str) -> Record:
    database = await Database.open(path)
    try:
        return await record_of(Tables(database, lambda: datetime.now(UTC)), game.strip().lower())
    finally:
        await database.close()


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """A file that is put in its place when it is whole; until then, and for ever if it fails, the old one stands."""
    if path.exists() and not path.is_file():
        # A pipe or a device is written where it is, and a folder is refused.
        with path.open("w", encoding="utf-8") as out:
            yield out
        return
    place = path.resolve()
    part = place.with_name(f"{place.name}.part")
    try:
        with part.open("w", encoding="utf-8") as out:
            yield out
        part.replace(place)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _documents(file: str) -> Iterator[dict[str, Any]]:
    """The documents in a file: one alone, or one a line."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError(f"{file} is not text; give a record, or records one a line.") from None
    if not text.strip():
        raise NotationError(f"{file} is empty; give a record, or records one a line.")
    try:
        parts = [json.loads(text)]
    except (ValueError, RecursionError):
        parts = [_line(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    for part in parts:
        if not isinstance(part, dict):
            raise NotationError(f"{file} holds something that is no record.")
        yield part


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"line {number} is not JSON ({error}); give a record, or records one a line.") from None


def _proof(found: Record) -> str:
    if found.seed is None:
        return "its shuffle is still sealed"
    wrong = [finding for finding in check(found.commitment, str(found.seed), found.events) if not finding.agrees]
    if wrong:
        raise NotationError(f"{wrong[0].what} {wrong[0].number} did not come from the sealed shuffle.")
    return "every deal came from the sealed shuffle"
