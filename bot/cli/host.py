"""The commands of those who host the bot: run it, look after its database, and find out what is wrong."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import sysconfig
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from getpass import getpass
from importlib.resources import files
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from bot.cli.command import (
    BAD_INPUT,
    FAILED,
    Command,
    argument,
    command,
    database_file,
    load_settings,
    opened_database,
    whole_number,
)
from bot.logs import remember_token, without_tokens
from bot.models.player import Player
from bot.models.storage import PostgresAddress, is_postgres
from bot.settings import NO_TOKEN, SettingsError, postgres_address, read
from engine.errors import CribbageError

USER: Final = "cribbage"
FOLDER: Final = Path("/var/lib/cribbage-bot")
NAME: Final = "cribbage-bot.service"

_HIDDEN: Final = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))
"""The folders that the unit hides from the bot, with all that is in them."""

_SHARED: Final = (
    "/ /bin /boot /dev /etc /lib /lib64 /media /mnt /opt /proc /run /sbin /srv /sys /usr /usr/bin /usr/lib /usr/local "
    "/usr/sbin /usr/share /var /var/cache /var/lib /var/log /var/spool /usr/local/bin /usr/local/lib"
)
"""Folders of the system: nobody could use it any more if only the bot's user might."""

_UNIT: Final = files("bot.hosting").joinpath(NAME).read_text(encoding="utf-8")


def service_unit(
    executable: Path, bad_input: int, *, user: str = USER, folder: Path = FOLDER, interpreter: Path | None = None
) -> str:
    """Return the unit that runs the ``executable``, and is not started again after the exit code ``bad_input``.

    ``interpreter`` is the Python that runs it, without links. Raises ``CribbageError`` for what a unit could not use.
    """
    for path in (executable, folder):
        if not path.is_absolute() or path.as_posix() != os.path.normpath(path) or _is_special(str(path)):
            raise CribbageError(f"{path} can't stand in a unit. Use a whole path of letters, digits, '-', '_' and '.'.")
    if _is_hidden(executable):
        raise CribbageError(
            f"{executable} is in a folder that a service can't see. Make a venv for it with "
            "/usr/bin/python3 -m venv /opt/cribbage-bot, install the bot there, and run this command from there."
        )
    if interpreter is not None and _is_hidden(interpreter):
        raise CribbageError(
            f"the bot runs on {interpreter}, which a service can't see. Make its venv with the Python of the system: "
            "/usr/bin/python3 -m venv /opt/cribbage-bot"
        )
    if _is_hidden(folder):
        raise CribbageError(f"{folder} is a folder that a service can't see. Use one such as {FOLDER}.")
    if str(folder) in _SHARED.split():
        raise CribbageError(f"{folder} belongs to the system. Use a folder for the bot alone, such as {FOLDER}.")
    if not user or _is_special(user) or "/" in user:
        raise CribbageError(f"{user!r} can't be a user. Use letters, digits, '-' and '_'.")
    command = f"{executable} service"
    if user != USER:
        command += f" --user {user}"
    if folder != FOLDER:
        command += f" --folder {folder}"
    return _UNIT.format(
        executable=executable, command=command, user=user, folder=folder, name=NAME, bad_input=bad_input
    )


def _is_hidden(path: Path) -> bool:
    return any(path.is_relative_to(hidden) for hidden in _HIDDEN)


def _is_special(text: str) -> bool:
    return not all(letter.isascii() and (letter.isalnum() or letter in "/-_.+") for letter in text)


if TYPE_CHECKING:
    from bot.hosting.doctor import Finding

# Discord's library, the pictures, Babel and the drivers are imported by the commands that need them: they take long to
# load.


@command()
def run(_: argparse.Namespace) -> None:
    from bot import app

    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_quickest_loop()) as runner:
        runner.run(app.run(load_settings()))


def _quickest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes an event loop of uvloop, where there is one; none for Python's own, as on Windows."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


_SERVER_ID: Final = partial(
    whole_number, wrong="isn't a server's id; in Discord, right-click it and copy its ID", most=2**64
)


@command(
    argument(
        "--server", type=_SERVER_ID, metavar="ID", help="check the bot's permissions in every channel of this server"
    )
)
async def doctor(arguments: argparse.Namespace) -> int:
    """Print a line for each part; the exit code says whether all are right."""
    return await _print_findings(arguments.server)


