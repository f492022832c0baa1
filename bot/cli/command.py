"""The commands of `cribbage-bot`, and what they share: how they are declared, exit codes, files, and settings."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias
from urllib.parse import urlsplit

from bot import version
from bot.models.errors import StorageError
from bot.settings import Settings, SettingsError, extra, read
from engine.errors import CribbageError

if TYPE_CHECKING:
    from bot.storage.database import Database

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("host", "run the bot on Discord; settings come from the environment and .env"),
    "init": ("host", "ask for the token, the database and a language, write .env, and look whether all is well"),
    "doctor": ("host", "check the settings, Discord, the database and this machine"),
    "invite": ("host", "print the links that add the bot to a server or to an account"),
    "announce": ("host", "tell the players of every game that goes on something, such as a restart"),
    "servers": ("host", "list the bot's servers, and block or unblock one"),
    "privacy": ("host", "export or erase what is stored about an account; stop the bot to erase"),
    "commands": ("host", "say whether Discord has the bot's commands, or send them again"),
    "backup": ("host", "copy the database into a new file, also while the bot runs"),
    "restore": ("host", "put a backup in place of the database; stop the bot first"),
    "migrate": ("host", "copy a database file into PostgreSQL; stop the bot first"),
    "service": ("host", "print a systemd unit that runs this installation"),
    "translations": ("host", "check the translations of the bot, or see what lacks one"),
    "demo": ("games", "watch two scripted people play two games; needs no Discord account"),
    "sandbox": ("games", "play in your browser; needs no Discord account"),
    "score": ("score", "count a hand or get discard advice, such as: score '5h 5d 5c js 5s'"),
    "selfplay": ("games", "let robots play games, and write one record per line"),
    "record": ("games", "print the record of a game in the bot's database"),
    "verify": ("games", "check game records: the rules and the shuffle"),
    "league": ("league", "show league tables, and import or export results"),
    "bench": ("bench", "let two robots or programs play the same cards, seats exchanged"),
    "robot": ("robot", "answer questions for a discard or a card, one JSON object a line"),
}
"""The module in ``bot.cli`` and the summary of each command, in the order in which help lists them."""

FAILED: Final = 1
"""The exit code where a check did not hold, or the output could not be written to its end."""

BAD_INPUT: Final = 2
"""The exit code where the input was wrong; one sentence on standard error says how."""

UNAVAILABLE: Final = 75
"""Something that the bot needs fails just now, and a service manager may try again: Discord, the disk, a lock.

It is the number of ``EX_TEMPFAIL`` on Unix.
"""

INTERRUPTED: Final = 130
"""Ctrl-C ended the command; shells use the same number."""

Run: TypeAlias = Callable[[argparse.Namespace], int | Coroutine[Any, Any, int | None] | None]
"""A command's function: it takes the parsed arguments and returns the exit code, or None for success."""

Argument: TypeAlias = tuple[tuple[str, ...], dict[str, Any]]

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""The commands of a parser; argparse has no public name for them."""


def argument(*names: str, **options: Any) -> Argument:
    return names, options


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its function and its arguments, or the commands below it, each with its summary."""

    run: Run | None = None
    arguments: Sequence[Argument] = ()
    epilog: str | None = None
    commands: Mapping[str, tuple[str, Command]] = field(default_factory=dict)

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        parser.set_defaults(run=self.run)
        parser.epilog = self.epilog
        for names, options in self.arguments:
            parser.add_argument(*names, **options)
        if self.commands:
            below = add_commands(parser)
            for name, (summary, command) in self.commands.items():
                command.add_to(add_command(below, name, summary))


def command(*arguments: Argument, epilog: str | None = None) -> Callable[[Run], Command]:
    """Make a function a command with these arguments."""
    return lambda run: Command(run, arguments, epilog)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; try {self.prog} --help\n")


def add_commands(parser: argparse.ArgumentParser) -> Commands:
    return parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)


def add_command(commands: Commands, name: str, summary: str) -> argparse.ArgumentParser:
    """Add a command with its summary for ``--help``; returns its parser."""
    return commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")


