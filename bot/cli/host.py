"""The commands of those who host the bot: run it, look after its database, and find out what is wrong."""

from __future__ import annotations

import argparse
import asyncio
import sys
import sysconfig
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.cli.command import BAD_INPUT, FAILED, Command, argument, command, database_file, load_settings, whole_number
from bot.hosting.service_unit import FOLDER, USER, service_unit
from bot.logs import remember_token, without_tokens
from bot.models.storage import PostgresAddress
from bot.settings import NO_TOKEN, SettingsError, postgres_address

if TYPE_CHECKING:
    from bot.hosting.machine import Finding

# Discord's library, the pictures, Babel and the drivers are imported by the commands that need them: they take long to
# load.


@command()
def run(_: argparse.Namespace) -> None:
    """Run the bot until it is stopped."""
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
    code = 0
    async for finding in _examine(arguments.server):
        print(without_tokens(str(finding)), flush=True)
        if not finding.is_right:
            code = FAILED
    return code


async def _examine(server: int | None) -> AsyncIterator[Finding]:
    from bot.hosting.discord_account import examine_account
    from bot.hosting.machine import Finding, examine_machine, has_database, wrong

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
    from bot.hosting.discord_account import application_id
    from bot.ui.core.commands import invitation, user_install

    token = load_settings().need_token()
    remember_token(token)
    known = await application_id(token)
    print(f"To a server:     {invitation(known)}")
    print(f"To your account: {user_install(known)}")


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


def _address(text: str) -> PostgresAddress:
    try:
        return postgres_address(text, "the address")
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


@command(
    argument("file", metavar="FILE", type=Path, help="the database file; it stays"),
    argument("address", metavar="postgresql://...", type=_address, help="the address of an empty PostgreSQL database"),
)
async def migrate(arguments: argparse.Namespace) -> None:
    """Move everything, and print the rows and the checksum of each table. Raises ``StorageError``."""
    from bot.storage.transfer import move

    moved = await move(arguments.file, arguments.address)
    for table in moved:
        print(f"{table.name}: {table.rows:,} rows, checksum {table.checksum}")
    rows = sum(table.rows for table in moved)
    print(
        f"{arguments.file} was copied to {arguments.address}: {len(moved)} tables, {rows:,} rows. The counts and "
        "checksums of both are the same. Put the address into DATABASE_URL and start the bot."
    )


@command(
    argument("--user", default=USER, help=f"the user that runs the bot (default: {USER})"),
    argument("--folder", type=Path, default=FOLDER, help=f"the folder of .env and the database (default: {FOLDER})"),
)
def service(arguments: argparse.Namespace) -> None:
    """Print the unit. Raises ``CribbageError``."""
    executable = Path(sysconfig.get_path("scripts"), "cribbage-bot")
    interpreter = Path(sys.executable).resolve()
    unit = service_unit(executable, BAD_INPUT, user=arguments.user, folder=arguments.folder, interpreter=interpreter)
    print(unit, end="")


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
    """Write the made-up translation and print what to do with it."""
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