async def _print_findings(server: int | None) -> int:
    """Print them, broken for the screen of whoever reads them, and last what is to be fixed: a phone shows the end."""
    wrong = []
    width = get_terminal_size().columns if sys.stdout.isatty() else None
    async for finding in _examine(server):
        line = without_tokens(str(finding))
        print(line if width is None else fill(line, width, **_BROKEN), flush=True)
        if not finding.is_right:
            wrong.append(finding.part)
    if width is not None:
        print(f"To fix: {', '.join(wrong)}." if wrong else "All is well.")
    return FAILED if wrong else 0


_BROKEN: Final[Any] = {"subsequent_indent": " " * 5, "break_long_words": False, "break_on_hyphens": False}
"""How a line of the doctor is broken: addresses and commands stay whole, so that they can be copied."""


async def _examine(server: int | None) -> AsyncIterator[Finding]:
    from bot.hosting.discord_account import examine_account
    from bot.hosting.doctor import Finding, examine_machine, has_database, wrong

    try:
        settings = load_settings()
    except SettingsError as error:
        yield wrong("Settings", str(error))
        return
    yield Finding("Settings", "they can be read.")
    for finding in examine_machine(settings):
        yield finding
    if settings.token is None:
        yield wrong("Token", NO_TOKEN)
        return
    remember_token(settings.token)
    has_run = has_database(settings.database)
    async for finding in examine_account(settings.token, server, has_run=has_run):
        yield finding


@command()
async def invite(_: argparse.Namespace) -> None:
    """Ask Discord whose token it is, and print the links. Raises ``CribbageError``."""
    await _print_invitations()


async def _print_invitations() -> None:
    from bot.hosting.discord_account import application_id
    from bot.ui.core.commands import invitation, user_install

    known = await application_id(_token())
    print(f"To a server:     {invitation(known)}")
    print(f"To your account: {user_install(known)}")


_LONGEST_NOTICE: Final = 500

_ENV: Final = Path(".env")

_QUESTIONS: Final = (
    ("DISCORD_TOKEN", "The bot's token, from its Bot page on https://discord.com/developers/applications: "),
    ("DATABASE_PATH", "The database, a file or postgresql://user:password@host/name [cribbage.db]: "),
    ("LANGUAGE", "The language of servers that can't choose one: de, es, fr, or empty for English: "),
)


@command()
async def init(_: argparse.Namespace) -> int:
    """Write ``.env``, if there is none; then print what the doctor says and how to go on. Raises ``CribbageError``."""
    if _ENV.exists():
        print(f"{_ENV} is there already, and stays as it is.")
    else:
        answers = dict(map(_asked, _QUESTIONS))
        _write_env({name: answer for name, answer in answers.items() if answer})
        print(f"{_ENV} is written. Only you can read it: whoever has the token can act as your bot.")
    code = await _print_findings(None)
    # Why it can't, the doctor has said.
    with suppress(CribbageError):
        await _print_invitations()
    print("Start the bot: cribbage-bot run")
    _offer_service()
    return code


def _asked(question: tuple[str, str]) -> tuple[str, str]:
    """Ask until the answer can be a setting; where nobody types, the first one counts. Raises ``SettingsError``."""
    name, words = question
    while True:
        answer = _typed(words, is_secret=name == "DISCORD_TOKEN")
        setting = "DATABASE_URL" if is_postgres(answer) else name
        try:
            settings = read({setting: answer})
            if name == "DISCORD_TOKEN":
                settings.need_token()
        except SettingsError as error:
            if not sys.stdin.isatty():
                raise
            print(error)
        else:
            return setting, answer


def _typed(words: str, *, is_secret: bool) -> str:
    """Return what somebody types, or nothing at the end of a file; a secret isn't shown while it is typed."""
    try:
        return (getpass(words) if is_secret and sys.stdin.isatty() else input(words)).strip()
    except EOFError:
        return ""
    finally:
        if not sys.stdin.isatty():
            print()