def build_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser with every command, and with the arguments of the one that these arguments call.

    Only the module of that command is imported: the others would take longer to load than most commands run.
    """
    parser = Parser(
        prog="cribbage-bot", description="Play cribbage on Discord, or in your browser with `cribbage-bot sandbox`."
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = add_commands(parser)
    called = next((word for word in arguments if not word.startswith("-")), None)
    for name, (module, summary) in COMMANDS.items():
        own = add_command(commands, name, summary)
        if name == called:
            getattr(import_module(f"bot.cli.{module}"), name).add_to(own)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version with its commit and exit; it is looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"cribbage-bot {version()}")
        parser.exit()


_ONLY_OPTIONS: Final = re.compile(r"(?:(?:--(?:declared|file)[ =].+|--[a-z]+)(?: |$))*")
_OPTION: Final = re.compile(r"-|-h|--[a-z].*", re.DOTALL)


def with_words(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of the command line with a space before each word of a hand that looks like an option.

    After a ``--`` that stands before the hand, and is left out, every word belongs to the hand.
    """
    if arguments[:1] != ["score"]:
        return [*arguments]
    words, end = [*arguments], len(arguments)
    if "--" in words and _ONLY_OPTIONS.fullmatch(" ".join(words[1 : words.index("--")])):
        end = words.index("--")
        words.pop(end)
    return [
        f" {word}" if word[:1] == "-" and (place >= end or not _OPTION.fullmatch(word)) else word
        for place, word in enumerate(words)
    ]


def whole_number(text: str, wrong: str, most: int) -> int:
    """Parse a number from 1 to ``most``. Raises ``argparse.ArgumentTypeError`` that says what is ``wrong`` with it."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} {wrong}")
    return int(text)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a file to write, which then replaces ``path``; after an error it is removed, and the old one unchanged.

    A link stays a link: the file behind it is replaced. A pipe or a device is written directly, and ``open`` refuses a
    folder.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        yield part
        part.replace(target)
    except BaseException:
        # Whatever ends it, Ctrl-C too: half a file must not stay.
        part.unlink(missing_ok=True)
        raise


# The environment.


def load_settings() -> Settings:
    """Read the settings from the environment, and from ``.env`` what the environment leaves out or blank.

    Raises ``SettingsError``.
    """
    from dotenv import dotenv_values

    try:
        stored = dotenv_values(".env")
    except (OSError, ValueError) as error:
        raise SettingsError(f"can't read .env ({error}). Each line must be like NAME=value.") from None
    variables = {name: value for name, value in os.environ.items() if value.strip()}
    _set_proxies(stored, variables)
    return read({name: value or "" for name, value in (stored | variables).items()})


def _set_proxies(*sources: Mapping[str, str | None]) -> None:
    """Let the environment name the proxies of .env too, and those of HTTP for the gateway, which is a WebSocket.

    The last of the ``sources`` counts. Raises ``SettingsError``.
    """
    named = {name.lower(): value for source in sources for name, value in sorted(source.items()) if value}
    if "no_proxy" in named:
        os.environ["no_proxy"] = named["no_proxy"]
    for name, websocket in (("http_proxy", "ws_proxy"), ("https_proxy", "wss_proxy")):
        if name in named:
            proxy = _proxy(name.upper(), named[name])
            os.environ[name] = proxy
            os.environ[websocket] = named.get(websocket, proxy)
            # With proxies aiohttp would also send what ~/.netrc says of Discord, beside the token, and fail.
            os.environ["NETRC"] = os.devnull


def _proxy(name: str, typed: str) -> str:
    """Return the address of a proxy; where it names no protocol, that is HTTP. Raises ``SettingsError``."""
    address = typed if "://" in typed else f"http://{typed}"
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme == "http" and parts.hostname and parts.port != 0:
            return address
    # The address may have a password in it.
    raise SettingsError(f"{name} must be the address of an HTTP proxy, like http://proxy.example:3128.")


def database_file(what: str) -> Path:
    """Return the database file of the settings.

    Raises ``SettingsError`` where they name PostgreSQL; the sentence says ``what`` to use there.
    """
    database = load_settings().database
    if not isinstance(database, Path):
        raise SettingsError(f"the database is on PostgreSQL (DATABASE_URL), where this command does nothing; {what}.")
    return database


@asynccontextmanager
async def opened_database(*, new: bool = False) -> AsyncIterator[Database]:
    """Open the database of the settings, which must be there unless it may be ``new``. Raises ``StorageError``."""
    from bot.storage.database import Database

    address = load_settings().database
    if not new and isinstance(address, Path) and not address.is_file():
        raise StorageError(f"{address}: there's no database. Set DATABASE_PATH to the bot's database.")
    database = await Database.open(address)
    try:
        yield database
    finally:
        await database.close()


def require_simcord() -> None:
    """Raise ``CribbageError`` unless SimCord, the simulated Discord, is installed."""
    from importlib.util import find_spec

    if find_spec("simcord") is None:
        raise CribbageError(f"this needs the simulated Discord: {extra('sandbox')}")
