"""The examination of the machine: the database, the disk, the fonts and pictures, and the translations."""

from __future__ import annotations

import errno
import glob
import json
import logging
import os
import shlex
import shutil
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from bot.i18n.loading import FOLDER, load_languages
from bot.models.errors import StorageError
from bot.models.storage import DatabaseAddress, Inspection, PostgresAddress
from bot.render.drawing_process import draw, drawing_worker
from bot.render.lettering import has_glyph
from bot.settings import Settings
from bot.status_server import CHOOSE_A_PORT, HOST
from bot.storage.backup import existing_folder, inspect
from bot.storage.errors import DENIED
from bot.ui.games.scenes import warm_up_scenes

_MEGABYTE: Final = 1_000_000

LEAST_FREE: Final = 50 * _MEGABYTE
"""The free bytes below which a disk counts as full: an update first copies the database."""

_SECONDS_TO_ANSWER: Final = 5.0
_LONGEST_ANSWER: Final = 10_000

_LETTERS: Final = "AaÄé10♥"
_TRIAL: Final = bytes(64 * 1024)


def examine_machine(settings: Settings) -> Iterator[Finding]:
    """Yield what is found out without Discord."""
    yield _examine_database(settings.database)
    if isinstance(settings.database, Path):
        yield _examine_disk(settings.database)
    yield _examine_files(settings.database, settings.secret_files)
    if settings.http_port is not None:
        yield _examine_port(settings.http_port)
    yield _examine_pictures(with_pictures=settings.pictures)
    yield _examine_translations(settings.locale_path)


def has_database(database: DatabaseAddress) -> bool:
    """Return whether the bot has been started on this database before, as far as can be told."""
    if isinstance(database, Path):
        return database.is_file() and database.stat().st_size > 0
    try:
        return _inspected(database).schema > 0
    except StorageError:
        return False


def _inspected(database: DatabaseAddress) -> Inspection:
    if isinstance(database, Path):
        return inspect(database)
    from bot.storage.postgres import inspect_server  # noqa: PLC0415 - few hosts have the driver

    return inspect_server(database)


def _examine_database(database: DatabaseAddress) -> Finding:
    try:
        found = _inspected(database)
    except StorageError as error:
        return wrong("Database", f"{database}: {error}")
    update = f", and the next start updates it to {found.newest}" if found.schema < found.newest else ""
    running = ", and a bot runs on it" if found.is_running else ""
    state = f"{_size(found.size)}, schema {found.schema}{update}{running}."
    if isinstance(database, Path):
        none, right = f"there is none yet. The first start makes {database}.", f"{database} is in order: {state}"
    else:
        none = f"{database} is empty. The first start makes its tables."
        right = f"{database} answers: {state} Back it up with pg_dump."
    return Finding("Database", right if found.schema else none)


def _examine_disk(path: Path) -> Finding:
    folder = existing_folder(path)
    try:
        free = shutil.disk_usage(folder).free
        size = path.stat().st_size if path.is_file() else 0
        needed = max(LEAST_FREE, size)
        if free < needed:
            return wrong("Disk", f"{_size(free)} are free for {folder}. Free at least {_size(needed)}.")
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(_TRIAL)
            trial.flush()
    except OSError as error:
        what = "Let the bot's user write there." if error.errno in DENIED else "Free some space there."
        return wrong("Disk", f"nothing can be written in {folder} ({error.strerror}). {what}")
    return Finding("Disk", f"{_size(free)} are free for {folder}.")


_COPIES: Final = ("*.db*", "*.sqlite*")
"""The names of backups, packed ones too, beside the database and in folders there."""


_OF_A_CONTAINER: Final = Path("/run/secrets")
"""Where a container has its secrets: nobody else is in it."""


def _examine_files(database: DatabaseAddress, secret_files: Iterable[Path]) -> Finding:
    """Look whether other users of the machine can read the token, hands or seeds."""
    if os.name == "nt":
        return Finding("Files", "Windows decides who can read them.")
    secrets = [path for path in Path().glob(".env*") if path.name != ".env.example"]
    given = {path for path in secret_files if _OF_A_CONTAINER not in path.parents}
    beside: list[Path] = []
    if not isinstance(database, PostgresAddress):
        folder = database.parent
        beside = [*folder.glob(f"{glob.escape(database.name)}*")]
        beside += [path for place in (folder, *folder.glob("*/")) for kind in _COPIES for path in place.glob(kind)]
    files = {path for path in (*secrets, *beside, *given) if path.is_file()}
    # Whoever gives the bot a file may give it to a group.
    others = sorted(str(path) for path in files if path.stat().st_mode & (0o007 if path in given else 0o077))
    if others:
        return wrong(
            "Files", f"other users can read or change {', '.join(others)}. Run: chmod 600 {shlex.join(others)}"
        )
    return Finding("Files", "no other user can read .env, the files of secrets, the database or what lies beside it.")