def _write_env(settings: Mapping[str, str]) -> None:
    """Write the file so that no other user can read it, at any moment."""
    lines = ["# Written by `cribbage-bot init`. Every other setting has a default."]
    lines += [f"{name}={_quoted(value)}" for name, value in settings.items()]
    with open(os.open(_ENV, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, ""]))


def _quoted(value: str) -> str:
    if re.fullmatch(r"[\w.:/@%+=-]*", value, re.ASCII):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _offer_service() -> None:
    """Write the unit of a service for this folder, if whoever types wants one. It says itself what to do with it."""
    if not Path("/run/systemd/system").is_dir() or not sys.stdin.isatty():
        return
    if not _typed(f"Write {NAME}, by which systemd keeps it running? [y/N] ", is_secret=False).lower().startswith("y"):
        return
    try:
        with open(NAME, "x", encoding="utf-8") as file:
            file.write(_unit(USER, FOLDER))
    except (CribbageError, FileExistsError) as error:
        print(error)
    else:
        print(f"{NAME} is written. Its first lines say what root types next.")


@command(argument("file", metavar="FILE", type=Path, help="the file to write; one that exists is refused"))
def backup(arguments: argparse.Namespace) -> None:
    """Write the copy, and print its size. Raises ``StorageError``, and ``SettingsError`` on PostgreSQL."""
    from bot.storage.backup import back_up

    database = database_file("use pg_dump")
    size = back_up(database, arguments.file)
    print(f"{database} was copied to {arguments.file} ({size:,} bytes), and the copy was checked.")


@command(
    argument("file", metavar="FILE", type=Path, help="the backup; it stays as it is"),
    argument(
        "--replace", action="store_true", help="keep the database that is there under another name, and replace it"
    ),
)
def restore(arguments: argparse.Namespace) -> None:
    """Restore the backup, and print where the database that was there is now. Raises ``StorageError``."""
    from bot.storage.backup import restore as restore_backup

    database = database_file("use pg_restore")
    aside = restore_backup(arguments.file, database, replace=arguments.replace)
    kept = f" The one that was there is now {aside}." if aside else ""
    print(f"{arguments.file} was checked and is now the database {database}.{kept}")


@command(argument("text", metavar="TEXT", help="what they read, in the language of your players"))
async def announce(arguments: argparse.Namespace) -> None:
    """Store the text: the bot that runs on the database tells it within seconds. Raises ``CribbageError``."""
    from bot.storage import metadata, tables
    from bot.tables.timekeeper import ANNOUNCED

    if not (text := " ".join(arguments.text.split())) or len(text) > _LONGEST_NOTICE:
        raise CribbageError(f"the text must have 1 to {_LONGEST_NOTICE} letters, not {len(text)}")
    async with opened_database() as database:
        playing = await tables.list_ids_by_status(database, "playing")
        await metadata.put(database, ANNOUNCED, json.dumps({"text": text, "at": datetime.now(UTC).isoformat()}))
    print(f"Games that go on: {len(playing)}. If the bot runs, it tells their players within half a minute.")


@command()
async def _list_servers(_: argparse.Namespace) -> None:
    """Print a line for each server, with its games and leagues. Raises ``CribbageError``."""
    from bot.hosting.discord_account import server_names
    from bot.storage import preferences

    names = await server_names(_token())
    async with opened_database() as database:
        counts = await preferences.count_by_server(database)
        blocked, left = await preferences.blocked_servers(database), await preferences.left_servers(database)
    for guild_id in sorted(names.keys() | counts.keys() | blocked):
        games, leagues = counts.get(guild_id, (0, 0))
        notes = ["blocked"] if guild_id in blocked else []
        notes += [f"left, known since {left[guild_id]:%Y-%m-%d}"] if guild_id in left else []
        print(f"{guild_id}  {names.get(guild_id, '-')}  games: {games}, leagues: {leagues}", *notes, sep="  ")


_OF_SERVER: Final = argument("server", metavar="ID", type=_SERVER_ID, help="the server's id")


@command(_OF_SERVER)
async def _block_server(arguments: argparse.Namespace) -> None:
    """Leave a server now, and whenever somebody adds the bot to it again. Raises ``CribbageError``."""
    from bot.hosting.discord_account import leave_server
    from bot.storage import preferences

    async with opened_database(new=True) as database:
        blocked = await preferences.blocked_servers(database)
        await preferences.put_blocked_servers(database, blocked | {arguments.server})
    was_in = await leave_server(_token(), arguments.server)
    done = "has left it" if was_in else "was not in it"
    print(f"{arguments.server} is blocked. The bot {done}. What is stored of it is removed after 90 days.")


@command(_OF_SERVER)
async def _unblock_server(arguments: argparse.Namespace) -> None:
    """Let people add the bot to a server again. Raises ``CribbageError``."""
    from bot.storage import preferences

    async with opened_database() as database:
        blocked = await preferences.blocked_servers(database)
        if arguments.server not in blocked:
            raise CribbageError(f"{arguments.server} isn't blocked")
        await preferences.put_blocked_servers(database, blocked - {arguments.server})
    print(f"{arguments.server} is no longer blocked. `cribbage-bot invite` prints the link that adds the bot to it.")


servers: Final = Command(
    commands={
        "list": ("print every server with its games and leagues", _list_servers),
        "block": ("leave a server, and leave it again whenever somebody adds the bot", _block_server),
        "unblock": ("let people add the bot to a server again", _unblock_server),
    }
)

_ACCOUNT: Final = argument(
    "account",
    metavar="ACCOUNT",
    type=partial(
        whole_number, wrong="isn't an account's id; in Discord, right-click somebody and copy their ID", most=2**64
    ),
    help="the id of a Discord account",
)


@command(_ACCOUNT)
async def _export_account(arguments: argparse.Namespace) -> None:
    """Print what `/privacy export` gives, as JSON. Raises ``CribbageError``."""
    from bot.storage import players, privacy

    async with opened_database() as database:
        player = _known(await players.find(database, arguments.account), arguments.account)
        document = {"exported_at": datetime.now(UTC).isoformat(), **await privacy.export(database, player)}
    print(json.dumps(document, indent=1, ensure_ascii=False))


@command(_ACCOUNT, argument("--yes", action="store_true", help="erase them; this can't be undone"))
async def _erase_account(arguments: argparse.Namespace) -> None:
    """Do what `/privacy erase` does. Raises ``CribbageError``, also where a bot runs that would remember them."""
    from bot.services import Services, erase_player

    settings = load_settings()
    if isinstance(settings.database, Path) and not settings.database.is_file():
        raise CribbageError(f"{settings.database}: there's no database. Set DATABASE_PATH to the bot's database.")
    services = await Services.open(settings, lambda: datetime.now(UTC))
    try:
        if services.count_processes() > 1:
            raise CribbageError("the bot runs on this database; stop all its processes first")
        player = _known(await services.accounts.players.find(arguments.account), arguments.account)
        if not arguments.yes:
            raise CribbageError(f"this erases {player.name} for good, and resigns their games; add --yes to do it")
        await erase_player(services.tables, services.leagues, services.accounts, player)
    finally:
        await services.close()
    print(f"The account {arguments.account} is erased. Its results stay as those of a former player.")


def _known(player: Player | None, account: int) -> Player:
    if player is None:
        raise CribbageError(f"nothing is stored about the account {account}")
    return player


privacy: Final = Command(
    commands={
        "export": ("print what is stored about an account, as JSON", _export_account),
        "erase": ("erase an account, as /privacy erase does; stop the bot before", _erase_account),
    }
)


@command()
async def _show_commands(_: argparse.Namespace) -> int:
    """Print which commands Discord lacks; the exit code says whether it has all. Raises ``CribbageError``."""
    from bot.hosting.discord_account import lacking_commands

    lost, many = await lacking_commands(load_settings(), _token())
    print(f"Discord lacks {', '.join(lost)}." if lost else f"Discord has all {many} commands.")
    return FAILED if lost else 0


@command()
async def _send_commands(_: argparse.Namespace) -> None:
    """Send Discord every command, whatever it has. Raises ``CribbageError``."""
    from bot.hosting.discord_account import send_commands

    print(f"Discord has {await send_commands(load_settings(), _token())} commands now.")


commands: Final = Command(
    commands={
        "status": ("say whether Discord has all commands and their options", _show_commands),
        "sync": ("send them again; the bot does so by itself when they have changed", _send_commands),
    }
)


def _token() -> str:
    token = load_settings().need_token()
    remember_token(token)
    return token