def _examine_port(port: int) -> Finding:
    """Look whether the bot could listen on the port, or does already."""
    with closing(socket.socket()) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((HOST, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                return wrong("Port", f"HTTP_PORT is {port}, which can't be used ({error.strerror}). {CHOOSE_A_PORT}")
        else:
            return Finding("Port", f"HTTP_PORT is {port}, which is free.")
    if _bot_answers_on(port):
        return Finding("Port", f"the bot answers on HTTP_PORT, which is {port}.")
    return wrong("Port", f"HTTP_PORT is {port}, which another program uses. {CHOOSE_A_PORT}")


def _bot_answers_on(port: int) -> bool:
    """Return whether it is a bot that answers there, whatever it says."""
    connection = HTTPConnection(HOST, port, timeout=_SECONDS_TO_ANSWER)
    try:
        connection.request("GET", "/healthz")
        return {"status", "discord", "database"} <= set(json.loads(connection.getresponse().read(_LONGEST_ANSWER)))
    except (OSError, HTTPException, ValueError, TypeError):
        return False
    finally:
        connection.close()


def _examine_pictures(*, with_pictures: bool) -> Finding:
    if not with_pictures:
        return Finding("Pictures", "they are off (PICTURES=off), so everything is shown in text.")
    # The bot draws in processes of their own, which may lack what this one has.
    worker = drawing_worker()
    with _collect_log("bot.analysis.pool") as logged:
        try:
            missing = [letter for letter in _LETTERS if letter not in "♥" and not has_glyph(letter)]
            size = len(draw(worker, next(warm_up_scenes())))
        except Exception as error:
            cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
            why = "".join(logged).strip() or str(cause).strip() or type(cause).__name__
            return wrong(
                "Pictures",
                f"the process that draws them fails ({why.splitlines()[-1]}). Install the bot again, let its user "
                "start processes, or set PICTURES=off.",
            )
        finally:
            worker.close()
    if missing or not size:
        return wrong("Pictures", "the fonts lack letters. Install the bot again, or set PICTURES=off.")
    return Finding("Pictures", "the fonts are there, and a process of its own has drawn a board.")


def _examine_translations(locale_path: Path | None) -> Finding:
    with _collect_log("bot.i18n.loading") as faults:
        known = load_languages(FOLDER, *([locale_path] if locale_path else []))
    if faults:
        return wrong("Translations", f"{faults[0]} Correct this file.")
    names = ", ".join(["English", *(one.locale.get_display_name("en") or one.name for one in known.values())])
    return Finding("Translations", f"the bot speaks {names}.")


@contextmanager
def _collect_log(name: str) -> Iterator[list[str]]:
    """Collect the errors that a module logs within a ``with``, in place of writing them."""
    errors: list[str] = []

    class Listener(logging.Handler):
        """Collects the text of each record."""

        def emit(self, record: logging.LogRecord) -> None:
            errors.append(record.getMessage())

    listener, log = Listener(logging.ERROR), logging.getLogger(name)
    log.addHandler(listener)
    log.propagate = False
    try:
        yield errors
    finally:
        log.removeHandler(listener)
        log.propagate = True


def _size(number: int) -> str:
    if number < 100 * _MEGABYTE:
        return f"{number / _MEGABYTE:.1f} MB"
    return f"{number / 1000 / _MEGABYTE:.1f} GB"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one ``part``: it is right, or ``text`` says what to do."""

    part: str
    text: str
    is_right: bool = True

    def __str__(self) -> str:
        # Names of servers and channels come from people.
        text = "".join(letter if letter.isprintable() else " " for letter in self.text)
        return f"{'OK ' if self.is_right else 'FIX'}  {self.part}: {text}"


def wrong(part: str, text: str) -> Finding:
    """Return a finding about which the host must do something."""
    return Finding(part, text, is_right=False)