def _address(text: str) -> PostgresAddress:
    try:
        return postgres_address(text, "the address")
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


@command(
    argument("file", metavar="FILE", type=Path, help="the database file; it stays"),
    argument(
        "address",
        metavar="postgresql://...",
        nargs="?",
        type=_address,
        help="the address of an empty PostgreSQL database; without it DATABASE_URL, or the file of DATABASE_URL_FILE. "
        "A password may also stand in PGPASSWORD",
    ),
)
async def migrate(arguments: argparse.Namespace) -> None:
    """Move everything, and print the rows and the checksum of each table. Raises ``StorageError``."""
    from bot.storage.transfer import move

    address = arguments.address or load_settings().database
    if not isinstance(address, PostgresAddress):
        raise SettingsError("DATABASE_URL names no PostgreSQL database; set it, or give an address.")
    moved = await move(arguments.file, address)
    for table in moved:
        print(f"{table.name}: {table.rows:,} rows, checksum {table.checksum}")
    rows = sum(table.rows for table in moved)
    print(
        f"{arguments.file} was copied to {address}: {len(moved)} tables, {rows:,} rows. The counts and "
        "checksums of both are the same. Put the address into DATABASE_URL and start the bot."
    )


@command(
    argument("--user", default=USER, help=f"the user that runs the bot (default: {USER})"),
    argument("--folder", type=Path, default=FOLDER, help=f"the folder of .env and the database (default: {FOLDER})"),
)
def service(arguments: argparse.Namespace) -> None:
    """Print the unit. Raises ``CribbageError``."""
    print(_unit(arguments.user, arguments.folder), end="")


def _unit(user: str, folder: Path) -> str:
    executable = Path(sysconfig.get_path("scripts"), "cribbage-bot")
    interpreter = Path(sys.executable).resolve()
    return service_unit(executable, BAD_INPUT, user=user, folder=folder, interpreter=interpreter)


_PSEUDO: Final = "en_GB"
"""The language whose place the made-up one takes: Discord has it, and people can read its menus."""

_SHOWN: Final = 20
"""How many sentences without a translation are named."""


@command()
def _check(_: argparse.Namespace) -> int:
    """Print a line for each translation; the exit code says whether all are complete and without a fault."""
    from bot.i18n import loading

    own, template, code = load_settings().locale_path, loading.read_template(), 0
    for name, path in sorted(loading.language_files(loading.FOLDER, *([own] if own else [])).items()):
        try:
            coverage = loading.coverage_of(loading.read_catalogue(name, path, template)[1], template)
        except loading.TranslationFileError as error:
            print(f"{name}: {error}")
            code = FAILED
            continue
        print(f"{name}: {coverage.translated} of {coverage.known} sentences are translated ({coverage.percent} %)")
        for message in coverage.missing[:_SHOWN]:
            print(f"  not translated: {message.id if isinstance(message.id, str) else message.id[0]!r}")
        if coverage.missing[_SHOWN:]:
            print(f"  and {len(coverage.missing) - _SHOWN} more")
        if coverage.unused:
            print(f"  {len(coverage.unused)} translations of sentences that the bot no longer has")
        if coverage.missing or coverage.unused:
            code = FAILED
    return code


@command(
    argument("folder", metavar="FOLDER", type=Path, help=f"a folder for LOCALE_PATH; {_PSEUDO} is written into it"),
    argument("--longer", type=int, default=0, metavar="PERCENT", help="how much longer its sentences are (default: 0)"),
)
def _pseudo(arguments: argparse.Namespace) -> None:
    from babel import Locale
    from babel.messages.pofile import write_po

    from bot.i18n.loading import pseudo_catalogue, read_template

    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_PSEUDO}.po"
    with path.open("wb") as file:
        write_po(file, pseudo_catalogue(read_template(), Locale.parse(_PSEUDO), arguments.longer))
    print(f"{path} is written. Start the bot with LOCALE_PATH={folder} and set your Discord to English, UK.")


translations: Final = Command(
    commands={
        "check": ("print how complete each translation is, with its faults; LOCALE_PATH's too", _check),
        "pseudo": ("write a made-up translation, in which untranslated words stand out", _pseudo),
    }
)
